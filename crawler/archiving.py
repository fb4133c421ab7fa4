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
from scheduler.jobs import PageJob, SourceSpec
from scheduler.log_events import LogEvent
from storage.archive.port import Answer, ArchiveWriter, NotArchived

logger = logging.getLogger(__name__)

Result = TypeVar("Result")


class PageArchive:
    """What a worker archives: the pages of all sources, or of those that ask for it."""

    def __init__(self, writer: ArchiveWriter, *, everything: bool) -> None:
        self._refused = self._untended = ""
        self._writer = writer
        self._everything = everything
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")

    @property
    def problem(self) -> str:
        """What is not archived, or not where it belongs, and why; "" if all is well."""
        return self._refused or self._untended

    def wants(self, job: PageJob) -> bool:
        """Return whether the page of a job is to be archived."""
        return self._everything or job.source.archive

    async def keep(self, job: PageJob, fetched: Fetched, at: datetime) -> str:
        """Archive the page, fetched ``at``, if its source wants that.

        Return the place of its record, "" if it is not archived.
        """
        if not self.wants(job):
            return ""
        try:
            place = await self._call(self._append, job, fetched, at)
        except NotArchived as error:
            self._refused = self._noted(str(error))
            return ""
        self._refused = ""
        return place

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
            logger.error(LogEvent.ARCHIVE_FAILED, extra={"error": problem})
        return problem

    def _append(self, job: PageJob, fetched: Fetched, at: datetime) -> str:
        return self._writer.append(answer_of(job, fetched, at))

    async def _call(self, function: Callable[..., Result], *args: object) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *args)


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
