"""Read time spans as people write them: ``90 s``, ``15 min``, ``2 hours`` or ``15 分钟``."""

import re

_UNITS = {
    "s|secs?|seconds?|秒|秒钟|秒鐘": 1,
    "m|mins?|minutes?|分|分钟|分鐘": 60,
    "h|hrs?|hours?|时|小时|小時": 3600,
    "d|days?|天|日": 86400,
}
_SPANS = [
    (re.compile(rf"\s*(\d{{1,9}})\s*(?:{units})\s*", re.IGNORECASE), seconds)
    for units, seconds in _UNITS.items()
]


def read_seconds(text: str) -> int | None:
    """Return the seconds of a number with its unit; None for any other text."""
    for span, seconds in _SPANS:
        if found := span.fullmatch(text):
            return int(found[1]) * seconds
    return None
