"""Read labelled times without the extractor's own reader, so that a mistake there cannot excuse
itself.

A gold contains what its page prints: a day, a minute, a month, "3 days ago". Every reading of it is
considered, with day and month of 03/04 either way round. A time is correct if it agrees with one
reading in everything that the gold says.
"""

import re
from dataclasses import astuple, dataclass
from datetime import UTC, date, datetime, timedelta

_ISO = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$"
)
_CLOCK = re.compile(
    r"(?<!\d)(\d{1,2})(?:[:.](\d\d)(?![.\d]\d)(?::\d\d)?\s*([ap])?\.?m?\b|h(\d\d)|\s?([ap])\.?m\b)",
    re.I,
)
_YEAR_FIRST = re.compile(r"(?<!\d)((?:19|20)\d\d)\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})")
_YEAR_LAST = re.compile(r"(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)(?!\d)")
_WORD = re.compile(r"[^\W\d_]{3,}")
_NUMBER = re.compile(r"(?<![\d:])('?)(\d{1,4})(?![\d:])")
_MONTH_NAMES = """
jan janv ene gen, feb fév fev fevr, mar mär mrz maa, apr avr abr, may mai maj mag mei, jun juin giu,
jul juil lug, aug aoû agos, sep set, oct okt ott out, nov, dec dez déc dic
"""
_MONTHS = {
    name: number
    for number, names in enumerate(_MONTH_NAMES.split(","), 1)
    for name in names.split()
}
_ZONE = re.compile(r"(?:GMT|UTC)\s?([+-]\d{1,2}):?(\d\d)?", re.I)
_CENTURY_BOUND = 70
_NOON = 12


@dataclass(frozen=True)
class PartialDatetime:
    """What a text says about a time. None is not said."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    hour: int | None = None
    minute: int | None = None

    def agrees(self, moment: datetime) -> bool:
        """Return whether a time agrees with everything that is said."""
        has = (moment.year, moment.month, moment.day, moment.hour, moment.minute)
        return all(
            said is None or said == had for said, had in zip(astuple(self), has, strict=True)
        )


def possible_datetimes(text: str) -> frozenset[PartialDatetime]:
    """Return all readings of a labelled time in digits or with a month's name; none for relative
    and unknown ones.
    """
    text = text.strip()
    iso = _ISO.match(text)
    if iso:
        return frozenset(_of_iso(text, iso))
    zone = _ZONE.search(text)
    hour, minute, rest = _clock(_ZONE.sub("", text))
    printed = [PartialDatetime(year, month, day, hour, minute) for year, month, day in _days(rest)]
    return frozenset(
        printed if zone is None else (*printed, *(_in_utc(reading, zone) for reading in printed))
    )


def is_right(moment: datetime, text: str) -> bool | None:
    """Return whether a time agrees with a labelled one, in its own zone or in UTC; None if the gold
    cannot be read.
    """
    found = possible_datetimes(text)
    if not found:
        return None
    return any(
        reading.agrees(version) for reading in found for version in (moment, moment.astimezone(UTC))
    )


def printed_day(text: str) -> date | None:
    """Return the calendar day that a labelled date in ISO order prints, whatever its zone; None for
    other texts.
    """
    match = re.match(r"(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)", text.strip())
    try:
        return date(*map(int, match.groups())) if match else None
    except ValueError:
        return None


def _of_iso(text: str, match: re.Match[str]) -> list[PartialDatetime]:
    """Return the readings as printed, and in UTC."""
    year, month, day, hour, minute = (
        None if part is None else int(part) for part in match.groups()[:5]
    )
    found = [PartialDatetime(year, month, day, hour, minute)]
    if match[6]:
        found.append(
            _reading(datetime.fromisoformat(re.sub(r"\s+(?=[Z+-]|$)", "", text)).astimezone(UTC))
        )
    return found


def _in_utc(reading: PartialDatetime, zone: re.Match[str]) -> PartialDatetime:
    """Return a reading without its printed offset; unchanged if it lacks a part or is
    impossible.
    """
    known = [number for number in astuple(reading) if number is not None]
    if len(known) < len(astuple(reading)):
        return reading
    offset = timedelta(
        hours=int(zone[1]), minutes=int(zone[2] or 0) * (-1 if zone[1][0] == "-" else 1)
    )
    try:
        return _reading(datetime(*known) - offset)
    except (ValueError, OverflowError):
        return reading


def _reading(moment: datetime) -> PartialDatetime:
    return PartialDatetime(moment.year, moment.month, moment.day, moment.hour, moment.minute)


def _clock(text: str) -> tuple[int | None, int | None, str]:
    """Return hour and minute, and the text without them."""
    for match in _CLOCK.finditer(text):
        before, after, half, french, alone = match.groups()
        half = half or alone
        if "." in match[0] and not half:
            continue
        hour, minute = int(before), int(after or french or 0)
        if half:
            hour = hour % _NOON + (_NOON if half in "pP" else 0)
        return hour, minute, f"{text[: match.start()]} {text[match.end() :]}"
    return None, None, text


def _days(text: str) -> list[tuple[int | None, int | None, int | None]]:
    """Return year, month and day in every reading."""
    if match := _YEAR_FIRST.search(text):
        return [(int(match[1]), int(match[2]), int(match[3]))]
    if match := _YEAR_LAST.search(text):
        first, second = int(match[1]), int(match[2])
        return [
            (_full_year(match[3]), *part)
            for part in ((first, second), (second, first))
            if part[0] <= _NOON
        ]
    named = next(
        (_MONTHS[key] for word in _WORD.findall(text.lower()) if (key := _month_key(word))), None
    )
    if named is None:
        return []
    numbers = [
        (_full_year(digits) if mark else int(digits))
        for mark, digits in _NUMBER.findall(_bare(text))
    ]
    year = next((number for number in numbers if number > 31), None)
    day = next((number for number in numbers if number <= 31), None)
    if year is None:
        short = [number for number in numbers if number <= 99][1:]
        return [(None, named, day), *((_full_year(f"{number:02}"), named, day) for number in short)]
    return [(year, named, day)]


def _month_key(word: str) -> str:
    """Return the longest month abbreviation that a word begins with, or ""."""
    return next((word[:size] for size in (4, 3) if word[:size] in _MONTHS), "")


def _bare(text: str) -> str:
    """Return the text without the endings of ordinal numbers."""
    return re.sub(r"(?<=\d)(?:st|nd|rd|th|er|º|ª)\b", "", text)


def _full_year(digits: str) -> int:
    year = int(digits)
    if len(digits) > 2:
        return year
    return year + (1900 if year >= _CENTURY_BOUND else 2000)
