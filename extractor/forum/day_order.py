"""Find out whether a thread writes the day or the month first, as in "11/6/2012". All its posts
write them alike, whatever the language of the page: a number above twelve in one of them tells
it for all, else the time from post to post does.

A thread of one evening that seems to jump by a month at midnight has its months first.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

_NUMBERS = re.compile(
    r"(?<![\d/.:-])(\d{1,2})(?:[/.-](\d{1,2})[/.-]\d{2,4}\b(?![/.:-])|[/-](\d{1,2})\b(?![/.:-]))"
)
"""Day and month, or month and day, before a year or none."""
_MONTHS = 12
_MIN_DATES = 3
"""Two dates do not tell an order from an accident."""
_FAR_LESS = 4
"""How many times as much time must pass between posts if days and months are read as they were."""


def in_order(
    times: Sequence[tuple[datetime, str] | None], latest: datetime
) -> list[datetime | None]:
    """Return the times of posts in page order, with days and months in one order.

    Args:
        times: By post, its time as it was read and the text that says it; None if it has none.
        latest: When the page was fetched. No post is later.
    """
    known = [time[0] if time else None for time in times]
    numbers = [_numbers(*time) if time else None for time in times]
    pairs = [pair for pair in numbers if pair]
    orders = []
    # With the day first, then with the month first, where no month is above twelve.
    if all(month <= _MONTHS for _, month in pairs):
        orders.append(_with_days(known, [pair and pair[0] for pair in numbers]))
    if all(month <= _MONTHS for month, _ in pairs):
        orders.append(_with_days(known, [pair and pair[1] for pair in numbers]))
    possible = [order for order in orders if all(value <= latest for value in order if value)]
    if len(orders) == len(possible) == 1:
        return possible[0]
    if len(pairs) < _MIN_DATES:
        return known
    closest = min(possible, key=_passed, default=known)
    # A thread of some days spreads over months where its days are read as months.
    if _FAR_LESS * _passed(closest) < _passed(known):
        return closest
    return known


def _numbers(value: datetime, raw: str) -> tuple[int, int] | None:
    """Return the first and the second number of a date that was read from both, in any order."""
    match = _NUMBERS.search(raw)
    if not match:
        return None
    first, second = int(match[1]), int(match[2] or match[3])
    if {first, second} == {value.day, value.month}:
        return (first, second)
    return None


def _with_days(
    times: Sequence[datetime | None], days: Sequence[int | None]
) -> list[datetime | None]:
    """Return the times on these days of the month: what was read as the day is then the month."""
    found: list[datetime | None] = []
    for value, day in zip(times, days, strict=True):
        if value and day and value.day != day:
            found.append(value.replace(month=value.day, day=value.month))
        else:
            found.append(value)
    return found


def _passed(times: Sequence[datetime | None]) -> timedelta:
    """Return the time from post to post, forwards or backwards, in all."""
    known = (value for value in times if value)
    return sum((abs(after - before) for before, after in pairwise(known)), timedelta())
