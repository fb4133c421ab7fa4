"""Claim the new links of a list for a visit, so that no other visit puts jobs for them.

A page whose site has moved is known under its former host too, so that a move does not store every
page again.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from crawler.fetcher import Fetched
from crawler.list_content import Candidate
from crawler.list_links import job_text
from crawler.moves import former_hosts, hosts_before
from crawler.reopening import Reopening
from crawler.stores import WorkerStores
from scheduler.jobs import ListJob
from storage.keys import host_of, url_key, urls_before

_CLAIMED_TOGETHER = 2_000


class LinkClaims:
    """Tells the new links of a list from those that are handled or in work."""

    def __init__(self, ports: WorkerStores, claim_seconds: int) -> None:
        self._ports = ports
        self._claim_seconds = claim_seconds
        self._reopening = Reopening(ports, claim_seconds)

    async def former_hosts(
        self, job: ListJob, fetched: Fetched, candidates: Sequence[Candidate]
    ) -> Sequence[str]:
        """Return under which hosts the pages may have been handled, also if only the pages have
        moved.
        """
        former = former_hosts(job.source.former_hosts, job.url, fetched.moved_to)
        hosts = {host_of(candidate.url) for candidate in candidates}
        # All pages are where the list is: if they have moved, the list has, too.
        if hosts <= {host_of(job.url)}:
            return former
        move = await self._ports.page_move(job.source.id)
        return tuple(dict.fromkeys([*former, *hosts_before(move, hosts)]))

    async def claim(
        self, job: ListJob, candidates: Sequence[Candidate], owner: str, former: Sequence[str]
    ) -> tuple[list[Candidate], int]:
        """Return the new candidates, up to the visit's limit, and the number of those after them
        left for later.

        Pages that were handled under a ``former`` host are not new, and are handled under the
        present one from now on.

        If the job runs again it takes from the limit again, and leaves more for the next visits.
        """
        new: list[Candidate] = []
        for start in range(0, len(candidates), _CLAIMED_TOGETHER):
            part = candidates[start : start + _CLAIMED_TOGETHER]
            ours = await self._claim_part(job, part, owner)
            ours = await self._without_moved(ours, former) if former else ours
            if not ours:
                continue
            places = await self._ports.take_links(
                job.run_id, job.keyword, len(ours), job.most_links
            )
            new += [
                replace(candidate, place=place)
                for candidate, place in zip(ours, places, strict=False)
            ]
            if too_many := ours[len(places) :]:
                await self._ports.release_claims([each.key for each in too_many])
                return new, len(too_many) + len(candidates) - start - len(part)
        return new, 0

    async def _claim_part(
        self, job: ListJob, part: Sequence[Candidate], owner: str
    ) -> list[Candidate]:
        granted = await self._ports.claim([each.key for each in part], owner, self._claim_seconds)
        # Of those that are handled, some were refused for want of what this list offers.
        denied = [each for each, is_ours in zip(part, granted, strict=True) if not is_ours]
        reopened = await self._reopening.open(denied, job.source, owner)
        by_key = {each.key: each for each in reopened}
        return [
            by_key.get(each.key, each)
            for each, is_ours in zip(part, granted, strict=True)
            if is_ours or each.key in by_key
        ]

    async def _without_moved(
        self, candidates: Sequence[Candidate], former: Sequence[str]
    ) -> list[Candidate]:
        """Return the candidates that were not handled under a former host; commit the keys of the
        others.
        """
        handled = await asyncio.gather(
            *(self._is_handled(candidate, former) for candidate in candidates)
        )
        moved, new = [], []
        for candidate, is_handled in zip(candidates, handled, strict=True):
            if is_handled:
                moved.append(candidate.key)
            else:
                new.append(candidate)
        if moved:
            await self._ports.commit(moved)
        return new

    async def _is_handled(self, candidate: Candidate, former: Sequence[str]) -> bool:
        version = job_text(candidate.link.version)
        keys = [url_key(url, version) for url in urls_before(candidate.url, former)]
        return any(await asyncio.gather(*map(self._ports.is_seen, keys)))
