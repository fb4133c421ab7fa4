"""Moments in running text, attributes and addresses: absolute in many languages, or relative to the fetch."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from extractor.fields.clock import Clock
from extractor.fields.notations import NOTATIONS, Notation, Reader

_YEAR = re.compile(r"(?:19|20)\d\d|[二一][〇○零一二三四五六七八九]{3}年")
_DAY_ONLY = len("2024-03-05")
_LONGEST = 4000
"""Characters of a text that are searched; no date line is longer."""
_DIGIT = re.compile(r"\d")
_HINT = re.compile(
    "昨|今|刚|剛|前|年|ago|now|day|어제|오늘|방금|gestern|heute|ayer|hoy|hier|ieri|oggi|ontem|hoje|вчера|сегодня"
)
"""Of text in lower case without a digit; literals without flags, so that the search skips to their first letters."""
_FULL_WIDTH_SIGN = re.compile("[０-９　]")
_FULL_WIDTH = {ord("０") + number: ord("0") + number for number in range(10)} | {ord("　"): " "}


@dataclass(frozen=True)
class Moment:
    """A moment found in a text at ``start``; ``exact`` if it tells the time of day."""

    value: datetime
    raw: str
    start: int
    exact: bool

    @property
    def dated(self) -> bool:
        """Whether the year is written: "3 days ago" and "6 March" are common in running text."""
        return bool(_YEAR.search(self.raw))


def find_moments(text: str, clock: Clock) -> list[Moment]:
    """All moments in a text that may be past ones, in order of place; each piece of text is read once."""
    found: list[Moment] = []
    taken: list[tuple[int, int]] = []
    text = text[:_LONGEST]
    if _FULL_WIDTH_SIGN.search(text):
        text = text.translate(_FULL_WIDTH)
    for pattern, read in _fitting(text):
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < right and left < end for left, right in taken):
                continue
            moment = _settled(match, read, clock)
            if moment:
                taken.append((start, end))
                found.append(moment)
    return sorted(found, key=lambda moment: moment.start)


def _fitting(text: str) -> list[Notation]:
    """The notations that the text may hold: most lines of a page hold none, and searching costs far more than this."""
    lowered = text.lower()
    if not _DIGIT.search(text) and not _HINT.search(lowered):
        return []
    return [notation for sign, notations in NOTATIONS if sign.search(lowered) for notation in notations]


def parse_moment(text: str, clock: Clock) -> Moment | None:
    """The moment that a machine wrote into an attribute or feed: ISO 8601, RFC 5322, seconds of 1970, or text."""
    text = text.strip()[:100]
    stated = _from_iso(text) or _from_epoch(text)
    if stated:
        value = clock.settle(stated)
        return Moment(value, text, 0, len(text) > _DAY_ONLY or text.isdigit()) if value else None
    return next(iter(find_moments(text, clock)), None)


def url_date(url: str, clock: Clock) -> Moment | None:
    """The day in an address, as /2024/03/05/, /20240305/ or 2024-03-05."""
    match = _IN_URL.search(url)
    if not match:
        return None
    year, month, day = (int(part) for part in match.group("year", "month", "day"))
    naive = _date(year, month, day)
    value = clock.settle(naive) if naive else None
    return Moment(value, match.group(), match.start(), False) if value else None


_IN_URL = re.compile(
    r"(?<!\d)(?P<year>(?:19|20)\d\d)(?P<sign>[-/_]?)(?P<month>0[1-9]|1[0-2]|(?<=\D)[1-9])(?P=sign)"
    r"(?P<day>[0-2]\d|3[01]|(?<=\D)[1-9])(?!\d)"
)


def _settled(match: re.Match[str], read: Reader, clock: Clock) -> Moment | None:
    try:
        reading = read(match, clock)
        value = clock.settle(reading[0]) if reading else None
    except (OverflowError, ValueError):  # 31 February, 25 o'clock, the year 0
        return None
    return Moment(value, match.group().strip(), match.start(), reading[1]) if reading and value else None


def _date(year: int, month: int, day: int) -> datetime | None:
    try:
        return datetime(year, month, day)
    except ValueError:
        return None


def _from_iso(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text[:4].isdigit() and len(text) >= 10 and not text.isdigit() else None
    except ValueError:
        return None


def _from_epoch(text: str) -> datetime | None:
    if not (text.isascii() and text.isdigit() and len(text) in (10, 13)):
        return None
    return datetime.fromtimestamp(int(text[:10]), UTC)
