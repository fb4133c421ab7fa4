"""Whether the address that a page names as its own is that of another page.

Templates name one address on all pages: that of the section, of a script without its query, of the
article before. Who believes it keeps one article of all. So an address is believed until the
document stored there has another text; from then on the pages are told apart by where they were
fetched.
"""

import asyncio
from dataclasses import dataclass, replace

from crawler.documents import identity
from crawler.reopening import Reopening
from crawler.stores import WorkerStores
from extractor.results import Article
from scheduler.jobs import PageJob
from storage.documents.port import Document
from storage.keys import canonical_url, place_of, url_key

# A print view leaves pictures' texts and boxes out, an update adds some paragraphs: with the same
# title half of the text is enough. With another title, a text from one template with other names
# and numbers shares much, too.
_MIN_SHARED = 0.5
_MIN_SHARED_UNDER_OTHER_TITLE = 0.9
_SHINGLE = 8
_MAX_COMPARED = 50_000
# The page that has the address, or another that names it, may be in work. Its turn at the host
# comes in moments, or too late to wait for.
_WAIT_SECONDS = 0.25
_MAX_WAITS = 12


@dataclass(frozen=True, kw_only=True)
class Settled:
    """An article that names no address of another page.

    Attributes:
        article: Its ``canonical_url`` is "" if that is another page's.
        is_stored: Whether the document of its address has its text already.
        note: What was found wrong, for the trace; "" if nothing.
    """

    article: Article
    is_stored: bool = False
    note: str = ""


class NamedAddresses:
    """Compares pages with the documents whose addresses they name."""

    def __init__(self, ports: WorkerStores, reopening: Reopening, claim_seconds: int) -> None:
        self._ports = ports
        self._reopening = reopening
        self._claim_seconds = claim_seconds

    async def settle(self, job: PageJob, article: Article, url: str) -> Settled:
        """Return the article, fetched at ``url``, with an address that no other text has."""
        named = identity(article, url)
        key = url_key(named, job.version)
        if key == job.key:
            return Settled(article=article)
        if not await self._is_handled(job, key):
            return Settled(article=article)
        stored = await self._ports.document(url_key(named))
        if stored is None and named == canonical_url(url):
            return Settled(article=article, is_stored=True)
        if stored is None:
            # If it is, after all, its text is this one.
            await self._reopening.close([key])
            return _told_apart(article, f"{named}, which is not an article's")
        if is_other_page(stored, article, url):
            return _told_apart(article, f"{named}, which has another text")
        return Settled(article=article, is_stored=True)

    async def compared(self, article: Article, url: str) -> Article:
        """Return an article that is visited again with its own address."""
        stored = await self._ports.document(url_key(identity(article, url)))
        if stored is not None and is_other_page(stored, article, url):
            return replace(article, canonical_url="")
        return article

    async def _is_handled(self, job: PageJob, key: str) -> bool:
        """Return whether the page of an address is handled, after a moment if it is in work.

        Of pages that name one address at the same time, one goes first.
        """
        for _ in range(_MAX_WAITS):
            owner = f"named by {job.key}"
            [granted] = await self._ports.claim([key], owner, self._claim_seconds)
            if granted:
                return False
            if await self._ports.is_seen(key):
                return True
            await asyncio.sleep(_WAIT_SECONDS)
        return False


def is_other_page(stored: Document, article: Article, url: str) -> bool:
    """Return whether a document is that of another page than the article, fetched at ``url``."""
    if place_of(stored.url) == place_of(url):
        return False
    same_title = stored.title.split() == article.title.split()
    least = _MIN_SHARED if same_title else _MIN_SHARED_UNDER_OTHER_TITLE
    return shared_part(stored.content, article.content) < least


def _told_apart(article: Article, why: str) -> Settled:
    note = f"not believed: the canonical address {why}"
    return Settled(article=replace(article, canonical_url=""), note=note)


def shared_part(one: str, other: str) -> float:
    """Return which part of the shorter text the other has, too, from 0 to 1."""
    first, second = sorted((_shingles(one), _shingles(other)), key=len)
    if first:
        return len(first & second) / len(first)
    return float(not second)


def _shingles(text: str) -> set[str]:
    letters = "".join(text.casefold().split())[:_MAX_COMPARED]
    last = max(1, len(letters) - _SHINGLE + 1)
    return {letters[start : start + _SHINGLE] for start in range(last)} - {""}
