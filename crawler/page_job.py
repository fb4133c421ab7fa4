"""Run one page job, from robots.txt to the committed URL, in an order that loses nothing.

1. Leave a page that was handled or erased, and one whose source has had its pages of the day.
2. Fetch it, or take the text that the job carries: that of a short post, or of a page that is not
   on the web.
3. Read it in a parser process, and keep it meanwhile.
4. Lead an article to its last page (``crawler.article_chain``), a thread to its next one
   (``crawler.thread_chain``), and compare an article that is visited again (``crawler.revisits``).
5. Write the document, then commit the URL (``crawler.page_writing``).
"""

import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from crawler.article_chain import ArticleChain, following
from crawler.article_pages import finished, first_page
from crawler.budget import seconds_until_allowed
from crawler.channels.registry import reading_of
from crawler.documents import identity
from crawler.errors import ProcessCrashed, ProcessDied, TooCostly, UnknownChannel
from crawler.failures import CrossHostRedirect, FetchFailed
from crawler.feature_errors import note_feature_error
from crawler.fetcher import Fetched, Fetcher
from crawler.grown_threads import GrownThreads
from crawler.headers import same_site
from crawler.job_fetcher import MAX_HOPS, JobFetcher
from crawler.job_log import timed
from crawler.job_results import Done, Failed, JobResult, RateLimited, Redirected
from crawler.moves import page_move
from crawler.named_addresses import NamedAddresses
from crawler.page_hints import hints_of_job
from crawler.page_keeping import Keeping, PageKeeping
from crawler.page_reading import read_page
from crawler.page_shape import Sketch, shape_of
from crawler.page_writing import PageWriter
from crawler.parsing import Parsers
from crawler.reopening import Reopening
from crawler.revisits import PageRevisits
from crawler.shown_lines import lines_aside
from crawler.stores import WorkerStores
from crawler.thread_chain import ThreadChain
from crawler.thread_pages import why_ended
from crawler.worker_knowledge import WorkerKnowledge
from extractor.results import Article, Extraction, Hints, Kind, Rejection, RejectionReason, Thread
from extractor.rights import codes_of, strictest_statements
from extractor.short_posts import carried_article, short_post
from hooks.answers import PageKeeper
from scheduler.jobs import PageJob
from scheduler.log_events import LogEvent
from storage.keys import canonical_url, fetchable_url, is_on_web, url_key
from storage.outcomes import Outcome
from storage.settings import Settings

logger = logging.getLogger(__name__)


class PageJobHandler:
    """Runs page jobs."""

    def __init__(
        self,
        settings: Settings,
        ports: WorkerStores,
        fetcher: Fetcher,
        parsers: Parsers,
        knowledge: WorkerKnowledge,
        keeper: PageKeeper | None = None,
    ) -> None:
        self._ports = ports
        self._parsers = parsers
        self._knowledge = knowledge
        self._jobs = JobFetcher(fetcher, keeper)
        reopening = Reopening(ports, settings.claim_seconds)
        self._named = NamedAddresses(ports, reopening, settings.claim_seconds)
        self._threads = GrownThreads(ports)
        self._revisits = PageRevisits(ports, self._named)
        self._keeping = PageKeeping(ports, keeper, settings.obey_rights)
        threads = (self._threads, ThreadChain(ports, settings))
        self._writer = PageWriter(ports, reopening, self._keeping, self._revisits, threads)
        self._articles = ArticleChain(
            ports, parsers, self._keeping, self._revisits, self._writer, settings.claim_seconds
        )

    async def run(self, job: PageJob) -> JobResult:
        """Fetch, extract and store the page.

        What may succeed later returns Failed and is not committed.
        """
        return await self._threads.or_from_the_start(job, await self._run(job))

    async def salvage(self, job: PageJob, outcome: Outcome, why: str) -> JobResult | None:
        """Return how the text that the job carries is kept without its page; see
        ``ArticleChain.salvage``.
        """
        return await self._articles.salvage(job, outcome, why)

    async def _run(self, job: PageJob) -> JobResult:
        if not job.is_known and await self._ports.is_seen(job.key):
            why = "this URL was handled before"
            return Done(outcome=Outcome.DUPLICATE, detail=why, url=job.url)
        if await self._ports.is_erased(job.url):
            return await self._writer.settle(job, Outcome.ERASED, "")
        if job.kind == Kind.POST or not is_on_web(job.url):
            return await self._keep_carried(job)
        if wait := await seconds_until_allowed(job, self._ports):
            return _over_budget(job, wait)
        try:
            fetched = await self._jobs.fetch(job, stay_on_host=True)
        except CrossHostRedirect as redirected:
            return await self._redirected(job, redirected)
        except FetchFailed as failure:
            return await self._not_fetched(job, failure)
        try:
            return await self._read(job, fetched)
        except ProcessDied as error:
            # The page may kill its reader each time, as some kill workers.
            return Failed(outcome=Outcome.WORKER_LOST, detail=str(error))
        except TooCostly as error:
            why = f"{Outcome.TOO_LARGE}: {error}"
            salvaged = await self.salvage(job, Outcome.TOO_LARGE, why)
            return salvaged or await self._writer.settle(
                job, Outcome.TOO_LARGE, str(error), fetched.url
            )

    async def _keep_carried(self, job: PageJob) -> JobResult:
        """Store a page that the job carries whole."""
        read = short_post if job.kind == Kind.POST else carried_article
        result = read(job.url, hints_of_job(job, datetime.now(UTC)))
        if isinstance(result, Rejection):
            return await self._writer.settle(job, Outcome(result.reason.value), result.detail)
        return await self._articles.go_on(job, first_page(result, job.url))

    async def _redirected(self, job: PageJob, redirected: CrossHostRedirect) -> JobResult:
        """Return what a redirect to another host leads to: a new job, because that host has its own
        pace and rules.
        """
        url = redirected.url
        # Only the first hop begins at an address of the source; the next ones are of where that
        # led.
        if redirected.permanent and not job.hops and (move := page_move(job.url, url)):
            await self._ports.record_page_move(job.source.id, move)
        # A further page of an article: what was read of it is stored without this page, not lost.
        if job.read and (job.hops >= MAX_HOPS or not same_site(url, job.url)):
            return await self._articles.without_page(job, f"redirect to {url[:200]}")
        try:
            if why := reading_of(job.source.channel).why_not(url):
                return await self._writer.settle(job, Outcome.DOUBTFUL, why)
        except UnknownChannel as error:
            return Done(outcome=Outcome.CHANNEL_OFF, detail=str(error), url=job.url)
        if job.hops >= MAX_HOPS:
            why = f"more than {MAX_HOPS} redirects, last to {url}"
            return await self._writer.settle(job, Outcome.REDIRECT_LOOP, why)
        try:
            known = await self._ports.is_seen(url_key(canonical_url(url), job.version))
        except ValueError:
            why = f"the redirect leads to {url[:200]}, which is not a web address"
            return await self._writer.settle(job, Outcome.REDIRECT_LOOP, why)
        if known and not job.forced and not job.read:
            return await self._known(job)
        return Redirected(job=self._jobs.moved(job, fetchable_url(url), redirected.redirects))

    async def _not_fetched(self, job: PageJob, failure: FetchFailed) -> JobResult:
        if await self._knowledge.pools.try_again(job, failure):
            return Failed(outcome=failure.outcome, detail=failure.detail)
        if job.revisit and not job.read and failure.outcome is Outcome.GONE:
            return await self._revisits.missing(job, failure.detail)
        if job.revisit and (known := await self._revisits.not_shown(job, failure.outcome, job.url)):
            return known
        # First what may still succeed, then the text that the job carries, and only then the end.
        why = f"{failure.outcome}: {failure.detail}"
        return (
            self._jobs.retry(job, failure)
            or await self.salvage(job, failure.outcome, why)
            or await self._writer.settle(job, failure.outcome, failure.detail)
        )

    async def _read(self, job: PageJob, fetched: Fetched) -> JobResult:
        now = datetime.now(UTC)
        if job.read:
            return await self._articles.read_on(job, fetched, now)
        keeping = self._keeping.begin(job, fetched, now)
        result, sketch = await self._extract(job, fetched, now)
        result = await self._with_usage(job, fetched, result)
        keeping = await self._keeping.allowed(keeping, job, result, fetched.url)
        is_shell = isinstance(result, Rejection) and result.reason is RejectionReason.SCRIPT_SHELL
        if is_shell and (elsewhere := await self._shown_by_script(job, fetched)):
            return elsewhere
        if job.revisit:
            return await self._visited_again(job, fetched, result, keeping)
        kept = await self._keep(job, fetched, result, await keeping())
        await self._learn(job, result, kept)
        if isinstance(kept, Done) and kept.outcome is not Outcome.DUPLICATE:
            shape = shape_of(result, sketch, kept.outcome, fetched.url, time.time())
            return replace(kept, shape=shape)
        return kept

    async def _extract(
        self, job: PageJob, fetched: Fetched, now: datetime
    ) -> tuple[Extraction, Sketch]:
        hints = replace(hints_of_job(job, now), post_layout=await self._knowledge.layouts.of(job))
        with timed("extract_ms"):
            try:
                return await self._parse(fetched, hints)
            except ProcessCrashed as error:
                if hints.read_comments is None or isinstance(error, ProcessDied):
                    raise
                # If not the feature that reads comments has raised, it is raised again.
                note_feature_error(
                    self._ports, "comment_reader", hints.read_comments, error, job.url
                )
                return await self._parse(fetched, replace(hints, read_comments=None))

    async def _parse(self, fetched: Fetched, hints: Hints) -> tuple[Extraction, Sketch]:
        return await self._parsers.run(
            fetched.url,
            len(fetched.body),
            read_page,
            fetched.body,
            fetched.url,
            fetched.headers,
            hints,
        )

    async def _with_usage(self, job: PageJob, fetched: Fetched, result: Extraction) -> Extraction:
        """Return the page with what its host says about its use, beside what it says itself."""
        usage = await self._jobs.usage(job, fetched.url)
        stated = strictest_statements((*result.rights_stated, *usage))
        return replace(result, rights=codes_of(stated), rights_stated=stated)

    async def _shown_by_script(self, job: PageJob, fetched: Fetched) -> JobResult | None:
        """Return how a page without its text may be read after all, None if in no way."""
        if handed_over := await self._knowledge.pools.instead(job):
            return handed_over
        if fetched.missing and (retry := self._jobs.retry(job, fetched.missing)):
            return retry
        await self._knowledge.pools.note(job, helped=False)
        return None

    async def _keep(
        self, job: PageJob, fetched: Fetched, result: Extraction, archived: Sequence[str]
    ) -> JobResult:
        if isinstance(result, Rejection):
            return await self._rejected(job, fetched, result)
        if isinstance(result, Article):
            return await self._keep_article(job, fetched, result, archived)
        key = url_key(identity(result, fetched.url), job.version)
        if key != job.key and not job.forced and await self._ports.is_seen(key):
            return await self._known(job, fetched.url)
        if why := why_ended(job, result, fetched.url):
            # Not committed: the page may be that of a topic of its own, or grow.
            return Done(outcome=Outcome.DUPLICATE, detail=why, url=fetched.url)
        return await self._writer.write(job, result, fetched.url, archived=archived)

    async def _keep_article(
        self, job: PageJob, fetched: Fetched, article: Article, archived: Sequence[str]
    ) -> JobResult:
        if elsewhere := await self._articles.from_first_page(job, article):
            return elsewhere
        settled = await self._named.settle(job, article, fetched.url)
        if settled.is_stored and not job.forced:
            return await self._known(job, fetched.url)
        read = first_page(settled.article, fetched.url).kept_at(archived)
        kept = await self._articles.go_on(job, read)
        if isinstance(kept, Done) and not kept.detail:
            return replace(kept, detail="; ".join(filter(None, (settled.note, fetched.note))))
        return kept

    async def _visited_again(
        self, job: PageJob, fetched: Fetched, result: Extraction, keeping: Keeping
    ) -> JobResult:
        """Compare an article on one page at once; read one on several pages to its end first.

        A page that is rejected now leaves the document as it is.
        """
        if isinstance(result, Rejection):
            known = await self._revisits.not_shown(job, Outcome(result.reason.value), fetched.url)
            return known or await self._rejected(job, fetched, result)
        await self._knowledge.pools.note(job, helped=True)
        if isinstance(result, Article):
            read = first_page(result, fetched.url)
            if following(read)[0]:
                return await self._articles.go_on(job, read.kept_at(await keeping()))
            result = finished(read)
        return await self._revisits.compare(
            job,
            result,
            fetched.url,
            self._keeping.unless_erased(keeping, job.key),
            partial(lines_aside, self._keeping, self._parsers, job, result, fetched),
        )

    async def _rejected(self, job: PageJob, fetched: Fetched, result: Rejection) -> JobResult:
        outcome = Outcome(result.reason.value)
        if outcome.is_transient:
            return Failed(
                outcome=outcome, detail=result.detail, is_refusal=outcome is Outcome.CHALLENGE
            )
        return await self._writer.settle(job, outcome, result.detail, fetched.url)

    async def _known(self, job: PageJob, url: str = "") -> JobResult:
        return await self._writer.settle(job, Outcome.DUPLICATE, "known under another URL", url)

    async def _learn(self, job: PageJob, result: Extraction, kept: JobResult) -> None:
        """Note what the page teaches about the others of its source."""
        if isinstance(result, Article | Thread):
            await self._knowledge.pools.note(job, helped=True)
            await self._knowledge.layouts.note(job, result)
        if isinstance(kept, Done):
            await self._knowledge.traps.note(job, kept.outcome, result)


def _over_budget(job: PageJob, wait_seconds: float) -> JobResult:
    if job.revisit:
        # The article is visited again at its next age; new pages come first tomorrow.
        return Done(outcome=Outcome.OVER_BUDGET, url=job.url)
    logger.info(LogEvent.PAGE_OVER_BUDGET, extra={"delay_seconds": round(wait_seconds)})
    return RateLimited(delay_seconds=wait_seconds, gives_way=True)
