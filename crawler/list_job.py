"""Run one list job, from the conditional request to a page job for each new link.

Claim the links, put the next lists, put the pages, then keep the list's version. If a worker dies
in between, the list is read in full again, and the same job is granted its own claims again. The
next lists go first: by the time the job runs again its pages may be settled, and a list without new
links ends the chain.
"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from crawler import steps
from crawler.channels.fetched_list import FetchedList
from crawler.channels.registry import reading_of
from crawler.citations import citations, links_as_text
from crawler.entries import FeedEntries
from crawler.errors import BadPattern, ProcessDied, TooCostly, UnknownChannel
from crawler.failures import FetchFailed
from crawler.fetcher import Fetched, Fetcher
from crawler.grown_threads import GrownThreads
from crawler.job_fetcher import JobFetcher
from crawler.job_log import log_queued, timed, timings
from crawler.job_results import Done, Failed, JobResult
from crawler.list_content import Candidate, ListContent
from crawler.list_limits import (
    Children,
    child_jobs,
    choose_children,
    in_reach,
    may_follow,
    most_children,
    most_pages,
    spread_seconds,
)
from crawler.list_links import is_web_address, job_text, read_content
from crawler.list_names import index_name, list_name, validators_name
from crawler.list_readers import done
from crawler.moves import former_hosts, hosts_before, moved_to
from crawler.packing import pack_bytes
from crawler.parsing import Parsers
from crawler.reopening import Reopening
from crawler.sitemap_children import SitemapChildren
from crawler.stores import WorkerStores
from crawler.worker_knowledge import WorkerKnowledge
from extractor.results import Kind
from scheduler.jobs import ListJob, PageJob, SourceSpec, claim_owner
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob
from scheduler.queue.rank import round_of
from storage.channels import Channel, traits_of
from storage.findings.signs import HubOffer
from storage.keys import canonical_address, fetchable_url, host_of, url_key, urls_before
from storage.outcomes import Outcome
from storage.parts import in_parts
from storage.settings import Settings
from storage.traces.steps import MAX_OF_A_LIST, Shown

_SCRIPT = b"<script"
_READ = (Outcome.LISTED, Outcome.NOT_MODIFIED, Outcome.NO_LINKS)
_UNREAD_SECONDS = 7 * 86_400
_PLACE_SECONDS = 30 * 86_400
"""How long it is known, after a visit, how far a list that is read to its end was read. Without it
the whole list is read again; a week's outage must not cost that.
"""
_CLAIMED_TOGETHER = 2_000
# The newest come first. Sixteen digits tell the links of one site apart.
_LINKS_COMPARED = 64
_LINK_DIGITS = 16
# It takes a tenth of a second to encode this many jobs, during which the event loop does nothing
# else.
_PUT_TOGETHER = 500


@dataclass(frozen=True)
class _ReadList:
    """A fetched list, what it holds, the pace of its host, and when the list was fetched."""

    fetched: Fetched
    content: ListContent
    pace_seconds: float
    collected: datetime


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
        self._settings = settings
        self._ports = ports
        self._jobs = JobFetcher(fetcher)
        self._parsers = parsers
        self._knowledge = knowledge
        self._reopening = Reopening(ports, settings.claim_seconds)
        self._entries = FeedEntries(ports)
        self._threads = GrownThreads(ports)
        self._children = SitemapChildren(ports)

    async def run(self, job: ListJob) -> JobResult:
        """Fetch and read the list, and put a job for each new link."""
        if job.reader:
            return await self._read_for_feature(job)
        try:
            reading_of(job.source.channel, job.source.result_parser)
        except UnknownChannel as error:
            return Done(outcome=Outcome.CHANNEL_OFF, detail=str(error), url=job.url)
        result = await self._visit(job)
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
            is_turn = retry is not None and not isinstance(retry, Failed)
            return retry if retry and is_turn else done(job, failure.detail)
        return await self._knowledge.readers.read(job, fetched)

    async def _visit(self, job: ListJob) -> JobResult:
        unread = await self._unread_page(job)
        try:
            # Ask for robots.txt only here: it may expire, and fail, while the job has half of its
            # pages in the queue.
            pace = await self._jobs.pace_seconds(job)
            validators = None
            if unread <= job.page:
                name = validators_name(job.source, job.url)
                [validators] = await self._ports.get_validators([name])
            # If a later page is to be read, "not modified" would end the visit before it.
            fetched = await self._jobs.fetch(job, validators=validators)
        except FetchFailed as failure:
            if await self._knowledge.pools.try_again(job, failure):
                return Failed(outcome=failure.outcome, detail=failure.detail)
            retry = self._jobs.retry(job, failure)
            return retry or Done(outcome=failure.outcome, detail=failure.detail, url=job.url)
        if fetched.status == 304:
            if _reads_to_end(job):
                await self._keep_validators(job, fetched)
            return Done(
                outcome=Outcome.NOT_MODIFIED,
                detail=fetched.note,
                url=job.url,
                moved_to=moved_to(job.url, fetched.moved_to),
            )
        return await self._read(job, fetched, unread, pace)

    async def note_given_up(self, job: ListJob) -> None:
        """Record that a list could not be read."""
        await self._note_unread_page(job)
        if _is_child(job):
            await self._children.note_failed(job, await self._ports.now())

    async def _note_unread_page(self, job: ListJob) -> None:
        """Record that a later page was not read, so that the next visits read on to it, with or
        without new links.
        """
        if job.page > 1 and not _reads_to_end(job):
            await self._ports.put_unread_page(list_name(job), job.page, _UNREAD_SECONDS)

    async def _unread_page(self, job: ListJob) -> int:
        """Return the number of the page that an earlier visit could not read, 0 without one.

        A list that is read to its end is read from its last version on until that is done.
        """
        if _reads_to_end(job) or most_pages(job) == 1:
            return 0
        return await self._ports.get_unread_page(list_name(job))

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
        fetched, content = read.fetched, read.content
        await self._record_signs(job, read)
        self._trace_shown(job, read)
        owner = claim_owner(job.run_id, job.url)
        former = await self._former_hosts(job, fetched, content.candidates)
        candidates, trapped = await self._knowledge.traps.without_traps(
            job.source, content.candidates
        )
        new, left_out = await self._claim(job, candidates, owner, former)
        new = await reading_of(job.source.channel).with_own_addresses(
            self._ports, new, owner, self._settings.claim_seconds
        )
        pages = await self._entries.follow(content.candidates, new)
        children = await self._choose_children(job, read)
        read_on = not left_out and (bool(new) or unread > job.page or _reads_to_end(job))
        await self._children.note_put(job, children.chosen, read.collected)
        # First the pages: the rest of a list that is read to its end says how far it is read, which
        # must be true.
        await self._put_pages(job, pages, owner, read)
        lists = await self._put_lists(job, children, content.next_url if read_on else "", owner)
        await self._note_next_start(job, children)
        if _is_read(job, content) and not left_out:
            await self._keep_validators(job, fetched, content.next_url)
        if _is_child(job) and (left_out or content.children):
            # There is more to read in it, or in its parts, though its version stays.
            await self._children.forget(job)
        if left_out:
            await self._note_unread_page(job)
        elif unread and job.page == unread:
            await self._ports.drop_unread_page(list_name(job), job.page)
        limit = ""
        if left_out:
            limit = (
                f"new links queued: {len(new):,}, the limit; links left for the next visits: "
                f"{left_out:,}"
            )
        notes = (content.problem, content.note, children.detail, limit, trapped, fetched.note)
        return Done(
            outcome=Outcome.NO_LINKS if _has_no_links(job, content) else Outcome.LISTED,
            detail="; ".join(filter(None, notes)),
            url=job.url,
            found=len(content.candidates),
            new=len(new),
            put_lists=lists,
            moved_to=moved_to(job.url, fetched.moved_to),
        )

    async def _former_hosts(
        self, job: ListJob, fetched: Fetched, candidates: Sequence[Candidate]
    ) -> Sequence[str]:
        """Return under which hosts the pages may have been handled, also if only the pages have
        moved.
        """
        former = former_hosts(job.source.former_hosts, job.url, fetched.moved_to)
        hosts = {host_of(candidate.url) for candidate in candidates}
        if hosts <= {host_of(job.url)}:
            return former
        move = await self._ports.page_move(job.source.id)
        return tuple(dict.fromkeys([*former, *hosts_before(move, hosts)]))

    async def _record_signs(self, job: ListJob, read: _ReadList) -> None:
        """Record what the list shows, so that a site's feed and list page can be compared, and the
        hub of a feed.
        """
        if job.source.channel == "feed" and job.page == 1:
            hub = read.content.hub
            offer = HubOffer(url=job.url, hub=hub.address, topic=hub.topic) if hub else None
            await self._ports.record_hub(job.source.id, offer)
        if traits_of(job.source.channel).shows_newest and read.content.candidates:
            links = [
                candidate.key[:_LINK_DIGITS]
                for candidate in read.content.candidates[:_LINKS_COMPARED]
            ]
            await self._ports.record_links(job.source.id, links, read.collected.timestamp())

    def _trace_shown(self, job: ListJob, read: _ReadList) -> None:
        """Keep what the first page of a list shows, so that a trace says which lists show a known
        page again.
        """
        if job.page == 1:
            keys = tuple(
                url_key(candidate.url) for candidate in read.content.candidates[:MAX_OF_A_LIST]
            )
            at = read.collected.timestamp()
            self._ports.traces.add_shown(
                Shown(source_id=job.source.id, list_url=job.url, at=at, keys=keys)
            )

    async def _keep_validators(self, job: ListJob, fetched: Fetched, next_url: str = "") -> None:
        """Keep the version of a list that gave links, so that a later "not modified" is good news
        too.

        Keep none for a sitemap index, which stays the same while its parts change.
        """
        reading = reading_of(job.source.channel)
        url, validators = reading.version(job.url, fetched.validators, next_url)
        if validators.etag or validators.last_modified:
            version = {validators_name(job.source, url): validators}
            # Otherwise no longer than a claim: the page of a lost job is then found again, even if
            # the list has not changed.
            seconds = _PLACE_SECONDS if _reads_to_end(job) else self._settings.claim_seconds
            await self._ports.put_validators(version, seconds)

    async def _claim(
        self, job: ListJob, candidates: Sequence[Candidate], owner: str, former: Sequence[str]
    ) -> tuple[list[Candidate], int]:
        """Return the new candidates, up to the visit's limit, and the number of those after them
        left for later.

        Pages that were handled under a ``former`` host are not new, and are handled under the
        present one from now on.

        If the job runs again it takes from the limit again, and leaves more for the next visits.
        """
        new: list[Candidate] = []
        for start in range(0, len(candidates), _CLAIMED_TOGETHER):
            part = candidates[start : start + _CLAIMED_TOGETHER]
            ours = await self._claim_part(job, part, owner)
            ours = await self._without_moved(ours, former) if former else ours
            if not ours:
                continue
            places = await self._ports.take_links(
                job.run_id, job.keyword, len(ours), job.most_links
            )
            new += [
                replace(candidate, place=place)
                for candidate, place in zip(ours, places, strict=False)
            ]
            if too_many := ours[len(places) :]:
                await self._ports.release_claims([each.key for each in too_many])
                return new, len(too_many) + len(candidates) - start - len(part)
        return new, 0

    async def _claim_part(
        self, job: ListJob, part: Sequence[Candidate], owner: str
    ) -> list[Candidate]:
        granted = await self._ports.claim(
            [each.key for each in part], owner, self._settings.claim_seconds
        )
        denied = [each for each, is_ours in zip(part, granted, strict=True) if not is_ours]
        reopened = await self._reopening.open(denied, job.source, owner)
        by_key = {each.key: each for each in reopened}
        return [
            by_key.get(each.key, each)
            for each, is_ours in zip(part, granted, strict=True)
            if is_ours or each.key in by_key
        ]

    async def _without_moved(
        self, candidates: Sequence[Candidate], former: Sequence[str]
    ) -> list[Candidate]:
        """Return the candidates that were not handled under a former host; commit the keys of the
        others.
        """
        handled = await asyncio.gather(
            *(self._is_handled(candidate, former) for candidate in candidates)
        )
        moved, new = [], []
        for candidate, is_handled in zip(candidates, handled, strict=True):
            if is_handled:
                moved.append(candidate.key)
            else:
                new.append(candidate)
        if moved:
            await self._ports.commit(moved)
        return new

    async def _is_handled(self, candidate: Candidate, former: Sequence[str]) -> bool:
        version = job_text(candidate.link.version)
        keys = [url_key(url, version) for url in urls_before(candidate.url, former)]
        return any(await asyncio.gather(*map(self._ports.is_seen, keys)))

    async def _choose_children(self, job: ListJob, read: _ReadList) -> Children:
        own, foreign = read.content.children, read.content.foreign_children
        if not own:
            return Children(foreign=foreign)
        is_long = len(own) > most_children(job)
        start = await self._ports.get_unread_page(index_name(job)) if is_long else 0
        if start >= len(own):
            # The index is shorter now. A later place than this visit's would stay.
            await self._ports.drop_unread_page(index_name(job), start)
            start = 0
        resting = await self._children.resting(job, in_reach(own, start), read.collected)
        return choose_children(job, own, foreign, start, resting)

    async def _note_next_start(self, job: ListJob, children: Children) -> None:
        """Record where the next visit of the index goes on."""
        if children.next_start:
            await self._ports.put_unread_page(index_name(job), children.next_start, _UNREAD_SECONDS)
        elif not children.is_all:
            await self._ports.drop_unread_page(index_name(job), children.own)

    async def _put_pages(
        self, job: ListJob, new: Sequence[Candidate], owner: str, read: _ReadList
    ) -> None:
        """Put a job for each page, at its pace on the list's host; each page of another host asks
        its robots.txt.
        """
        by_host: dict[str, list[Candidate]] = defaultdict(list)
        for candidate in new:
            by_host[host_of(candidate.url)].append(candidate)
        planned = await asyncio.gather(
            *(self._plan(job, group, owner, read) for group in by_host.values())
        )
        # In the order of the list again: it decides in which round of the queue a page comes.
        pages = sorted(chain.from_iterable(planned), key=lambda pair: pair[0].place)
        collected = read.collected.timestamp()
        for part in in_parts(pages, _PUT_TOGETHER):
            page_jobs = await self._threads.resumed(
                [_page_job(job, candidate, collected) for candidate, _ in part]
            )
            page_jobs = [self._ports.watchers.begun(page) for page in page_jobs]
            delays = [delay for _, delay in part]
            new_jobs = [
                _new_job(page, delay, candidate.place)
                for page, (candidate, delay) in zip(page_jobs, part, strict=True)
            ]
            await self._ports.put(PAGE_TUBE, new_jobs)
            for page, delay in zip(page_jobs, delays, strict=True):
                log_queued(page, delay)
                self._ports.traces.add(steps.found(page, delay))
            self._ports.watchers.found(page_jobs, timings())

    async def _plan(
        self, job: ListJob, group: Sequence[Candidate], owner: str, read: _ReadList
    ) -> list[tuple[Candidate, float]]:
        """Return the candidates of one host, each with the delay until its turn; their claims last
        so long.
        """
        host = host_of(group[0].url)
        if not host:
            # Pages that the list has carried whole, which are here already.
            return [(candidate, 0.0) for candidate in group]
        interval = read.pace_seconds if host == host_of(job.fetch_url) else job.source.pace_seconds
        delays = await self._ports.plan(host, len(group), interval)
        if delays[-1] > self._settings.claim_seconds / 2:
            ttl = int(delays[-1]) + self._settings.claim_seconds
            await self._ports.claim([candidate.key for candidate in group], owner, ttl)
        return list(zip(group, delays, strict=True))

    async def _put_lists(self, job: ListJob, children: Children, next_url: str, owner: str) -> int:
        """Put jobs for child sitemaps, what features ask for, and the next page (none for "");
        return the number of jobs.
        """
        following = child_jobs(job, [child.url for child in children.chosen])
        following += await self._knowledge.readers.further_lists(job)
        if next_url and job.page < most_pages(job) and may_follow(job, next_url):
            following.append(replace(job, url=fetchable_url(next_url), page=job.page + 1))
        # Claim them for this run and never commit them, so that a cycle of pages ends here.
        keys = [url_key(canonical_address(each.url), f"list of {job.run_id}") for each in following]
        granted = await self._ports.claim(keys, owner, self._settings.claim_seconds) if keys else []
        following = [each for each, ours in zip(following, granted, strict=True) if ours]
        delays = spread_seconds(following)
        jobs = list(zip(following, delays, strict=True))
        await self._ports.put(
            LIST_TUBE, [_new_job(each, delay, index) for index, (each, delay) in enumerate(jobs)]
        )
        for each, delay in jobs:
            log_queued(each, delay)
        return len(following)


def _is_child(job: ListJob) -> bool:
    return job.source.channel == Channel.SITEMAP and job.page > 1


def _reads_to_end(job: ListJob) -> bool:
    return traits_of(job.source.channel).reads_to_end


def _has_no_links(job: ListJob, content: ListContent) -> bool:
    """Return whether a list names no page. One that is read to its end may do so further on, and
    one of which a part is passed over may do so there.
    """
    names_more = content.is_passed_over or (_reads_to_end(job) and bool(content.next_url))
    return content.is_empty and not names_more


def _is_read(job: ListJob, content: ListContent) -> bool:
    """Return whether a list that stays the same needs no visit. One that is read to its end may
    have nothing on its last page, or on any page before; what is passed over is not tried again.
    """
    is_part = _reads_to_end(job) and (job.page > 1 or bool(content.next_url))
    has_links = bool(content.candidates) or is_part or content.is_passed_over
    return has_links and not (content.children or content.foreign_children)


def _page_job(job: ListJob, candidate: Candidate, collected: float) -> PageJob:
    link = candidate.link
    kind = Kind.POST.value if link.is_post else job.source.expected_kind
    wants_comments = job.source.comments and is_web_address(link.comments_url)
    page = PageJob(
        run_id=job.run_id,
        source=job.source,
        url=fetchable_url(link.url),
        key=candidate.key,
        collected=collected,
        kind=kind,
        list_url=job.url,
        version=job_text(link.version),
        title=job_text(link.title),
        author=job_text(link.author),
        published=link.published.isoformat() if link.published else "",
        thread_url=candidate.url if kind == "thread" else "",
        keyword=job.keyword,
        reopened=candidate.reopened,
        entry=candidate.entry,
        renames=candidate.renames,
        comments_url=link.comments_url if wants_comments else "",
        links=links_as_text(citations(link.links, link.url)),
        site=job_text(link.site),
    )
    if not link.content:
        return page
    whole = replace(page, content=pack_bytes(link.content.encode("utf-8", "ignore")))
    # The text is worth more than what it links to, and a job without both can still be fetched.
    smaller = (whole, replace(whole, links=""), page, replace(page, links=""))
    return next((each for each in smaller if each.fits), smaller[-1])


def _new_job(job: ListJob | PageJob, delay_seconds: float, index: int) -> NewJob:
    return NewJob(
        body=job.to_json(),
        priority=job.source.priority,
        round=round_of(index),
        delay_seconds=delay_seconds,
    )
