"""Start the visits of due sources: put their list jobs, then record the runs of all of them
together.

A server answers one statement for a hundred sources nearly as fast as one for a single source. The
jobs come first: if the scheduler dies before the runs are recorded, it visits these sources twice
rather than never. If only the database goes away, the scheduler keeps the runs and records them
when it is back.
"""

import logging
import random
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from scheduler.errors import QueueUnavailable
from scheduler.log_events import LogEvent
from scheduler.open_visits import holds_back
from scheduler.planner import plan, seal_headers
from scheduler.queue.port import LIST_TUBE, NewJob, Queue
from scheduler.queue.rank import round_of
from scheduler.recurrence import next_visit, second_visit
from scheduler.rhythm import Rhythm, adaptive_seconds
from storage.counters.store import Counters
from storage.database.errors import UnreadableSource
from storage.database.port import Configuration, RunRecord, RunStart, SourceRecord
from storage.errors import Unavailable
from storage.outcomes import LIST_WORKS
from storage.sealing import HeaderSeal

logger = logging.getLogger(__name__)

_BATCH = 100
# A source without a readable interval.
_UNREADABLE_RESTS = timedelta(hours=1)


@dataclass(frozen=True)
class Started:
    """What one step did: how many visits it started, and whether more sources are due."""

    visits: int
    more: bool


@dataclass(frozen=True)
class _Put:
    """A visit whose jobs are in the queue."""

    source: SourceRecord
    start: RunStart


class VisitStarter:
    """Starts the visits of due sources, a bounded number in each step. The caller leads."""

    def __init__(
        self,
        configuration: Configuration,
        queue: Queue,
        counters: Counters,
        *,
        seal: HeaderSeal,
        longest_seconds: float,
    ) -> None:
        """``longest_seconds`` is how long a step may put jobs."""
        self._configuration = configuration
        self._queue = queue
        self._counters = counters
        self._seal = seal
        self._longest_seconds = longest_seconds
        self._unrecorded: list[_Put] = []

    def forget(self) -> None:
        """Forget the visits that are not recorded, because another scheduler leads and may have
        started them too.
        """
        self._unrecorded = []

    def step(self, now: datetime) -> Started:
        """Start the visits of the next due sources; first record those that were put before the
        database went away.
        """
        started = self._record()
        try:
            due = self._configuration.due_sources(now, _BATCH)
        except UnreadableSource as error:
            logger.exception(LogEvent.RUN_FAILED, extra={"source_id": error.source_id})
            self._configuration.reschedule({error.source_id: now + _UNREADABLE_RESTS})
            return Started(started, more=True)
        newest = self._configuration.newest_runs([source.id for source in due])
        held_back = self._held_back(due, newest, now)
        latest, skipped = time.monotonic() + self._longest_seconds, {}
        is_late = False
        try:
            for source in due:
                if is_late := time.monotonic() > latest:
                    break
                if source.id in held_back:
                    logger.debug(LogEvent.RUN_SKIPPED, extra=_name(source))
                elif self._was_put(source, newest.get(source.id), now):
                    continue
                skipped[source.id] = _next(source, now, None)
        finally:
            # If the queue goes away in the middle, the visits before have begun.
            started += self._record()
        if skipped:
            self._configuration.reschedule(skipped)
        return Started(started, is_late or len(due) == _BATCH)

    def _held_back(
        self, due: Sequence[SourceRecord], newest: Mapping[int, RunRecord], now: datetime
    ) -> set[int]:
        """Return the ids of sources whose newest visit still fills the queue."""
        sources = {source.id: source for source in due}
        runs = [run for run in newest.values() if run.finished is None]
        counts = self._counters.run_counts([run.id for run in runs])
        return {
            run.source_id
            for run in runs
            if holds_back(
                run,
                counts.get(run.id),
                now,
                interval_seconds=sources[run.source_id].interval_seconds,
                changed=sources[run.source_id].changed,
            )
        }

    def _was_put(self, source: SourceRecord, last: RunRecord | None, now: datetime) -> bool:
        """Put the jobs of a visit and return True, or log why this source cannot be visited."""
        try:
            self._unrecorded.append(_Put(source, self._put(source, last, now)))
        except QueueUnavailable:
            raise
        except Exception:  # a bug with one source must not stop the visits of the others
            logger.exception(LogEvent.RUN_FAILED, extra=_name(source))
            return False
        return True

    def _put(self, source: SourceRecord, last: RunRecord | None, now: datetime) -> RunStart:
        run_id = uuid.uuid4().hex
        rhythm = _rhythm(source, last)
        jobs = [
            replace(job, source=seal_headers(job.source, self._seal))
            for job in plan(source, run_id, visited_since=_visited_since(source, last, now))
        ]
        # Without a keyword there is nothing to wait for: one may come before the next visit.
        finished = None if jobs else now
        run = RunRecord(
            id=run_id, source_id=source.id, started=now, jobs=len(jobs), finished=finished
        )
        following = _next(source, now, rhythm) if last else _second(source, now)
        start = RunStart(run=run, next_visit=following, rhythm=rhythm.to_json())
        # Last, because what fails before leaves nothing in the queue.
        ids = self._queue.put(
            LIST_TUBE,
            [
                NewJob(body=job.to_json(), priority=source.priority, round=round_of(index))
                for index, job in enumerate(jobs)
            ],
        )
        return replace(start, run=replace(run, last_job=ids[-1] if ids else ""))

    def _record(self) -> int:
        """Record what was put; return how many runs were recorded."""
        recorded = self._recorded(self._unrecorded)
        self._unrecorded = []
        return recorded

    def _recorded(self, visits: Sequence[_Put]) -> int:
        if not visits:
            return 0
        try:
            self._configuration.start_runs([each.start for each in visits])
        except Unavailable:
            raise
        except Exception:  # see _was_put
            if len(visits) == 1:
                [visit] = visits
                logger.exception(LogEvent.RUN_FAILED, extra=_name(visit.source))
                self._configuration.reschedule({visit.source.id: visit.start.next_visit})
                return 0
        else:
            for each in visits:
                _log_started(each.start.run, each.source)
            return len(visits)
        # One of them keeps the others from their runs.
        return sum(self._recorded([each]) for each in visits)


def _name(source: SourceRecord) -> dict[str, object]:
    return {"source_id": source.id, "source": source.name}


def _log_started(run: RunRecord, source: SourceRecord) -> None:
    fields = {"run_id": run.id, "channel": source.channel, "url": source.address, "jobs": run.jobs}
    logger.info(LogEvent.RUN_STARTED, extra=_name(source) | fields)


def _rhythm(source: SourceRecord, last: RunRecord | None) -> Rhythm:
    """Return the source's rhythm with its last visit, whose counts are known by now."""
    rhythm = Rhythm.from_json(source.rhythm)
    if last and _was_read(last):
        return rhythm.observed(last.started, last.new)
    return rhythm


def _next(source: SourceRecord, now: datetime, rhythm: Rhythm | None) -> datetime:
    seconds = source.interval_seconds
    if rhythm is not None and source.longest_interval_seconds:
        seconds = adaptive_seconds(rhythm, now, seconds, source.longest_interval_seconds)
    return next_visit(now, seconds, random.random())


def _second(source: SourceRecord, now: datetime) -> datetime:
    return second_visit(now, source.interval_seconds, source.id)


def _visited_since(source: SourceRecord, last: RunRecord | None, now: datetime) -> float:
    """Return the time since which the source is visited as it is now: that of its first visit, or
    of the first one after a change, such as another address.
    """
    if source.changed is None:
        return 0.0
    is_first = last is None or last.started < source.changed
    if is_first:
        return now.timestamp()
    return source.changed.timestamp()


def _was_read(run: RunRecord) -> bool:
    return any(run.lists.get(outcome) for outcome in LIST_WORKS)
