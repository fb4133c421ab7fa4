"""What a worker tells of itself in its heartbeat."""

import time
from collections import Counter

import psutil

from crawler.memory import family_bytes
from crawler.newer_jobs import NewerJobs
from crawler.rate import RecentRate
from scheduler.jobs import ListJob, PageJob
from storage.workers.status import WorkerStatus


class WorkerReport:
    """Knows since when a worker runs, how fast it is and how much memory it takes.

    ``has_children``: what the worker starts counts as its memory too.
    """

    def __init__(self, name: str, pool: str, *, has_children: bool) -> None:
        self.newer = NewerJobs()
        self._name = name
        self._pool = pool
        self._has_children = has_children
        self._page_rate = RecentRate(time.monotonic())
        self._list_rate = RecentRate(time.monotonic())
        self._started = time.time()
        self._process = psutil.Process()

    def status(
        self, active: int, ended: Counter[type[ListJob | PageJob]], problem: str, order: str
    ) -> WorkerStatus:
        """Return the status of a worker with so many jobs in flight and so many that have ended."""
        now = time.monotonic()
        pages, lists = ended[PageJob], ended[ListJob]
        return WorkerStatus(
            name=self._name,
            pool=self._pool,
            started=self._started,
            at=time.time(),
            active=active,
            memory_bytes=self._memory_bytes(),
            pages=pages,
            lists=lists,
            pages_per_minute=self._page_rate.per_minute(now, pages),
            lists_per_minute=self._list_rate.per_minute(now, lists),
            problem=problem,
            newer_version=self.newer.lately(now),
            order=order,
        )

    def _memory_bytes(self) -> int:
        own: int = self._process.memory_info().rss
        # Only the pools of features start programs of their own, such as a browser.
        if not self._has_children:
            return own
        return own + family_bytes(self._process.children())
