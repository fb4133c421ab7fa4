"""Counts per day, gathered to as few columns as fit a small chart."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

_MOST_COLUMNS = 45
# A few days alone would be a row of walls; the empty ones before them show that they are few.
_LEAST_COLUMNS = 12
_DAY = timedelta(days=1)


@dataclass(frozen=True, kw_only=True)
class Span:
    """Consecutive days with their count; ``first`` and ``last`` are inclusive."""

    first: date
    last: date
    count: int


def timeline(days: Sequence[tuple[str, int]]) -> list[Span]:
    """Return spans without gaps up to the last day: days, weeks, months or years, the finest that fits.

    ``days``: ISO days, ascending, with their counts. The oldest spans are left out where even years are too many.
    """
    counted = [(date.fromisoformat(day), count) for day, count in days]
    if not counted:
        return []
    length = (counted[-1][0] - counted[0][0]).days + 1
    fitting = (unit for unit in _UNITS if length / unit[0] <= _MOST_COLUMNS - 1)
    days_each, start_of = next(fitting, _UNITS[-1])
    least = date.fromordinal(max(1, counted[-1][0].toordinal() - _LEAST_COLUMNS * days_each))
    return _gather(counted, min(least, counted[0][0]), start_of)[-_MOST_COLUMNS:]


def _gather(counted: Sequence[tuple[date, int]], first: date, start_of: Callable[[date], date]) -> list[Span]:
    sums: dict[date, int] = {}
    for day, count in counted:
        start = start_of(day)
        sums[start] = sums.get(start, 0) + count
    spans = []
    start, end = start_of(first), counted[-1][0]
    while start <= end:
        following = _next(start, start_of)
        spans.append(Span(first=start, last=following - _DAY, count=sums.get(start, 0)))
        start = following
    return spans


def _next(start: date, start_of: Callable[[date], date]) -> date:
    day = start + _DAY
    while start_of(day) == start:
        day += _DAY
    return day


def _day(day: date) -> date:
    return day


def _week(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _month(day: date) -> date:
    return day.replace(day=1)


def _year(day: date) -> date:
    return day.replace(month=1, day=1)


_UNITS = ((1, _day), (7, _week), (28, _month), (365, _year))
