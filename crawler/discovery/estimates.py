"""Estimate how much a source publishes and how often to visit it.

Pure: the clock is an argument.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from statistics import median

from storage.ages import DAY

_MIN_AGE_DAYS = 1 / 24
_MIN_TO_TRIM = 10
_NICE = (300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400)
_UNKNOWN_SECONDS = 1_800
_VISITS_PER_ENTRY = 2
_VISITS_PER_LIST = 4
"""Visits before all entries of a list have changed; with fewer, Newsloom would miss some."""


def per_day_of_dates(dates: Iterable[datetime], now: datetime) -> float | None:
    """Estimate the entries per day from the times of a list's entries; None for fewer than two.

    Count up to now, so that a silent list has a low rate. Leave out the oldest tenth: entries that
    stay on top for years say nothing about the rate.
    """
    known = sorted(date for date in dates if date <= now)
    if len(known) < 2:
        return None
    if len(known) >= _MIN_TO_TRIM:
        known = known[len(known) // 10 :]
    return len(known) / _age_days(known[0], now)


def per_day_of_places(places: Sequence[tuple[int, datetime]], now: datetime) -> float | None:
    """Estimate the entries per day of a list, newest first, from (place from 0, time) of a few of
    its pages.
    """
    rates = [(place + 1) / _age_days(date, now) for place, date in places if date <= now]
    return median(rates) if rates else None


def interval_seconds(per_day: float | None, entries: int) -> int:
    """Return the interval between visits: about half the time between new entries, from five
    minutes to a day.
    """
    if not per_day:
        if per_day is None:
            return _UNKNOWN_SECONDS
        return _NICE[-1]
    wanted = max(DAY / per_day / _VISITS_PER_ENTRY, 600)
    if entries:
        # After so long, all that the list shows is new.
        replaced = entries / per_day * DAY
        wanted = min(wanted, replaced / _VISITS_PER_LIST)
    return max((step for step in _NICE if step <= wanted), default=_NICE[0])


def _age_days(date: datetime, now: datetime) -> float:
    return max((now - date).total_seconds() / DAY, _MIN_AGE_DAYS)
