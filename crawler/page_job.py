"""Run one page job, from robots.txt to the committed URL, in an order that loses nothing.

Fetch, extract, write the document, commit the URL. If a worker dies in between, the queue gives the
job to another one, and the document's id makes the second write replace the first.

An article on several pages is read by a chain of jobs, see ``crawler.article_pages``. The last one
writes the document and commits the URLs of all pages.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from crawler import steps
from crawler.archiving import PageArchive
from crawler.article_pages import (
    MAX_ARTICLE_PAGES,
    PagesRead,
    comments_address,
    finished,
    first_page,
    next_address,
    pack,
    unpack,
    with_comments,
    with_page,
    without_comments,
    without_page,
)
from crawler.budget import seconds_until_allowed
from crawler.citations import links_of_text
from crawler.documents import document, first_of_thread, identity, minute_of_publication
from crawler.entries import KEPT_SECONDS
from crawler.errors import ProcessDied, TooCostly
from crawler.failures import CrossHostRedirect, FetchFailed, RenderFailed
from crawler.fetcher import Fetched, Fetcher
from crawler.grown_threads import GrownThreads
from crawler.headers import same_site
from crawler.job_fetcher import MAX_HOPS, JobFetcher
from crawler.job_log import log_queued, timed, timings
from crawler.job_results import (
    Continued,
    Done,
    Failed,
    ForBrowser,
    JobResult,
    RateLimited,
    Redirected,
)
from crawler.moves import page_move
from crawler.named_addresses import NamedAddresses
from crawler.packing import unpack_bytes
from crawler.page_reading import read_page
from crawler.page_shape import Sketch, shape_of
from crawler.parsing import Parsers
from crawler.reopening import Reopening
from crawler.revisits import Archiving, Revisits
from crawler.shown_lines import lines_aside
from crawler.stores import WorkerStores
from crawler.thread_pages import posts_of, why_ended
from crawler.worker_knowledge import WorkerKnowledge
from extractor.errors import ExtractionError
from extractor.extraction import extract_later_page
from extractor.lists.feeds import read_comments
from extractor.mails.acting import address_acts
from extractor.mails.article import mail_article
from extractor.results import (
    Article,
    Extraction,
    Hints,
    Kind,
    Rejection,
    RejectionReason,
    Thread,
)
from extractor.rights import codes_of, strictest_statements
from extractor.short_posts import short_post
from extractor.stand_in import article_of_feed
from scheduler.jobs import PageJob
from scheduler.log_events import LogEvent
from scheduler.queue.port import PAGE_TUBE, NewJob
from scheduler.queue.rank import LAST_ROUND
from storage.channels import Channel, traits_of
from storage.documents.port import TEASER
from storage.documents.uses import forbidding
from storage.keys import canonical_url, fetchable_url, host_of, is_web_url, url_key
from storage.mailboxes import is_mail
from storage.outcomes import Outcome
from storage.settings import Settings

logger = logging.getLogger(__name__)

_BROWSER_ENDED = (Outcome.WORKER_LOST, Outcome.PAGE_CRASH)
"""They do not say whether the pages of a source need a browser."""


class PageJobHandler:
    """Runs page jobs."""

    def __init__(
        self,
        settings: Settings,
        ports: WorkerStores,
        fetcher: Fetcher,
        parsers: Parsers,
        knowledge: WorkerKnowledge,
        archive: PageArchive | None = None,
    ) -> None:
        self._settings = settings
        self._archive = archive
        self._ports = ports
        self._jobs = JobFetcher(fetcher, archive)
        self._parsers = parsers
        self._knowledge = knowledge
        self._reopening = Reopening(ports, settings.claim_seconds)
        self._named = NamedAddresses(ports, self._reopening, settings.claim_seconds)
        self._threads = GrownThreads(ports)
        self._revisits = Revisits(ports, self._named)

    async def run(self, job: PageJob) -> JobResult:
        """Fetch, extract and store the page.

        What may succeed later returns Failed and is not committed.
        """
        return await self._threads.or_from_the_start(job, await self._run(job))

    async def _run(self, job: PageJob) -> JobResult:
        if not job.is_known and await self._ports.is_seen(job.key):
            return Done(
                outcome=Outcome.DUPLICATE, detail="this URL was handled before", url=job.url
            )
        if await self._ports.is_erased(job.url):
            return await self._settled(job, Outcome.ERASED, "")
        if job.kind == Kind.POST or is_mail(job.url):
            return await self._keep_carried(job)
        if wait := await seconds_until_allowed(job, self._ports):
            if job.revisit:
                # The article is visited again at its next age; new pages come first tomorrow.
                return Done(outcome=Outcome.OVER_BUDGET, url=job.url)
            logger.info(LogEvent.PAGE_OVER_BUDGET, extra={"delay_seconds": round(wait)})
            return RateLimited(delay_seconds=wait, gives_way=True)
        try:
            fetched = await self._jobs.fetch(job, stay_on_host=True)
        except CrossHostRedirect as redirected:
            if (
                redirected.permanent
                and not job.hops
                and (move := page_move(job.url, redirected.url))
            ):
                await self._ports.record_page_move(job.source.id, move)
            return await self._redirected(job, redirected)
        except FetchFailed as failure:
            return await self._not_fetched(job, failure)
        try:
            return await self._read(job, fetched)
        except ProcessDied as error:
            # The page may kill its reader each time, as some kill workers.
            return Failed(outcome=Outcome.WORKER_LOST, detail=str(error))
        except TooCostly as error:
            detail = str(error)
            salvaged = await self.salvage(job, Outcome.TOO_LARGE, f"{Outcome.TOO_LARGE}: {detail}")
            return salvaged or await self._settled(job, Outcome.TOO_LARGE, detail, fetched.url)

    async def _keep_carried(self, job: PageJob) -> JobResult:
        """Store a short post or a mail, which the job carries whole."""
        read = mail_article if is_mail(job.url) else short_post
        result = read(job.url, hints_of(job, datetime.now(UTC)))
        if isinstance(result, Rejection):
            return await self._settled(job, Outcome(result.reason.value), result.detail)
        return await self._go_on(job, first_page(result, job.url))

    async def _not_fetched(self, job: PageJob, failure: FetchFailed) -> JobResult:
        if isinstance(failure, RenderFailed) and failure.outcome not in _BROWSER_ENDED:
            await self._knowledge.rendering.note(job, helped=False)
        if failure.outcome is Outcome.PAGE_CRASH and not (
            await self._knowledge.rendering.has_crashed_before(job.key)
        ):
            return Failed(outcome=failure.outcome, detail=failure.detail)
        if job.revisit and not job.read and failure.outcome is Outcome.GONE:
            return await self._revisits.missing(job, failure.detail)
        if job.revisit and (known := await self._revisits.not_shown(job, failure.outcome, job.url)):
            return known
        retry = self._jobs.retry(job, failure)
        why = f"{failure.outcome}: {failure.detail}"
        return (
            retry
            or await self.salvage(job, failure.outcome, why)
            or await self._settled(job, failure.outcome, failure.detail)
        )

    async def _read(self, job: PageJob, fetched: Fetched) -> JobResult:
        now = datetime.now(UTC)
        if job.read and unpack(job.read).at_comments:
            # The feed is not archived: no document names its record, so no erasure would reach it.
            return await self._read_comments(job, fetched, now)
        archive = self._archiving(job, fetched, now)
        if job.read:
            page = await self._extract_later(job, fetched, now)
            read = with_page(unpack(job.read), page)
            if await self._may_not_archive(job, read.article, read.fetched_url):
                archive = partial(self._not_archived, archive, is_begun=not job.revisit)
            return await self._go_on(job, read.kept_at(await archive()))
        result, structure = await self._extract(job, fetched, now)
        usage = await self._jobs.usage(job, fetched.url)
        stated = strictest_statements((*result.rights_stated, *usage))
        result = replace(result, rights=codes_of(stated), rights_stated=stated)
        if await self._may_not_archive(job, result, fetched.url):
            archive = partial(self._not_archived, archive, is_begun=not job.revisit)
        if isinstance(result, Rejection) and result.reason is RejectionReason.SCRIPT_SHELL:
            if await self._knowledge.rendering.may_help(job):
                return ForBrowser(job=job)
            if fetched.missing and (retry := self._jobs.retry(job, fetched.missing)):
                return retry
            await self._knowledge.rendering.note(job, helped=False)
        if job.revisit:
            return await self._visited_again(job, fetched, result, archive)
        kept = await self._keep(job, fetched, result, await archive())
        if isinstance(result, Article | Thread):
            await self._knowledge.rendering.note(job, helped=True)
            await self._knowledge.layouts.note(job, result)
        if isinstance(kept, Done):
            await self._knowledge.traps.note(job, kept.outcome, result)
        if isinstance(kept, Done) and kept.outcome is not Outcome.DUPLICATE:
            return replace(
                kept, shape=shape_of(result, structure, kept.outcome, fetched.url, time.time())
            )
        return kept

    async def _read_comments(self, job: PageJob, fetched: Fetched, now: datetime) -> JobResult:
        """Add the comments of the feed that was fetched. One that cannot be read costs only its
        comments.
        """
        read = unpack(job.read)
        try:
            comments = await self._parsers.run(
                fetched.url,
                len(fetched.body),
                read_comments,
                fetched.body,
                fetched.url,
                fetched.headers,
                now,
                job.source.charset,
                time_zone=job.source.time_zone,
            )
        except ExtractionError as error:
            return await self._go_on(job, read, f"comments: {error}")
        return await self._go_on(job, with_comments(read, comments))

    async def salvage(self, job: PageJob, outcome: Outcome, why: str) -> JobResult | None:
        """Return how an article goes on or ends without this page, so that the text that the job
        carries is not lost.

        That is the text of earlier pages, or the feed's text if the server refuses the page. Return
        None for a job without either, and for an article that is visited again: it is compared
        whole, or not at all.
        """
        read = unpack(job.read) if job.read else None
        if read and read.at_comments:
            return await self._go_on(job, read, f"comments: {why}")
        if job.revisit:
            return None
        if read:
            return await self._go_on(job, without_page(read), why)
        if outcome.traits.page_refused and (
            article := article_of_feed(job.url, hints_of(job, datetime.now(UTC)), why)
        ):
            return await self._go_on(job, first_page(article, job.url))
        return None

    async def _redirected(self, job: PageJob, redirected: CrossHostRedirect) -> JobResult:
        """Return what a redirect to another host leads to: a new job, because that host has its own
        pace and rules.
        """
        url = redirected.url
        if job.read and (job.hops >= MAX_HOPS or not same_site(url, job.url)):
            return await self._go_on(
                job, without_page(unpack(job.read)), f"redirect to {url[:200]}"
            )
        if job.source.channel == Channel.NEWSLETTER and address_acts(url):
            # Without the address, which may hold a number of the reader.
            why = f"a link of a mail leads to {host_of(url)}, where it would act for the reader"
            return await self._settled(job, Outcome.DOUBTFUL, why)
        if job.hops >= MAX_HOPS:
            return await self._settled(
                job, Outcome.REDIRECT_LOOP, f"more than {MAX_HOPS} redirects, last to {url}"
            )
        try:
            known = await self._ports.is_seen(url_key(canonical_url(url), job.version))
        except ValueError:
            return await self._settled(
                job,
                Outcome.REDIRECT_LOOP,
                f"the redirect leads to {url[:200]}, which is not a web address",
            )
        if known and not job.forced and not job.read:
            return await self._settled(job, Outcome.DUPLICATE, "known under another URL")
        return Redirected(job=self._jobs.moved(job, fetchable_url(url), redirected.redirects))

    async def _settled(self, job: PageJob, outcome: Outcome, detail: str, url: str = "") -> Done:
        await self._reopening.refuse(job, outcome)
        return Done(outcome=outcome, detail=detail, url=url or job.url)

    async def _extract(
        self, job: PageJob, fetched: Fetched, now: datetime
    ) -> tuple[Extraction, Sketch]:
        hints = replace(hints_of(job, now), post_layout=await self._knowledge.layouts.of(job))
        with timed("extract_ms"):
            return await self._parsers.run(
                fetched.url,
                len(fetched.body),
                read_page,
                fetched.body,
                fetched.url,
                fetched.headers,
                hints,
            )

    async def _extract_later(
        self, job: PageJob, fetched: Fetched, now: datetime
    ) -> Article | Rejection:
        with timed("extract_ms"):
            return await self._parsers.run(
                fetched.url,
                len(fetched.body),
                extract_later_page,
                fetched.body,
                fetched.url,
                fetched.headers,
                hints_of(job, now),
            )

    def _archiving(self, job: PageJob, fetched: Fetched, now: datetime) -> Archiving:
        """Return what archives the page.

        Only that of an article that is visited again waits until it is wanted.
        """
        if job.revisit:
            return partial(self._archived, job, fetched, now)
        # The archive works in a thread, the parser in a process: neither waits for the other, nor
        # for its failure.
        archiving = asyncio.ensure_future(self._archived(job, fetched, now))
        return lambda: archiving

    async def _may_not_archive(self, job: PageJob, result: Extraction, url: str) -> bool:
        """Return whether the page says that it must not be archived, and that is obeyed, or whether
        it may show comments that were erased.
        """
        if forbidding(result.rights, "archive", self._settings.obey_rights):
            return True
        if self._archive is None:
            return False
        ids = {job.key, job.renames} - {""}
        if isinstance(result, Article):
            ids.add(url_key(identity(result, url), job.version))
        return any([await self._ports.has_erased_comments(each) for each in ids])

    async def _not_archived(self, archive: Archiving, *, is_begun: bool) -> Sequence[str]:
        """Take back what was archived while the page was read."""
        if is_begun and self._archive:
            await self._archive.withdraw(await archive())
        return ()

    def _unless_erased(self, archive: Archiving, document_id: str) -> Archiving:
        """Return the archiving that takes its records back if comments were erased out of the
        document meanwhile: whoever erases looks for the records that are there by then.
        """

        async def archived() -> Sequence[str]:
            places = await archive()
            if places and self._archive and await self._ports.has_erased_comments(document_id):
                await self._archive.withdraw(places)
                return ()
            return places

        return archived

    async def _archived(self, job: PageJob, fetched: Fetched, now: datetime) -> Sequence[str]:
        if self._archive is None or (
            fetched.url != job.url and await self._ports.is_erased(fetched.url)
        ):
            return ()
        place = await self._archive.keep(job, fetched, now)
        return (place,) if place else ()

    async def _keep(
        self, job: PageJob, fetched: Fetched, result: Extraction, archived: Sequence[str]
    ) -> JobResult:
        if isinstance(result, Rejection):
            return await self._rejected(job, fetched, result)
        if isinstance(result, Article):
            return await self._keep_article(job, fetched, result, archived)
        key = url_key(identity(result, fetched.url), job.version)
        if key != job.key and not job.forced and await self._ports.is_seen(key):
            return await self._known(job, fetched)
        if why := why_ended(job, result, fetched.url):
            # Not committed: the page may be that of a topic of its own, or grow.
            return Done(outcome=Outcome.DUPLICATE, detail=why, url=fetched.url)
        return await self._write(job, result, fetched.url, archived=archived)

    async def _keep_article(
        self, job: PageJob, fetched: Fetched, article: Article, archived: Sequence[str]
    ) -> JobResult:
        if elsewhere := await self._from_first_page(job, article):
            return elsewhere
        settled = await self._named.settle(job, article, fetched.url)
        if settled.is_stored and not job.forced:
            return await self._known(job, fetched)
        kept = await self._go_on(job, first_page(settled.article, fetched.url).kept_at(archived))
        if isinstance(kept, Done) and not kept.detail:
            return replace(kept, detail="; ".join(filter(None, (settled.note, fetched.note))))
        return kept

    async def _known(self, job: PageJob, fetched: Fetched) -> JobResult:
        return await self._settled(job, Outcome.DUPLICATE, "known under another URL", fetched.url)

    async def _visited_again(
        self, job: PageJob, fetched: Fetched, result: Extraction, archive: Archiving
    ) -> JobResult:
        """Compare an article on one page at once; read one on several pages to its end first.

        A page that is rejected now leaves the document as it is.
        """
        if isinstance(result, Rejection):
            known = await self._revisits.not_shown(job, Outcome(result.reason.value), fetched.url)
            return known or await self._rejected(job, fetched, result)
        await self._knowledge.rendering.note(job, helped=True)
        if isinstance(result, Article):
            read = first_page(result, fetched.url)
            if self._following(read)[0]:
                return await self._go_on(job, read.kept_at(await archive()))
            result = finished(read)
        return await self._revisits.compare(
            job,
            result,
            fetched.url,
            self._unless_erased(archive, job.key),
            partial(lines_aside, self._settings, self._parsers, job, result, fetched),
        )

    async def _rejected(self, job: PageJob, fetched: Fetched, result: Rejection) -> JobResult:
        outcome = Outcome(result.reason.value)
        if outcome.is_transient:
            return Failed(
                outcome=outcome, detail=result.detail, is_refusal=outcome is Outcome.CHALLENGE
            )
        return await self._settled(job, outcome, result.detail, fetched.url)

    async def _write(
        self,
        job: PageJob,
        result: Article | Thread,
        url: str,
        other_urls: Sequence[str] = (),
        archived: Sequence[str] = (),
    ) -> Done:
        """Write the document of a page fetched at ``url``, follow a thread, and commit the URLs.

        Return the outcome, with the number of jobs put.
        """
        canonical = identity(result, url)
        new = document(result, job, canonical, url)
        archived = await self._unless_erased(_at(archived), new.id)()
        new = replace(new, archived=tuple(archived))
        if job.forced or job.reopened:
            new = await self._revisits.with_history(new)
        elif isinstance(result, Thread):
            new = await self._threads.with_history(job, new)
        with timed("store_ms"):
            is_stored = await self._ports.write(new)
        if not is_stored:
            return await self._withdrawn(job, url, archived)
        put = 0
        if isinstance(result, Thread):
            put = await self._follow(job, result, url)
            await self._threads.note(job, url)
        if job.entry and (job.renames or new.id != job.key):
            await self._ports.put_pages({job.entry: new.id}, KEPT_SECONDS)
        await self._commit(job, canonical, *other_urls)
        return Done(outcome=Outcome.STORED, url=url, new=put, document_url=canonical)

    async def _withdrawn(self, job: PageJob, url: str, archived: Sequence[str]) -> Done:
        """Keep nothing of a page that was erased: under this address or, with this text, under
        another.
        """
        if self._archive:
            await self._archive.withdraw(archived)
        return await self._settled(job, Outcome.ERASED, "", url)

    async def _commit(self, job: PageJob, *urls: str) -> None:
        """Commit the page of a job, and the canonical URLs under which it is known too."""
        keys = [job.key, *(url_key(url, job.version) for url in urls)]
        await self._ports.commit(list(dict.fromkeys(keys)))

    async def _from_first_page(self, job: PageJob, article: Article) -> JobResult | None:
        """Return how a link to a later page of an article leads to its first page; None for any
        other page.
        """
        if (
            not is_web_url(article.first_url)
            or job.hops >= MAX_HOPS
            or not same_site(article.first_url, job.url)
        ):
            return None
        first = canonical_url(article.first_url)
        key = url_key(first, job.version)
        [granted] = await self._ports.claim([key], job.owner, self._settings.claim_seconds)
        if not granted and not job.forced:
            return await self._settled(
                job, Outcome.DUPLICATE, f"a later page of {first}, which was found before"
            )
        return Redirected(
            job=replace(job, url=fetchable_url(article.first_url), hops=job.hops + 1, redirects="")
        )

    async def _go_on(self, job: PageJob, read: PagesRead, why: str = "") -> JobResult:
        """Return the job for the next page of the article, or for the feed of its comments; after
        these, store it as far as it was read.
        """
        address, asked = self._following(read)
        if address:
            for carried in (asked,) if asked.at_comments else (asked, without_comments(asked)):
                following = replace(
                    job,
                    url=fetchable_url(address),
                    hops=0,
                    redirects="",
                    read=pack(carried),
                    content="",
                )
                if following.fits:
                    return await self._continued(following)
            why = "its text does not fit into a job"
        article = finished(read)
        archive = _at(read.archived)
        if job.revisit:
            return await self._revisits.compare(
                job, article, read.fetched_url, self._unless_erased(archive, job.key)
            )
        known = await self._revisits.renamed(
            job, article, read.fetched_url, self._unless_erased(archive, job.renames)
        )
        if known:
            await self._commit(job, identity(article, read.fetched_url), *read.urls)
            return known
        done = await self._write(job, article, read.fetched_url, read.urls, read.archived)
        missing = article.pages < article.page_count
        parts = f"{article.pages} of {article.page_count} pages"
        return replace(
            done,
            detail=": ".join(filter(None, (parts, why))) if missing else _partial(article),
            published=minute_of_publication(article),
        )

    def _following(self, read: PagesRead) -> tuple[str, PagesRead]:
        """Return the address to read next, "" if there is none, and what is read once it is asked
        for.
        """
        if address := next_address(read, MAX_ARTICLE_PAGES):
            return address, read.asked(address)
        if address := comments_address(read):
            return address, replace(read.asked(address), at_comments=True)
        return "", read

    async def _continued(self, following: PageJob) -> Continued:
        """Return the job with its turn; keep the claims of the article and of the page
        meanwhile.
        """
        [delay] = await self._ports.plan(host_of(following.url), 1, following.source.pace_seconds)
        keys = [following.key, url_key(canonical_url(following.url), following.version)]
        await self._ports.claim(keys, following.owner, int(delay) + self._settings.claim_seconds)
        return Continued(job=following, delay_seconds=delay)

    async def _follow(self, job: PageJob, thread: Thread, fetched_url: str) -> int:
        """Put a job for the thread's next page if the page is new; return the number of jobs put (0
        or 1).

        The key includes the version, so that a thread that has grown is read to its end.
        """
        if not is_web_url(thread.next_url) or job.page >= self._settings.max_thread_pages:
            return 0
        url = canonical_url(thread.next_url)
        key = url_key(url, job.version)
        if host_of(url) != host_of(fetched_url) or key == job.key:
            return 0
        [granted] = await self._ports.claim([key], job.owner, self._settings.claim_seconds)
        if not granted:
            return 0
        first = job.thread_url or first_of_thread(thread, fetched_url)
        address = fetchable_url(thread.next_url)
        following = replace(
            job,
            url=address,
            key=key,
            page=job.page + 1,
            thread_url=first,
            posts_before=posts_of(thread),
            title=thread.title,
            hops=0,
            redirects="",
        )
        following = self._ports.spans.begun(following)
        [delay] = await self._ports.plan(host_of(url), 1, job.source.pace_seconds)
        # Later pages of a long thread come after the first pages of all others.
        later = min(following.page - 1, LAST_ROUND)
        new = NewJob(
            body=following.to_json(), priority=job.source.priority, round=later, delay_seconds=delay
        )
        await self._ports.put(PAGE_TUBE, [new])
        log_queued(following, delay)
        self._ports.traces.add(steps.found(following, delay))
        self._ports.spans.found([following], timings())
        return 1


def _partial(article: Article) -> str:
    """Return why only the beginning of an article is stored, or ""."""
    is_teaser = article.text_source == TEASER
    return f"only the beginning: {article.text_reason}" if is_teaser else ""


def _at(places: Sequence[str]) -> Archiving:
    """Return the archiving of pages that are archived."""

    async def archived() -> Sequence[str]:
        return places

    return archived


def hints_of(job: PageJob, fetched: datetime) -> Hints:
    """Return what a job tells the extractor of a page that was fetched at this time."""
    # The job's time is by the store's clock: a page is not older than its link, whatever this
    # machine's clock says.
    now = max(fetched, datetime.fromtimestamp(job.collected, UTC))
    return Hints(
        collected=now,
        kind=job.kind,
        algorithm=job.source.algorithm,
        charset=job.source.charset,
        title=job.title,
        author=job.author,
        published=datetime.fromisoformat(job.published) if job.published else None,
        published_rough=traits_of(job.source.channel).has_rough_dates,
        require_date=job.source.require_date,
        time_zone=job.source.time_zone,
        content=unpack_bytes(job.content).decode(),
        links=links_of_text(job.links),
        comments=job.source.comments,
        comments_url=job.comments_url,
    )
