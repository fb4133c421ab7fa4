"""Decide whether an open visit keeps its source from being visited again. Pure."""

from datetime import datetime

from scheduler.jobs import MAX_LISTS
from scheduler.recurrence import still_waits
from storage.counters.events import RunCounts
from storage.database.port import RunRecord

MAX_WAITING = 5_000
"""A visit of which so many jobs wait keeps its source from being visited again."""


def holds_back(
    run: RunRecord,
    counts: RunCounts | None,
    now: datetime,
    *,
    interval_seconds: int,
    changed: datetime | None,
) -> bool:
    """Return whether a visit that is not finished still fills the queue, and does not count as lost
    yet.

    ``counts`` are the workers' own, which are ahead of those in the run. ``changed`` is when the
    source was changed last. A visit from before reads what the source was then, so it is no reason
    to wait.
    """
    if changed is not None and run.started < changed:
        return False
    return _fills_queue(run, counts) and still_waits(run.started, now, interval_seconds)


def may_hold_back(run: RunRecord) -> bool:
    """Return whether the workers' counts may show that a visit fills the queue, by the counts that
    the run has.
    """
    return run.jobs + run.new + MAX_LISTS >= MAX_WAITING


def _fills_queue(run: RunRecord, counts: RunCounts | None) -> bool:
    """Return whether a visit has read no list yet, or so many of its jobs wait that another visit
    has to wait too.
    """
    if counts is None:
        return not run.lists
    return not (run.lists or counts.lists) or waiting_jobs(run, counts) >= MAX_WAITING


def waiting_jobs(run: RunRecord, counts: RunCounts) -> int:
    """Return how many jobs of a visit have no outcome yet."""
    settled = sum(counts.lists.values()) + sum(counts.pages.values())
    return run.jobs + counts.put_lists + counts.new - settled
