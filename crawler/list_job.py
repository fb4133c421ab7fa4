"""One list job from the conditional request to the page jobs that its new links become.

Claim, put, then remember the list's version: a worker that dies in between leaves a list that is read in full
again, and its own claims are granted to it again.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from crawler.channels import read_list
from crawler.channels.page import FetchedList
from crawler.errors import BadPattern, UnknownChannel
from crawler.failures import FetchFailed
from crawler.fetcher import Fetched, Fetcher
from crawler.ports import Ports
from crawler.verdicts import Done, Failed, TooEarly, Verdict
from extractor.results import Link, Listing
from scheduler.jobs import ListJob, PageJob
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob
from storage.keys import canonical_url, host_of, url_key
from storage.outcomes import TRANSIENT, Outcome
from storage.settings import Settings

# A sitemap index may name indexes; deeper than this nobody nests them in earnest.
_DEEPEST_SITEMAP = 4
_THREAD_CHANNELS = frozenset({"board"})


@dataclass(frozen=True)
class _Candidate:
    """A link with its canonical URL and key."""

    link: Link
    url: str
    key: str


class ListWork:
    """Runs list jobs."""

    def __init__(self, settings: Settings, ports: Ports, fetcher: Fetcher, parsing: Executor) -> None:
        self._settings = settings
        self._ports = ports
        self._fetcher = fetcher
        self._parsing = parsing

    async def run(self, job: ListJob) -> Verdict:
        """Bring the list to its outcome and its new links into the queue."""
        try:
            if (wait := await self._turn(job)) > 0:
                return TooEarly(delay_seconds=wait)
            fetched = await self._fetcher.fetch(
                job.url,
                headers=job.source.headers,
                validators=await self._ports.recall(job.url),
                obey_robots=job.source.obey_robots,
            )
        except FetchFailed as failure:
            return await self._failed(job, failure)
        if fetched.status == 304:
            return Done(outcome=Outcome.NOT_MODIFIED, url=job.url)
        return await self._read(job, fetched)

    async def _turn(self, job: ListJob) -> float:
        pace = job.source.pace_seconds
        if job.source.obey_robots:
            pace = max(pace, (await self._fetcher.rules(job.url)).delay_seconds())
        return await self._ports.acquire(host_of(job.url), pace, time.time())

    async def _failed(self, job: ListJob, failure: FetchFailed) -> Verdict:
        if failure.retry_after_seconds:
            await self._ports.hold(host_of(job.url), failure.retry_after_seconds, time.time())
        if failure.outcome in TRANSIENT:
            return Failed(outcome=failure.outcome, detail=failure.detail, wait_seconds=failure.retry_after_seconds)
        return Done(outcome=failure.outcome, detail=failure.detail, url=job.url)

    async def _read(self, job: ListJob, fetched: Fetched) -> Verdict:
        page = FetchedList(url=fetched.url, body=fetched.body, headers=fetched.headers, collected=datetime.now(UTC))
        try:
            listing = await asyncio.get_running_loop().run_in_executor(self._parsing, read_list, page, job.source)
        except (BadPattern, UnknownChannel) as error:
            return Done(outcome=Outcome.BAD_PATTERN, detail=str(error), url=job.url)
        if listing.problem and not (listing.links or listing.children):
            return Done(outcome=Outcome.BAD_FEED, detail=listing.problem, url=job.url)
        return await self._dispatch(job, fetched, listing)

    async def _dispatch(self, job: ListJob, fetched: Fetched, listing: Listing) -> Verdict:
        candidates = list(_candidates(listing.links))
        owner = f"{job.run_id}:{job.url}"
        granted = await self._ports.claim([c.key for c in candidates], owner, self._settings.claim_seconds)
        new = [candidate for candidate, ours in zip(candidates, granted, strict=True) if ours]
        await self._put_pages(job, new, owner)
        await self._put_lists(job, listing, any_new=bool(new), owner=owner)
        if (fetched.validators.etag or fetched.validators.last_modified) and not listing.children:
            # Kept no longer than a claim: a page job that was lost is then found again, though the list may
            # not have changed since. Not for an index of sitemaps, which stays the same while its parts change.
            await self._ports.remember(job.url, fetched.validators, self._settings.claim_seconds)
        outcome = Outcome.LISTED if candidates or listing.children else Outcome.NO_LINKS
        return Done(outcome=outcome, detail=listing.problem, url=job.url, found=len(candidates), new=len(new))

    async def _put_pages(self, job: ListJob, new: list[_Candidate], owner: str) -> None:
        by_host: dict[str, list[_Candidate]] = defaultdict(list)
        for candidate in new:
            by_host[host_of(candidate.url)].append(candidate)
        now = time.time()
        for host, group in by_host.items():
            delays = await self._ports.plan(host, len(group), job.source.pace_seconds, now)
            if delays[-1] > self._settings.claim_seconds / 2:
                ttl = int(delays[-1]) + self._settings.claim_seconds
                await self._ports.claim([c.key for c in group], owner, ttl)
            await self._ports.put(
                PAGE_TUBE,
                [
                    NewJob(
                        body=_page_job(job, candidate, now).to_json(),
                        priority=job.source.priority,
                        delay_seconds=delay,
                    )
                    for candidate, delay in zip(group, delays, strict=True)
                ],
            )

    async def _put_lists(self, job: ListJob, listing: Listing, *, any_new: bool, owner: str) -> None:
        urls: list[str] = []
        if job.page < _DEEPEST_SITEMAP:
            urls += listing.children
        if listing.next_url and any_new and job.page < job.source.max_pages:
            urls.append(listing.next_url)
        urls = [url for url in urls if _is_web_address(url)]
        # Claimed for this run and never committed: a chain of pages that bites its own tail ends here.
        keys = [url_key(canonical_url(url), f"list of {job.run_id}") for url in urls]
        granted = await self._ports.claim(keys, owner, self._settings.claim_seconds) if keys else []
        await self._ports.put(
            LIST_TUBE,
            [
                NewJob(body=replace(job, url=url, page=job.page + 1).to_json(), priority=job.source.priority)
                for url, ours in zip(urls, granted, strict=True)
                if ours
            ],
        )


def _candidates(links: Iterable[Link]) -> Iterable[_Candidate]:
    """Return each canonical URL once, in page order, without what is no web address."""
    known: set[str] = set()
    for link in links:
        try:
            url = canonical_url(link.url)
        except ValueError:
            continue
        key = url_key(url, link.version)
        if key not in known:
            known.add(key)
            yield _Candidate(link, url, key)


def _page_job(job: ListJob, candidate: _Candidate, now: float) -> PageJob:
    link = candidate.link
    is_thread = job.source.channel in _THREAD_CHANNELS
    return PageJob(
        run_id=job.run_id,
        source=job.source,
        url=link.url,
        key=candidate.key,
        collected=now,
        kind="thread" if is_thread else "article",
        list_url=job.url,
        version=link.version,
        title=link.title,
        author=link.author,
        published=link.published.isoformat() if link.published else "",
        thread_url=candidate.url if is_thread else "",
    )


def _is_web_address(url: str) -> bool:
    try:
        return bool(canonical_url(url))
    except ValueError:
        return False
