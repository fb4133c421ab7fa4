"""Run one list job, from the conditional request to a page job for each new link.

Claim the links, put the next lists, put the pages, then keep the list's version. If a worker dies
in between, the list is read in full again, and the same job is granted its own claims again. The
next lists go first: by the time the job runs again its pages may be settled, and a list without new
links ends the chain.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from crawler.channels.fetched_list import FetchedList
from crawler.channels.registry import reading_of
from crawler.entries import FeedEntries
from crawler.errors import BadPattern, ProcessDied, TooCostly, UnknownChannel
from crawler.failures import FetchFailed
from crawler.fetcher import Fetched, Fetcher
from crawler.following_jobs import FollowingJobs
from crawler.job_fetcher import JobFetcher
from crawler.job_log import timed
from crawler.job_results import Done, Failed, JobResult
from crawler.link_claims import LinkClaims
from crawler.list_content import Candidate, ListContent
from crawler.list_limits import child_jobs, may_follow, most_pages, reads_to_end
from crawler.list_links import read_content
from crawler.list_progress import ListProgress
from crawler.list_readers import done
from crawler.list_signs import record_signs
from crawler.moves import moved_to
from crawler.parsing import Parsers
from crawler.sitemap_children import SitemapChildren
from crawler.stores import WorkerStores
from crawler.worker_knowledge import WorkerKnowledge
from scheduler.jobs import ListJob, SourceSpec, claim_owner
from storage.channels import Channel
from storage.keys import fetchable_url
from storage.outcomes import Outcome
from storage.settings import Settings

_SCRIPT = b"<script"
_READ = (Outcome.LISTED, Outcome.NOT_MODIFIED, Outcome.NO_LINKS)


@dataclass(frozen=True)
class _ReadList:
    """A fetched list, what it holds, the pace of its host, and when the list was fetched."""

    fetched: Fetched
    content: ListContent
    pace_seconds: float
    collected: datetime


@dataclass(frozen=True)
class _NewLinks:
    """The new links of a list, how many are left for the next visits, and a note of its traps."""

    pages: Sequence[Candidate]
    left_out: int
    trapped: str


class ListJobHandler:
    """Runs list jobs."""

    def __init__(
        self,
        settings: Settings,
        ports: WorkerStores,
        fetcher: Fetcher,
        parsers: Parsers,
        knowledge: WorkerKnowledge,
    ) -> None:
        self._claim_seconds = settings.claim_seconds
        self._ports = ports
        self._jobs = JobFetcher(fetcher)
        self._parsers = parsers
        self._knowledge = knowledge
        self._progress = ListProgress(ports, settings.claim_seconds)
        self._claims = LinkClaims(ports, settings.claim_seconds)
        self._entries = FeedEntries(ports)
        self._children = SitemapChildren(ports)
        self._following = FollowingJobs(ports, settings.claim_seconds)

    async def run(self, job: ListJob) -> JobResult:
        """Fetch and read the list, and put a job for each new link."""
        if job.reader:
            return await self._read_for_feature(job)
        try:
            reading_of(job.source.channel, job.source.result_parser)
        except UnknownChannel as error:
            return Done(outcome=Outcome.CHANNEL_OFF, detail=str(error), url=job.url)
        result = await self._visit(job)
        # An attempt that is repeated, or that waits for its turn, is no end yet.
        if isinstance(result, Done) and _is_child(job):
            if result.outcome in _READ:
                await self._children.note_read(job, result.new)
            else:
                await self._children.note_failed(job, await self._ports.now())
        return result

    async def _read_for_feature(self, job: ListJob) -> JobResult:
        """Fetch a list that a feature asked for. It is not tried twice."""
        if not self._knowledge.readers.is_on(job):
            return done(job, f"the feature {job.reader} is off")
        try:
            fetched = await self._jobs.fetch(job)
        except FetchFailed as failure:
            retry = self._jobs.retry(job, failure)
            # To wait for the host's turn is no second attempt.
            is_turn = retry is not None and not isinstance(retry, Failed)
            if retry and is_turn:
                return retry
            return done(job, failure.detail)
        return await self._knowledge.readers.read(job, fetched)

    async def _visit(self, job: ListJob) -> JobResult:
        unread = await self._progress.unread_page(job)
        try:
            # Ask for robots.txt only here: it may expire, and fail, while the job has half of its
            # pages in the queue.
            pace = await self._jobs.pace_seconds(job)
            validators = await self._progress.validators(job, unread)
            fetched = await self._jobs.fetch(job, validators=validators)
        except FetchFailed as failure:
            if await self._knowledge.pools.try_again(job, failure):
                return Failed(outcome=failure.outcome, detail=failure.detail)
            retry = self._jobs.retry(job, failure)
            return retry or Done(outcome=failure.outcome, detail=failure.detail, url=job.url)
        if fetched.status == 304:
            if reads_to_end(job):
                # The place must not be forgotten while nothing comes.
                await self._progress.keep_version(job, fetched)
            return Done(
                outcome=Outcome.NOT_MODIFIED,
                detail=fetched.note,
                url=job.url,
                moved_to=moved_to(job.url, fetched.moved_to),
            )
        return await self._read(job, fetched, unread, pace)

    async def note_given_up(self, job: ListJob) -> None:
        """Record that a list could not be read."""
        await self._progress.note_unread_page(job)
        if _is_child(job):
            await self._children.note_failed(job, await self._ports.now())

    async def _read(self, job: ListJob, fetched: Fetched, unread: int, pace: float) -> JobResult:
        now = await self._ports.now()
        page = FetchedList.of(fetched, now)
        try:
            with timed("read_ms"):
                content = await self._content(page, job.source)
        except ProcessDied as error:
            return Failed(outcome=Outcome.WORKER_LOST, detail=str(error))
        except TooCostly as error:
            return Done(
                outcome=Outcome.BAD_FEED,
                detail=f"{error}; choose another list of the site",
                url=job.url,
            )
        except (BadPattern, UnknownChannel) as error:
            return Done(outcome=Outcome.BAD_PATTERN, detail=str(error), url=job.url)
        # The links may be there only after scripts have run.
        if content.is_empty and _SCRIPT in fetched.body:
            if handed_over := await self._knowledge.pools.instead(job):
                return handed_over
        await self._knowledge.pools.note(job, helped=not content.is_empty)
        if content.problem and content.is_empty:
            return Done(outcome=Outcome.BAD_FEED, detail=content.problem, url=job.url)
        return await self._dispatch(job, _ReadList(fetched, content, pace, now), unread)

    async def _content(self, page: FetchedList, source: SourceSpec) -> ListContent:
        reading = reading_of(source.channel, source.result_parser)
        try:
            return await self._parsers.run(
                page.url, len(page.body), read_content, page, source, reading
            )
        except (ProcessDied, TooCostly) as error:
            return await reading.read_apart(self._parsers, page, source, error)

    async def _dispatch(self, job: ListJob, read: _ReadList, unread: int) -> JobResult:
        """Put the jobs that the list leads to, and say what was found."""
        content = read.content
        await record_signs(self._ports, job, content, read.collected)
        owner = claim_owner(job.run_id, job.url)
        new = await self._new_links(job, read, owner)
        children = await self._children.choose(job, content, read.collected)
        await self._children.note_put(job, children.chosen, read.collected)
        further = child_jobs(job, [child.url for child in children.chosen])
        further += await self._knowledge.readers.further_lists(job)
        if _reads_on(job, content, new, unread):
            next_url = fetchable_url(content.next_url)
            further.append(replace(job, url=next_url, page=job.page + 1))
        put_pages = partial(
            self._following.put_pages, job, new.pages, owner, read.pace_seconds, read.collected
        )
        # The rest of a list that is read to its end says how far it is read, which must be true.
        pages_first = reads_to_end(job)
        if pages_first:
            await put_pages()
        lists = await self._following.put_lists(further, job.run_id, owner)
        if not pages_first:
            await put_pages()
        await self._children.note_next_start(job, children)
        await self._note_progress(job, read, new.left_out, unread)
        limit = _limit_note(new)
        notes = (content.problem, content.note, children.detail, limit, new.trapped)
        return Done(
            outcome=Outcome.NO_LINKS if _has_no_links(job, content) else Outcome.LISTED,
            detail="; ".join(filter(None, (*notes, read.fetched.note))),
            url=job.url,
            found=len(content.candidates),
            new=len(new.pages),
            put_lists=lists,
            moved_to=moved_to(job.url, read.fetched.moved_to),
        )

    async def _new_links(self, job: ListJob, read: _ReadList, owner: str) -> _NewLinks:
        """Claim the new links, and return them as they are to be fetched."""
        shown = read.content.candidates
        former = await self._claims.former_hosts(job, read.fetched, shown)
        candidates, trapped = await self._knowledge.traps.without_traps(job.source, shown)
        new, left_out = await self._claims.claim(job, candidates, owner, former)
        new = await reading_of(job.source.channel).with_own_addresses(
            self._ports, new, owner, self._claim_seconds
        )
        pages = await self._entries.follow(shown, new)
        return _NewLinks(pages, left_out, trapped)

    async def _note_progress(
        self, job: ListJob, read: _ReadList, left_out: int, unread: int
    ) -> None:
        """Record what the next visits need not read again."""
        content = read.content
        if _is_read(job, content) and not left_out:
            await self._progress.keep_version(job, read.fetched, content.next_url)
        if _is_child(job) and (left_out or content.children):
            # There is more to read in it, or in its parts, though its version stays.
            await self._children.forget(job)
        if left_out:
            await self._progress.note_unread_page(job)
        elif unread and job.page == unread:
            await self._progress.note_read(job)


def _is_child(job: ListJob) -> bool:
    return job.source.channel == Channel.SITEMAP and job.page > 1


def _reads_on(job: ListJob, content: ListContent, new: _NewLinks, unread: int) -> bool:
    """Return whether this visit reads the next page of the list."""
    if new.left_out or not content.next_url:
        return False
    # A page without new links ends a visit: what is behind it was seen by an earlier one.
    has_reason = bool(new.pages) or unread > job.page or reads_to_end(job)
    return has_reason and job.page < most_pages(job) and may_follow(job, content.next_url)


def _limit_note(new: _NewLinks) -> str:
    if not new.left_out:
        return ""
    queued = f"new links queued: {len(new.pages):,}, the limit"
    return f"{queued}; links left for the next visits: {new.left_out:,}"


def _has_no_links(job: ListJob, content: ListContent) -> bool:
    """Return whether a list names no page. One that is read to its end may do so further on, and
    one of which a part is passed over may do so there.
    """
    names_more = content.is_passed_over or (reads_to_end(job) and bool(content.next_url))
    return content.is_empty and not names_more


def _is_read(job: ListJob, content: ListContent) -> bool:
    """Return whether a list that stays the same needs no visit. One that is read to its end may
    have nothing on its last page, or on any page before; what is passed over is not tried again.
    """
    is_part = reads_to_end(job) and (job.page > 1 or bool(content.next_url))
    has_links = bool(content.candidates) or is_part or content.is_passed_over
    return has_links and not (content.children or content.foreign_children)
