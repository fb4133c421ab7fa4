"""Run one page job, from robots.txt to the committed URL, in an order that loses nothing.

Fetch, extract, write the document, commit the URL. If a worker dies in between, the queue gives the job to another
one, and the document's id makes the second write replace the first.

An article on several pages is read by a chain of jobs, see ``crawler.article_pages``. The last one writes the document
and commits the URLs of all pages.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from crawler.article_pages import PagesRead, finished, first_page, next_address, pack, unpack, with_page, without_page
from crawler.documents import document, identity, minute_of_publication
from crawler.errors import ProcessDied, TooCostly
from crawler.failures import CrossHostRedirect, FetchFailed
from crawler.fetcher import Fetched, Fetcher
from crawler.headers import same_site
from crawler.job_fetcher import MOST_HOPS, JobFetcher
from crawler.job_log import log_queued, timed
from crawler.job_results import Continued, Done, Failed, JobResult, Redirected
from crawler.moves import page_move
from crawler.packing import unpack_bytes
from crawler.page_reading import read_page
from crawler.page_shape import Sketch, shape_of
from crawler.parsing import Parsers
from crawler.stores import WorkerStores
from extractor.extraction import extract_later_page
from extractor.results import Article, Extraction, Hints, Rejection, Thread
from extractor.stand_in import article_of_feed
from scheduler.jobs import PageJob
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.keys import canonical_url, fetchable_url, host_of, url_key
from storage.outcomes import TRANSIENT, Outcome
from storage.settings import Settings

_REFUSED = (Outcome.HTTP_4XX, Outcome.CHALLENGE)


class PageJobHandler:
    """Runs page jobs."""

    def __init__(self, settings: Settings, ports: WorkerStores, fetcher: Fetcher, parsers: Parsers) -> None:
        self._settings = settings
        self._ports = ports
        self._jobs = JobFetcher(fetcher)
        self._parsers = parsers

    async def run(self, job: PageJob) -> JobResult:
        """Fetch, extract and store the page. What may succeed later returns Failed and is not committed."""
        if not job.forced and await self._ports.is_seen(job.key):
            return Done(outcome=Outcome.DUPLICATE, detail="this URL was handled before", url=job.url)
        try:
            fetched = await self._jobs.fetch(job, stay_on_host=True)
        except CrossHostRedirect as redirected:
            if redirected.permanent and not job.hops and (move := page_move(job.url, redirected.url)):
                await self._ports.record_page_move(job.source.id, move)
            return await self._redirected(job, redirected.url)
        except FetchFailed as failure:
            retry = self._jobs.retry(job, failure)
            why = f"{failure.outcome}: {failure.detail}"
            return (
                retry
                or await self.salvage(job, failure.outcome, why)
                or await self._settled(job, failure.outcome, failure.detail)
            )
        try:
            return await self._read(job, fetched)
        except ProcessDied as error:
            # The page may kill its reader each time, as some kill workers.
            return Failed(outcome=Outcome.WORKER_LOST, detail=str(error))
        except TooCostly as error:
            detail = str(error)
            salvaged = await self.salvage(job, Outcome.TOO_LARGE, f"{Outcome.TOO_LARGE}: {detail}")
            return salvaged or await self._settled(job, Outcome.TOO_LARGE, detail, fetched.url)

    async def _read(self, job: PageJob, fetched: Fetched) -> JobResult:
        if job.read:
            return await self._go_on(job, with_page(unpack(job.read), await self._extract_later(job, fetched)))
        result, structure = await self._extract(job, fetched)
        kept = await self._keep(job, fetched, result)
        if isinstance(kept, Done) and kept.outcome is not Outcome.DUPLICATE:
            return replace(kept, shape=shape_of(result, structure, kept.outcome, fetched.url, time.time()))
        return kept

    async def salvage(self, job: PageJob, outcome: Outcome, why: str) -> JobResult | None:
        """Return how an article goes on or ends without this page, so that the text that the job carries is not lost.

        That is the text of earlier pages, or the feed's text if the server refuses the page. Return None for a job
        without either.
        """
        if job.read:
            return await self._go_on(job, without_page(unpack(job.read)), why)
        if outcome in _REFUSED and (article := article_of_feed(job.url, _hints(job), why)):
            return await self._go_on(job, first_page(article, job.url))
        return None

    async def _redirected(self, job: PageJob, url: str) -> JobResult:
        """Return what a redirect to another host leads to: a new job, because that host has its own pace and rules."""
        if job.read and (job.hops >= MOST_HOPS or not same_site(url, job.url)):
            return await self._go_on(job, without_page(unpack(job.read)), f"redirect to {url[:200]}")
        if job.hops >= MOST_HOPS:
            return await self._settled(job, Outcome.REDIRECT_LOOP, f"more than {MOST_HOPS} redirects, last to {url}")
        try:
            known = await self._ports.is_seen(url_key(canonical_url(url), job.version))
        except ValueError:
            return await self._settled(
                job, Outcome.REDIRECT_LOOP, f"the redirect leads to {url[:200]}, which is not a web address"
            )
        if known and not job.forced and not job.read:
            return await self._settled(job, Outcome.DUPLICATE, "known under another URL")
        return Redirected(job=replace(job, url=fetchable_url(url), hops=job.hops + 1))

    async def _settled(self, job: PageJob, outcome: Outcome, detail: str, url: str = "") -> JobResult:
        await self._ports.commit([job.key])
        return Done(outcome=outcome, detail=detail, url=url or job.url)

    async def _extract(self, job: PageJob, fetched: Fetched) -> tuple[Extraction, Sketch]:
        with timed("extract_ms"):
            return await self._parsers.run(
                fetched.url,
                len(fetched.body),
                read_page,
                fetched.body,
                fetched.url,
                fetched.headers,
                _hints(job),
            )

    async def _extract_later(self, job: PageJob, fetched: Fetched) -> Article | Rejection:
        with timed("extract_ms"):
            return await self._parsers.run(
                fetched.url,
                len(fetched.body),
                extract_later_page,
                fetched.body,
                fetched.url,
                fetched.headers,
                _hints(job),
            )

    async def _keep(self, job: PageJob, fetched: Fetched, result: Extraction) -> JobResult:
        if isinstance(result, Rejection):
            outcome = Outcome(result.reason.value)
            if outcome in TRANSIENT:
                return Failed(outcome=outcome, detail=result.detail, is_refusal=outcome is Outcome.CHALLENGE)
            return await self._settled(job, outcome, result.detail, fetched.url)
        if isinstance(result, Article) and (elsewhere := await self._from_first_page(job, result)):
            return elsewhere
        canonical_key = url_key(identity(result, fetched.url), job.version)
        if canonical_key != job.key and not job.forced and await self._ports.is_seen(canonical_key):
            return await self._settled(job, Outcome.DUPLICATE, "known under another URL", fetched.url)
        if isinstance(result, Article):
            return await self._go_on(job, first_page(result, fetched.url))
        put = await self._write(job, result, fetched.url)
        return Done(outcome=Outcome.STORED, url=fetched.url, new=put)

    async def _write(self, job: PageJob, result: Article | Thread, url: str, other_urls: Sequence[str] = ()) -> int:
        """Write the document of a page fetched at ``url``, follow a thread, and commit the URLs.

        Return the number of jobs put.
        """
        canonical = identity(result, url)
        with timed("store_ms"):
            await self._ports.write(document(result, job, canonical, url))
        put = await self._follow(job, result, url) if isinstance(result, Thread) else 0
        keys = [job.key, *(url_key(each, job.version) for each in (canonical, *other_urls))]
        await self._ports.commit(list(dict.fromkeys(keys)))
        return put

    async def _from_first_page(self, job: PageJob, article: Article) -> JobResult | None:
        """Return how a link to a later page of an article leads to its first page; None for any other page."""
        if not article.first_url or job.hops >= MOST_HOPS or not same_site(article.first_url, job.url):
            return None
        first = canonical_url(article.first_url)
        key = url_key(first, job.version)
        [granted] = await self._ports.claim([key], job.owner, self._settings.claim_seconds)
        if not granted and not job.forced:
            return await self._settled(job, Outcome.DUPLICATE, f"a later page of {first}, which was found before")
        return Redirected(job=replace(job, url=fetchable_url(article.first_url), hops=job.hops + 1))

    async def _go_on(self, job: PageJob, read: PagesRead, why: str = "") -> JobResult:
        """Return the job for the next page of the article; after the last page, store it as far as it was read."""
        if address := next_address(read, self._settings.max_article_pages):
            following = replace(job, url=fetchable_url(address), hops=0, read=pack(read.asked(address)), content="")
            if following.fits:
                return await self._continued(following)
            why = "its text does not fit into a job"
        article = finished(read)
        await self._write(job, article, read.fetched_url, read.urls)
        missing = article.pages < article.page_count
        parts = f"{article.pages} of {article.page_count} pages"
        return Done(
            outcome=Outcome.STORED,
            detail=": ".join(filter(None, (parts, why))) if missing else "",
            url=read.fetched_url,
            published=minute_of_publication(article),
        )

    async def _continued(self, following: PageJob) -> Continued:
        """Return the job with its turn; keep the claims of the article and of the page meanwhile."""
        [delay] = await self._ports.plan(host_of(following.url), 1, following.source.pace_seconds)
        keys = [following.key, url_key(canonical_url(following.url), following.version)]
        await self._ports.claim(keys, following.owner, int(delay) + self._settings.claim_seconds)
        return Continued(job=following, delay_seconds=delay)

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


def _hints(job: PageJob) -> Hints:
    # The job's time is by the store's clock: a page is not older than its link, whatever this machine's clock says.
    now = max(datetime.now(UTC), datetime.fromtimestamp(job.collected, UTC))
    return Hints(
        collected=now,
        kind=job.kind,
        algorithm=job.source.algorithm,
        charset=job.source.charset,
        title=job.title,
        author=job.author,
        published=datetime.fromisoformat(job.published) if job.published else None,
        published_rough=job.source.channel == "search",
        require_date=job.source.require_date,
        time_zone=job.source.time_zone,
        content=unpack_bytes(job.content).decode(),
    )
