"""What list and page jobs do alike: fetch, and decide what a failed fetch means."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from crawler.failures import FetchFailed, NoRoom, TooEarly
from crawler.fetcher import Fetched, Fetcher
from crawler.job_log import timed
from crawler.job_results import Continued, Failed, RateLimited
from crawler.redirects import Redirect, packed_redirects, unpacked_redirects
from hooks.answers import PageKeeper
from scheduler.jobs import ListJob, PageJob
from scheduler.queue.rank import LAST_PRIORITY
from storage.keys import fetchable_url
from storage.outcomes import Outcome
from storage.seen.port import Validators

_NO_ROOM_SECONDS = 20.0
MAX_HOPS = 5
"""Most redirects after which a fetch becomes a new job."""


class JobFetcher:
    """Fetches for jobs, as polite as their source and robots.txt ask."""

    def __init__(self, fetcher: Fetcher, keeper: PageKeeper | None = None) -> None:
        self._fetcher = fetcher
        self._keeper = keeper

    async def pace_seconds(self, job: ListJob) -> float:
        """Return the pace of the list's host: the source's, or the crawl delay of robots.txt if
        that is longer.

        Raises:
            FetchFailed: The host of the job does not answer for robots.txt.
        """
        pace = job.source.pace_seconds
        if job.source.obey_robots:
            rules = await self._fetcher.robots_rules(job.fetch_url, source=job.source)
            pace = max(pace, rules.delay_seconds())
        return pace

    async def usage(self, job: PageJob, url: str) -> tuple[str, ...]:
        """Return what robots.txt and other files of the host say about the use of a page that was
        just fetched, as statements; nothing if robots.txt is not obeyed, or if they are not at hand
        any more.
        """
        if not job.source.obey_robots:
            return ()
        with suppress(FetchFailed):
            return (await self._fetcher.robots_rules(url, source=job.source)).usage_statements(url)
        return ()

    async def fetch(
        self,
        job: ListJob | PageJob,
        *,
        validators: Validators | None = None,
        stay_on_host: bool = False,
    ) -> Fetched:
        """Fetch the job's address for its source; see ``Fetcher.fetch``."""
        try:
            with timed("fetch_ms"):
                return await self._fetcher.fetch(
                    job.fetch_url,
                    source=job.source,
                    validators=validators,
                    stay_on_host=stay_on_host,
                    rank=turn_rank(job),
                )
        except TooEarly as early:
            # Each wait puts the redirect's target in a new job, so a loop between hosts must end by
            # count.
            if job.hops < MAX_HOPS or not _is_elsewhere(job, early):
                raise
            detail = f"more than {MAX_HOPS} redirects that had to wait, last to {early.url[:200]}"
            raise FetchFailed(Outcome.REDIRECT_LOOP, detail) from early

    def retry(
        self, job: ListJob | PageJob, failure: FetchFailed
    ) -> Failed | RateLimited | Continued | None:
        """Return how to retry a failed fetch, or None if its outcome is final."""
        if isinstance(failure, NoRoom):
            return RateLimited(delay_seconds=_NO_ROOM_SECONDS, gives_way=True)
        if isinstance(failure, TooEarly):
            return self._later(job, failure)
        if not failure.outcome.is_transient:
            return None
        return Failed(
            outcome=failure.outcome,
            detail=failure.detail,
            wait_seconds=failure.retry_after_seconds,
            is_refusal=failure.is_refusal,
        )

    def moved(self, job: PageJob, url: str, redirects: Sequence[Redirect]) -> PageJob:
        """Return the job at the address to which these redirects led.

        It carries them if its page is kept. The text that it carries matters more: a job that
        is too big for the queue goes without them.
        """
        moved = replace(job, hops=job.hops + 1, url=url, redirects="")
        if self._keeper is None or not self._keeper.wants(job.source):
            return moved
        way = (*unpacked_redirects(job.redirects), *redirects)
        carrying = replace(moved, redirects=packed_redirects(way))
        return carrying if carrying.fits else moved

    def _later(self, job: ListJob | PageJob, early: TooEarly) -> RateLimited | Continued:
        """Return the job at the address whose turn comes later, so that a redirect is not followed
        from its start again.
        """
        if not _is_elsewhere(job, early):
            return RateLimited(delay_seconds=early.wait_seconds)
        moved: ListJob | PageJob
        if isinstance(job, ListJob):
            moved = replace(job, hops=job.hops + 1, moved_to=early.url)
        else:
            moved = self.moved(job, early.url, early.redirects)
        return Continued(job=moved, delay_seconds=early.wait_seconds)


def turn_rank(job: ListJob | PageJob) -> int:
    """Return the rank of a job at its host's turn: by the priority of its source, lists before
    pages, and revisits last.
    """
    if isinstance(job, PageJob) and job.revisit:
        return 2 * LAST_PRIORITY + 3
    return 2 * job.source.priority + 1 + isinstance(job, PageJob)


def _is_elsewhere(job: ListJob | PageJob, early: TooEarly) -> bool:
    # Without an address, the connection took so long that the turn was lost: the job comes back for
    # its own address.
    return bool(early.url) and fetchable_url(early.url) != fetchable_url(job.fetch_url)
