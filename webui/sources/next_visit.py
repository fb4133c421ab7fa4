"""Why a source is visited next when it is; no clock, no store."""

from datetime import datetime
from enum import StrEnum

from storage.configuration.port import RunRecord


class Why(StrEnum):
    """What decides the time of the next visit."""

    PAUSED = "paused"
    FIRST = "first"
    DUE = "due"
    WAITING = "waiting"
    INTERVAL = "interval"


def why_then(*, enabled: bool, next_visit: datetime, newest: RunRecord | None, now: datetime) -> Why:
    """Return why the next visit is at ``next_visit``; ``newest`` is the latest visit.

    A visit that has read no list yet still waits in the queue. The source is put again only when it has been read or
    counts as lost, whatever the interval says.
    """
    if not enabled:
        return Why.PAUSED
    if newest is None:
        return Why.FIRST
    if newest.finished is None and not newest.lists:
        return Why.WAITING
    return Why.DUE if next_visit <= now else Why.INTERVAL
