"""The names of time zones, read once from the tz database: it has hundreds of files."""

from functools import cache
from zoneinfo import available_timezones


@cache
def zone_names() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    """Return whether this is the name of a time zone."""
    return name in zone_names()
