"""Archive the pages of jobs as they came, off the event loop; a page that cannot be archived is
read all the same.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from crawler.fetcher import Fetched
from crawler.redirects import unpacked_redirects
from features.archive.log_events import ArchiveEvent
from features.archive.settings import ArchiveSettings
from features.archive.store.opening import open_archive_reader, open_archive_writer
from features.archive.store.port import Answer, ArchiveReader, ArchiveWriter, NotArchived
from scheduler.jobs import PageJob, SourceSpec
from storage.errors import StorageError
from storage.settings import Settings

logger = logging.getLogger(__name__)

Result = TypeVar("Result")


class PageArchive:
    """A ``hooks.answers.PageKeeper``: what a worker archives, and reads again in the archive.

    Args:
        writer: Writes the pages.
        reader: Reads them.
        wanted: Whose pages, one of ``ARCHIVE_MODES``. If nothing is archived, what was archived
            before can still be read.
    """

    def __init__(self, writer: ArchiveWriter, reader: ArchiveReader, *, wanted: str) -> None:
        self._refused = self._untended = ""
        self._writer, self._reader = writer, reader
        self._wanted = wanted
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")

    @property
    def problem(self) -> str:
        """What is not archived, or not where it belongs, and why; "" if all is well."""
        return self._refused or self._untended

    def wants(self, source: SourceSpec) -> bool:
        """Return whether the pages of a source are to be archived."""
        return self._wanted == "all" or (self._wanted == "chosen" and source.archive)

    async def keep(self, job: PageJob, fetched: Fetched, at: datetime) -> str:
        """Archive the page, fetched ``at``, if its source wants that.

        Return the place of its record, "" if it is not archived.
        """
        if not self.wants(job.source):
            return ""
        try:
            place = await self._call(self._append, job, fetched, at)
        except NotArchived as error:
            self._refused = self._noted(str(error))
            return ""
        self._refused = ""
        return place

    async def read(self, place: str) -> Fetched | None:
        """Return the page at a place, None if the archive does not have it or does not answer."""
        try:
            found = await asyncio.to_thread(self._reader.read, place)
        except StorageError:
            return None
        return Fetched(url=found.url, status=found.status, headers=found.headers, body=found.body)

    async def withdraw(self, places: Sequence[str]) -> None:
        """Erase the records of a page that turned out to be one that was erased."""
        for place in places:
            try:
                await self._call(self._writer.erase_at, place)
            except NotArchived as error:
                self._refused = self._noted(str(error))

    async def tend(self) -> None:
        """Finish files, and delete those beyond the limits; what the archive refuses waits for the
        next time.
        """
        if self._wanted == "none":
            return
        try:
            # Taking files to their store takes long: pages are archived meanwhile.
            await asyncio.to_thread(self._writer.tend)
        except NotArchived as error:
            self._untended = self._noted(str(error))
        else:
            self._untended = ""

    async def close(self) -> None:
        """Finish the file."""
        await self._call(self._writer.close)
        self._thread.shutdown()

    def _noted(self, problem: str) -> str:
        """Log a problem once, until it changes or ends; return it."""
        if problem != self.problem:
            logger.error(ArchiveEvent.ARCHIVE_FAILED, extra={"error": problem})
        return problem

    def _append(self, job: PageJob, fetched: Fetched, at: datetime) -> str:
        return self._writer.append(answer_of(job, fetched, at))

    async def _call(self, function: Callable[..., Result], *args: object) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *args)


def page_archive(settings: Settings) -> PageArchive:
    """Return what a worker archives. Raises SettingsError."""
    writer, reader = open_archive_writer(settings), open_archive_reader(settings)
    return PageArchive(writer, reader, wanted=settings.of(ArchiveSettings).wanted)


def answer_of(job: PageJob, fetched: Fetched, at: datetime) -> Answer:
    """Return a page as the archive keeps it, with its job but without what the job carries for
    workers alone.
    """
    return Answer(
        url=fetched.url,
        status=fetched.status,
        headers=fetched.headers,
        body=fetched.body,
        fetched=at,
        job=replace(
            job, source=_reading_rules(job.source), content="", read="", redirects=""
        ).to_json(),
        picture=fetched.picture,
        redirects=(*unpacked_redirects(job.redirects), *fetched.redirects),
    )


def _reading_rules(source: SourceSpec) -> SourceSpec:
    """Return what of a source decides how a page is read: no headers, no proxy."""
    return SourceSpec(
        id=source.id,
        name=source.name,
        channel=source.channel,
        tags=source.tags,
        charset=source.charset,
        time_zone=source.time_zone,
        require_date=source.require_date,
    )
