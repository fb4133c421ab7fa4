"""Dates relative to the fetch: "3 hours ago", "yesterday at 12:30", "just now", in the languages of
the news.
"""

import re
from datetime import timedelta

from extractor.dates import words
from extractor.dates.calendar import DAYS_BACK, SECONDS_OF
from extractor.dates.context import DateContext
from extractor.dates.notations import Notation, ParsedDate
from extractor.dates.numerals import amount


def _any_of(terms: list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(terms, key=len, reverse=True))


_UNIT = _any_of([word for word in SECONDS_OF if word[0] < "\u2e80" or word[0] > "\ud7a3"])
_AGO_CJK = re.compile(
    r"(?P<number>\d{1,3}|十?[几幾数數]|[一两兩二三四五六七八九十]{1,3}|半)\s?"
    r"(?:[个個](?P<and_half>半)?(?=[小钟鐘星礼禮月]))?"
    r"(?P<unit>ヶ月|か月|カ月|개월|分钟|分鐘|小时|小時|钟头|鐘頭|時間|시간|秒钟|秒鐘|"
    r"週間|星期|礼拜|禮拜|秒|分|天|日|周|週|月|年|초|분|일|주|달|년)\s?(?:(?:之|以)?前|전)"
)
"""Chinese counts hours, weeks and months by a measure word, after which a half may stand."""
_HALF = rf"(?P<half>½|(?:{words.HALF})(?=[\s-]))"
_AMOUNT = rf"(?P<number>\d{{1,3}}|{_HALF}|(?:{words.ONE})(?=['’\s]))"
_TIME = rf"(?:{_AMOUNT}['’\s-]?(?P<unit>{_UNIT})|(?P<single>{words.SINGLE_UNITS}))"
_AGO_AFTER = re.compile(rf"(?<![\w.,:/]){_TIME}\s?(?:{words.AGO})(?!\w)", re.I)
_AGO_BEFORE = re.compile(rf"(?<!\w)(?:{words.SINCE})\s{_TIME}(?!\w)", re.I)
_DAY_WORD = re.compile(rf"(?<!\w)(?P<word>{_any_of(list(DAYS_BACK))})", re.I)
_NOW = re.compile(words.NOW, re.I)


def _ago(match: re.Match[str], context: DateContext) -> ParsedDate | None:
    groups = match.groupdict()
    seconds = SECONDS_OF.get((groups.get("single") or groups["unit"] or "").lower())
    if seconds is None:
        return None
    many = 0.5 if groups.get("half") else amount(groups["number"])
    if groups.get("and_half"):
        many += 0.5
    passed = timedelta(seconds=seconds * many)
    return ParsedDate(context.collected - passed, exact=seconds < SECONDS_OF["day"])


def _day_word(match: re.Match[str], context: DateContext) -> ParsedDate:
    """Return a day that needs a time of day: "today" and "yesterday" alone are words of running
    text.
    """
    midnight = context.collected.astimezone(context.zone).replace(
        hour=0, minute=0, second=0, microsecond=0, tzinfo=None
    )
    return ParsedDate(midnight - timedelta(days=DAYS_BACK[match["word"].lower()]), needs_time=True)


def _now(_: re.Match[str], context: DateContext) -> ParsedDate:
    return ParsedDate(context.collected, exact=True)


RELATIVE: tuple[tuple[re.Pattern[str], tuple[Notation, ...]], ...] = (
    (re.compile("前|전"), ((_AGO_CJK, _ago),)),
    (re.compile(words.AGO), ((_AGO_AFTER, _ago),)),
    (re.compile(words.SINCE), ((_AGO_BEFORE, _ago),)),
    (re.compile(r"\d\s?(?:[:h.时時点點시]|uhr|[ap]\.?\s?m)"), ((_DAY_WORD, _day_word),)),
    (re.compile(words.NOW_SIGNS), ((_NOW, _now),)),
)
"""In order of precedence. Each group has a pattern that a text in lower case must contain to be
worth searching.
"""
