"""Find the year of posts that name none, such as "02/13 22:31", from the posts before them.

A time without a year is read as the last one before the fetch. In an old thread, that is years
late. But some forums leave out the year of this year only. So the first of them must follow a post
that names its year within a week.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from extractor.dates.calendar import MONTHS

_CLOCK = re.compile(r"\d{1,2}\s?[:.時时点點시]\s?\d\d(?:\s?[:.]\s?\d\d)?")
_NUMBER = re.compile(r"\d+")
_NAMED = re.compile(
    r"\d\S{0,3}\s?(?:de\s)?(?P<behind>[^\W\d_]{3,12})|(?P<before>[^\W\d_]{3,12})\.?\s?\d"
)
"""The name of a month beside a number. "ago" is short for August, too."""
_SOON = timedelta(days=7)
_YEAR = timedelta(days=365)
"""Longest time from one post to the next, once a forum was found to leave out the years."""
_MAX_STEP_BACK = timedelta(days=180)
"""How much older than those before it a post may be, as where the best posts come first."""
_YEAR_DIGITS = 4


def names_no_year(raw: str) -> bool:
    """Return whether the text of a date has a day and a month, and no year."""
    rest = _CLOCK.sub(" ", raw)
    numbers = _NUMBER.findall(rest)
    if any(len(number) >= _YEAR_DIGITS for number in numbers):
        return False
    is_named = any(
        (found["behind"] or found["before"]).lower() in MONTHS for found in _NAMED.finditer(rest)
    )
    return len(numbers) == (1 if is_named else 2)


def with_years(times: Sequence[tuple[datetime, str] | None]) -> list[datetime | None]:
    """Return the times of posts in page order, those without a year in the year of the posts that
    they follow.

    A page may show its best posts first, so a post may be older than the one before it by some
    months.

    Args:
        times: By post, its time as it was read and the text that says it; None if it has none.
    """
    found: list[datetime | None] = []
    earliest: datetime | None = None
    longest = _SOON
    for time in times:
        if time is None:
            found.append(None)
            continue
        value, raw = time
        if not names_no_year(raw):
            earliest = value
        elif earliest and (moved := _following(value, earliest, longest)):
            value, longest = moved, _YEAR  # this forum never names the year here
            earliest = max(earliest, moved - _MAX_STEP_BACK)
        found.append(value)
    return found


def _following(value: datetime, earliest: datetime, longest: timedelta) -> datetime | None:
    """Return the time in an earlier year than it was read in, if it follows another there soon
    enough.
    """
    start = earliest.replace(second=0, microsecond=0)
    for year in range(start.year, min(start.year + 2, value.year)):
        with suppress(ValueError):  # 29 February
            moved = value.replace(year=year)
            if timedelta() <= moved - start <= longest:
                return moved
    return None
