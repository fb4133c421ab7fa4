"""When the page of a job is archived, and when its record is taken back.

A page is archived while it is read: the archive works in a thread, the parser in a process, and
neither waits for the other, nor for its failure. What the page says of its use is known only then.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial

from crawler.archiving import PageArchive
from crawler.documents import identity
from crawler.fetcher import Fetched
from crawler.stores import WorkerStores
from extractor.results import Article, Extraction
from scheduler.jobs import PageJob
from storage.documents.uses import forbidding
from storage.keys import url_key

Archiving = Callable[[], Awaitable[Sequence[str]]]
"""Archives the page, if its source wants that; returns the places of its records."""


class PageArchiving:
    """Archives the pages of jobs, if this worker archives."""

    def __init__(
        self, ports: WorkerStores, archive: PageArchive | None, obeyed_uses: Sequence[str]
    ) -> None:
        self._ports = ports
        self._archive = archive
        self._obeyed_uses = obeyed_uses

    def begin(self, job: PageJob, fetched: Fetched, now: datetime) -> Archiving:
        """Return what archives the page, and begin.

        Only that of an article that is visited again waits until it is wanted.
        """
        if job.revisit:
            return partial(self._archived, job, fetched, now)
        begun = asyncio.ensure_future(self._archived(job, fetched, now))
        return lambda: begun

    async def allowed(
        self, archiving: Archiving, job: PageJob, result: Extraction, url: str
    ) -> Archiving:
        """Return the archiving of a page, fetched at ``url``, or what takes it back: if the page
        says that it must not be archived, and that is obeyed, or if it may show comments that were
        erased.
        """
        if await self._may_archive(job, result, url):
            return archiving
        return partial(self._taken_back, archiving, is_begun=not job.revisit)

    def unless_erased(self, archiving: Archiving, document_id: str) -> Archiving:
        """Return the archiving that takes its records back if comments were erased out of the
        document meanwhile: whoever erases looks for the records that are there by then.
        """

        async def archived() -> Sequence[str]:
            places = await archiving()
            if places and self._archive and await self._ports.has_erased_comments(document_id):
                await self._archive.withdraw(places)
                return ()
            return places

        return archived

    async def withdraw(self, places: Sequence[str]) -> None:
        """Erase the records of a page that turned out to be one that was erased."""
        if self._archive:
            await self._archive.withdraw(places)

    async def _may_archive(self, job: PageJob, result: Extraction, url: str) -> bool:
        if forbidding(result.rights, "archive", self._obeyed_uses):
            return False
        if self._archive is None:
            return True
        ids = {job.key, job.renames} - {""}
        if isinstance(result, Article):
            ids.add(url_key(identity(result, url), job.version))
        return not any([await self._ports.has_erased_comments(each) for each in ids])

    async def _archived(self, job: PageJob, fetched: Fetched, now: datetime) -> Sequence[str]:
        if self._archive is None or (
            fetched.url != job.url and await self._ports.is_erased(fetched.url)
        ):
            return ()
        place = await self._archive.keep(job, fetched, now)
        return (place,) if place else ()

    async def _taken_back(self, archiving: Archiving, *, is_begun: bool) -> Sequence[str]:
        if is_begun:
            await self.withdraw(await archiving())
        return ()


def archived_at(places: Sequence[str]) -> Archiving:
    """Return the archiving of pages that are archived already."""

    async def archived() -> Sequence[str]:
        return places

    return archived
