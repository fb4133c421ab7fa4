"""Sum counts per day into at most as many spans as fit a small chart, and find the next wider span."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

_MOST_COLUMNS = 45
# A few days alone would fill the chart with broad columns; empty days before them show that they are few.
_LEAST_COLUMNS = 12
# A chosen span of at most this length is drawn in full, including its empty ends.
_DRAWN_WHOLE_DAYS = 366
_DAY = timedelta(days=1)

Counts = Sequence[tuple[str, int]]


@dataclass(frozen=True, kw_only=True)
class TimelineBucket:
    """Consecutive days with their count; ``first`` and ``last`` are inclusive."""

    first: date
    last: date
    count: int


def timeline(
    days: Counts, months: Counts = (), after: date | None = None, before: date | None = None
) -> list[TimelineBucket]:
    """Return spans without gaps up to the last day: days, weeks, months or years, the finest that fit.

    ``days`` are ascending ISO days with counts; ``months`` likewise, used if they reach further back.
    ``after`` and ``before`` are the limits of the counts and of all spans. If even years are too many, the oldest spans
    are left out.
    """
    further = bool(months) and bool(days) and months[0][0] < days[0][0][:7]
    counted = [(date.fromisoformat(f"{month}-01"), count) for month, count in months] if further else _dated(days)
    if not counted:
        return []
    units = _UNITS[2:] if further else _UNITS
    if after and before and (before - after).days < _DRAWN_WHOLE_DAYS:
        first, last = after, before
    else:
        first, last = counted[0][0], counted[-1][0]
    length = (last - first).days + 1
    fitting = (unit for unit in units if length / unit[0] <= _MOST_COLUMNS - 1)
    days_each, start_of = next(fitting, units[-1])
    if not after:
        first = min(first, date.fromordinal(max(1, last.toordinal() - _LEAST_COLUMNS * days_each)))
    spans = _gather(counted, first, last, start_of)[-_MOST_COLUMNS:]
    return [
        TimelineBucket(
            first=max(span.first, after or span.first), last=min(span.last, before or span.last), count=span.count
        )
        for span in spans
    ]


def wider(after: date | None, before: date | None) -> tuple[date | None, date | None] | None:
    """Return the next wider span: the week, month or year around these days, or all, (None, None).

    Return None if no day is set, so that nothing is wider.
    """
    if not after and not before:
        return None
    if after and before and after <= before:
        for _, start_of in _UNITS[1:]:
            first = start_of(after)
            following = _next(first, start_of)
            if before < following and (first, following - _DAY) != (after, before):
                return first, following - _DAY
    return None, None


def _dated(days: Counts) -> list[tuple[date, int]]:
    return [(date.fromisoformat(day), count) for day, count in days]


def _gather(
    counted: Sequence[tuple[date, int]], first: date, last: date, start_of: Callable[[date], date]
) -> list[TimelineBucket]:
    sums: dict[date, int] = {}
    for day, count in counted:
        start = start_of(day)
        sums[start] = sums.get(start, 0) + count
    spans = []
    start = start_of(first)
    while start <= last:
        following = _next(start, start_of)
        spans.append(TimelineBucket(first=start, last=following - _DAY, count=sums.get(start, 0)))
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
