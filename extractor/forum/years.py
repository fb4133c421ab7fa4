"""Find the year of posts that name none, such as "02/13 22:31", from the posts before them.

A time without a year is read as the last one before the fetch. In an old thread, that is years late. But some forums
leave out the year of this year only. So the first of them must follow a post that names its year within a week.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from extractor.dates.calendar import MONTHS

_CLOCK = re.compile(r"\d{1,2}\s?[:.時时点點시]\s?\d\d(?:\s?[:.]\s?\d\d)?")
_NUMBER = re.compile(r"\d+")
_NAMED = re.compile(r"\d\S{0,3}\s?(?:de\s)?(?P<behind>[^\W\d_]{3,12})|(?P<before>[^\W\d_]{3,12})\.?\s?\d")
"""The name of a month beside a number. "ago" is short for August, too."""
_SOON = timedelta(days=7)
_YEAR = timedelta(days=365)
_YEAR_DIGITS = 4


def names_no_year(raw: str) -> bool:
    """Tell whether the text of a date has a day and a month, and no year."""
    rest = _CLOCK.sub(" ", raw)
    numbers = _NUMBER.findall(rest)
    if any(len(number) >= _YEAR_DIGITS for number in numbers):
        return False
    is_named = any((found["behind"] or found["before"]).lower() in MONTHS for found in _NAMED.finditer(rest))
    return len(numbers) == (1 if is_named else 2)


def with_years(times: Sequence[tuple[datetime, str] | None]) -> list[datetime | None]:
    """Return the times of posts in page order, those without a year in the year of the post that they follow.

    Args:
        times: By post, its time as it was read and the text that says it; None if it has none.
    """
    found: list[datetime | None] = []
    before: datetime | None = None
    longest = _SOON
    for time in times:
        if time is None:
            found.append(None)
            continue
        value, raw = time
        if before and names_no_year(raw) and (moved := _following(value, before, longest)):
            value, longest = moved, _YEAR  # this forum never names the year here
        if value != time[0] or not names_no_year(raw):
            before = value
        found.append(value)
    return found


def _following(value: datetime, before: datetime, longest: timedelta) -> datetime | None:
    """Return the time in an earlier year than it was read in, if it follows another there soon enough."""
    earlier = before.replace(second=0, microsecond=0)
    for year in range(before.year, min(before.year + 2, value.year)):
        with suppress(ValueError):  # 29 February
            moved = value.replace(year=year)
            if timedelta() <= moved - earlier <= longest:
                return moved
    return None
