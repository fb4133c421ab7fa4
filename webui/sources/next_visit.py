"""Why a source's next visit is at its time. Pure."""

from datetime import datetime
from enum import StrEnum

from scheduler.open_visits import holds_back
from storage.counters.events import RunCounts
from storage.database.port import RunRecord


class NextVisitReason(StrEnum):
    """What determines the time of the next visit."""

    PAUSED = "paused"
    FIRST = "first"
    DUE = "due"
    RETRY = "retry"
    WAITING = "waiting"
    INTERVAL = "interval"
    ADAPTIVE = "adaptive"


def next_visit_reason(
    *,
    enabled: bool,
    next_visit: datetime,
    interval_seconds: int,
    is_adaptive: bool,
    changed: datetime,
    is_retried: bool,
    newest: RunRecord | None,
    counts: RunCounts | None,
    now: datetime,
) -> NextVisitReason:
    """Return why the next visit is at ``next_visit``.

    ``newest`` is the latest visit, ``counts`` the workers' for it. ``is_retried`` says that its
    last attempt has failed and is repeated.

    While a visit without a read list, or with very many waiting jobs, is in the queue, the
    scheduler does not queue the source again, whatever the interval is.
    """
    if not enabled:
        return NextVisitReason.PAUSED
    if newest is None:
        return NextVisitReason.FIRST
    # A visit that is not over explains more than any time does.
    if newest.finished is None and holds_back(
        newest, counts, now, interval_seconds=interval_seconds, changed=changed
    ):
        return NextVisitReason.RETRY if is_retried else NextVisitReason.WAITING
    if next_visit <= now:
        return NextVisitReason.DUE
    return NextVisitReason.ADAPTIVE if is_adaptive else NextVisitReason.INTERVAL
