"""Find dates in running text, attributes and addresses: absolute ones in many languages, and
relative ones.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from extractor.dates.calendar import MONTHS
from extractor.dates.context import DateContext
from extractor.dates.notations import DAYS, Notation, ParsedDate
from extractor.dates.numerals import with_ascii_digits
from extractor.dates.relative import RELATIVE
from extractor.dates.time_of_day import time_beside
from extractor.dates.words import RELATIVE_SIGNS

_YEAR = re.compile(
    r"(?:19|20)\d\d|25[3-9]\d|1[34]\d\d|[二一][〇○零一二三四五六七八九]{3}年|[./-]\d\d[./-]\d\d(?!\d)|令和|平成|民[國国]"
)
_DAY_ONLY = len("2024-03-05")
_EPOCH = re.compile(
    r"(?:/?Date\()?(?P<seconds>\d{10})(?:\d{3}){0,3}(?:\.\d{1,9})?(?:(?:[+-]\d{4})?\)/?)?",
    re.ASCII,
)
"""Seconds since 1970, with or without a fraction, or milli-, micro- or nanoseconds; alone or as
services of .NET write them, "/Date(1709649000000+0100)/".
"""
_DIGITS = re.compile(r"(?:19|20)\d{6}(?:\d{4}|\d{6}|\d{9})", re.ASCII)
"""A day with the time of day to the minute, the second or the millisecond. Eight digits alone are
as often a number.
"""
_MAX_TEXT_LENGTH = 4000
"""Most characters of a text that are searched. No date line is longer."""
_MAX_MATCHES = 50
"""Most dates that are taken from one text."""
_DIGIT = re.compile(r"\d")
_NOTATIONS = (*DAYS, *RELATIVE)
_HINT = re.compile("|".join(RELATIVE_SIGNS))
"""For text in lower case without a digit. Literals without flags: the search skips to their first
letters.
"""
_ASCII_HINT = re.compile("|".join(filter(str.isascii, RELATIVE_SIGNS)))
"""The same for text of ASCII, in a third of the time."""


@dataclass(frozen=True)
class DateMatch:
    """A date found in a text at ``start``.

    Attributes:
        value: The aware time.
        raw: The text of the date.
        exact: The time of day is written.
        zoned: The zone is written or not needed.
        other: The second reading of a numeric date such as 03/04/2024, or None.
    """

    value: datetime
    raw: str
    start: int
    exact: bool
    zoned: bool = False
    other: datetime | None = None

    @property
    def dated(self) -> bool:
        """Return whether the year is written: "3 days ago" and "6 March" are common in running
        text.
        """
        return bool(_YEAR.search(with_ascii_digits(self.raw)))


def find_date_matches(text: str, context: DateContext) -> list[DateMatch]:
    """Return all dates in a text that may be in the past, in order of position, without
    overlaps.
    """
    found: list[DateMatch] = []
    taken: list[tuple[int, int]] = []
    plain = with_ascii_digits(text[:_MAX_TEXT_LENGTH])
    for pattern, read in _fitting(plain):
        for match in pattern.finditer(plain):
            start, end = match.span()
            if (
                any(start < right and left < end for left, right in taken)
                or len(found) >= _MAX_MATCHES
            ):
                continue
            try:
                reading = read(match, context)
                moment = _moment(plain, start, end, reading, context) if reading else None
            except (OverflowError, ValueError):  # 31 February, the year 0
                continue
            if moment:
                taken.append((moment.start, moment.start + len(moment.raw)))
                found.append(moment)
    return sorted(found, key=lambda moment: moment.start)


def _fitting(text: str) -> list[Notation]:
    """Return the notations that the text may contain.

    Most lines contain none, and searching costs far more.
    """
    lowered = text.lower()
    if not _DIGIT.search(text) and not (_ASCII_HINT if lowered.isascii() else _HINT).search(
        lowered
    ):
        return []
    return [
        notation for sign, notations in _NOTATIONS if sign.search(lowered) for notation in notations
    ]


def _moment(
    text: str, start: int, end: int, reading: ParsedDate, context: DateContext
) -> DateMatch | None:
    """Return the date with the time of day beside it, made aware, or None if a time that it needs
    is missing.
    """
    value, other, exact = reading.value, reading.other, reading.exact
    if not exact and value.tzinfo is None:
        time = time_beside(text, start, end, context)
        # "Today" is a date only beside a time of day: elsewhere it is a word of the text.
        if time is None and reading.needs_time:
            return None
        if time:
            start, end, exact = min(start, time.start), max(end, time.end), True
            value, other = time.of(value), time.of(other) if other else None
    settled, second = context.settle(value), context.settle(other) if other else None
    chosen = settled or second
    if chosen is None:
        return None
    raw = text[start:end]
    start += len(raw) - len(raw.lstrip())
    return DateMatch(
        chosen, raw.strip(), start, exact, value.tzinfo is not None, second if settled else None
    )


def parse_date_text(text: str, context: DateContext) -> DateMatch | None:
    """Return the date that software wrote into an attribute or feed.

    The formats: ISO 8601, RFC 5322, seconds since 1970 or parts of them, a row of digits such as
    20240305143000, or any text.
    """
    text = text.strip()[:100]
    stated = _from_iso(text) or _from_epoch(text) or _from_digits(text)
    if stated:
        value = context.settle(stated)
        exact = len(text) > _DAY_ONLY or bool(_EPOCH.fullmatch(text))
        if value:
            return DateMatch(value, text, 0, exact, stated.tzinfo is not None)
        return None
    return next(iter(find_date_matches(text, context)), None)


def url_date(url: str, context: DateContext) -> DateMatch | None:
    """Return the day in an address, as in /2024/03/05/, /2024/mar/05/, /20240305/, 2024-03/05/ or
    2024-03-05.
    """
    match = _IN_URL.search(url) or _NAMED_IN_URL.search(url)
    if not match:
        return None
    month = match["month"]
    try:
        naive = datetime(
            int(match["year"]),
            int(month) if month.isdecimal() else MONTHS[month.lower()],
            int(match["day"]),
        )
    except ValueError:
        return None
    value = context.settle(naive)
    if value:
        return DateMatch(value, match.group(), match.start(), False)
    return None


def url_year(url: str) -> int:
    """Return the year that a folder of an address names, as in /2024/ or /2024-03/, or 0."""
    match = _YEAR_IN_URL.search(url)
    return int(match["year"]) if match else 0


_YEAR_IN_URL = re.compile(r"/(?P<year>(?:19|20)\d\d)(?:[-_]?(?:0[1-9]|1[0-2]))?/")
_IN_URL = re.compile(
    r"(?<!\d)(?P<year>(?:19|20)\d\d)(?P<sign>[-/_]?)(?P<month>0[1-9]|1[0-2]"
    r"|(?<=\D)[1-9])(?:(?P=sign)|(?<=-\d\d)/)"
    r"(?P<day>[0-2]\d|3[01]|(?<=\D)[1-9])(?!\d)"
)
_NAMED_IN_URL = re.compile(
    r"/(?P<year>(?:19|20)\d\d)/(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may"
    r"|june?|july?|aug(?:ust)?|"
    r"sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)/(?P<day>\d\d?)/",
    re.I,
)


def _from_iso(text: str) -> datetime | None:
    try:
        if text[:4].isdigit() and len(text) >= 10 and not text.isdigit():
            return datetime.fromisoformat(text)
        return None
    except ValueError:
        return None


def _from_epoch(text: str) -> datetime | None:
    found = _EPOCH.fullmatch(text)
    if found:
        return datetime.fromtimestamp(int(found["seconds"]), UTC)
    return None


def _from_digits(text: str) -> datetime | None:
    if not _DIGITS.fullmatch(text):
        return None
    try:
        return datetime.strptime(text[:14].ljust(14, "0"), "%Y%m%d%H%M%S")
    except ValueError:
        return None
