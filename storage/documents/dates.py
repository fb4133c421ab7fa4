"""Read and write the dates of queries and filters: a year, month or day, a time of day, or a time
before now.

    2026   2026-11   2026-11-21      all of it, in the reader's time zone
    2026-11-21T08:00                 this moment, in the reader's time zone
    2026-11-21T08:00Z   ...+01:00    this moment
    -90m   -3h   -2d   -1w   -1y     so long before now

``now`` is an aware time: its zone is the reader's. Of a moment, "after" includes it and "before"
does not; of a year, month or day, both include all of it. All times returned are in UTC: Python
compares and subtracts times of one zone by their clocks, which is wrong where clocks change.
"""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo

_PERIOD = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?")
_MOMENT = re.compile(
    r"([0-9]{4}-[0-9]{1,2}-[0-9]{1,2})[T ]([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(Z"
    r"|[+-][0-9]{2}:?[0-9]{2})?"
)
_AGO = re.compile(r"-([0-9]{1,6})([mhdwy])")
_UNITS = {
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
    "y": timedelta(days=365),
}
_TICK = timedelta(microseconds=1)
_DECEMBER = 12
_EARLIEST, _LATEST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


def first_moment(text: str, now: datetime) -> datetime:
    """Return the first moment of a date; "after" it means then or later. Raises ValueError."""
    return _limits(text, now)[0]


def end_moment(text: str, now: datetime) -> datetime:
    """Return the end of a date; "before" it means earlier than that. Raises ValueError."""
    return _limits(text, now)[1]


def is_relative(text: str) -> bool:
    """Return whether a date depends on the time of asking."""
    return _AGO.fullmatch(text.strip().lower()) is not None


def day_start(day: date, zone: tzinfo = UTC) -> datetime:
    """Return the first moment of a day."""
    return _utc(datetime.combine(day, time(), zone))


def day_end(day: date, zone: tzinfo = UTC) -> datetime:
    """Return the end of a day, which is the start of the next."""
    if day == date.max:
        return _LATEST
    return day_start(day + timedelta(days=1), zone)


def moment_text(moment: datetime, zone: tzinfo) -> str:
    """Return a time, to the second, as ``first_moment`` reads it in this zone; with its offset if
    its hour repeats.
    """
    local = _local(moment, zone).replace(microsecond=0)
    text = local.replace(tzinfo=None).isoformat(timespec="seconds").removesuffix(":00")
    if local.fold:
        return f"{text}{local:%z}"
    return text


def after_text(moment: datetime, zone: tzinfo) -> str:
    """Return the shortest date that begins at a moment: a day at midnight, otherwise a time."""
    day = _local(moment, zone).date()
    if day_start(day, zone) == _utc(moment):
        return day.isoformat()
    return moment_text(moment, zone)


def before_text(moment: datetime, zone: tzinfo) -> str:
    """Return the shortest date that ends at a moment: the day before midnight, otherwise a time."""
    last = max(_utc(moment), _EARLIEST + _TICK) - _TICK
    day = _local(last, zone).date()
    if day_end(day, zone) == _utc(moment):
        return day.isoformat()
    return moment_text(moment, zone)


def _limits(text: str, now: datetime) -> tuple[datetime, datetime]:
    text = text.strip()
    if found := _AGO.fullmatch(text.lower()):
        moment = _before(_utc(now), int(found[1]) * _UNITS[found[2]])
        return moment, moment
    zone = now.tzinfo or UTC
    if found := _MOMENT.fullmatch(text.upper()):
        moment = _moment(*found.groups(), zone=zone)
        return moment, moment
    if found := _PERIOD.fullmatch(text):
        year, month, day = (int(part) if part else None for part in found.groups())
        assert year is not None
        return _period(year, month, day, zone)
    raise ValueError(text)


def _before(now: datetime, span: timedelta) -> datetime:
    try:
        return now - span
    except OverflowError:
        return _EARLIEST


def _moment(
    day: str, hour: str, minute: str, second: str | None, offset: str | None, *, zone: tzinfo
) -> datetime:
    """Return the time of a text whose numbers may lack a leading zero."""
    year, month, day_of_month = map(int, day.split("-"))
    if offset is not None:
        zone = datetime.strptime(offset.replace(":", ""), "%z").tzinfo or UTC
    return _utc(
        datetime(year, month, day_of_month, int(hour), int(minute), int(second or 0), tzinfo=zone)
    )


def _period(
    year: int, month: int | None, day: int | None, zone: tzinfo
) -> tuple[datetime, datetime]:
    first = date(year, month or 1, day or 1)
    if day:
        return day_start(first, zone), day_end(first, zone)
    months = year * _DECEMBER + (month or _DECEMBER)
    if months // _DECEMBER > date.max.year:
        return day_start(first, zone), _LATEST
    return day_start(first, zone), day_start(
        date(months // _DECEMBER, months % _DECEMBER + 1, 1), zone
    )


def _utc(moment: datetime) -> datetime:
    """Return a time in UTC. At the ends of the calendar, a zone's offset can lead out of it."""
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        return _EARLIEST if moment.year == 1 else _LATEST


def _local(moment: datetime, zone: tzinfo) -> datetime:
    """Return a time in a zone; in UTC's clock if the zone's would lead out of the calendar."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment.replace(tzinfo=zone)
