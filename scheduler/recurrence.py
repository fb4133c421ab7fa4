"""When a source is visited next, how long a visit may wait, what is done every so often: arithmetic on given times."""

from datetime import datetime, timedelta

JITTER = 1 / 20


def next_visit(now: datetime, interval_seconds: int, chance: float) -> datetime:
    """Return the visit after the one made at ``now``; visits missed while nothing ran are not made up for.

    ``chance`` in [0, 1) moves it later by up to ``JITTER`` of the interval, so that sources added together drift
    apart instead of coming due together for ever.
    """
    return now + timedelta(seconds=interval_seconds * (1 + chance * JITTER))


def still_waits(started: datetime, now: datetime, interval_seconds: int) -> bool:
    """Say whether a visit that has read no list yet still waits in the queue; after ``longest_wait`` it is lost.

    A visit that began after ``now`` tells that the clock was set back; nobody knows how long it has waited.
    """
    return timedelta(0) <= now - started < longest_wait(interval_seconds)


def longest_wait(interval_seconds: int) -> timedelta:
    """Return how long a source is not visited again because its last visit still waits in the queue.

    Ten intervals, but at least an hour and at most a day: after it the jobs count as lost.
    """
    return timedelta(seconds=min(max(10 * interval_seconds, 3600), 86400))


class Every:
    """Says when something is due that is done every ``seconds``; at first, and when the clock is set back, at once."""

    def __init__(self, seconds: float) -> None:
        self._period = timedelta(seconds=seconds)
        self._last: datetime | None = None

    def due(self, now: datetime) -> bool:
        """Say whether it is due at ``now``."""
        return self._last is None or not self._last <= now < self._last + self._period

    def done(self, now: datetime) -> None:
        """Note that it was done at ``now``."""
        self._last = now
