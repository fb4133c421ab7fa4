"""Run one page job, from robots.txt to the committed URL, in an order that loses nothing.

Fetch, extract, write the document, commit the URL. If a worker dies in between, the queue gives the job to another
one, and the document's id makes the second write replace the first.
"""

from dataclasses import replace
from datetime import UTC, datetime

from crawler.documents import document, identity, minute_of_publication
from crawler.failures import CrossHostRedirect, FetchFailed
from crawler.fetcher import Fetched, Fetcher
from crawler.job_fetcher import JobFetcher
from crawler.job_log import log_queued, timed
from crawler.job_results import Done, JobResult, RateLimited, Redirected
from crawler.parsing import ParsingThreads
from crawler.stores import WorkerStores
from extractor.extraction import extract
from extractor.results import Extraction, Hints, Rejection, Thread
from scheduler.jobs import PageJob
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.keys import canonical_url, fetchable_url, host_of, url_key
from storage.outcomes import Outcome
from storage.settings import Settings

_MOST_HOPS = 5


class PageJobHandler:
    """Runs page jobs."""

    def __init__(self, settings: Settings, ports: WorkerStores, fetcher: Fetcher, parsing: ParsingThreads) -> None:
        self._settings = settings
        self._ports = ports
        self._jobs = JobFetcher(ports, fetcher)
        self._parsing = parsing

    async def run(self, job: PageJob) -> JobResult:
        """Fetch, extract and store the page. What may succeed later returns Failed and is not committed."""
        if not job.forced and await self._ports.is_seen(job.key):
            return Done(outcome=Outcome.DUPLICATE, detail="this URL was handled before", url=job.url)
        try:
            if (wait := await self._jobs.take_turn(job, await self._jobs.pace_seconds(job))) > 0:
                return RateLimited(delay_seconds=wait)
            fetched = await self._jobs.fetch(job, stay_on_host=True)
        except CrossHostRedirect as redirected:
            return await self._redirected(job, redirected.url)
        except FetchFailed as failure:
            retry = await self._jobs.retry(job, failure)
            return retry or await self._settled(job, failure.outcome, failure.detail)
        return await self._keep(job, fetched, await self._extract(job, fetched))

    async def _redirected(self, job: PageJob, url: str) -> JobResult:
        """Return what a redirect to another host leads to: a new job, because that host has its own pace and rules."""
        if job.hops >= _MOST_HOPS:
            return await self._settled(job, Outcome.REDIRECT_LOOP, f"more than {_MOST_HOPS} redirects, last to {url}")
        try:
            known = await self._ports.is_seen(url_key(canonical_url(url), job.version))
        except ValueError:
            return await self._settled(
                job, Outcome.REDIRECT_LOOP, f"the redirect leads to {url[:200]}, which is not a web address"
            )
        if known and not job.forced:
            return await self._settled(job, Outcome.DUPLICATE, "known under another URL")
        return Redirected(job=replace(job, url=fetchable_url(url), hops=job.hops + 1))

    async def _settled(self, job: PageJob, outcome: Outcome, detail: str, url: str = "") -> JobResult:
        await self._ports.commit([job.key])
        return Done(outcome=outcome, detail=detail, url=url or job.url)

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
        with timed("extract_ms"):
            return await self._parsing.run(
                fetched.url, len(fetched.body), extract, fetched.body, fetched.url, fetched.headers, hints
            )

    async def _keep(self, job: PageJob, fetched: Fetched, result: Extraction) -> JobResult:
        if isinstance(result, Rejection):
            return await self._settled(job, Outcome(result.reason.value), result.detail, fetched.url)
        canonical = identity(result, fetched.url)
        canonical_key = url_key(canonical, job.version)
        if canonical_key != job.key and not job.forced and await self._ports.is_seen(canonical_key):
            return await self._settled(job, Outcome.DUPLICATE, "known under another URL", fetched.url)
        with timed("store_ms"):
            await self._ports.write(document(result, job, canonical, fetched.url))
        put = await self._follow(job, result, fetched.url) if isinstance(result, Thread) else 0
        await self._ports.commit(list(dict.fromkeys([job.key, canonical_key])))
        return Done(outcome=Outcome.STORED, url=fetched.url, new=put, published=minute_of_publication(result))

    async def _follow(self, job: PageJob, thread: Thread, fetched_url: str) -> int:
        """Put a job for the thread's next page if the page is new; return the number of jobs put (0 or 1).

        The key includes the version, so that a thread that has grown is read to its end.
        """
        if not thread.next_url or job.page >= self._settings.max_thread_pages:
            return 0
        url = canonical_url(thread.next_url)
        key = url_key(url, job.version)
        if host_of(url) != host_of(fetched_url) or key == job.key:
            return 0
        [granted] = await self._ports.claim([key], job.owner, self._settings.claim_seconds)
        if not granted:
            return 0
        first = job.thread_url or canonical_url(thread.thread_url or fetched_url)
        address = fetchable_url(thread.next_url)
        following = replace(job, url=address, key=key, page=job.page + 1, thread_url=first, hops=0)
        [delay] = await self._ports.plan(host_of(url), 1, job.source.pace_seconds)
        new = NewJob(body=following.to_json(), priority=job.source.priority, delay_seconds=delay)
        await self._ports.put(PAGE_TUBE, [new])
        log_queued(following, delay)
        return 1
