"""The scheduler's loop: put list jobs for due sources, save the workers' counts with the runs."""

import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from scheduler.errors import SchedulerError
from scheduler.leader import Leader
from scheduler.log_events import LogEvent
from scheduler.lost_visits import give_up_lost
from scheduler.queue.port import Queue, gauges
from scheduler.recurrence import JITTER, Every
from scheduler.revisits import Revisits
from scheduler.visits import VisitStarter
from storage.counters.events import RunCounts
from storage.counters.store import Counters
from storage.database.port import Configuration, RunRecord
from storage.documents.port import Documents
from storage.errors import Refused, StorageError
from storage.sealing import HeaderSeal

logger = logging.getLogger(__name__)

_COLLECT_SECONDS = 5.0
_CLEANING_SECONDS = 3600.0
_SAMPLE_SECONDS = 60.0
_CHECK_SECONDS = 60.0
# Articles to visit again are looked for once a minute, and more often if an age of articles is
# short.
_REVISIT_SECONDS = 60.0
_REVISIT_SHARE = 10
# The counts of young runs are collected every few seconds, those of older ones, which may never
# finish, less often.
_YOUNG_RUNS = timedelta(hours=1)
_OPEN_RUNS = timedelta(days=1)
_COLLECT_ALL_SECONDS = 300.0
_KEPT_RUNS = timedelta(days=30)
_MAX_BURIED = 10_000
_MAX_WAIT_SECONDS = 5.0


class Scheduler:
    """Ticks until it is stopped.

    If a store does not answer or refuses, it logs that, waits and goes on.
    """

    def __init__(
        self,
        configuration: Configuration,
        queue: Queue,
        counters: Counters,
        documents: Documents,
        *,
        seal: HeaderSeal,
        lead_seconds: int,
        tick_seconds: float,
        retention_days: int,
        revisit_ages: Mapping[str, Sequence[int]],
    ) -> None:
        self._configuration = configuration
        self._queue = queue
        self._counters = counters
        self._documents = documents
        self._leader = Leader(configuration, lead_seconds)
        self._tick_seconds = tick_seconds
        self._retention_days = retention_days
        self._stopping = threading.Event()
        self._more_are_due = False
        self._collection, self._full_collection = (
            Every(_COLLECT_SECONDS),
            Every(_COLLECT_ALL_SECONDS),
        )
        self._check = Every(_CHECK_SECONDS)
        # The lease is extended at each tick. On a slow database, many due sources must not take it
        # longer than that.
        self._visits = VisitStarter(
            configuration, queue, counters, seal=seal, longest_seconds=lead_seconds / 3
        )
        self._revisits = Revisits(configuration, queue, documents, seal=seal, ages=revisit_ages)
        first_ages = [ages[0] / _REVISIT_SHARE for ages in revisit_ages.values() if ages]
        self._revisit = Every(min([_REVISIT_SECONDS, *first_ages]))
        self._sample, self._cleaning = Every(_SAMPLE_SECONDS), Every(_CLEANING_SECONDS)

    def stop(self) -> None:
        """Let ``run`` return after the current tick. You can call this in a signal handler."""
        self._stopping.set()

    def run(self) -> None:
        """Tick until ``stop``; then release the lease."""
        wait = self._tick_seconds
        while not self._stopping.is_set():
            try:
                self.tick(self._configuration.now())
                wait = 0.0 if self._more_are_due else self._tick_seconds
            except (StorageError, SchedulerError) as error:
                wait = min(max(wait * 2, 0.5), _MAX_WAIT_SECONDS)
                logger.warning(
                    LogEvent.STORE_UNAVAILABLE, extra={"error": str(error), "retry_seconds": wait}
                )
            self._stopping.wait(wait)
        try:
            self._leader.resign()
        # The lease ends by itself; only the next scheduler waits a little for that.
        except StorageError as error:
            logger.warning(LogEvent.LEASE_NOT_RELEASED, extra={"error": str(error)})

    def tick(self, now: datetime) -> int:
        """Do what is due at ``now``, by the configuration's clock; return the number of visits
        started.

        Do nothing without the lease.
        """
        self._more_are_due = False
        if not self._leader.leads():
            self._visits.forget()
            return 0
        if self._check.due(now):
            self._bring_forward(now)
            self._check.done(now)
        started = self._visits.step(now)
        self._more_are_due = started.more
        if self._collection.due(now):
            self._collect_counts(now)
            self._collection.done(now)
        if self._sample.due(now):
            self._counters.record_gauges(now.timestamp(), gauges(self._queue.stats()))
            self._sample.done(now)
        if self._cleaning.due(now):
            self._clean(now)
            self._cleaning.done(now)
        # Last, because it is the only one that needs the documents each time.
        if self._revisit.due(now):
            self._visit_again(now)
        return started.visits

    def _bring_forward(self, now: datetime) -> None:
        moved = self._configuration.bring_forward(now, JITTER)
        if moved:
            logger.warning(LogEvent.CLOCK_SET_BACK, extra={"sources": moved})

    def _visit_again(self, now: datetime) -> None:
        try:
            more = self._revisits.step(now)
        except Refused:
            # New pages do not wait for what is wrong with the stored ones.
            logger.exception(LogEvent.REVISITS_REFUSED)
            more = False
        if more:
            self._more_are_due = True
        else:
            self._revisit.done(now)

    def _collect_counts(self, now: datetime) -> None:
        everything = self._full_collection.due(now)
        runs = self._configuration.open_runs(now - (_OPEN_RUNS if everything else _YOUNG_RUNS))
        counts = self._counters.run_counts([run.id for run in runs])
        counted = [
            (run, _with_counts(run, counts[run.id], now)) for run in runs if run.id in counts
        ]
        self._configuration.save_runs([after for before, after in counted if after != before])
        if everything:
            latest = {run.id: run for run in runs} | {after.id: after for _, after in counted}
            unfinished = [run for run in latest.values() if run.finished is None]
            give_up_lost(unfinished, self._configuration, self._queue, self._counters, now)
            self._full_collection.done(now)

    def _clean(self, now: datetime) -> None:
        dropped = self._configuration.drop_runs(now - _KEPT_RUNS)
        if dropped:
            logger.info(LogEvent.RUNS_DROPPED, extra={"count": dropped, "days": _KEPT_RUNS.days})
        self._trim_buried()
        if self._retention_days:
            self._drop_old(now)

    def _trim_buried(self) -> None:
        """Keep buried jobs from filling the queue.

        Later visits find the pages of deleted jobs again.
        """
        for tube in self._queue.stats():
            if tube.buried > _MAX_BURIED:
                dropped = self._queue.drop_buried(tube.tube, tube.buried - _MAX_BURIED)
                logger.warning(LogEvent.BURIED_DROPPED, extra={"tube": tube.tube, "count": dropped})

    def _drop_old(self, now: datetime) -> None:
        try:
            dropped = self._documents.drop_before(
                (now - timedelta(days=self._retention_days)).date()
            )
        except Refused:
            logger.exception(LogEvent.DOCUMENTS_NOT_DROPPED)
            return
        if dropped:
            logger.info(
                LogEvent.DOCUMENTS_DROPPED, extra={"months": dropped, "days": self._retention_days}
            )


def _with_counts(run: RunRecord, counts: RunCounts, now: datetime) -> RunRecord:
    """Return the run with its counts.

    It is finished when every list and page that was put has its outcome.

    A job may be counted before the one that put it, so counts are final only if the last collection
    saw the same.
    """
    counted = replace(
        run, found=counts.found, new=counts.new, lists=counts.lists, pages=counts.pages
    )
    lists_are_done = sum(counts.lists.values()) >= run.jobs + counts.put_lists
    complete = lists_are_done and sum(counts.pages.values()) >= counts.new
    if complete and counted == run:
        return replace(counted, finished=now)
    return counted
