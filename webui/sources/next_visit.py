"""Why a source's next visit is at its time. Pure."""

from datetime import datetime
from enum import StrEnum

from storage.configuration.port import RunRecord


class NextVisitReason(StrEnum):
    """What determines the time of the next visit."""

    PAUSED = "paused"
    FIRST = "first"
    DUE = "due"
    WAITING = "waiting"
    INTERVAL = "interval"


def next_visit_reason(
    *, enabled: bool, next_visit: datetime, newest: RunRecord | None, now: datetime
) -> NextVisitReason:
    """Return why the next visit is at ``next_visit``. ``newest`` is the latest visit.

    A visit without a read list is still in the queue. The source is queued again only after the list has been read or
    counts as lost, whatever the interval is.
    """
    if not enabled:
        return NextVisitReason.PAUSED
    if newest is None:
        return NextVisitReason.FIRST
    if newest.finished is None and not newest.lists:
        return NextVisitReason.WAITING
    return NextVisitReason.DUE if next_visit <= now else NextVisitReason.INTERVAL
