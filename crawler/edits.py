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
    if _mostly_labels(old) or _mostly_labels(new):
        return True
    own_old, own_new = set(old), set(new)
    old = [line for line in old if line in own_new or line not in kept]
    new = [line for line in new if line in own_old or line not in known]
    if _told(old) != _told(new):
        return True
    return _has_edited_label(_labels(old), _labels(new))


def _lines(text: str) -> list[str]:
    parts = (part for line in text.split("\n") for part in line.split(_BETWEEN_CELLS))
    return [" ".join(part.split()) for part in parts]


def _is_label(line: str) -> bool:
    if _LABEL.fullmatch(line) or offers_to_share(line):
        return True
    context = DateContext(datetime.now(UTC), "")
    return is_line_of_facts(line, find_date_matches(line, context))


def _mostly_labels(lines: list[str]) -> bool:
    return sum(map(len, filter(_is_label, lines))) > _MAX_LABELS * sum(map(len, lines))


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
