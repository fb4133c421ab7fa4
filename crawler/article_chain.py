"""Read an article to its last page, by a chain of jobs, then write it.

``crawler.article_pages`` decides which page comes next. The last job writes the document and
commits the URLs of all pages; an article that is visited again is compared instead.
"""

from dataclasses import replace
from datetime import UTC, datetime

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
from crawler.comments import comment_reader
from crawler.documents import identity, minute_of_publication
from crawler.errors import ProcessCrashed, ProcessDied
from crawler.feature_errors import note_feature_error
from crawler.fetcher import Fetched
from crawler.headers import same_site
from crawler.job_fetcher import MAX_HOPS
from crawler.job_log import timed
from crawler.job_results import Continued, Done, JobResult, Redirected
from crawler.page_hints import hints_of_job
from crawler.page_keeping import PageKeeping, kept_before
from crawler.page_writing import PageWriter
from crawler.parsing import Parsers
from crawler.revisits import PageRevisits
from crawler.stores import WorkerStores
from extractor.errors import ExtractionError
from extractor.extraction import extract_later_page
from extractor.results import Article
from extractor.stand_in import article_of_feed
from scheduler.jobs import PageJob
from storage.documents.port import TEASER
from storage.keys import canonical_url, fetchable_url, host_of, is_web_url, url_key
from storage.outcomes import Outcome


class ArticleChain:
    """Leads articles from page to page."""

    def __init__(
        self,
        ports: WorkerStores,
        parsers: Parsers,
        keeping: PageKeeping,
        revisits: PageRevisits,
        writer: PageWriter,
        claim_seconds: int,
    ) -> None:
        self._ports = ports
        self._parsers = parsers
        self._keeping = keeping
        self._revisits = revisits
        self._writer = writer
        self._claim_seconds = claim_seconds

    async def read_on(self, job: PageJob, fetched: Fetched, now: datetime) -> JobResult:
        """Add a later page, or the feed of the comments, to what the job carries; go on."""
        read = unpack(job.read)
        if read.at_comments:
            # The feed is not kept: no document names its record, so no erasure would reach it.
            return await self._read_comments(job, read, fetched, now)
        keeping = self._keeping.begin(job, fetched, now)
        with timed("extract_ms"):
            page = await self._parsers.run(
                fetched.url,
                len(fetched.body),
                extract_later_page,
                fetched.body,
                fetched.url,
                fetched.headers,
                hints_of_job(job, now),
            )
        read = with_page(read, page)
        keeping = await self._keeping.allowed(keeping, job, read.article, read.fetched_url)
        return await self.go_on(job, read.kept_at(await keeping()))

    async def go_on(self, job: PageJob, read: PagesRead, why: str = "") -> JobResult:
        """Return the job for the next page of the article, or for the feed of its comments; after
        these, store it as far as it was read.

        ``why`` says what could not be read of it, "" if nothing.
        """
        address, asked = following(read)
        if address:
            ways = [asked]
            if not asked.at_comments:
                # The text matters more: a job that is too big for the queue goes without comments.
                ways.append(without_comments(asked))
            for carried in ways:
                next_job = replace(
                    job,
                    url=fetchable_url(address),
                    hops=0,
                    redirects="",
                    read=pack(carried),
                    content="",
                )
                if next_job.fits:
                    return await self._continued(next_job)
            why = "its text does not fit into a job"
        return await self._ended(job, read, why)

    async def salvage(self, job: PageJob, outcome: Outcome, why: str) -> JobResult | None:
        """Return how an article goes on or ends without this page, so that the text that the job
        carries is not lost.

        That is the text of earlier pages, or the feed's text if the server refuses the page. Return
        None for a job without either, and for an article that is visited again: it is compared
        whole, or not at all.
        """
        read = unpack(job.read) if job.read else None
        if read and read.at_comments:
            return await self.go_on(job, read, f"comments: {why}")
        if job.revisit:
            return None
        if read:
            return await self.go_on(job, without_page(read), why)
        if not outcome.traits.page_refused:
            return None
        article = article_of_feed(job.url, hints_of_job(job, datetime.now(UTC)), why)
        if article:
            return await self.go_on(job, first_page(article, job.url))
        return None

    async def without_page(self, job: PageJob, why: str) -> JobResult:
        """Return how an article goes on without the later page that was asked for."""
        return await self.go_on(job, without_page(unpack(job.read)), why)

    async def from_first_page(self, job: PageJob, article: Article) -> JobResult | None:
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
        [granted] = await self._ports.claim([key], job.owner, self._claim_seconds)
        if not granted and not job.forced:
            why = f"a later page of {first}, which was found before"
            return await self._writer.settle(job, Outcome.DUPLICATE, why)
        return Redirected(
            job=replace(job, url=fetchable_url(article.first_url), hops=job.hops + 1, redirects="")
        )

    async def _read_comments(
        self, job: PageJob, read: PagesRead, fetched: Fetched, now: datetime
    ) -> JobResult:
        """Add the comments of the feed that was fetched. One that cannot be read costs only its
        comments.
        """
        reader = comment_reader()
        if reader is None:
            return await self.go_on(job, read, "comments: their feature is off")
        try:
            comments = await self._parsers.run(
                fetched.url,
                len(fetched.body),
                reader.in_feed,
                fetched.body,
                fetched.url,
                fetched.headers,
                now,
                job.source.charset,
                time_zone=job.source.time_zone,
            )
        except ExtractionError as error:
            return await self.go_on(job, read, f"comments: {error}")
        except ProcessDied:
            raise
        except ProcessCrashed as error:
            note_feature_error(self._ports, "comment_reader", reader.in_feed, error, job.url)
            return await self.go_on(job, read, "comments: internal error")
        return await self.go_on(job, with_comments(read, comments))

    async def _ended(self, job: PageJob, read: PagesRead, why: str) -> Done:
        """Store the article, or compare it with its document."""
        article = finished(read)
        keeping = kept_before(read.archived)
        if job.revisit:
            kept = self._keeping.unless_erased(keeping, job.key)
            return await self._revisits.compare(job, article, read.fetched_url, kept)
        kept = self._keeping.unless_erased(keeping, job.renames)
        known = await self._revisits.renamed(job, article, read.fetched_url, kept)
        if known:
            await self._writer.commit(job, identity(article, read.fetched_url), *read.urls)
            return known
        done = await self._writer.write(job, article, read.fetched_url, read.urls, read.archived)
        return replace(
            done, detail=_lacking(article, why), published=minute_of_publication(article)
        )

    async def _continued(self, next_job: PageJob) -> Continued:
        """Return the job with its turn; keep the claims of the article and of the page
        meanwhile.
        """
        [delay] = await self._ports.plan(host_of(next_job.url), 1, next_job.source.pace_seconds)
        keys = [next_job.key, url_key(canonical_url(next_job.url), next_job.version)]
        await self._ports.claim(keys, next_job.owner, int(delay) + self._claim_seconds)
        return Continued(job=next_job, delay_seconds=delay)


def following(read: PagesRead) -> tuple[str, PagesRead]:
    """Return the address to read next, "" if there is none, and the pages read with that address
    noted as asked for.
    """
    if address := next_address(read, MAX_ARTICLE_PAGES):
        return address, read.asked(address)
    if address := comments_address(read):
        return address, replace(read.asked(address), at_comments=True)
    return "", read


def _lacking(article: Article, why: str) -> str:
    """Return what of an article is not stored, and why; "" if it is whole."""
    if article.pages < article.page_count:
        parts = f"{article.pages} of {article.page_count} pages"
        return f"{parts}: {why}" if why else parts
    if article.text_source == TEASER:
        return f"only the beginning: {article.text_reason}"
    return ""
