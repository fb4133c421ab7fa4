"""Why a source is visited next when it is; no clock, no store."""

from datetime import datetime
from enum import StrEnum

from storage.configuration.port import RunRecord


class NextVisitReason(StrEnum):
    """What decides the time of the next visit."""

    PAUSED = "paused"
    FIRST = "first"
    DUE = "due"
    WAITING = "waiting"
    INTERVAL = "interval"


def next_visit_reason(
    *, enabled: bool, next_visit: datetime, newest: RunRecord | None, now: datetime
) -> NextVisitReason:
    """Return why the next visit is at ``next_visit``; ``newest`` is the latest visit.

    A visit that has read no list yet still waits in the queue. The source is put again only when it has been read or
    counts as lost, whatever the interval says.
    """
    if not enabled:
        return NextVisitReason.PAUSED
    if newest is None:
        return NextVisitReason.FIRST
    if newest.finished is None and not newest.lists:
        return NextVisitReason.WAITING
    return NextVisitReason.DUE if next_visit <= now else NextVisitReason.INTERVAL
