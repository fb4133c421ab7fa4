"""Time buckets of a chart, from minutes to years, whose borders are those of the reader's time
zone. Pure.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from storage.documents.dates import day_end, day_start

MAX_BUCKETS = 62
"""A month of days, an hour of minutes and a day of half hours each fit."""
_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


@dataclass(frozen=True, kw_only=True)
class Unit:
    """The length of a bucket.

    ``start_of`` is the border at a local time or before it; the length is the least one.
    """

    name: str
    length: timedelta
    start_of: Callable[[datetime], datetime]


@dataclass(frozen=True, kw_only=True)
class Buckets:
    """Consecutive buckets, from one edge up to the next.

    Edges are in UTC; the first and last bucket may be cut.
    """

    edges: tuple[datetime, ...]
    unit: Unit
    zone: tzinfo

    @property
    def start(self) -> datetime:
        """The first edge."""
        return self.edges[0]

    @property
    def end(self) -> datetime:
        """The last edge."""
        return self.edges[-1]

    def spans(self) -> list[tuple[datetime, datetime]]:
        """Return the buckets."""
        return list(zip(self.edges[:-1], self.edges[1:], strict=True))


def divide(start: datetime, end: datetime, zone: tzinfo) -> Buckets:
    """Return the finest buckets that fit, from ``start`` to ``end``; the oldest are left out if
    even years do not.
    """
    end = max(end, start + _MINUTE)
    fitting = (unit for unit in _UNITS if (end - start) / unit.length <= MAX_BUCKETS - 1)
    unit = next(fitting, _UNITS[-1])
    edges = [start, *_borders(start, end, unit, zone), end]
    return Buckets(edges=tuple(edges[-(MAX_BUCKETS + 1) :]), unit=unit, zone=zone)


def whole_days(first: datetime, last: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return the days around two moments: what a chart shows if nobody chose its ends."""
    return day_start(first.astimezone(zone).date(), zone), day_end(
        last.astimezone(zone).date(), zone
    )


def around(start: datetime, end: datetime, zone: tzinfo) -> tuple[datetime, datetime] | None:
    """Return the next wider span: the hour, day, week, month or year around this one, or None if
    there is none.
    """
    for unit in _WIDER:
        first = _floor(start, unit, zone)
        following = _next(first, unit, zone)
        if end <= following and (first, following) != (start, end):
            return first, following
    return None


def beside(start: datetime, end: datetime) -> list[tuple[datetime, datetime]]:
    """Return the spans of the same length before and after this one, within the calendar."""
    length = end - start
    before = min(length, start - datetime.min.replace(tzinfo=UTC))
    after = min(length, datetime.max.replace(tzinfo=UTC) - end)
    return [(start - before, start), (end, end + after)]


def _borders(start: datetime, end: datetime, unit: Unit, zone: tzinfo) -> Iterator[datetime]:
    """Yield the borders of units between two moments, without those."""
    border = _next(_floor(start, unit, zone), unit, zone)
    while border < end:
        yield border
        border = _next(border, unit, zone)


def _floor(moment: datetime, unit: Unit, zone: tzinfo) -> datetime:
    local = moment.astimezone(zone)
    if unit.length <= _HOUR:
        # An hour may repeat, so go back by what has passed of it.
        return moment - (local - unit.start_of(local))
    return unit.start_of(local.replace(fold=0)).astimezone(UTC)


def _next(border: datetime, unit: Unit, zone: tzinfo) -> datetime:
    if unit.length <= _HOUR:
        return border + unit.length
    later = border + unit.length
    # Units are longer where clocks go back, and months and years by themselves.
    while (found := _floor(later, unit, zone)) <= border:
        later += unit.length
    return found


def _clock(minutes: int) -> Callable[[datetime], datetime]:
    def start_of(local: datetime) -> datetime:
        passed = (local.hour * 60 + local.minute) // minutes * minutes
        return local.replace(hour=passed // 60, minute=passed % 60, second=0, microsecond=0)

    return start_of


def _of_days(first_of: Callable[[date], date]) -> Callable[[datetime], datetime]:
    def start_of(local: datetime) -> datetime:
        return datetime.combine(first_of(local.date()), time(), local.tzinfo)

    return start_of


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


_HOURS = Unit(name="hour", length=_HOUR, start_of=_clock(60))
_DAYS = Unit(name="day", length=_DAY, start_of=_of_days(lambda day: day))
_WEEKS = Unit(name="week", length=7 * _DAY, start_of=_of_days(_monday))
_MONTHS = Unit(name="month", length=28 * _DAY, start_of=_of_days(lambda day: day.replace(day=1)))
_YEARS = Unit(
    name="year", length=365 * _DAY, start_of=_of_days(lambda day: day.replace(month=1, day=1))
)
_UNITS = (
    Unit(name="minute", length=_MINUTE, start_of=_clock(1)),
    Unit(name="minute", length=5 * _MINUTE, start_of=_clock(5)),
    Unit(name="minute", length=10 * _MINUTE, start_of=_clock(10)),
    Unit(name="minute", length=30 * _MINUTE, start_of=_clock(30)),
    _HOURS,
    Unit(name="hour", length=3 * _HOUR, start_of=_clock(180)),
    Unit(name="hour", length=6 * _HOUR, start_of=_clock(360)),
    _DAYS,
    _WEEKS,
    _MONTHS,
    _YEARS,
)
_WIDER = (_HOURS, _DAYS, _WEEKS, _MONTHS, _YEARS)
