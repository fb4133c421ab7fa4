"""Months, the periods in which documents are dropped, and times as whole milliseconds, as stores compare them."""

from datetime import UTC, date, datetime, timedelta

DAY_MILLISECONDS = 86_400_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MONTHS = 12


def period_of(moment: datetime) -> str:
    """Return the month of an aware time in UTC as "2026.11"."""
    utc = moment.astimezone(UTC)
    return f"{utc.year:04}.{utc.month:02}"


def ended_before(period: str, day: date) -> bool:
    """Say whether the last day of the month is earlier than ``day``."""
    year, month = map(int, period.split("."))
    return year * _MONTHS + month < day.year * _MONTHS + day.month


def milliseconds(moment: datetime) -> int:
    """Return whole milliseconds since 1970 of an aware time, rounded down."""
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def day_start(day: date) -> int:
    """Return the milliseconds at which a day begins in UTC."""
    return (day.toordinal() - _EPOCH.toordinal()) * DAY_MILLISECONDS


def iso_day(number: int) -> str:
    """Return the ISO form of a day given as its number since 1970."""
    return date.fromordinal(_EPOCH.toordinal() + number).isoformat()
