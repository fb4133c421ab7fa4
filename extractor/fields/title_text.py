"""Mend the text of titles that a site has escaped twice or decoded wrongly."""

import html
import re
from collections.abc import Sequence

from extractor.fields.site import letters
from extractor.page.dom import squeeze

_ESCAPE = re.compile(
    r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|amp|quot|apos|[lr][sd]quo|[nm]dash|hellip|nbsp);"
)
"""References to signs of running text. Others, such as ``&lt;``, may be what the title is about."""
_MAX_ESCAPES = 2
"""Titles are escaped twice at most: by a content system, and by its theme."""
_LOST = "\ufffd"
"""The character that stands for bytes without a meaning (Unicode, 23.8)."""
_MAX_LOST = 4
"""Most letters that one such character stands for."""
_CODECS = ("cp1252", "gb18030")
"""The encodings that UTF-8 is most often mistaken for."""

_SURE = 2
"""Characters by which a title in Windows-1252 shrinks if it is UTF-8 for certain: one sign of three
bytes, or two.
"""


def unescaped(text: str) -> str:
    """Return a text without the character references that are left after the page was parsed: it
    was escaped twice.
    """
    for _ in range(_MAX_ESCAPES):
        if "&" not in text:
            return text
        text = squeeze(_ESCAPE.sub(lambda match: html.unescape(match[0]), text))
    return text


def is_garbled(title: str) -> bool:
    """Return whether a title may be UTF-8 that was decoded as something else, or has lost
    characters.
    """
    return not title.isascii() and (_LOST in title or any(map(letters, _decodings(title))))


def well_written(garbled: str, others: Sequence[str]) -> str:
    """Return the first of the other titles that says the same as a garbled one and is not garbled.

    Without one, the title is decoded again if it then has clearly fewer characters, else it stays.
    """
    for one in others:
        if not is_garbled(one) and _says(one, garbled):
            return one
    meant = _decoded(garbled, _CODECS[0], "strict")
    if meant and len(garbled) - len(meant) >= _SURE:
        return meant
    return garbled


def _says(title: str, garbled: str) -> bool:
    """Return whether a title has all letters of a garbled one in their order, and no more than
    those that it lost.
    """
    lost = garbled.count(_LOST)
    kept = garbled.replace(_LOST, "")
    readings = [*_decodings(garbled), *_decodings(kept, "ignore")]
    if lost:
        readings.append(kept)
    whole = letters(title)
    for left in map(letters, readings):
        longest = min(len(left) + _MAX_LOST * lost, 2 * len(left))
        rest = iter(whole)
        if len(whole) <= longest and all(sign in rest for sign in left):
            return True
    return False


def _decodings(title: str, errors: str = "strict") -> list[str]:
    """Return what a title says if its characters are bytes of UTF-8 that were decoded with another
    encoding.
    """
    return [text for codec in _CODECS if (text := _decoded(title, codec, errors))]


def _decoded(title: str, codec: str, errors: str) -> str:
    try:
        return b"".join(_bytes(sign, codec) for sign in title).decode(errors=errors)
    except UnicodeError:
        return ""


def _bytes(sign: str, codec: str) -> bytes:
    """Return the bytes that a character stands for.

    Codes that Windows-1252 leaves free stand for themselves.
    """
    try:
        return sign.encode(codec)
    except UnicodeEncodeError:
        return sign.encode("latin-1")
