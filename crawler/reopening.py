"""Open a refused page again for a source that offers what the one before it lacked.

A refused page counts as handled, so no visit fetches it again. But the search that finds a page has
only its address, while the feed may have its whole text. So a refusal also names what would have
helped, as further keys in the seen filter. A list that offers this takes the page once more.
"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from crawler.list_content import Candidate
from crawler.stores import WorkerStores
from scheduler.jobs import PageJob, SourceSpec
from storage.keys import url_key
from storage.outcomes import Offer, Outcome

_LEFT_SECONDS = 86_400
"""A site that refuses gets one request a day for each page at most, and what it gives again is
stored a day later at most.
"""
_WITHOUT_TEXT = "refused without the text of a feed"
"""Owns the claims of pages that the server refuses for a day: the feed's text may take their
place.
"""
_ANYTHING = "anything"
"""In the mark that every page has which some offer would have helped. A visit asks for this one of
all pages that it knows, and for the others of the few that have it.
"""


class Reopening:
    """Closes pages for the sources that offer no more than was tried, and opens them for others."""

    def __init__(self, ports: WorkerStores, claim_seconds: int) -> None:
        self._ports = ports
        self._claim_seconds = claim_seconds

    async def refuse(self, job: PageJob, outcome: Outcome) -> None:
        """Commit the page of a job, whose outcome is final for what the job offers."""
        lacking = [] if job.is_known else _lacking(job, outcome)
        if lacking:
            marks = [_mark(job.key, each) for each in (_ANYTHING, *lacking)]
        else:
            marks = []
        await self._ports.commit([job.key, *marks])

    async def close(self, keys: Sequence[str]) -> None:
        """Open these pages for no list again, because their text has a document."""
        await self._ports.forget(_marks(keys))

    async def leave_for_a_day(self, job: PageJob, outcome: Outcome) -> None:
        """Keep visits from putting the page again before tomorrow, unless they have its text."""
        owner = job.owner
        if outcome.traits.page_refused and not job.content:
            owner = _WITHOUT_TEXT
            await self._ports.release_claims([job.key])
        await self._ports.claim([job.key], owner, _LEFT_SECONDS)

    async def open(
        self, candidates: Sequence[Candidate], source: SourceSpec, owner: str
    ) -> list[Candidate]:
        """Claim those of the handled or claimed candidates that were refused for want of what the
        list offers.
        """
        helped = await self._helped(candidates, source)
        left = await self._left_for_a_day(candidates)
        for candidate in left:
            helped.setdefault(candidate.key, []).append(Offer.TEXT)
        if not helped:
            return []
        # A mark that outlives its refusal would open the page again when it has a document.
        await self._ports.forget([*helped, *_marks(list(helped))])
        await self._ports.release_claims([candidate.key for candidate in left])
        granted = await self._ports.claim(list(helped), owner, self._claim_seconds)
        ours = {key for key, is_ours in zip(helped, granted, strict=True) if is_ours}
        return [
            replace(candidate, reopened=" ".join(helped[candidate.key]))
            for candidate in candidates
            if candidate.key in ours
        ]

    async def _helped(
        self, candidates: Sequence[Candidate], source: SourceSpec
    ) -> dict[str, list[Offer]]:
        """Return what helps by the key of the page, for refused pages that it helps."""
        offered = []
        for candidate in await self._refused(candidates):
            offers = sorted(_offers_of_link(candidate, source))
            offered += [(candidate.key, offer) for offer in offers]
        lacked = await self._ports.are_seen([_mark(key, offer) for key, offer in offered])
        helped: dict[str, list[Offer]] = defaultdict(list)
        for (key, offer), is_lacked in zip(offered, lacked, strict=True):
            if is_lacked:
                helped[key].append(offer)
        return helped

    async def _refused(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Return the candidates that were refused; forget the marks of those with a document.

        They were read since, for somebody who asked for them, or the filter errs.
        """
        marks = [_mark(candidate.key, _ANYTHING) for candidate in candidates]
        are_marked = await self._ports.are_seen(marks)
        marked = [each for each, is_marked in zip(candidates, are_marked, strict=True) if is_marked]
        documents = await asyncio.gather(*(self._ports.document(each.key) for each in marked))
        stored = [each.key for each, found in zip(marked, documents, strict=True) if found]
        if stored:
            await self.close(stored)
        return [each for each in marked if each.key not in stored]

    async def _left_for_a_day(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        with_text = [candidate for candidate in candidates if candidate.link.content]
        if not with_text:
            return []
        keys = [candidate.key for candidate in with_text]
        granted = await self._ports.claim(keys, _WITHOUT_TEXT, self._claim_seconds)
        return [each for each, is_left in zip(with_text, granted, strict=True) if is_left]


def _lacking(job: PageJob, outcome: Outcome) -> list[Offer]:
    """Return what would help and was not tried.

    A text that is too long for a job was tried, too: it would not fit another time either.
    """
    tried = _offers_of_page(job) | {*job.reopened.split()}
    return sorted(set(outcome.traits.helped_by) - tried)


def _offers_of_page(job: PageJob) -> set[Offer]:
    return _offers(job.source, kind=job.kind, text=job.content, date=job.published)


def _offers_of_link(candidate: Candidate, source: SourceSpec) -> set[Offer]:
    link = candidate.link
    date = str(link.published or "")
    return _offers(source, kind=source.expected_kind, text=link.content, date=date)


def _offers(source: SourceSpec, *, kind: str, text: str, date: str) -> set[Offer]:
    given = {
        Offer.TEXT: text,
        Offer.KIND: kind,
        Offer.DATE: date,
        Offer.UNDATED: not source.require_date,
        Offer.HEADERS: source.headers,
    }
    return {offer for offer, is_given in given.items() if is_given}


def _marks(keys: Sequence[str]) -> list[str]:
    return [_mark(key, each) for key in keys for each in (_ANYTHING, *Offer)]


def _mark(key: str, lacking: str) -> str:
    return url_key(key, f"refused without {lacking}")
