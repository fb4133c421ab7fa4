"""How a time is written in a sentence: in the reader's zone, with the name of the zone.

What is stored has times in UTC: ``with_local_times`` is how pages show them.
"""

import re
from datetime import UTC, datetime

from django.utils.timezone import localtime

_STORED = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(?:\+00:00(?: UTC)?| UTC)")


def shown_moment(at: datetime) -> str:
    """Return a time as 2026-11-28 20:12 CET."""
    local = localtime(at)
    return f"{local:%Y-%m-%d %H:%M} {local.tzname()}"


def with_local_times(text: str) -> str:
    """Return a stored text with its times as ``shown_moment`` writes them."""
    return _STORED.sub(_local, text)


def _local(stored: re.Match[str]) -> str:
    try:
        return shown_moment(datetime.fromisoformat(f"{stored[1]} {stored[2]}").replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        # A site may write a day that no month has, or that the reader's zone has in the year 10000.
        return stored[0]
