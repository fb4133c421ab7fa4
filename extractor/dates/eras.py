"""Years of other calendars: Japanese eras, the Republic of China, Buddhist years, the Persian solar
calendar.
"""

from datetime import date, timedelta

ERAS = {"令和": 2018, "平成": 1988, "中華民國": 1911, "民國": 1911, "民国": 1911}
"""The number to add to a year of the era."""
_BUDDHIST = 543
"""Years by which the Buddhist era of Thailand is ahead."""
_BUDDHIST_YEARS = range(1995 + _BUDDHIST, 2157 + _BUDDHIST)
_BUDDHIST_CENTURY = 2500
_UNIX_YEAR = 70
_JALALI_YEARS = range(1373, 1480)
_LEAP_PLACES = frozenset((1, 5, 9, 13, 17, 22, 26, 30))
"""Leap years in a cycle of 33 years, which agrees with the equinox in Tehran from 1799 to 2256."""
_NOWRUZ_1373 = date(1994, 3, 21)


def gregorian_year(year: int) -> int:
    """Convert a year that can only be Buddhist, such as 2567, to 2024; return any other year
    unchanged.
    """
    if year in _BUDDHIST_YEARS:
        return year - _BUDDHIST
    return year


def full_year(short: int, month: str) -> int:
    """Return the year that two digits mean beside a month: since 1970, or of the Buddhist era in
    Thai.
    """
    if "\u0e00" <= month[0] <= "\u0e7f" and short >= _BUDDHIST_YEARS.start % 100:
        return _BUDDHIST_CENTURY + short - _BUDDHIST
    return short + (1900 if short >= _UNIX_YEAR else 2000)


def is_jalali(year: int) -> bool:
    """Return whether a year is one of the Persian calendar since the web began."""
    return year in _JALALI_YEARS


def from_jalali(year: int, month: int, day: int) -> date:
    """Return the Gregorian day of a Persian one.

    The first six months have 31 days, the next five 30, and the last 29, or 30 in leap years.

    Raises:
        ValueError: The calendar has no such day.
    """
    if not (is_jalali(year) and 1 <= month <= 12 and 1 <= day <= _days_in(year, month)):
        raise ValueError(f"the Persian calendar has no day {year}-{month}-{day}")
    years, leaps = year - _JALALI_YEARS.start, sum(map(_is_leap, range(_JALALI_YEARS.start, year)))
    months = 31 * min(month - 1, 6) + 30 * max(month - 7, 0)
    return _NOWRUZ_1373 + timedelta(days=365 * years + leaps + months + day - 1)


def _is_leap(year: int) -> bool:
    return year % 33 in _LEAP_PLACES


def _days_in(year: int, month: int) -> int:
    if month <= 6:
        return 31
    if month < 12 or _is_leap(year):
        return 30
    return 29
