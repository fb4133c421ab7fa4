"""When a source is visited next: pure arithmetic."""

from datetime import datetime, timedelta


def next_visit(now: datetime, interval_seconds: int, chance: float) -> datetime:
    """Return the visit after the one made at ``now``; visits missed while nothing ran are not made up for.

    ``chance`` in [0, 1) moves it later by up to a twentieth of the interval, so that sources added together drift
    apart instead of coming due together for ever.
    """
    return now + timedelta(seconds=interval_seconds * (1 + chance / 20))
