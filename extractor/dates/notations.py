"""The notations of days: a pattern for each, and how its parts are read.

The time of day is read separately.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from extractor.dates.calendar import JALALI_MONTHS, NUMBERED_MONTHS, month_of
from extractor.dates.context import DateContext
from extractor.dates.eras import ERAS, from_jalali, full_year, gregorian_year, is_jalali
from extractor.dates.numerals import NUMERALS, han_number
from extractor.dates.zones import zone_named


@dataclass(frozen=True)
class ParsedDate:
    """The date that a notation means, naive if no zone is written.

    Attributes:
        value: The date.
        exact: The time of day is written.
        needs_time: The text is a date only if a time of day is beside it ("today").
        other: The second reading of a numeric date that can be read either way, or None.
    """

    value: datetime
    exact: bool = False
    needs_time: bool = False
    other: datetime | None = None


Reader = Callable[[re.Match[str], DateContext], ParsedDate | None]
"""Returns the date, or None if the match is not a date after all. Raises ValueError if the date is
impossible.
"""
Notation = tuple[re.Pattern[str], Reader]

_YEAR = r"(?P<year>(?:19|20)\d\d|25[3-9]\d|1[34]\d\d)(?!\d)"
MONTH_NAME = (
    r"(?P<name>(?:كانون|تشرين)\s\w+|[\u0e40-\u0e44]?[\u0e01-\u0e2e][\u0e30-\u0e4e]{0,2}\.[\u0e01-\u0e2e][\u0e30-\u0e4e]{0,2}\.|"
    r"[^\W\d_][^\s\d,،.;:|()/\-–]{1,14})"
)
_YMD = re.compile(
    rf"(?<![\d./-]){_YEAR}\s?(?:(?P<sign>[-/.])|[年년])\s?(?P<month>\d{{1,2}})\s?(?(sign)(?P=sign)|[月월])\s?(?P<day>\d{{1,2}})(?!\d)"
    r"(?:\s?[日号號일]|\.(?=\s|$))?"
)
_ERA = re.compile(
    rf"(?P<era>{'|'.join(ERAS)})\s?(?P<year>\d{{1,3}}|[元一二三四五六七八九十]{{1,3}})\s?年\s?"
    r"(?P<month>\d{1,2}|[一二三四五六七八九十]{1,2})\s?月\s?(?P<day>\d{1,2}|[一二三四五六七八九十]{1,3})\s?日"
)
_VIETNAMESE_MONTH = r"tháng\s(?P<month>\d{1,2}|[^\W\d]{1,5}(?:\s[^\W\d]{1,5})??)"
_VIETNAMESE = re.compile(
    rf"(?<!\d)(?P<day>\d{{1,2}})\s?{_VIETNAMESE_MONTH}(?:,|\snăm|,\snăm)?\s{_YEAR}", re.I
)
_VIETNAMESE_MONTH_FIRST = re.compile(
    rf"(?<!\w){_VIETNAMESE_MONTH}\s(?P<day>\d{{1,2}}),\s{_YEAR}", re.I
)
_DMY_NAMED = re.compile(
    r"(?<![\d.:/])(?<!\d,)(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.|º|ª|-?го)?[\s\-–]{0,2}"
    r"(?:de\s|d['’]|of\s|ב)?"
    rf"{MONTH_NAME}\.?[,،]?[\s\-–]{{0,2}}(?:de\s|del\s|[พค]\.ศ\.\s?)?{_YEAR}",
    re.I,
)
_MDY_NAMED = re.compile(
    rf"(?<!\w){MONTH_NAME}\.?[\s-]?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,\s?|\s{{1,2}}|-){_YEAR}",
    re.I,
)
_YMD_NAMED = re.compile(
    rf"(?<!\d){_YEAR}(?:\.|,|\s?m\.|\.\sgada)?[\s-]{MONTH_NAME}\.?[\s-](?P<day>\d{{1,2}})(?![\d:])\.?",
    re.I,
)
_LATVIAN = re.compile(rf"(?<!\d){_YEAR}\.\sgada\s(?P<day>\d{{1,2}})\.\s{MONTH_NAME}", re.I)
_UNIX = re.compile(
    r"\b(?P<name>[A-Z][a-z]{2})\s{1,2}(?P<day>\d{1,2})\s(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)\s"
    r"(?:(?P<zone>[A-Z]{1,5}|[+-]\d{4})\s)?(?P<year>(?:19|20)\d\d)(?!\d)"
)
_NUMERIC = re.compile(
    r"(?<![\d./-])(?P<first>\d{1,2})(?P<sign>[./-]|\s\|\s)\s?(?P<month>\d{1,2})(?P=sign)\s?"
    r"(?P<year>(?:19|20|25)\d\d|(?<=\d\d.\d\d.)\d\d)(?![\d/-]|\.\d)"
)
_YEARLESS = re.compile(
    r"(?<![\d年/.-])(?P<month>\d{1,2})(?:月(?P<day>\d{1,2})[日号號]|월\s?(?P<day3>\d{1,2})일|(?P<sign>[-/.])(?P<day2>\d{1,2})(?=\s\d{1,2}:\d\d(?!\d)))"
)
_MONTH_FIRST = _YEAR_FIRST = ("ko", "ja", "zh")
"""Languages in which 03.04 is the fourth of March, and 26/03/04 is in 2026."""
_MAX_DAYS = 31
_MAX_MONTHS = 12
_CLOCK_AHEAD = (
    r"(?=[\s,·|]{1,3}(?:(?:at|um|à|a las|às|alle|ore|kl\.?|klo|о|в|om)\s)?\d{1,2}[:h]\d\d)"
)
_SHORT_YEAR = rf"['’]?(?P<year>\d\d)(?!\d){_CLOCK_AHEAD}"
"""A year of two digits, before a time: "12 Mar 12, 14:33". Without the time, the number may be an
hour.
"""
_DMY_SHORT = re.compile(
    r"(?<![\d.:/])(?<!\d,)(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.|º)?[\s./-](?:de\s)?"
    rf"{MONTH_NAME}\.?,?[\s./-](?:de\s)?{_SHORT_YEAR}",
    re.I,
)
_MDY_SHORT = re.compile(
    rf"(?<!\w){MONTH_NAME}\.?\s(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s{_SHORT_YEAR}", re.I
)
_DM_NAMED = re.compile(
    rf"(?<![\d.:/])(?<!\d,)(?P<day>\d{{1,2}})(?:\.|º)?\s(?:de\s)?{MONTH_NAME}\.?{_CLOCK_AHEAD}",
    re.I,
)
_MD_NAMED = re.compile(
    rf"(?<!\w){MONTH_NAME}\.?\s(?P<day>\d{{1,2}})(?:st|nd|rd|th)?{_CLOCK_AHEAD}", re.I
)
_HAN_DATE = re.compile(
    r"([二一][〇○零一二三四五六七八九]{3})年([一二三四五六七八九十]{1,2})月([一二三四五六七八九十]{1,3})日"
)


def _numbered(match: re.Match[str], _: DateContext) -> ParsedDate:
    return ParsedDate(_day(*(int(part) for part in match.group("year", "month", "day"))))


def _vietnamese(match: re.Match[str], _: DateContext) -> ParsedDate | None:
    written = match["month"].lower()
    month = int(written) if written.isdecimal() else NUMBERED_MONTHS.get(written)
    if month:
        return ParsedDate(_day(int(match["year"]), month, int(match["day"])))
    return None


def _day(year: int, month: int, day: int) -> datetime:
    if is_jalali(year):
        found = from_jalali(year, month, day)
        return datetime(found.year, found.month, found.day)
    return datetime(gregorian_year(year), month, day)


def _named(match: re.Match[str], context: DateContext) -> ParsedDate | None:
    year = int(match["year"])
    if is_jalali(year):
        month = JALALI_MONTHS.get(match["name"])
    else:
        month = month_of(match["name"], context.lang)
    if month:
        return ParsedDate(_day(year, month, int(match["day"])))
    return None


def _unix(match: re.Match[str], context: DateContext) -> ParsedDate | None:
    month = month_of(match["name"], context.lang)
    if not month:
        return None
    day, hour, minute, second = (
        int(part) for part in match.group("day", "hour", "minute", "second")
    )
    named = match["zone"]
    zone = zone_named(named, context.lang, context.zone) if named else None
    return ParsedDate(
        datetime(int(match["year"]), month, day, hour, minute, second, tzinfo=zone), exact=True
    )


def _either_way(match: re.Match[str], context: DateContext) -> ParsedDate | None:
    first, second, year = int(match["first"]), int(match["month"]), int(match["year"])
    is_past = 2000 + first <= context.collected.year and second <= _MAX_MONTHS and year <= _MAX_DAYS
    if is_past and context.lang.startswith(_YEAR_FIRST):
        return ParsedDate(datetime(2000 + first, second, year))
    year = gregorian_year(year if year > 99 else 2000 + year)
    if second > 12:
        return ParsedDate(datetime(year, first, second))
    if first > 12 or match["sign"] == "." or first == second:
        return ParsedDate(datetime(year, second, first))
    day_first, month_first = datetime(year, second, first), datetime(year, first, second)
    if context.month_first:
        return ParsedDate(month_first, other=day_first)
    return ParsedDate(day_first, other=month_first)


def _era(match: re.Match[str], _: DateContext) -> ParsedDate:
    year, month, day = (han_number(part) for part in match.group("year", "month", "day"))
    return ParsedDate(datetime(ERAS[match["era"]] + year, month, day))


def _yearless(match: re.Match[str], context: DateContext) -> ParsedDate | None:
    if match["sign"] == "." and not context.lang.startswith(_MONTH_FIRST):
        return None
    return _latest_year(
        int(match["month"]), int(match["day"] or match["day2"] or match["day3"]), context
    )


def _named_short(match: re.Match[str], context: DateContext) -> ParsedDate | None:
    month = month_of(match["name"], context.lang)
    if month:
        return ParsedDate(
            datetime(full_year(int(match["year"]), match["name"]), month, int(match["day"]))
        )
    return None


def _named_yearless(match: re.Match[str], context: DateContext) -> ParsedDate | None:
    month = month_of(match["name"], context.lang)
    if month:
        return _latest_year(month, int(match["day"]), context)
    return None


def _latest_year(month: int, day: int, context: DateContext) -> ParsedDate:
    """Return such a day in the year that the page's address names, else the last one that begins
    less than a day from now, because it may have begun somewhere on earth.
    """
    here = context.collected.astimezone(context.zone).replace(tzinfo=None)
    value = datetime(context.year or here.year, month, day)
    return ParsedDate(
        value if value - here < timedelta(days=1) else value.replace(year=here.year - 1)
    )


def _han(match: re.Match[str], _: DateContext) -> ParsedDate:
    year = int("".join(str(NUMERALS[numeral]) for numeral in match[1]))
    return ParsedDate(datetime(year, han_number(match[2]), han_number(match[3])))


_YEAR_SIGN = re.compile(r"(?:19|20|25|1[34])\d\d")
DAYS: tuple[tuple[re.Pattern[str], tuple[Notation, ...]], ...] = (
    (_YEAR_SIGN, ((_YMD, _numbered),)),
    (
        re.compile("tháng"),
        ((_VIETNAMESE, _vietnamese), (_VIETNAMESE_MONTH_FIRST, _vietnamese)),
    ),
    (re.compile("gada"), ((_LATVIAN, _named),)),
    (re.compile(r":\d\d\s(?:\S{1,5}\s)?(?:19|20)\d\d"), ((_UNIX, _unix),)),
    (_YEAR_SIGN, ((_DMY_NAMED, _named), (_MDY_NAMED, _named), (_YMD_NAMED, _named))),
    (re.compile(r"[./|-]\s?(?:(?:19|20|25)\d\d|\d\d(?!\d))"), ((_NUMERIC, _either_way),)),
    (re.compile("令和|平成|民[國国]"), ((_ERA, _era),)),
    (re.compile("年"), ((_HAN_DATE, _han),)),
    (re.compile(r"月|월|:\d\d"), ((_YEARLESS, _yearless),)),
    (re.compile(r"\d[:h]\d\d"), ((_DMY_SHORT, _named_short), (_MDY_SHORT, _named_short))),
    (re.compile(r"\d[:h]\d\d"), ((_DM_NAMED, _named_yearless), (_MD_NAMED, _named_yearless))),
)
"""In order of precedence. Each group has a pattern that a text must contain to be worth searching.
"""
