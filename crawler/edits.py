"""Tell what a publisher edited from what two readings of one page make of its edges.

A reading sometimes takes a name beside the text or the label of a box into it, and sometimes not.
What such a line looks like, a line of the publisher may look like too. So only the shortest of them
may come and go: missing an edit is worse than telling of one too many.
"""

from collections import Counter
from difflib import SequenceMatcher

import regex

_WORD = r"[\p{L}\p{M}\p{Pd}'’]"
_LABEL = regex.compile(
    rf"\p{{Lu}}{_WORD}*(?:(?: (?:{_WORD}+|\p{{Lu}}\.))? \p{{Lu}}{_WORD}*)?"
    r"|[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]{2,3}"
)
"""A line that may come and go: up to three words without a number or a mark, of which the first and
the last have capitals ("Nadia Rowe", "Photo by Reuters"), or a name in Chinese letters. Other
scripts have no capitals that tell a name from a sentence.
"""
_MAX_LABELS = 0.5
"""Most of a text that may be labels. In a list or a table, each of them is content."""
_MAX_COMPARED = 20
"""Most labels that are compared with one another, which bounds the time."""
_ALIKE = 0.6
"""Least likeness of two labels of which one is the edited other."""


def is_edited(before: str, after: str) -> bool:
    """Return whether a publisher edited a text, one paragraph a line, between two readings.

    White space and line breaks do not count. Nor do lines of up to three words in the form of a
    name, if they came, went or moved and none like them is in their place.
    """
    if before.split() == after.split():
        return False
    old = [" ".join(line.split()) for line in before.split("\n")]
    new = [" ".join(line.split()) for line in after.split("\n")]
    if _mostly_labels(old) or _mostly_labels(new):
        return True
    if _told(old) != _told(new):
        return True
    return _has_edited_label(_labels(old), _labels(new))


def _is_label(line: str) -> bool:
    return bool(_LABEL.fullmatch(line))


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
