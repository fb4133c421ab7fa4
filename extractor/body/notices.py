"""Words of notices that sites put below their texts: rights, liability, other people's opinions,
links that pay.

A line is such a notice if it speaks of the text or the site itself, and shows two of the signs.
"""

import re

from extractor.languages.tables import alternatives

_SELF = re.compile(alternatives("notices.self"))
_SIGNS = tuple(
    re.compile(alternatives(f"notices.{sign}"))
    for sign in (
        "rights", "reproduction", "permission", "opinions", "advice", "affiliate", "heading",
    )
)  # fmt: skip
_MIN_SIGNS = 2
"""An article about rights may show one sign; notices show two."""
_MAX_LINE_LENGTH = 500
"""Longer paragraphs are text that is about rights."""
_PROGRAMME = re.compile(alternatives("notices.programme"))
"""How stations say at the end of a text when they broadcast it."""
_ARTICLE = alternatives("notices.article")
_LEFT = re.compile(rf"\d ?%[^.]{{0,40}}(?:{_ARTICLE})|(?:{_ARTICLE})[^.]{{0,40}}\d ?%")
_REMAINS = re.compile(rf"\b(?:{alternatives('notices.remains')})")
_MAX_LEFT_LENGTH = 120
"""Most characters of a note that says how much of a text is left to pay for."""


def is_notice(line: str) -> bool:
    """Return whether a line is about rights to the text, who answers for it, how much of it is
    paid, or a programme.
    """
    if len(line) > _MAX_LINE_LENGTH:
        return False
    small = line.lower().replace("’", "'")
    # "40 % of the article remain": paid pages say how much of the text is missing.
    may_be_left = "%" in line and len(line) <= _MAX_LEFT_LENGTH
    if may_be_left and _REMAINS.search(small) and _LEFT.search(small):
        return True
    if _PROGRAMME.match(small):
        return True
    if not _SELF.search(small):
        return False
    return sum(bool(sign.search(small)) for sign in _SIGNS) >= _MIN_SIGNS
