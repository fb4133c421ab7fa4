"""Decide when to visit a source next, how long a visit may wait, and when a repeated task is due.

Pure arithmetic.
"""

from datetime import datetime, timedelta

JITTER = 1 / 20
_GOLDEN_RATIO = (5**0.5 - 1) / 2


def next_visit(now: datetime, interval_seconds: int, chance: float) -> datetime:
    """Return the time of the visit after the one at ``now``.

    Visits missed while nothing ran are not caught up.

    ``chance`` in [0, 1) delays it by up to ``JITTER`` of the interval, so that sources added
    together drift apart.
    """
    return now + timedelta(seconds=interval_seconds * (1 + chance * JITTER))


def second_visit(now: datetime, interval_seconds: int, number: int) -> datetime:
    """Return the time of the visit after the first one at ``now``, by a number of the source.

    Sources that were added together are visited together once, and then spread evenly over their
    interval: the multiples of the golden ratio fill it without gaps, however many there are.
    """
    place = number * _GOLDEN_RATIO % 1
    return now + timedelta(seconds=interval_seconds * (place + JITTER))


def still_waits(started: datetime, now: datetime, interval_seconds: int) -> bool:
    """Return whether a visit that has read no list yet still waits in the queue; after
    ``longest_wait`` it is lost.

    If the visit began after ``now``, the clock was set back and the wait is unknown: the visit does
    not count.
    """
    return timedelta(0) <= now - started < longest_wait(interval_seconds)


def longest_wait(interval_seconds: int) -> timedelta:
    """Return how long a source is not visited again while its last visit waits in the queue.

    It is ten intervals, at least an hour and at most a day. Then the jobs count as lost.
    """
    return timedelta(seconds=min(max(10 * interval_seconds, 3600), 86400))


class Every:
    """Says when a repeated task is due: every ``seconds``, and at once at first or if the clock is
    set back.
    """

    def __init__(self, seconds: float) -> None:
        self._period = timedelta(seconds=seconds)
        self._last: datetime | None = None

    def due(self, now: datetime) -> bool:
        """Return whether the task is due at ``now``."""
        return self._last is None or not self._last <= now < self._last + self._period

    def done(self, now: datetime) -> None:
        """Record that the task was done at ``now``."""
        self._last = now
