"""The part that the ``title`` element and another wording of the title share, in Chinese, Japanese
and Korean.

What one of the two has beside it is the name of the site or section, a tag, a date or a byline.
GeneralNewsExtractor finds headlines in this way. Words of these languages are not divided by
blanks, so a shared run of characters says more there than in others.
"""

from collections.abc import Iterable
from difflib import SequenceMatcher

from extractor.fields.site import letters
from extractor.page.text import CJK

_MIN_LENGTH = 8
"""Fewer letters in common are a name or a phrase, and no title."""
_MIN_SHARE = 0.4
"""Least share of either wording: a shorter part is a phrase that both use."""
_MAX_LENGTH = 200
"""Characters of a title that are compared: bounds what a page without line breaks costs."""
_EDGES = " \t-–—―_|｜│丨·•:：,，/／»«<>~～"
"""Signs between a title and what is beside it."""
_OPENING = "([（【［〔"
_CLOSING = ")]）】］〕"


def common_title(whole: str, others: Iterable[str]) -> str:
    """Return the longest part that a ``title`` element shares with one of the other wordings, or
    "".

    In both, it ends where the text ends, or at a sign that divides titles from other facts.
    """
    if not CJK.search(whole):
        return ""
    whole = " ".join(whole[:_MAX_LENGTH].split())
    told = (" ".join(other[:_MAX_LENGTH].split()) for other in others)
    shared = (_common(whole, other) for other in told if CJK.search(other))
    return max(shared, key=len, default="")


def common_line(whole: str, lines: Iterable[str]) -> str:
    """Return the longest line of the page that is a part of its ``title`` element, or ""."""
    if not CJK.search(whole):
        return ""
    own = letters(whole[:_MAX_LENGTH])
    shortest = max(_MIN_LENGTH, _MIN_SHARE * len(own))
    longest = ""
    for line in lines:
        if not shortest <= len(line) <= _MAX_LENGTH:
            continue
        said = letters(line)
        is_part = said in own and len(said) >= shortest
        if is_part and len(line) > len(longest) and CJK.search(line):
            longest = line
    return " ".join(longest.split())


def _common(whole: str, other: str) -> str:
    if letters(other) in letters(whole) and len(other) >= _MIN_LENGTH:
        return other
    matcher = SequenceMatcher(None, whole, other, autojunk=False)
    start, other_start, size = matcher.find_longest_match()
    shared = whole[start : start + size]
    own = shared.strip(_EDGES)
    if len(own) < max(_MIN_LENGTH, _MIN_SHARE * len(other)) or not CJK.search(own):
        return ""
    left = shared.index(own)
    right = left + len(own)
    if not _is_apart(whole, start + left, start + right):
        return ""
    if not _is_apart(other, other_start + left, other_start + right):
        return ""
    return own


def _is_apart(text: str, start: int, end: int) -> bool:
    before, after = text[:start], text[end:]
    if before and before[-1] not in _EDGES + _CLOSING:
        return False
    return not after or after[0] in _EDGES + _OPENING
