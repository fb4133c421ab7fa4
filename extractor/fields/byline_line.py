"""Remove the lines at the start of a body that only name its authors, a field of their own."""

import re
from collections.abc import Sequence
from dataclasses import replace

from extractor.dates.calendar import MONTHS, WEEKDAYS
from extractor.fields.name_words import CJK_LABEL, JOINTS, LABEL, ROLES
from extractor.results import Body

_LINES = 6
"""Number of lines at the start of the body that are checked."""
_MAX_LINE_LENGTH = 80
"""Longer lines are sentences."""
_SENTENCE_ENDS = frozenset(".!?…。！？:：")
_PIECES = re.compile(r"\s*[|｜·•–—/(){}（）【】\[\]]\s*|\s-\s")
_CJK = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
_MAX_CJK = 4
"""Most letters beside the names in Chinese and Japanese, which say much: a paper, a role."""
_MAX_PLACE_LENGTH = 20
"""Most characters of a place that stands beside a name, such as "BERLIN"."""
_MAX_WORDS = 2
"""Most words of a place or a paper in which only the first has a capital."""
_BYLINE_WORDS = ROLES | JOINTS | MONTHS.keys() | WEEKDAYS.keys()
_DAY = re.compile(r"\d+(?:st|nd|rd|th)?")


def without_byline(body: Body, author: str) -> Body:
    """Return the body without the lines at its start that only name its authors.

    The forests are in doubt about such lines, and would take them today and leave them tomorrow,
    when other teasers are beside the text.
    """
    names = author.split(", ") if author else []
    found = body.paragraphs
    start = 0
    while start < min(_LINES, len(found) - 1) and _only_names(found[start].text, names):
        start += 1
    if start:
        return replace(body, paragraphs=found[start:])
    return body


def _only_names(text: str, names: Sequence[str]) -> bool:
    """Return whether a line is made of some of the names, of words of bylines, and of a date, a
    place or a paper set apart from them.
    """
    if not names or len(text) > _MAX_LINE_LENGTH or text[-1:] in _SENTENCE_ENDS:
        return False
    whole = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")
    line = CJK_LABEL.sub("", LABEL.sub("", text))
    pieces = _PIECES.split(line)
    beside = [whole.sub(" ", piece) for piece in pieces]
    if pieces == beside:
        return False
    if _CJK.search("".join(beside)):
        return sum(map(str.isalpha, "".join(beside))) <= _MAX_CJK
    return all(
        _is_of_byline(left) or (left == piece and _is_place(left))
        for piece, left in zip(pieces, beside, strict=True)
    )


def _is_of_byline(text: str) -> bool:
    words = re.findall(r"[^\W_]+", text.lower())
    return all(word in _BYLINE_WORDS or _DAY.fullmatch(word) for word in words)


def _is_place(text: str) -> bool:
    """Return whether a piece has the form of the name of a place or a paper."""
    words = text.split()
    if len(text) > _MAX_PLACE_LENGTH or not text[:1].isupper():
        return False
    return len(words) <= _MAX_WORDS or all(word[0].isupper() for word in words)
