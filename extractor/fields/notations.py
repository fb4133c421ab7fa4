"""The notations of moments: a pattern for each and how its parts are read."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone

from extractor.fields.calendar import DAYS_BACK, MONTHS, NUMERALS, SECONDS_OF, amount, han_number
from extractor.fields.clock import Clock

Reader = Callable[[re.Match[str], Clock], tuple[datetime, bool] | None]
"""Gives the moment, naive where no zone is written, and whether it tells the time of day; ValueError if impossible."""

_HALF = "上午|中午|下午|晚上|凌晨|早上|傍晚|午前|午後|오전|오후"
_WEEKDAY = r"(?:\s?[((（]?(?:星期|周|週)?[一二三四五六日天月火水木金土]曜?日?[))）]?(?=[\s\d上下早晚凌午中]))?"
_TIME = (
    r"(?:[\sT,，、|·–—-]{0,4}(?:(?:at|um|à|a las|às|alle|ore|kl\.?|@|о|в|om)\s)?"
    rf"(?P<half>{_HALF})?\s?(?P<hour>\d{{1,2}})"
    r"(?:\s?[::：时時点點시h]\s?(?P<minute>\d{2})(?!\d)(?:\s?[::：分분]\s?(?P<second>\d{2})(?!\d)(?:[.,]\d{1,9})?)?"
    r"|(?=\s?[ap]\.?m\b)|[时時点點시](?!\d))(?:\s?[分분秒])?(?:\s?(?P<ampm>[ap])\.?m\b\.?)?"
    r"(?:\s?(?P<zone>Z\b|UTC\b|GMT\b|(?:(?:UTC|GMT)\s?)?[+-](?:0\d|1[0-4]):?[0-5]\d(?!\d)))?)?"
)
_YMD = re.compile(
    r"(?<!\d)(?P<year>(?:19|20)\d\d)\s?(?:(?P<sign>[-/.])|[年년])\s?(?P<month>\d{1,2})\s?(?(sign)(?P=sign)|[月월])\s?(?P<day>\d{1,2})(?!\d)"
    rf"(?:\s?[日号號일]|\.(?=\s))?{_WEEKDAY}{_TIME}",
    re.I,
)
_DMY_NAMED = re.compile(
    r"(?<!\d)(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.|º)?[\s-](?:de\s|of\s)?(?P<name>[^\W\d_]{3,12})\.?,?[\s-](?:de\s|del\s)?"
    rf"(?P<year>(?:19|20)\d\d)(?!\d){_TIME}",
    re.I,
)
_MDY_NAMED = re.compile(
    r"\b(?P<name>[^\W\d_]{3,12})\.?\s?(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s{1,2}(?P<year>(?:19|20)\d\d)(?!\d)" + _TIME,
    re.I,
)
_NUMERIC = re.compile(
    r"(?<![\d./-])(?P<first>\d{1,2})(?P<sign>[./-])(?P<month>\d{1,2})(?P=sign)(?P<year>(?:19|20)\d\d)(?!\d)" + _TIME,
    re.I,
)
_MD = re.compile(
    r"(?<![\d年/.-])(?P<month>\d{1,2})(?:月(?P<day>\d{1,2})日|[-/](?P<day2>\d{1,2})(?=\s\d{1,2}:\d\d(?!\d)))" + _TIME,
    re.I,
)
_HAN_DATE = re.compile(
    r"([二一][〇○零一二三四五六七八九]{3})年([一二三四五六七八九十]{1,2})月([一二三四五六七八九十]{1,3})日"
)
_AGO_CJK = re.compile(
    r"(?P<number>\d{1,3}|[一两兩二三四五六七八九十半几])\s?(?P<unit>个月|個月|ヶ月|か月|개월|分钟|分鐘|小时|小時|時間|시간|秒钟|秒鐘|"
    r"週間|星期|礼拜|秒|分|天|日|周|週|月|年|초|분|일|주|년)\s?(?:之?前|전)"
)
_AGO_AFTER = re.compile(
    r"\b(?P<number>\d{1,3}|an?|one|uno?|una?)\s?(?P<unit>[^\W\d_]{1,8})\s(?:ago|fa|назад|atrás)\b", re.I
)
_AGO_BEFORE = re.compile(
    r"\b(?:vor|hace|il y a|há)\s(?P<number>\d{1,3}|ein(?:e[rmn]?)?|una?|une?|uma?)\s(?P<unit>[^\W\d_]{1,9})", re.I
)
_DAY_WORD = re.compile(rf"(?<!\w)(?P<word>{'|'.join(DAYS_BACK)}){_TIME}", re.I)
_NOW = re.compile(r"刚刚|剛剛|刚才|たった今|방금|\bjust now\b|\bmoments ago\b", re.I)


def _numbered(match: re.Match[str], _: Clock) -> tuple[datetime, bool]:
    year, month, day = (int(part) for part in match.group("year", "month", "day"))
    return _at(datetime(year, month, day), match)


def _named(match: re.Match[str], _: Clock) -> tuple[datetime, bool] | None:
    month = MONTHS.get(match["name"].lower())
    return _at(datetime(int(match["year"]), month, int(match["day"])), match) if month else None


def _ambiguous(match: re.Match[str], clock: Clock) -> tuple[datetime, bool]:
    day, month = int(match["first"]), int(match["month"])
    if month > 12 or (day <= 12 and clock.month_first and match["sign"] != "."):
        day, month = month, day
    return _at(datetime(int(match["year"]), month, day), match)


def _yearless(match: re.Match[str], clock: Clock) -> tuple[datetime, bool]:
    here = clock.collected.astimezone(clock.zone)
    month, day = int(match["month"]), int(match["day"] or match["day2"])
    value, exact = _at(datetime(here.year, month, day), match)
    if value.replace(tzinfo=None) - here.replace(tzinfo=None) > timedelta(days=1):
        value = value.replace(year=here.year - 1)
    return value, exact


def _han(match: re.Match[str], _: Clock) -> tuple[datetime, bool]:
    year = int("".join(str(NUMERALS[numeral]) for numeral in match[1]))
    return datetime(year, han_number(match[2]), han_number(match[3])), False


def _ago(match: re.Match[str], clock: Clock) -> tuple[datetime, bool] | None:
    seconds = SECONDS_OF.get(match["unit"].lower())
    if seconds is None:
        return None
    return clock.collected - timedelta(seconds=seconds * amount(match["number"])), seconds < SECONDS_OF["day"]


def _day_word(match: re.Match[str], clock: Clock) -> tuple[datetime, bool] | None:
    if match["hour"] is None:
        return None  # "today" and "yesterday" alone are words of running text
    midnight = clock.collected.astimezone(clock.zone).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    return _at(midnight - timedelta(days=DAYS_BACK[match["word"].lower()]), match)


def _now(_: re.Match[str], clock: Clock) -> tuple[datetime, bool]:
    return clock.collected, True


Notation = tuple[re.Pattern[str], Reader]
NOTATIONS: tuple[tuple[re.Pattern[str], tuple[Notation, ...]], ...] = (
    (re.compile(r"(?:19|20)\d\d"), ((_YMD, _numbered), (_DMY_NAMED, _named), (_MDY_NAMED, _named))),
    (re.compile(r"[./-](?:19|20)\d\d"), ((_NUMERIC, _ambiguous),)),
    (re.compile("年"), ((_HAN_DATE, _han),)),
    (re.compile("前|전"), ((_AGO_CJK, _ago),)),
    (re.compile("ago|fa|назад|atrás"), ((_AGO_AFTER, _ago),)),
    (re.compile("vor|hace|il y a|há"), ((_AGO_BEFORE, _ago),)),
    (re.compile("|".join(DAYS_BACK)), ((_DAY_WORD, _day_word),)),
    (re.compile("刚|剛|たった今|방금|now|ago"), ((_NOW, _now),)),
    (re.compile(r"月|:\d\d"), ((_MD, _yearless),)),
)
"""In order of precedence, behind a sign that a text in lower case must have to be worth a search with them."""


def _at(day: datetime, match: re.Match[str]) -> tuple[datetime, bool]:
    """The day with the time of day that stands behind it, if any."""
    if match["hour"] is None:
        return day, False
    hour, minute, second = (int(match[part] or 0) for part in ("hour", "minute", "second"))
    half, ampm = match["half"] or "", (match["ampm"] or "").lower()
    if hour < 12 and (ampm == "p" or half in ("下午", "晚上", "傍晚", "午後", "오후") or (half == "中午" and hour < 3)):
        hour += 12
    elif hour == 12 and (ampm == "a" or half in ("凌晨", "上午", "午前", "오전")):
        hour = 0
    return day.replace(hour=hour, minute=minute, second=min(second, 59), tzinfo=_offset(match["zone"])), True


def _offset(zone: str | None) -> timezone | None:
    if not zone:
        return None
    signed = zone.upper().removeprefix("UTC").removeprefix("GMT").strip().replace(":", "")
    if len(signed) != 5:
        return UTC
    minutes = int(signed[1:3]) * 60 + int(signed[3:])
    return timezone(timedelta(minutes=-minutes if signed[0] == "-" else minutes))
