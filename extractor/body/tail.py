"""Remove what follows the text of an article from the end of its body: notices, and bylines, which
are a field.
"""

import re
from collections.abc import Sequence

from extractor.body.notices import is_notice
from extractor.languages.tables import alternatives

_LINES = 3
"""Number of blocks at the end of the body that are checked."""
_MAX_BYLINE_LENGTH = 60
"""Longer lines at the end are sentences, or lists of a whole staff."""
_KOREAN_BYLINE = re.compile(
    rf"(?:[^\s.]{{1,12}}[/=·]\s?){{0,3}}(?:{alternatives('bylines.photo_and_text')})?[가-힣]{{2,4}}"
    rf"\s?(?:{alternatives('bylines.ranks')})?\s?(?:{alternatives('bylines.reporters_after')})"
    r"\s?[=|·]?\s?(?:\S{1,30}@\S{3,40})?"
)
_EDITOR = re.compile(
    rf"(?<=[。！？!?」』”])[（(【\[]\s?(?:{alternatives('bylines.closing_editors')})\s?[:：/／]"
    r"[^（()）【】\[\]]{2,30}[）)】\]]\s?\d{0,8}$"
)


def without_tail(texts: Sequence[str], places: Sequence[int]) -> list[int]:
    """Return the chosen ``places`` of ``texts`` without notices and bylines at the end.

    One place always remains.
    """
    start = max(1, len(places) - _LINES)
    return [*places[:start], *(place for place in places[start:] if not is_tail(texts[place]))]


def without_editor(text: str) -> str:
    """Return the last paragraph without the mark of its editor, which agencies add in brackets."""
    if text[-_MAX_BYLINE_LENGTH:].isascii():
        return text
    return _EDITOR.sub("", text)


def is_tail(text: str) -> bool:
    """Return whether a line below a text is a byline or a notice."""
    may_be_byline = len(text) <= _MAX_BYLINE_LENGTH and not text.isascii()
    if may_be_byline and _KOREAN_BYLINE.fullmatch(text):
        return True
    return is_notice(text)
