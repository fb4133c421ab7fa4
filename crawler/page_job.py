"""One page job from robots.txt to the committed URL, in the order that loses nothing.

Fetch, extract, write the document, commit the URL: a worker that dies in between leaves a job that is run again,
and the document's id makes the second write replace the first.
"""

import asyncio
import time
from concurrent.futures import Executor
from dataclasses import replace
from datetime import UTC, datetime

from crawler.documents import document, identity
from crawler.failures import FetchFailed
from crawler.fetcher import Fetched, Fetcher
from crawler.ports import Ports
from crawler.verdicts import Done, Failed, TooEarly, Verdict
from extractor import extract
from extractor.results import Extraction, Hints, Rejection, Thread
from scheduler.jobs import PageJob
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.keys import canonical_url, host_of, url_key
from storage.outcomes import TRANSIENT, Outcome
from storage.settings import Settings


class PageWork:
    """Runs page jobs."""

    def __init__(self, settings: Settings, ports: Ports, fetcher: Fetcher, parsing: Executor) -> None:
        self._settings = settings
        self._ports = ports
        self._fetcher = fetcher
        self._parsing = parsing

    async def run(self, job: PageJob) -> Verdict:
        """Bring the page to its outcome; what may work later comes back as Failed, uncommitted."""
        if not job.forced and await self._ports.is_seen(job.key):
            return Done(outcome=Outcome.DUPLICATE, detail="this URL was settled before", url=job.url)
        try:
            if (wait := await self._turn(job)) > 0:
                return TooEarly(delay_seconds=wait)
            fetched = await self._fetcher.fetch(job.url, headers=job.source.headers, obey_robots=job.source.obey_robots)
        except FetchFailed as failure:
            return await self._failed(job, failure)
        return await self._keep(job, fetched, await self._extract(job, fetched))

    async def _turn(self, job: PageJob) -> float:
        pace = job.source.pace_seconds
        if job.source.obey_robots:
            pace = max(pace, (await self._fetcher.rules(job.url)).delay_seconds())
        return await self._ports.acquire(host_of(job.url), pace, time.time())

    async def _failed(self, job: PageJob, failure: FetchFailed) -> Verdict:
        if failure.retry_after_seconds:
            await self._ports.hold(host_of(job.url), failure.retry_after_seconds, time.time())
        if failure.outcome in TRANSIENT:
            return Failed(outcome=failure.outcome, detail=failure.detail, wait_seconds=failure.retry_after_seconds)
        await self._ports.commit([job.key])
        return Done(outcome=failure.outcome, detail=failure.detail, url=job.url)

    async def _extract(self, job: PageJob, fetched: Fetched) -> Extraction:
        hints = Hints(
            collected=datetime.now(UTC),
            kind=job.kind,
            algorithm=job.source.algorithm,
            charset=job.source.charset,
            title=job.title,
            author=job.author,
            published=datetime.fromisoformat(job.published) if job.published else None,
            published_rough=job.source.channel == "search",
        )
        return await asyncio.get_running_loop().run_in_executor(
            self._parsing, extract, fetched.body, fetched.url, fetched.headers, hints
        )

    async def _keep(self, job: PageJob, fetched: Fetched, result: Extraction) -> Verdict:
        if isinstance(result, Rejection):
            await self._ports.commit([job.key])
            return Done(outcome=Outcome(result.reason.value), detail=result.detail, url=fetched.url)
        canonical_key = url_key(identity(result, fetched.url), job.version)
        if canonical_key != job.key and not job.forced and await self._ports.is_seen(canonical_key):
            await self._ports.commit([job.key])
            return Done(outcome=Outcome.DUPLICATE, detail="known under another URL", url=fetched.url)
        await self._ports.write(document(result, job, fetched.url))
        if isinstance(result, Thread):
            await self._follow(job, result, fetched.url)
        await self._ports.commit(list(dict.fromkeys([job.key, canonical_key])))
        return Done(outcome=Outcome.STORED, url=fetched.url)

    async def _follow(self, job: PageJob, thread: Thread, fetched_url: str) -> None:
        """Put the thread's next page; its key carries the version, so that a grown thread is read to its end."""
        if not thread.next_url or job.page >= self._settings.max_thread_pages:
            return
        url = canonical_url(thread.next_url)
        key = url_key(url, job.version)
        if host_of(url) != host_of(fetched_url) or key == job.key:
            return
        [granted] = await self._ports.claim([key], job.key, self._settings.claim_seconds)
        if granted:
            first = job.thread_url or canonical_url(thread.thread_url or fetched_url)
            following = replace(job, url=thread.next_url, key=key, page=job.page + 1, thread_url=first)
            await self._ports.put(PAGE_TUBE, [NewJob(body=following.to_json(), priority=job.source.priority)])
