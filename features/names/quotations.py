"""What a person is quoted with. Pure."""

import re
from bisect import bisect
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate

_PAIRS = (("“", "”"), ("„", "“"), ("«", "»"), ("「", "」"), ("『", "』"), ('"', '"'))
_QUOTED = re.compile(
    "|".join(
        f"{re.escape(begin)}([^{re.escape(begin + end)}\n]+){re.escape(end)}"
        for begin, end in _PAIRS
    )
)
_WORD = re.compile(r"\w+")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_MIN_WORDS = 4
"""Fewer words in quotation marks are a title, or a word that is held at a distance."""
_MIN_SIGNS = 6
"""The same in Chinese."""
_MIN_SURNAME = 3
# In place of what is quoted, so that the rest keeps its place.
_HIDDEN = "\0"
_END = re.compile(r"[.!?](?=[\s\0]|$)|[。！？]")
# The end of a sentence parts a name from a quotation more than any words between them.
_FAR = 1_000_000
_LEAD = re.compile(r"[:：]\s?")
_CLOSING_COMMAS = ",，、 "
"""A comma before the closing mark is of the sentence around the quotation."""


def quotations(text: str, names: Collection[str], others: Collection[str] = ()) -> Iterator[str]:
    """Yield the quotations of a text to which no name of a person in their paragraph is nearer than
    one of these ``names``, or the last word of one that has several.

    ``others`` are the names of other people in the text.
    """
    own = {*names, *_surnames(names)}
    every = sorted({*own, *others, *_surnames(others)}, key=len, reverse=True)
    named = re.compile("|".join(map(_written, every)))
    for paragraph in text.splitlines():
        # Who is named within a quotation is talked about.
        beside = _QUOTED.sub(lambda quotation: _HIDDEN * len(quotation[0]), paragraph)
        found = list(named.finditer(beside))
        if not any(each[0] in own for each in found):
            continue
        ends = {each.start() for each in _END.finditer(beside)}
        steps = (_FAR if n in ends else sign != _HIDDEN for n, sign in enumerate(beside))
        way = list(accumulate(steps, initial=0))
        led = {each.end() for each in _LEAD.finditer(beside)}
        for quotation in _QUOTED.finditer(paragraph):
            quoted = next(filter(None, quotation.groups())).strip()
            # A colon leads from the name to what is quoted, and a full stop in it to the next name.
            is_told = quotation.start() in led or quoted.endswith(".")
            later = _FAR if is_told else 0
            if _is_long(quoted) and _nearest(found, quotation, way, later)[0] in own:
                yield quoted.rstrip(_CLOSING_COMMAS)


def _is_long(quoted: str) -> bool:
    return len(_WORD.findall(quoted)) >= _MIN_WORDS or len(_HAN.findall(quoted)) >= _MIN_SIGNS


def _nearest(
    names: Sequence[re.Match[str]], quotation: re.Match[str], way: Sequence[int], later: int
) -> re.Match[str]:
    """Return the name with the shortest way between it and a quotation: ``way`` is that from the
    beginning to each place, without quotations, and ``later`` is added for a name that follows.
    Names are in their order, and never within.
    """
    place = bisect(names, quotation.start(), key=re.Match.start)
    beside = names[max(place - 1, 0) : place + 1]
    here = way[quotation.start()]

    def way_from(name: re.Match[str]) -> int:
        if name.start() < quotation.start():
            return here - way[name.end()]
        return way[name.start()] - here + later

    return min(beside, key=way_from)


def _written(name: str) -> str:
    # Chinese has no blanks between words.
    edge = "" if _HAN.search(name) else r"\b"
    return f"{edge}{re.escape(name)}{edge}"


def _surnames(names: Collection[str]) -> set[str]:
    last = {name.split()[-1] for name in names if " " in name.strip()}
    return {each for each in last if len(each) >= _MIN_SURNAME}
