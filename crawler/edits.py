"""Tell what a publisher edited from what two readings of one page make of its edges.

A reading sometimes takes a name beside the text, the label of a box, a line of its facts or a
comment into it, and sometimes not. The page itself says which lines those are: one that it still
shows was not removed, and one that it showed before is not new. What only looks like such a line, a
line of the publisher may look like too. So only the shortest of them may come and go: missing an
edit is worse than telling of one too many.
"""

from collections import Counter
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice

import regex

from extractor.body.facts import is_line_of_facts
from extractor.body.labels import offers_to_share
from extractor.dates.context import DateContext
from extractor.dates.date_matches import find_date_matches

_WORD = r"[\p{L}\p{M}\p{Pd}'’]"
_LABEL = regex.compile(
    rf"\p{{Lu}}{_WORD}*(?:(?: (?:{_WORD}+|\p{{Lu}}\.))? \p{{Lu}}{_WORD}*)?"
    r"|[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]{2,3}"
)
"""A line that may come and go: up to three words without a number or a mark, of which the first and
the last have capitals ("Nadia Rowe", "Photo by Reuters"), or a name in Chinese letters. Other
scripts have no capitals that tell a name from a sentence.
"""
_BETWEEN_CELLS = " | "
"""What is between the parts of a row."""
_MAX_LABELS = 0.5
"""Most of a text that may be labels. In a list or a table, each of them is content."""
_MAX_LABEL_LENGTH = 200
"""Most characters of a line that may come and go: no line of facts is longer."""
_MAX_JUDGED = 300
"""Most lines of which it is asked whether they may come and go, which bounds the time: each takes
up to a tenth of a millisecond. Few articles have so many.
"""
_MAX_COMPARED = 20
"""Most labels that are compared with one another, which bounds the time."""
_ALIKE = 0.6
"""Least likeness of two labels of which one is the edited other."""


def is_edited(
    before: str,
    after: str,
    *,
    kept: AbstractSet[str] = frozenset(),
    known: AbstractSet[str] = frozenset(),
) -> bool:
    """Return whether a publisher edited a text, one paragraph a line, between two readings.

    White space, line breaks and the parts of a row do not count. Nor do lines of up to three words
    in the form of a name, lines of facts and offers to share, if they came, went or moved and none
    like them is in their place.

    Args:
        before: What was read at the earlier visit.
        after: What was read at the later one.
        kept: Lines of the page that were not removed, with single blanks.
        known: Lines of the page that are not new.
    """
    if before.split() == after.split():
        return False
    old, new = _lines(before), _lines(after)
    own_old, own_new = set(old), set(new)
    gone, come = _differing(
        [line for line in old if line in own_new or line not in kept],
        [line for line in new if line in own_old or line not in known],
    )
    if len({*gone, *come}) > _MAX_JUDGED:
        return True
    if _told(gone) != _told(come) or _mostly_labels(old) or _mostly_labels(new):
        return True
    return _has_edited_label(_labels(gone), _labels(come))


def _lines(text: str) -> list[str]:
    parts = (part for line in text.split("\n") for part in line.split(_BETWEEN_CELLS))
    return [" ".join(part.split()) for part in parts]


def _differing(old: list[str], new: list[str]) -> tuple[list[str], list[str]]:
    """Return the lines between the first and the last difference."""
    least = min(len(old), len(new))
    start = next((index for index in range(least) if old[index] != new[index]), least)
    ends = range(1, least - start + 1)
    end = next((index for index in ends if old[-index] != new[-index]), len(ends) + 1) - 1
    return old[start : len(old) - end], new[start : len(new) - end]


@lru_cache(maxsize=4 * _MAX_JUDGED)
def _is_label(line: str) -> bool:
    if len(line) > _MAX_LABEL_LENGTH:
        return False
    if _LABEL.fullmatch(line) or offers_to_share(line):
        return True
    context = DateContext(datetime.now(UTC), "")
    return is_line_of_facts(line, find_date_matches(line, context))


def _mostly_labels(lines: list[str]) -> bool:
    """Return whether labels are most of a text, by its first different lines."""
    first = list(islice(dict.fromkeys(lines), _MAX_JUDGED))
    return sum(map(len, filter(_is_label, first))) > _MAX_LABELS * sum(map(len, first))


def _told(lines: list[str]) -> list[str]:
    return " ".join(line for line in lines if not _is_label(line)).split()


def _labels(lines: list[str]) -> Counter[str]:
    return Counter(filter(_is_label, lines))


def _has_edited_label(old: Counter[str], new: Counter[str]) -> bool:
    """Return whether a label went and one like it came."""
    gone, come = list(old - new), list(new - old)
    if not gone or not come:
        return False
    if max(len(gone), len(come)) > _MAX_COMPARED:
        return True
    return any(
        SequenceMatcher(None, one, other).ratio() >= _ALIKE for one in gone for other in come
    )
