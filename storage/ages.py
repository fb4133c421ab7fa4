"""Ages at which an article is visited again, as the setting writes them: ``1h,6h,1d``. Pure."""

import re

HOUR = 3_600
DAY = 86_400
REVISIT_AGES = (HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY, 30 * DAY)
"""In seconds, ascending: edits come early, and fewer with each day."""
REVISIT_AGES_OFTEN = (
    *(HOUR // 4, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR),
    *(DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 14 * DAY, 30 * DAY),
)
"""For articles of important sources."""
_UNITS = {"s": 1, "m": 60, "h": HOUR, "d": DAY}
_AGE = re.compile(r"([1-9][0-9]{0,5})([smhd])")
_MAX_AGES = 12
_MAX_AGE_SECONDS = 366 * DAY
_ADVICE = (
    f"enter up to {_MAX_AGES} ages in ascending order, of 366 days at most, such as 1h,6h,1d,30d"
)


def read_ages(text: str) -> tuple[int, ...]:
    """Return ages in seconds; none for an empty text.

    Raises ValueError, which says how to write them.
    """
    found = [_AGE.fullmatch(part.strip().lower()) for part in text.split(",") if part.strip()]
    ages = [int(each[1]) * _UNITS[each[2]] for each in found if each]
    if (
        len(ages) < len(found)
        or len(ages) > _MAX_AGES
        or ages != sorted(set(ages))
        or any(age > _MAX_AGE_SECONDS for age in ages)
    ):
        raise ValueError(_ADVICE)
    return tuple(ages)
