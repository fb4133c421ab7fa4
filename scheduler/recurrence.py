"""When a source is visited next, and how long a visit may wait: pure arithmetic."""

from datetime import datetime, timedelta


def next_visit(now: datetime, interval_seconds: int, chance: float) -> datetime:
    """Return the visit after the one made at ``now``; visits missed while nothing ran are not made up for.

    ``chance`` in [0, 1) moves it later by up to a twentieth of the interval, so that sources added together drift
    apart instead of coming due together for ever.
    """
    return now + timedelta(seconds=interval_seconds * (1 + chance / 20))


def longest_wait(interval_seconds: int) -> timedelta:
    """Return how long a source is not visited again because its last visit still waits in the queue.

    Ten intervals, but at least an hour and at most a day: after it the jobs count as lost.
    """
    return timedelta(seconds=min(max(10 * interval_seconds, 3600), 86400))
