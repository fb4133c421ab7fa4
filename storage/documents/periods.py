"""Months, by which documents are dropped, their parts, and times in whole milliseconds, which
stores compare.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

DAY_MILLISECONDS = 86_400_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MONTHS = 12


def period_of(moment: datetime) -> str:
    """Return the month in UTC of an aware time, as "2026.11"."""
    utc = moment.astimezone(UTC)
    return f"{utc.year:04}.{utc.month:02}"


def part_from(moment: datetime) -> str:
    """Return the part of a month that begins with the day in UTC of an aware time, as
    "2026.11.17".
    """
    return f"{period_of(moment)}.{moment.astimezone(UTC).day:02}"


def month_in(period: str) -> str:
    """Return the month of a month or of a part of one."""
    return ".".join(period.split(".")[:2])


def period_for(moment: datetime, periods: Iterable[str]) -> str:
    """Return the last of these parts that begins by the day of an aware time, or the month if none
    does.
    """
    month, day = period_of(moment), part_from(moment)
    return max((each for each in periods if month <= each <= day), default=month)


def ended_before(period: str, day: date) -> bool:
    """Return whether the last day of the month, or of a part's month, is earlier than ``day``."""
    year, month = map(int, month_in(period).split("."))
    return year * _MONTHS + month < day.year * _MONTHS + day.month


def milliseconds(moment: datetime) -> int:
    """Return an aware time as whole milliseconds since 1970, rounded down."""
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def iso_day(number: int) -> str:
    """Return a day, given as its number since 1970, in ISO form."""
    return date.fromordinal(_EPOCH.toordinal() + number).isoformat()
