"""The time zone that a board names for all its times: "All times are GMT -5", "Alle Zeiten sind
UTC+01:00".

vBulletin, phpBB, MyBB, Discuz and others write it at the foot of the page.
"""

import re
from collections.abc import Iterable, Iterator

_MAX_LINE_LENGTH = 160
_ALL_TIMES = (
    r"all times|times are|time zone|timezone|alle zeiten|alle zeitangaben|zeitzone|toutes les "
    r"heures|les heures sont|"
    r"heures au format|fuseau horaire|todas las horas|todos los horarios|zona horaria|todos os "
    r"horários|fuso horário|"
    r"tutti gli orari|fuso orario|alle tijden|tijdzone|alla tider|tidszon|tidssone|tidszone"
    r"|strefa czasowa|"
    r"wszystkie czasy|časy (?:jsou|uváděny)|časové pásmo|időzóna|tüm zamanlar|saat dilimi"
    r"|часовой пояс|"
    r"текущее время|часовий пояс|"
    r"时区|時區|タイムゾーン|时间均为|所有时间|המועדים|כל הזמנים|جميع الأوقات|الساعة الآن بتوقيت"
)
_STATED = re.compile(
    rf"(?:{_ALL_TIMES})[^\n]{{0,40}}?\b(?:GMT|UTC)"
    r"(?:\s?(?P<sign>[+−-])\s?(?P<hours>\d{1,2})(?::00)?(?!\d|:)|(?!\s?[+−-]\s?\d))",
    re.IGNORECASE,
)
_FARTHEST = 14


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
    if not hours or hours > _FARTHEST:
        return "" if hours else "Etc/GMT"
    return f"Etc/GMT{'-' if found['sign'] == '+' else '+'}{hours}"


def _naming_zones(texts: Iterable[str]) -> Iterator[str]:
    """Yield the short texts that name a zone, each after the text before it."""
    before = ""
    for text in texts:
        if ("GMT" in text or "UTC" in text) and len(text) <= _MAX_LINE_LENGTH:
            yield f"{before} {text}" if len(before) <= _MAX_LINE_LENGTH else text
        before = text or before
