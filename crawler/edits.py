"""Tell what a publisher edited from what two readings of one page make of its edges.

A reading sometimes takes the byline, a caption or the label of a box into the text, and sometimes
not, because other teasers are beside it. Such lines come and go whole, and are no sentences.
"""

from collections import Counter
from difflib import SequenceMatcher

_MAX_LABEL_LENGTH = 100
_SENTENCE_ENDS = frozenset(".!?…。！？।؟۔;；")
_BEHIND_END = "\"'”’»)）」』]"
_MAX_ANNOUNCEMENT_LENGTH = 16
"""Most characters before a colon that announces what follows: "Update:", "更正："."""
_MAX_LABELS = 0.5
"""Most of a text that may be labels. In a list or a table, each of them is content."""
_MAX_COMPARED = 20
"""Most labels that are compared with one another, which bounds the time."""
_ALIKE = 0.6
"""Least likeness of two labels of which one is the edited other."""


def is_edited(before: str, after: str) -> bool:
    """Return whether a publisher edited a text, one paragraph a line, between two readings.

    White space and line breaks do not count, and lines that are no sentences do not if they only
    came or went.
    """
    if before.split() == after.split():
        return False
    old = [" ".join(line.split()) for line in before.split("\n")]
    new = [" ".join(line.split()) for line in after.split("\n")]
    if _mostly_labels(old) or _mostly_labels(new):
        return True
    if _sentences(old) != _sentences(new):
        return True
    return _has_edited_label(_labels(old), _labels(new))


def _is_label(line: str) -> bool:
    if len(line) > _MAX_LABEL_LENGTH or line.rstrip(_BEHIND_END)[-1:] in _SENTENCE_ENDS:
        return False
    start, colon, told = line.replace("：", ":").partition(":")
    return not (colon and told and len(start) <= _MAX_ANNOUNCEMENT_LENGTH)


def _mostly_labels(lines: list[str]) -> bool:
    return sum(map(len, filter(_is_label, lines))) > _MAX_LABELS * sum(map(len, lines))


def _sentences(lines: list[str]) -> list[str]:
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
