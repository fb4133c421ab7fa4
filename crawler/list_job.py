"""One list job from the conditional request to the page jobs that its new links become.

Claim, put the next lists, put the pages, then remember the list's version: a worker that dies in between leaves a
list that is read in full again, and its own claims are granted to it again. The next lists go first, because pages
may be settled by the time the job is run again, and a list without anything new ends the chain.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from crawler.channels.fetched_list import FetchedList
from crawler.channels.registry import expected_kind, read_list
from crawler.errors import BadPattern, UnknownChannel
from crawler.failures import FetchFailed
from crawler.fetcher import Fetched, Fetcher
from crawler.job_fetcher import JobFetcher
from crawler.job_log import log_queued, timed
from crawler.job_results import Done, JobResult, RateLimited
from crawler.stores import WorkerStores
from extractor.results import Link, Listing
from scheduler.jobs import ListJob, PageJob, claim_owner
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob
from storage.keys import canonical_url, fetchable_url, host_of, url_key
from storage.outcomes import Outcome
from storage.settings import Settings

# A sitemap index may name indexes; deeper than this nobody nests them in earnest.
_DEEPEST_SITEMAP = 4
_UNREAD_SECONDS = 7 * 86_400
_LONGEST_URL = 2_000
_LONGEST_HINT = 500


@dataclass(frozen=True)
class _Candidate:
    """A link with its canonical URL and key."""

    link: Link
    url: str
    key: str


class ListJobHandler:
    """Runs list jobs."""

    def __init__(self, settings: Settings, ports: WorkerStores, fetcher: Fetcher, parsing: Executor) -> None:
        self._settings = settings
        self._ports = ports
        self._jobs = JobFetcher(ports, fetcher)
        self._parsing = parsing

    async def run(self, job: ListJob) -> JobResult:
        """Bring the list to its outcome and its new links into the queue."""
        unread = await self._unread_page(job)
        try:
            if (wait := await self._jobs.take_turn(job)) > 0:
                return RateLimited(delay_seconds=wait)
            validators = None if unread > job.page else await self._ports.get_validators(job.url)
            fetched = await self._jobs.fetch(job, validators=validators)
        except FetchFailed as failure:
            retry = await self._jobs.retry(job, failure)
            return retry or Done(outcome=failure.outcome, detail=failure.detail, url=job.url)
        if fetched.status == 304:
            return Done(outcome=Outcome.NOT_MODIFIED, url=job.url)
        return await self._read(job, fetched, unread)

    async def note_unread_page(self, job: ListJob) -> None:
        """Note that a further page could not be read, so that later visits read on to it, new links or not."""
        if job.page > 1:
            await self._ports.put_unread_page(_list_name(job), job.page, _UNREAD_SECONDS)

    async def _unread_page(self, job: ListJob) -> int:
        """Return the number of the page that an earlier visit had to leave unread, 0 without one."""
        return await self._ports.get_unread_page(_list_name(job)) if job.source.max_pages > 1 else 0

    async def _read(self, job: ListJob, fetched: Fetched, unread: int) -> JobResult:
        page = FetchedList(url=fetched.url, body=fetched.body, headers=fetched.headers, collected=datetime.now(UTC))
        try:
            with timed("read_ms"):
                listing = await asyncio.get_running_loop().run_in_executor(self._parsing, read_list, page, job.source)
        except (BadPattern, UnknownChannel) as error:
            return Done(outcome=Outcome.BAD_PATTERN, detail=str(error), url=job.url)
        if listing.problem and not (listing.links or listing.children):
            return Done(outcome=Outcome.BAD_FEED, detail=listing.problem, url=job.url)
        return await self._dispatch(job, fetched, listing, unread)

    async def _dispatch(self, job: ListJob, fetched: Fetched, listing: Listing, unread: int) -> JobResult:
        candidates = list(_candidates(listing.links))
        owner = claim_owner(job.run_id, job.url)
        granted = await self._ports.claim([c.key for c in candidates], owner, self._settings.claim_seconds)
        new = [candidate for candidate, ours in zip(candidates, granted, strict=True) if ours]
        lists = await self._put_lists(job, listing, read_on=bool(new) or unread > job.page, owner=owner)
        await self._put_pages(job, new, owner)
        if (fetched.validators.etag or fetched.validators.last_modified) and not listing.children:
            # Kept no longer than a claim: a page job that was lost is then found again, though the list may
            # not have changed since. Not for an index of sitemaps, which stays the same while its parts change.
            await self._ports.put_validators(job.url, fetched.validators, self._settings.claim_seconds)
        if unread and job.page == unread:
            await self._ports.drop_unread_page(_list_name(job), job.page)
        return Done(
            outcome=Outcome.LISTED if candidates or listing.children else Outcome.NO_LINKS,
            detail=listing.problem,
            url=job.url,
            found=len(candidates),
            new=len(new),
            put_lists=lists,
        )

    async def _put_pages(self, job: ListJob, new: list[_Candidate], owner: str) -> None:
        by_host: dict[str, list[_Candidate]] = defaultdict(list)
        for candidate in new:
            by_host[host_of(candidate.url)].append(candidate)
        now = time.time()
        for host, group in by_host.items():
            delays = await self._ports.plan(host, len(group), await self._jobs.pace_seconds(job, group[0].url))
            if delays[-1] > self._settings.claim_seconds / 2:
                ttl = int(delays[-1]) + self._settings.claim_seconds
                await self._ports.claim([c.key for c in group], owner, ttl)
            jobs = list(zip((_page_job(job, candidate, now) for candidate in group), delays, strict=True))
            await self._ports.put(PAGE_TUBE, [_new_job(page, delay) for page, delay in jobs])
            for page, delay in jobs:
                log_queued(page, delay)

    async def _put_lists(self, job: ListJob, listing: Listing, *, read_on: bool, owner: str) -> int:
        """Put the jobs of child sitemaps and of the next page; return how many they are."""
        urls: list[str] = []
        if job.page < _DEEPEST_SITEMAP:
            urls += listing.children
        if listing.next_url and read_on and job.page < job.source.max_pages:
            urls.append(listing.next_url)
        urls = [url for url in urls if _is_web_address(url)]
        # Claimed for this run and never committed: a chain of pages that bites its own tail ends here.
        keys = [url_key(canonical_url(url), f"list of {job.run_id}") for url in urls]
        granted = await self._ports.claim(keys, owner, self._settings.claim_seconds) if keys else []
        following = [
            replace(job, url=fetchable_url(url), page=job.page + 1)
            for url, ours in zip(urls, granted, strict=True)
            if ours
        ]
        await self._ports.put(LIST_TUBE, [_new_job(each) for each in following])
        for each in following:
            log_queued(each)
        return len(following)


def _candidates(links: Iterable[Link]) -> Iterable[_Candidate]:
    """Return each canonical URL once, in page order, without what is no web address."""
    known: set[str] = set()
    for link in links:
        if not _is_web_address(link.url):
            continue
        url = canonical_url(link.url)
        key = url_key(url, _hint(link.version))
        if key not in known:
            known.add(key)
            yield _Candidate(link, url, key)


def _page_job(job: ListJob, candidate: _Candidate, now: float) -> PageJob:
    link = candidate.link
    kind = expected_kind(job.source)
    return PageJob(
        run_id=job.run_id,
        source=job.source,
        url=fetchable_url(link.url),
        key=candidate.key,
        collected=now,
        kind=kind,
        list_url=job.url,
        version=_hint(link.version),
        title=_hint(link.title),
        author=_hint(link.author),
        published=link.published.isoformat() if link.published else "",
        thread_url=candidate.url if kind == "thread" else "",
        keyword=job.keyword,
    )


def _new_job(job: ListJob | PageJob, delay_seconds: float = 0.0) -> NewJob:
    return NewJob(body=job.to_json(), priority=job.source.priority, delay_seconds=delay_seconds)


def _hint(text: str) -> str:
    """Return a stranger's text as one that fits into a job: no half characters, not without end."""
    return text.encode("utf-8", "ignore").decode()[:_LONGEST_HINT]


def _list_name(job: ListJob) -> str:
    """Return what all pages of one list have in common, from visit to visit."""
    return f"{job.source.id}:{job.keyword}"


def _is_web_address(url: str) -> bool:
    if len(url) > _LONGEST_URL:
        return False
    try:
        return bool(canonical_url(url))
    except ValueError:
        return False
