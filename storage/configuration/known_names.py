"""Names that a source gives to Python's libraries: character sets and time zones."""

from urllib.parse import quote
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def encodes(charset: str) -> bool:
    """Return whether keywords can be encoded in a character set, by the calls that the planner makes."""
    try:
        quote("a", safe="", encoding=charset, errors="xmlcharrefreplace")
        b"a".decode(charset, "replace")
    except (LookupError, ValueError):
        return False
    return True


def is_zone(name: str) -> bool:
    """Return whether the tz database has a time zone of this name."""
    try:
        ZoneInfo(name)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return False
    return True
