"""Read dates that only forums write, besides those of ``extractor.dates.date_matches``: no year, or
time first.
"""

import re
from datetime import datetime, timedelta
from functools import lru_cache

from extractor.dates.calendar import DAYS_BACK, MONTHS, WEEKDAYS
from extractor.dates.context import DateContext
from extractor.dates.date_matches import DateMatch, find_date_matches
from extractor.dates.eras import full_year
from extractor.dates.notations import MONTH_NAME
from extractor.dates.time_of_day import time_beside
from extractor.dates.words import CONNECTORS

_MORTAR = re.compile(
    rf"\s*[@|·•]\s*|\s[–—:-]\s|,?\s(?:{CONNECTORS})\s(?=\d{{1,2}}[:.]\d\d)", re.IGNORECASE
)
"""Separators between day and time."""
_WHITE = re.compile(r"[^\S\u3000]+")
_NAME = rf"{MONTH_NAME}\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.|º)?"
_TIME = r"(?P<hour>\d{1,2})[:.](?P<minute>\d\d)(?::\d\d)?\s?(?:(?P<half>[ap])\.?m\b\.?)?"
_YEAR = r"(?:[\s,/-]{1,3}'?(?P<year>\d\d)(?!\s?[:.h]\d\d))"
_NO_YEAR = r"(?![\s,/-]{0,3}'?\d)"
_WITHOUT_YEAR = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_TIME}\s(?:on\s)?{_NAME}\s{_DAY}{_NO_YEAR}",
        rf"\b{_DAY}[\s-](?:de\s)?{_NAME}{_YEAR}(?:[\s,]{{1,3}}{_TIME})?(?!\d)",
        rf"\b{_NAME}\s{_DAY}[\s,]{{1,3}}'(?P<year>\d\d)(?:[\s,]{{1,3}}{_TIME})?(?!\d)",
        rf"\b{_DAY}\s(?:de\s)?{_NAME}[\s,]{{1,3}}{_TIME}",
        rf"\b{_NAME}\s{_DAY}[\s,]{{1,3}}{_TIME}",
        rf"\b{_DAY}\s(?:de\s)?{_NAME}{_NO_YEAR}",
        rf"\b{_NAME}\s{_DAY}{_NO_YEAR}",
    )
)
_WEEKDAY = re.compile(rf"(?P<name>{'|'.join(WEEKDAYS)})[\s,]{{0,3}}{_TIME}", re.IGNORECASE)
_DAY_WORDS = "|".join(sorted(DAYS_BACK, key=len, reverse=True))
_DAY_ALONE = re.compile(
    rf"(?:(?<!\w)|(?=[\u2e80-\ud7a3]))(?P<word>{_DAY_WORDS})\W*$", re.IGNORECASE
)
"""A word for a day, without a time of day, ends a line: "Posted yesterday", "发表于昨天"."""
_MAX_DAY_LINE_LENGTH = 24
"""Most characters of such a line. Longer ones are sentences."""
_SHORT_NUMBERS = re.compile(
    r"(?<![\d/.-])(?:"
    r"(?P<first>\d{1,2})(?P<sign>[/.])(?P<second>\d{1,2})(?P=sign)(?P<year>\d\d)"
    r"|(?P<early>\d\d)-(?P<month>\d{1,2})-(?P<day>\d{1,2})"
    rf")[\s,]{{1,3}}{_TIME}",
    re.IGNORECASE,
)
"""Numbers with a year of two digits, before a time: "9/6/16 12:39 p.m.", "9.6.16 12:39",
"16-9-6 12:39".
"""
_SHORT_AGO = re.compile(
    r"^\W{0,3}(?P<number>\d{1,3})\s?(?P<unit>mo|min|hr|wk|yr|m|h|d|w|y|s)\.?(?:\sago)?\W{0,3}$",
    re.IGNORECASE,
)
_SECONDS_OF_SHORT = {
    "s": 1,
    "m": 60,
    "min": 60,
    "h": 3_600,
    "hr": 3_600,
    "d": 86_400,
    "w": 604_800,
    "wk": 604_800,
    "mo": 2_629_800,
    "y": 31_557_600,
    "yr": 31_557_600,
}
"""Lengths of the abbreviated units that forums use in any language, as in "5m"."""
_MONTHS = 12
_MAX_TEXT_LENGTH = 120
"""Characters of a text that are read: a time of a post stands at the start of a short line."""


def read_moment(text: str, context: DateContext) -> DateMatch | None:
    """Return the first date of a short text, or None."""
    return _read_moment(_WHITE.sub(" ", text).strip()[:_MAX_TEXT_LENGTH], context)


@lru_cache(maxsize=1_024)
def _read_moment(text: str, context: DateContext) -> DateMatch | None:
    """Do that for a text without needless white space.

    Results are cached, as posts are read several times.
    """
    found = next(iter(find_date_matches(text, context)), None)
    if found and found.exact:
        return found
    plain = _MORTAR.sub(" ", text)
    if plain != text:
        wider = next(iter(find_date_matches(plain, context)), None)
    else:
        wider = None
    return (wider if wider and (wider.exact or not found) else found) or _without_year(
        plain, context
    )


def _without_year(text: str, context: DateContext) -> DateMatch | None:
    for pattern in _WITHOUT_YEAR:
        for match in pattern.finditer(text):
            month = MONTHS.get(match["name"].lower())
            moment = _dated(match, month, context) if month else None
            if moment:
                return moment
    return (
        _short_numbers(text, context)
        or _weekday(text, context)
        or _day_alone(text, context)
        or _short_ago(text, context)
    )


def _dated(match: re.Match[str], month: int, context: DateContext) -> DateMatch | None:
    return _placed(match, match.groupdict(), month, context)


def _placed(
    match: re.Match[str], groups: dict[str, str | None], month: int, context: DateContext
) -> DateMatch | None:
    here = context.collected.astimezone(context.zone)
    short = groups.get("year")
    if short is None:
        year = context.year or here.year
    else:
        year = full_year(int(short), groups.get("name") or " ")
    try:
        value, exact = _timed_beside(
            datetime(year, month, int(groups["day"] or 0)), groups, match, context
        )
        if short is None and value.replace(tzinfo=None) - here.replace(tzinfo=None) > timedelta(
            days=1
        ):
            value = value.replace(year=year - 1)
    except ValueError:  # 31 June, 25 o'clock, 29 February of a common year
        return None
    settled = context.settle(value)
    if settled:
        return DateMatch(settled, match.group(), match.start(), exact)
    return None


def _timed_beside(
    day: datetime, groups: dict[str, str | None], match: re.Match[str], context: DateContext
) -> tuple[datetime, bool]:
    """Return a day at the time in its text, or right before or after that; and whether there is
    one.
    """
    if groups.get("hour"):
        return _timed(day, groups), True
    beside = time_beside(match.string, match.start(), match.end(), context)
    return (beside.of(day) if beside else day), beside is not None


def _short_numbers(text: str, context: DateContext) -> DateMatch | None:
    """Return a date of numbers.

    The month comes first before "p.m." or if the second number cannot be a month.
    """
    match = _SHORT_NUMBERS.search(text)
    if not match:
        return None
    groups = match.groupdict()
    if groups["first"]:
        first, second = int(groups["first"]), int(groups["second"])
        is_month_first = second > _MONTHS or (bool(groups["half"]) and first <= _MONTHS)
        month, groups["day"] = (first, str(second)) if is_month_first else (second, str(first))
    else:
        month, groups["year"] = int(groups["month"]), groups["early"]
    return _placed(match, groups, month, context)


def _timed(day: datetime, groups: dict[str, str | None]) -> datetime:
    if not groups.get("hour"):
        return day
    hour, half = int(groups["hour"] or 0), (groups.get("half") or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return day.replace(hour=hour, minute=int(groups["minute"] or 0))


def _weekday(text: str, context: DateContext) -> DateMatch | None:
    """Return the last such weekday: forum software prints the weekday alone for a week."""
    match = _WEEKDAY.search(text)
    if not match:
        return None
    today = _today(context)
    back = (today.weekday() - WEEKDAYS[match["name"].lower()]) % 7
    try:
        value = context.settle(_timed(today - timedelta(days=back), match.groupdict()))
    except ValueError:
        return None
    if value:
        return DateMatch(value, match.group(), match.start(), True)
    return None


def _day_alone(text: str, context: DateContext) -> DateMatch | None:
    match = _DAY_ALONE.search(text) if len(text) <= _MAX_DAY_LINE_LENGTH else None
    if not match:
        return None
    day = _today(context) - timedelta(days=DAYS_BACK[match["word"].lower()])
    value = context.settle(day)
    if value:
        return DateMatch(value, match["word"], match.start(), False)
    return None


def _today(context: DateContext) -> datetime:
    """Return the midnight at which the day of the fetch began, without its zone."""
    return context.collected.astimezone(context.zone).replace(
        hour=0, minute=0, second=0, microsecond=0, tzinfo=None
    )


def _short_ago(text: str, context: DateContext) -> DateMatch | None:
    match = _SHORT_AGO.match(text)
    if not match:
        return None
    seconds = _SECONDS_OF_SHORT[match["unit"].lower()]
    value = context.settle(context.collected - timedelta(seconds=seconds * int(match["number"])))
    if value:
        return DateMatch(value, match.group(), 0, seconds < _SECONDS_OF_SHORT["d"])
    return None
