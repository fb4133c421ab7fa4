"""The time of day beside a date: 24 and 12 hours, in the notations of many languages, with its
zone.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from extractor.dates import words
from extractor.dates.context import DateContext
from extractor.dates.zones import WRITTEN, zone_named

_WEEKDAY = (
    r"(?:[(（]\w{1,9}\.?[)）]"
    r"|(?:星期|周|週|礼拜)?[一二三四五六日天月火水木金土]曜?日?(?=[\s\d上下早晚凌午中夜])|요일)"
)
_DAY_PART = "|".join((*words.FORENOON, *words.NOON, *words.AFTERNOON))
_CLOCK = (
    rf"(?:(?P<half>{_DAY_PART})\s?)?(?<!\d)(?P<hour>\d{{1,2}})"
    r"(?:\s?(?P<sign>[:hH.时時点點시])\s?(?P<minute>[0-5]\d|\d(?=:\d))(?!\d)"
    # A single digit behind a blank counts something else: "14时05分 5条评论".
    r"(?:(?:\s?[:分분]\s?(?=[0-5]\d)|:|(?<=\.\d\d)\.)(?P<second>[0-5]?\d)(?!\d)(?:[.,]\d{1,9})?)?"
    rf"|(?=\s?(?:{words.AM}|{words.PM}|Uhr\b))|\s?(?:[时時点點시]|h\b)(?!\d))(?:\s?[分분](?!钟|鐘))?"
    rf"(?:\s?(?:(?P<am>{words.AM})|(?P<pm>{words.PM})))?(?P<mark>\s?(?:{words.MARKS})(?!\w))?"
    rf"(?:\s?[(\[]?(?-i:(?P<zone>{WRITTEN})(?!\w)))?"
)
_AFTER = re.compile(
    rf"(?:\s?(?:{words.OF_YEAR}))?[\s,，、|·•–—T(（/-]{{0,4}}(?:{_WEEKDAY}[\s,]{{0,2}})?(?P<connector>(?:{words.CONNECTORS})\s)?{_CLOCK}",
    re.I,
)
_BEFORE = re.compile(
    rf"(?<![\d:.,/]){_CLOCK}[)\]]?(?:\sh\.)?[\s,，|·•–—/-]{{1,4}}(?:(?:{words.ON})\s)?"
    r"(?:\w{2,10}\.?,?\s)?$",
    re.I,
)
_END_OF_DAY = 24
_REACH = 45
"""Characters before a date that may contain its time."""


@dataclass(frozen=True)
class TimeOfDay:
    """Hour, minute, second and zone, and their range in the text.

    The hour 24 is the end of the day (ISO 8601-1:2019, 5.3.2), without minutes and seconds.
    """

    hour: int
    minute: int
    second: int
    zone: tzinfo | None
    start: int
    end: int

    def of(self, day: datetime) -> datetime:
        """Return this time on that day."""
        midnight = day.replace(hour=0, minute=0, second=0, tzinfo=self.zone or day.tzinfo)
        return midnight + timedelta(hours=self.hour, minutes=self.minute, seconds=self.second)


def time_beside(text: str, start: int, end: int, context: DateContext) -> TimeOfDay | None:
    """Return the time right after or right before the date that is at ``start`` to ``end``."""
    behind = _AFTER.match(text, end)
    found = _read(behind, 0, context) if behind else None
    if found or start == 0:
        return found
    offset = max(0, start - _REACH)
    before = _BEFORE.search(text[offset:start])
    return _read(before, offset, context) if before else None


def _read(match: re.Match[str], offset: int, context: DateContext) -> TimeOfDay | None:
    groups = match.groupdict()
    hour = _hour_of_24(int(match["hour"]), groups)
    minute, second = int(match["minute"] or 0), int(match["second"] or 0)
    if hour > _END_OF_DAY or (hour == _END_OF_DAY and (minute or second)):
        return None
    # "3.15" is a price or a version more often than a time.
    if match["sign"] == "." and not _is_dotted_time(match):
        return None
    named = match["zone"]
    return TimeOfDay(
        hour=hour,
        minute=minute,
        second=second,
        zone=zone_named(named, context.lang, context.zone) if named else None,
        start=offset + match.start(),
        end=offset + match.end(),
    )


def _hour_of_24(hour: int, groups: dict[str, str | None]) -> int:
    half = groups["half"] or ""
    late = bool(groups["pm"]) or half in words.AFTERNOON or (half in words.NOON and hour < 3)
    if hour < 12 and late:
        return hour + 12
    if hour == 12 and (groups["am"] or half in words.FORENOON or half == "夜"):
        return 0
    return hour


def _is_dotted_time(match: re.Match[str]) -> bool:
    """Return whether 10.30 is a time: beside a word that says so, or alone up to the end of the
    text.
    """
    if (
        match["am"]
        or match["pm"]
        or match["mark"]
        or match["zone"]
        or match.groupdict().get("connector")
    ):
        return True
    # A separator before it makes even "9.30" a time; an article's number has none.
    is_set_apart = match.start("hour") - 3 >= 0 and match.string[: match.start("hour")].endswith(
        (" - ", " – ", " | ")
    )
    return (len(match["hour"]) == 2 or is_set_apart) and match.end() == len(match.string.rstrip())
