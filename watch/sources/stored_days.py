"""How many articles of a source are stored a day. Pure."""

from collections.abc import Mapping
from datetime import date, timedelta

DAYS = 14
"""How many days up to today the mean covers."""
_DAY = timedelta(days=1)


def per_day(stored: Mapping[date, int], today: date, created: date) -> float:
    """Return the mean of articles on the full days since ``created``, or today's count on the first
    day, from counts by day.
    """
    days = (today - number * _DAY for number in range(1, DAYS))
    whole = [stored.get(day, 0) for day in days if day >= created]
    if whole:
        return sum(whole) / len(whole)
    return float(stored.get(today, 0))
