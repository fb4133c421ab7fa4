"""Put the jobs that a list leads to: one for each new page, and those of further lists."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain

from crawler import steps
from crawler.citations import citations, links_as_text
from crawler.grown_threads import GrownThreads
from crawler.job_log import log_queued, timings
from crawler.list_content import Candidate
from crawler.list_limits import spread_seconds
from crawler.list_links import is_web_address, job_text
from crawler.packing import pack_bytes
from crawler.stores import WorkerStores
from extractor.results import Kind
from scheduler.jobs import ListJob, PageJob
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob
from scheduler.queue.rank import round_of
from storage.keys import canonical_address, fetchable_url, host_of, url_key
from storage.parts import in_parts

# It takes a tenth of a second to encode this many jobs, during which the event loop does nothing
# else.
_PUT_TOGETHER = 500


class FollowingJobs:
    """Puts jobs, each for its turn at its host."""

    def __init__(self, ports: WorkerStores, claim_seconds: int) -> None:
        self._ports = ports
        self._claim_seconds = claim_seconds
        self._threads = GrownThreads(ports)

    async def put_pages(
        self,
        job: ListJob,
        new: Sequence[Candidate],
        owner: str,
        pace_seconds: float,
        collected: datetime,
    ) -> None:
        """Put a job for each page of a list that was fetched at ``collected``.

        A page comes at ``pace_seconds`` on the list's host; each page of another host asks its
        robots.txt.
        """
        by_host: dict[str, list[Candidate]] = defaultdict(list)
        for candidate in new:
            by_host[host_of(candidate.url)].append(candidate)
        planned = await asyncio.gather(
            *(self._plan(job, group, owner, pace_seconds) for group in by_host.values())
        )
        # In the order of the list again: it decides in which round of the queue a page comes.
        pages = sorted(chain.from_iterable(planned), key=lambda pair: pair[0].place)
        for part in in_parts(pages, _PUT_TOGETHER):
            await self._put_part(job, part, collected.timestamp())

    async def put_lists(self, lists: Sequence[ListJob], run_id: str, owner: str) -> int:
        """Put jobs for further lists of a run, each list once; return the number of jobs."""
        # Claim them for this run and never commit them, so that a cycle of pages ends here.
        keys = [url_key(canonical_address(each.url), f"list of {run_id}") for each in lists]
        if keys:
            granted = await self._ports.claim(keys, owner, self._claim_seconds)
        else:
            granted = []
        ours = [each for each, is_ours in zip(lists, granted, strict=True) if is_ours]
        delays = spread_seconds(ours)
        await self._ports.put(LIST_TUBE, _new_jobs(ours, delays, range(len(ours))))
        for each, delay in zip(ours, delays, strict=True):
            log_queued(each, delay)
        return len(ours)

    async def _plan(
        self, job: ListJob, group: Sequence[Candidate], owner: str, pace_seconds: float
    ) -> list[tuple[Candidate, float]]:
        """Return the candidates of one host, each with the delay until its turn; their claims last
        so long.
        """
        host = host_of(group[0].url)
        if not host:
            # Pages that the list has carried whole, which are here already.
            return [(candidate, 0.0) for candidate in group]
        is_own_host = host == host_of(job.fetch_url)
        interval = pace_seconds if is_own_host else job.source.pace_seconds
        delays = await self._ports.plan(host, len(group), interval)
        # A claim that ends before the page's turn lets another visit put the page again.
        if delays[-1] > self._claim_seconds / 2:
            ttl = int(delays[-1]) + self._claim_seconds
            await self._ports.claim([candidate.key for candidate in group], owner, ttl)
        return list(zip(group, delays, strict=True))

    async def _put_part(
        self, job: ListJob, part: Sequence[tuple[Candidate, float]], collected: float
    ) -> None:
        candidates = [candidate for candidate, _ in part]
        delays = [delay for _, delay in part]
        # A thread that has grown goes on at its last known page.
        page_jobs = await self._threads.resumed(
            [_page_job(job, candidate, collected) for candidate in candidates]
        )
        page_jobs = [self._ports.watchers.begun(page) for page in page_jobs]
        places = [candidate.place for candidate in candidates]
        await self._ports.put(PAGE_TUBE, _new_jobs(page_jobs, delays, places))
        for page, delay in zip(page_jobs, delays, strict=True):
            log_queued(page, delay)
            self._ports.traces.add(steps.found(page, delay))
        self._ports.watchers.found(page_jobs, timings())


def _page_job(job: ListJob, candidate: Candidate, collected: float) -> PageJob:
    link = candidate.link
    kind = Kind.POST.value if link.is_post else job.source.expected_kind
    # The address comes out of the feed, and may be anything.
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


def _new_jobs(
    jobs: Sequence[ListJob | PageJob], delays: Sequence[float], places: Sequence[int]
) -> list[NewJob]:
    return [
        NewJob(
            body=job.to_json(),
            priority=job.source.priority,
            round=round_of(place),
            delay_seconds=delay,
        )
        for job, delay, place in zip(jobs, delays, places, strict=True)
    ]
