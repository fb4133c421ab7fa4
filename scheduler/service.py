"""The scheduler's loop: due sources to list jobs, workers' counts to runs."""

import logging
import random
import threading
import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from scheduler.errors import QueueRefused, QueueUnavailable
from scheduler.leader import Leader
from scheduler.planner import plan
from scheduler.queue.port import LIST_TUBE, NewJob, Queue
from scheduler.recurrence import next_visit
from storage.configuration.port import Configuration, RunRecord, SourceRecord
from storage.documents.port import Documents
from storage.errors import Refused, Unavailable
from storage.stats.port import RunCounts, Stats

logger = logging.getLogger(__name__)

_BATCH = 200
_COLLECT_SECONDS = 5.0
_RETENTION_SECONDS = 3600.0
_OPEN_RUNS = timedelta(days=1)
_LONGEST_WAIT_SECONDS = 5.0


class Scheduler:
    """Ticks until it is stopped. While a server is away it says so, waits and goes on."""

    def __init__(
        self,
        configuration: Configuration,
        queue: Queue,
        stats: Stats,
        documents: Documents,
        *,
        lead_seconds: int,
        tick_seconds: float,
        retention_days: int,
    ) -> None:
        self._configuration = configuration
        self._queue = queue
        self._stats = stats
        self._documents = documents
        self._leader = Leader(configuration, lead_seconds)
        self._tick_seconds = tick_seconds
        self._retention_days = retention_days
        self._stopping = threading.Event()
        self._next_collection = datetime.min.replace(tzinfo=UTC)
        self._next_retention = datetime.min.replace(tzinfo=UTC)

    def stop(self) -> None:
        """Let ``run`` return after the tick that is under way; safe in a signal handler."""
        self._stopping.set()

    def run(self) -> None:
        """Tick until ``stop``; then give the lead up."""
        wait = self._tick_seconds
        while not self._stopping.is_set():
            try:
                self.tick(datetime.now(UTC))
                wait = self._tick_seconds
            except (Unavailable, QueueUnavailable) as error:
                wait = min(max(wait * 2, 0.5), _LONGEST_WAIT_SECONDS)
                logger.warning("%s; trying again in %.1f s", error, wait)
            self._stopping.wait(wait)
        try:
            self._leader.resign()
        except Unavailable as error:
            logger.warning("the lead could not be given up and will expire: %s", error)

    def tick(self, now: datetime) -> int:
        """Do what is due at ``now``; return how many sources were put on their way. Nothing without the lead."""
        if not self._leader.leads(now):
            return 0
        visited = 0
        for source in self._configuration.due_sources(now, _BATCH):
            self._start(source, now)
            visited += 1
        if now >= self._next_collection:
            self._collect_counts(now)
            self._next_collection = now + timedelta(seconds=_COLLECT_SECONDS)
        if self._retention_days and now >= self._next_retention:
            self._drop_old(now)
            self._next_retention = now + timedelta(seconds=_RETENTION_SECONDS)
        return visited

    def _start(self, source: SourceRecord, now: datetime) -> None:
        """Put the jobs, then move the next visit: dying in between visits the source twice, never not at all."""
        run_id = uuid.uuid4().hex
        jobs = plan(source, run_id)
        try:
            self._queue.put(LIST_TUBE, [NewJob(body=job.to_json(), priority=source.priority) for job in jobs])
        except QueueRefused:
            logger.exception("source %s was not put", source.name)
        run = RunRecord(id=run_id, source_id=source.id, started=now, jobs=len(jobs))
        self._configuration.start_run(run, next_visit(now, source.interval_seconds, random.random()))
        logger.debug("source %s: %d list jobs", source.name, len(jobs))

    def _collect_counts(self, now: datetime) -> None:
        runs = self._configuration.open_runs(now - _OPEN_RUNS)
        counts = self._stats.run_counts([run.id for run in runs])
        changed = [_with_counts(run, counts[run.id], now) for run in runs if run.id in counts]
        self._configuration.save_runs(changed)

    def _drop_old(self, now: datetime) -> None:
        try:
            dropped = self._documents.drop_before((now - timedelta(days=self._retention_days)).date())
        except Refused:
            logger.exception("old documents could not be dropped")
            return
        if dropped:
            logger.info("dropped %d months of documents older than %d days", dropped, self._retention_days)


def _with_counts(run: RunRecord, counts: RunCounts, now: datetime) -> RunRecord:
    """Return the run with its counts; it is finished when every list and every new page has its outcome."""
    complete = sum(counts.lists.values()) >= run.jobs and sum(counts.pages.values()) >= counts.new
    return replace(
        run,
        found=counts.found,
        new=counts.new,
        lists=counts.lists,
        pages=counts.pages,
        finished=now if complete else None,
    )
