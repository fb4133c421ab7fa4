"""Follow a thread to its next page, in a job of its own."""

from dataclasses import replace

from crawler import steps
from crawler.documents import first_of_thread
from crawler.job_log import log_queued, timings
from crawler.stores import WorkerStores
from crawler.thread_pages import last_number, numbered, posts_of
from extractor.results import Thread
from scheduler.jobs import PageJob
from scheduler.queue.port import PAGE_TUBE, NewJob
from scheduler.queue.rank import LAST_ROUND
from storage.keys import canonical_url, fetchable_url, host_of, is_web_url, url_key
from storage.settings import Settings


class ThreadChain:
    """Puts the jobs of later pages of threads."""

    def __init__(self, ports: WorkerStores, settings: Settings) -> None:
        self._ports = ports
        self._max_pages = settings.max_thread_pages
        self._claim_seconds = settings.claim_seconds

    async def follow(self, job: PageJob, thread: Thread, fetched_url: str) -> int:
        """Put a job for the thread's next page if the page is new; return the number of jobs put (0
        or 1).

        The key includes the version, so that a thread that has grown is read to its end.
        """
        if not is_web_url(thread.next_url) or job.page >= self._max_pages:
            return 0
        url = canonical_url(thread.next_url)
        key = url_key(url, job.version)
        if host_of(url) != host_of(fetched_url) or key == job.key:
            return 0
        [granted] = await self._ports.claim([key], job.owner, self._claim_seconds)
        if not granted:
            return 0
        await self._put(_following(job, thread, fetched_url, key))
        return 1

    async def _put(self, following: PageJob) -> None:
        following = self._ports.watchers.begun(following)
        pace = following.source.pace_seconds
        [delay] = await self._ports.plan(host_of(canonical_url(following.url)), 1, pace)
        # Later pages of a long thread come after the first pages of all others.
        later = min(following.page - 1, LAST_ROUND)
        new = NewJob(
            body=following.to_json(),
            priority=following.source.priority,
            round=later,
            delay_seconds=delay,
        )
        await self._ports.put(PAGE_TUBE, [new])
        log_queued(following, delay)
        self._ports.traces.add(steps.found(following, delay))
        self._ports.watchers.found([following], timings())


def _following(job: PageJob, thread: Thread, fetched_url: str, key: str) -> PageJob:
    posts = numbered(thread.posts, job.number_before)
    return replace(
        job,
        url=fetchable_url(thread.next_url),
        key=key,
        page=job.page + 1,
        thread_url=job.thread_url or first_of_thread(thread, fetched_url),
        posts_before=posts_of(thread),
        number_before=last_number(posts, job.number_before),
        title=thread.title,
        hops=0,
        redirects="",
    )
