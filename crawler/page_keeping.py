"""When the page of a job is kept as it came, and when that is taken back.

A page is kept while it is read: what keeps it works in a thread, the parser in a process, and
neither waits for the other, nor for its failure. What the page says of its use is known only then.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial

from crawler.documents import identity
from crawler.feature_errors import note_feature_error
from crawler.fetcher import Fetched
from crawler.stores import WorkerStores
from extractor.results import Article, Extraction
from hooks.answers import PageKeeper
from hooks.features import Features
from scheduler.jobs import PageJob
from storage.documents.port import Document
from storage.documents.uses import forbidding
from storage.keys import url_key
from storage.settings import Settings

_HOOK = "page_keeper"
Keeping = Callable[[], Awaitable[Sequence[str]]]
"""Keeps the page, if its source wants that; returns the places of its records."""


def page_keeper(features: Features, settings: Settings) -> PageKeeper | None:
    """Return what keeps pages, None without such a feature. An error passes: the worker does not
    start.
    """
    keepers: list[PageKeeper] = features.tell(_HOOK, settings=settings)
    return next(iter(keepers), None)


class PageKeeping:
    """Keeps the pages of jobs, if this worker keeps any."""

    def __init__(
        self, ports: WorkerStores, keeper: PageKeeper | None, obeyed_uses: Sequence[str]
    ) -> None:
        self._ports = ports
        self._keeper = keeper
        self._obeyed_uses = obeyed_uses

    def begin(self, job: PageJob, fetched: Fetched, now: datetime) -> Keeping:
        """Return what keeps the page, and begin.

        Only that of an article that is visited again waits until it is wanted.
        """
        if job.revisit:
            return partial(self._kept, job, fetched, now)
        begun = asyncio.ensure_future(self._kept(job, fetched, now))
        return lambda: begun

    async def allowed(
        self, keeping: Keeping, job: PageJob, result: Extraction, url: str
    ) -> Keeping:
        """Return the keeping of a page, fetched at ``url``, or what takes it back: if the page says
        that no copy of it may be kept, and that is obeyed, or if it may show comments that were
        erased.
        """
        if await self._may_keep(job, result, url):
            return keeping
        return partial(self._taken_back, keeping, is_begun=not job.revisit)

    def unless_erased(self, keeping: Keeping, document_id: str) -> Keeping:
        """Return the keeping that takes its records back if comments were erased out of the
        document meanwhile: whoever erases looks for the records that are there by then.
        """

        async def kept() -> Sequence[str]:
            places = await keeping()
            if places and self._keeper and await self._ports.has_erased_comments(document_id):
                await self._keeper.withdraw(places)
                return ()
            return places

        return kept

    async def page_of(self, document: Document) -> Fetched | None:
        """Return the first page of a document as it came, None if it is not at hand."""
        if self._keeper is None or not document.archived:
            return None
        try:
            return await self._keeper.read(document.archived[0])
        except Exception as error:  # noqa: BLE001 it is as if it were not there
            note_feature_error(self._ports, _HOOK, self._keeper, error, document.url)
            return None

    async def withdraw(self, places: Sequence[str]) -> None:
        """Erase the records of a page that turned out to be one that was erased."""
        if self._keeper:
            await self._keeper.withdraw(places)

    async def _may_keep(self, job: PageJob, result: Extraction, url: str) -> bool:
        if forbidding(result.rights, "archive", self._obeyed_uses):
            return False
        if self._keeper is None:
            return True
        ids = {job.key, job.renames} - {""}
        if isinstance(result, Article):
            ids.add(url_key(identity(result, url), job.version))
        return not any([await self._ports.has_erased_comments(each) for each in ids])

    async def _kept(self, job: PageJob, fetched: Fetched, now: datetime) -> Sequence[str]:
        if self._keeper is None or (
            fetched.url != job.url and await self._ports.is_erased(fetched.url)
        ):
            return ()
        try:
            place = await self._keeper.keep(job, fetched, now)
        except Exception as error:  # noqa: BLE001 the page is read all the same
            note_feature_error(self._ports, _HOOK, self._keeper, error, job.url)
            return ()
        return (place,) if place else ()

    async def _taken_back(self, keeping: Keeping, *, is_begun: bool) -> Sequence[str]:
        if is_begun:
            await self.withdraw(await keeping())
        return ()


def kept_before(places: Sequence[str]) -> Keeping:
    """Return the keeping of pages that are kept already."""

    async def kept() -> Sequence[str]:
        return places

    return kept
