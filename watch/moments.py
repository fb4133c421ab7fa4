"""How a time is written in a sentence: in the reader's zone, with the name of the zone.

What is stored has times in UTC, and is in English: ``shown_detail`` is how pages show it.
"""

import re
from datetime import UTC, datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

_STORED = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(?:\+00:00(?: UTC)?| UTC)")
_THROTTLED = re.compile(r"HTTP (\d{3}), the site asks to wait until (.+)")


def shown_moment(at: datetime) -> str:
    """Return a time as 2026-11-28 20:12 CET."""
    local = localtime(at)
    return f"{local:%Y-%m-%d %H:%M} {local.tzname()}"


def shown_detail(detail: str) -> str:
    """Return what is stored of a failure or a change, with times as ``shown_moment`` writes them.

    Why a site asks to wait is in the reader's language.
    """
    text = _STORED.sub(_local, detail)
    if throttled := _THROTTLED.fullmatch(text):
        status, until = throttled.groups()
        return _("HTTP %(status)s, the site asks to wait until %(time)s") % {
            "status": status,
            "time": until,
        }
    return text


def _local(stored: re.Match[str]) -> str:
    try:
        return shown_moment(datetime.fromisoformat(f"{stored[1]} {stored[2]}").replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        # A site may write a day that no month has, or that the reader's zone has in the year 10000.
        return stored[0]
