"""Read time spans as people write them: ``90 s``, ``15 min``, ``2 hours`` or ``1 day``."""

import re

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_SPAN = re.compile(
    r"\s*(\d{1,9})\s*(s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)\s*", re.IGNORECASE
)


def read_seconds(text: str) -> int | None:
    """Return the seconds of a number with its unit; None for any other text."""
    found = _SPAN.fullmatch(text)
    return int(found[1]) * _UNITS[found[2][0].lower()] if found else None
