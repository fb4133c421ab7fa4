"""Find out whether posts write the day or the month first, as in "11/6/2012", by the time from post
to post.

A thread of one evening that seems to jump by a month at midnight has its months first.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import pairwise

_NUMBERS = re.compile(r"\s*\D{0,2}\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b")
_MONTHS = 12
_MIN_DATES = 3
"""Two dates do not tell an order from an accident."""
_FAR_LESS = 4
"""How many times as much time must pass between posts if days and months are read as they were."""


def in_order(
    times: Sequence[tuple[datetime, str] | None], latest: datetime
) -> list[datetime | None]:
    """Return the times of posts in page order, with day and month exchanged in all if that brings
    them far closer.

    Args:
        times: By post, its time as it was read and the text that says it; None if it has none.
        latest: When the page was fetched. No post is later.
    """
    known = [time[0] if time else None for time in times]
    dated = [time for time in times if time]
    if len(dated) < _MIN_DATES or not all(
        _NUMBERS.match(raw) and value.day <= _MONTHS for value, raw in dated
    ):
        return known
    exchanged = [_exchanged(value) if value else None for value in known]
    moments = [value for value in exchanged if value]
    if len(moments) < len(dated) or max(moments) > latest:
        return known
    is_far_closer = _FAR_LESS * _passed(moments) < _passed([value for value, _ in dated])
    return exchanged if is_far_closer else known


def _exchanged(value: datetime) -> datetime | None:
    with suppress(ValueError):
        return value.replace(month=value.day, day=value.month)
    return None


def _passed(moments: Sequence[datetime]) -> timedelta:
    """Return the time from post to post, forwards or backwards, in all."""
    return sum((abs(after - before) for before, after in pairwise(moments)), timedelta())
