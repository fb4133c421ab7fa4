"""The time zone that a board names for all its times: "All times are GMT -5", "Alle Zeiten sind
UTC+01:00".

vBulletin, phpBB, MyBB, Discuz and others write it at the foot of the page.
"""

import re
from collections.abc import Iterable, Iterator

from extractor.languages.tables import alternatives

_MAX_LINE_LENGTH = 160
"""Most characters of a line such as "All times are GMT +8. The time now is 10:20"."""
_STATED = re.compile(
    rf"(?:{alternatives('forum_dates.all_times')})[^\n]{{0,40}}?\b(?:GMT|UTC)"
    r"(?:\s?(?P<sign>[+−-])\s?(?P<hours>\d{1,2})(?::00)?(?!\d|:)|(?!\s?[+−-]\s?\d))",
    re.IGNORECASE,
)
_FARTHEST = 14
"""No zone is farther from UTC, in hours."""


def stated_zone(texts: Iterable[str]) -> str:
    """Return the zone as a name of the tz database, such as "Etc/GMT+5" for five hours behind UTC;
    "" if none is named.

    Parts of hours are not read: no name of the database means them without summer time.

    Args:
        texts: The texts of the page in document order. The zone may be in an element of its own,
            after its label.
    """
    found = next(filter(None, map(_STATED.search, _naming_zones(texts))), None)
    if found is None:
        return ""
    hours = int(found["hours"] or 0)
    if not hours:
        return "Etc/GMT"
    if hours > _FARTHEST:
        return ""
    # The database turns the sign round: in "Etc/GMT+5", clocks are five hours behind UTC.
    sign = "-" if found["sign"] == "+" else "+"
    return f"Etc/GMT{sign}{hours}"


def _naming_zones(texts: Iterable[str]) -> Iterator[str]:
    """Yield the short texts that name a zone, each after the text before it."""
    before = ""
    for text in texts:
        if ("GMT" in text or "UTC" in text) and len(text) <= _MAX_LINE_LENGTH:
            yield f"{before} {text}" if len(before) <= _MAX_LINE_LENGTH else text
        before = text or before
