"""What list and page jobs do alike: wait for the host's turn, fetch, and decide what a failed fetch means."""

from crawler.failures import FetchFailed, NoRoom
from crawler.fetcher import Fetched, Fetcher
from crawler.job_log import timed
from crawler.job_results import Failed, RateLimited
from crawler.stores import WorkerStores
from scheduler.jobs import ListJob, PageJob
from storage.keys import host_of
from storage.outcomes import TRANSIENT
from storage.seen.port import Validators

_NO_ROOM_SECONDS = 20.0


class JobFetcher:
    """Fetches for jobs, as polite as their source and robots.txt ask."""

    def __init__(self, ports: WorkerStores, fetcher: Fetcher) -> None:
        self._ports = ports
        self._fetcher = fetcher

    async def pace_seconds(self, job: ListJob | PageJob) -> float:
        """Return the pace of the job's host: the source's, or the crawl delay of robots.txt if that is longer.

        Raises:
            FetchFailed: The host of the job does not answer for robots.txt.
        """
        pace = job.source.pace_seconds
        if job.source.obey_robots:
            pace = max(pace, (await self._fetcher.robots_rules(job.url)).delay_seconds())
        return pace

    async def take_turn(self, job: ListJob | PageJob, pace_seconds: float) -> float:
        """Take the host's next turn; return 0.0 if it is now, else the seconds until it comes."""
        return await self._ports.acquire(host_of(job.url), pace_seconds)

    async def fetch(
        self, job: ListJob | PageJob, *, validators: Validators | None = None, stay_on_host: bool = False
    ) -> Fetched:
        """Fetch the job's URL for its source; see ``Fetcher.fetch``."""
        with timed("fetch_ms"):
            return await self._fetcher.fetch(
                job.url, source=job.source, validators=validators, stay_on_host=stay_on_host
            )

    async def retry(self, job: ListJob | PageJob, failure: FetchFailed) -> Failed | RateLimited | None:
        """Return how to retry a failed fetch, or None if its outcome is final.

        A host that asked for a delay (Retry-After) is closed for all workers.
        """
        if isinstance(failure, NoRoom):
            return RateLimited(delay_seconds=_NO_ROOM_SECONDS)
        if failure.retry_after_seconds:
            await self._ports.hold(host_of(job.url), failure.retry_after_seconds)
        if failure.outcome not in TRANSIENT:
            return None
        return Failed(outcome=failure.outcome, detail=failure.detail, wait_seconds=failure.retry_after_seconds)
