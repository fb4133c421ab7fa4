"""What tells one edition of a regular event from another: years, rounds, months, results. Pure.

Last year's festival, the next round of a league and the figures of another month have nearly all
names and words of this one; their number says that they are another event.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from newsroom.terms import language

Editions: TypeAlias = Mapping[str, frozenset[str]]
"""The numbers of a text by what they count, such as {"year": {"2026"}, "round": {"12"}}."""

_WORDS = Path(__file__).with_name("words.toml")
_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![.,]?\d)")
_ORDINAL = re.compile(r"\b\d{1,3}(?=(?:st|nd|rd|th)\b)")
_RESULT = re.compile(r"(?<![\d.,:/–-])\d{1,2}(?:[-–:]|比)\d{1,2}(?![\d.,:/–-])")
"""A result, such as 2-1. More digits are a span of years or a telephone number."""
_NUMBERED = re.compile(r"\b([A-Z][^\W\d_]+)[ -](\d{1,3})\b")
"""A name with a number, such as Asteria 2."""
_CHINESE_MONTH = re.compile(r"(?<!\d)\d{1,2}(?=月(?!\d))")
"""A month without a day: a whole date is when something happened."""


@dataclass(frozen=True)
class _Words:
    """How a language names editions: a number behind or before a word, and months."""

    numbered: re.Pattern[str]
    months: re.Pattern[str]
    regular: re.Pattern[str]


def editions_of(title: str, lead: str, lang: str) -> Editions:
    """Return the editions that a title and the beginning of a text name.

    Years and months count in the title alone: a text names those of other things.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for kind, number in _editions(title, lead, language(lang)):
        found[kind].add(number)
    return {kind: frozenset(numbers) for kind, numbers in found.items()}


def are_apart(one: Editions, other: Editions) -> bool:
    """Return whether two texts name different editions: they count the same thing, and have no
    number of it in common.
    """
    return any(one[kind].isdisjoint(other[kind]) for kind in one.keys() & other.keys())


def is_regular(title: str, lead: str, lang: str) -> bool:
    """Return whether a text says that its event takes place again and again."""
    words = _words().get(language(lang))
    return words is not None and bool(words.regular.search(f"{title} {lead}".lower()))


def _editions(title: str, lead: str, lang: str) -> Iterator[tuple[str, str]]:
    for kind, pattern in (("year", _YEAR), ("ordinal", _ORDINAL), ("month", _CHINESE_MONTH)):
        for number in pattern.findall(title):
            yield kind, number
    for result in _RESULT.findall(f"{title}\n{lead}"):
        yield "result", result
    # A word with a capital in a headline may be any; in a text, it is a name.
    yield from set(_NUMBERED.findall(title)) & set(_NUMBERED.findall(lead))
    words = _words().get(lang)
    if words is None:
        return
    for month in words.months.findall(title):
        yield "month", month
    for found in words.numbered.finditer(f"{title}\n{lead}".lower()):
        yield found["word"] or found["counted"], found["number"] or found["count"]


@cache
def _words() -> Mapping[str, _Words]:
    tables = tomllib.loads(_WORDS.read_text(encoding="utf-8"))
    return {lang: _compiled(lang, table) for lang, table in tables.items()}


def _compiled(lang: str, table: Mapping[str, list[str]]) -> _Words:
    edition, months, regular = (
        "|".join(map(re.escape, table[name])) for name in ("edition", "months", "regular")
    )
    # Chinese has no blanks, and its counters stand behind the number.
    edge, blank = ("", "") if lang == "zh" else (r"\b", r"\.? ")
    return _Words(
        numbered=re.compile(
            rf"{edge}(?P<word>{edition}){blank or ' '}(?P<number>\d{{1,4}})\b"
            rf"|{edge}(?P<count>\d{{1,9}}){blank or ' ?'}(?P<counted>{edition}){edge}"
        ),
        months=re.compile(rf"\b(?:{months})\b" if months else r"(?!)"),
        regular=re.compile(rf"{edge}(?:{regular})"),
    )
