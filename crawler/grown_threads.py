"""Read a thread that has grown on from its last known page.

The pages before it are full: what is new comes at the end. The last page is remembered when it is
stored. If it cannot be read any more, the thread is read from its first page.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict

from crawler.job_results import Continued, Done, Failed, JobResult
from crawler.stores import WorkerStores
from scheduler.jobs import PageJob
from storage.documents.port import Document
from storage.keys import fetchable_url, url_key
from storage.outcomes import Outcome

_KEPT_SECONDS = 30 * 86_400


class _LastPage(TypedDict):
    """What a job for the page must know; the fields are those of ``PageJob``."""

    url: str
    page: int
    posts_before: str
    number_before: int


class GrownThreads:
    """Knows the last stored page of each thread that a board lists."""

    def __init__(self, ports: WorkerStores) -> None:
        self._ports = ports

    async def resumed(self, jobs: Sequence[PageJob]) -> list[PageJob]:
        """Return the jobs, those for threads that have grown with their last known pages."""
        threads = [job for job in jobs if job.version and job.thread_url]
        if not threads:
            return list(jobs)
        known = await self._ports.get_pages([_name(job) for job in threads])
        pages = {job.key: page for job, page in zip(threads, known, strict=True)}
        return [_at(job, pages.get(job.key, "")) for job in jobs]

    async def note(self, job: PageJob, url: str) -> None:
        """Remember a page that is stored, fetched at ``url``, as the last one of its thread."""
        if job.version and job.thread_url:
            last = _LastPage(
                url=url,
                page=job.page,
                posts_before=job.posts_before,
                number_before=job.number_before,
            )
            await self._ports.put_pages({_name(job): json.dumps(last)}, _KEPT_SECONDS)

    async def with_history(self, job: PageJob, new: Document) -> Document:
        """Return the document of a page as the thread goes on: found when it was first found, and
        changed when it has other posts.
        """
        old = await self._ports.document(new.id) if job.version else None
        if old is None:
            return new
        changed = old.changed if old.posts == new.posts else new.collected
        return replace(new, collected=old.collected, changed=changed)

    async def or_from_the_start(self, job: PageJob, result: JobResult) -> JobResult:
        """Return the result of a job; if it cannot read the last known page, a job for the first
        page takes its place.
        """
        if not _is_lost(job, result):
            return result
        await self._ports.forget([job.key])
        first = replace(
            job,
            url=fetchable_url(job.thread_url),
            page=1,
            posts_before="",
            number_before=0,
            hops=0,
            redirects="",
        )
        return Continued(job=first, delay_seconds=0.0)


def _is_lost(job: PageJob, result: JobResult) -> bool:
    """Return whether a job could not read the last known page, to which it was sent."""
    if not 1 < job.known_page == job.page:
        return False
    if isinstance(result, Done):
        return result.outcome is not Outcome.STORED
    return isinstance(result, Failed) and result.is_refusal


def _at(job: PageJob, known: str) -> PageJob:
    if not known:
        return job
    last: _LastPage = json.loads(known)
    resumed = replace(job, **last, known_page=last["page"])
    return resumed if resumed.fits else job


def _name(job: PageJob) -> str:
    return url_key(job.thread_url, f"thread of {job.source.id}")
