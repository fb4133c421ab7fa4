"""Months, by which documents are dropped, and times in whole milliseconds, which stores compare."""

from datetime import UTC, date, datetime, timedelta

DAY_MILLISECONDS = 86_400_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MONTHS = 12


def period_of(moment: datetime) -> str:
    """Return the month in UTC of an aware time, as "2026.11"."""
    utc = moment.astimezone(UTC)
    return f"{utc.year:04}.{utc.month:02}"


def ended_before(period: str, day: date) -> bool:
    """Return whether the last day of the month is earlier than ``day``."""
    year, month = map(int, period.split("."))
    return year * _MONTHS + month < day.year * _MONTHS + day.month


def milliseconds(moment: datetime) -> int:
    """Return an aware time as whole milliseconds since 1970, rounded down."""
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def iso_day(number: int) -> str:
    """Return a day, given as its number since 1970, in ISO form."""
    return date.fromordinal(_EPOCH.toordinal() + number).isoformat()
