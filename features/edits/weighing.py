"""What an edit weighs, and how much of it a list shows. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from webui.search.differences import Piece

_NUMBER, _NAME, _WORD = 5, 3, 1
"""A number or a name changes what a text says; most other words are style."""
_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_SOLO = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\u0e00-\u0eff]")
_AROUND = 60
"""Characters of unchanged text beside a change, enough to see what it is about."""
MAX_PIECES = 12
"""The most pieces of a difference in a list; the page of the difference has all."""


def weight_between(first: Sequence[str], second: Sequence[str]) -> int:
    """Return what was cut from the words of one text and added to those of the other: a number
    counts as five, a name as three. In scripts without spaces, each sign is a word.

    Where words stand does not matter, so that the time grows with the texts alone: words that only
    moved weigh nothing.
    """
    one, other = Counter(first), Counter(second)
    apart = (one - other) + (other - one)
    return sum(count * _weight(word) for word, count in apart.items())


def weight_of_text(text: str) -> int:
    """Return the same of a text that is gone as a whole."""
    return _weight(text)


def _weight(text: str) -> int:
    signs = len(_SOLO.findall(text))
    return signs + sum(map(_of_token, _TOKEN.findall(_SOLO.sub(" ", text))))


def _of_token(token: str) -> int:
    if token.isdigit():
        return _NUMBER
    return _NAME if token[0].isupper() else _WORD


def beginning(pieces: Iterable[Piece]) -> list[Piece]:
    """Return the first pieces of a difference, with little of what is unchanged between them."""
    shown = []
    for piece in list(pieces)[:MAX_PIECES]:
        whole = piece.text + (piece.end if piece.left_out else "")
        if piece.kind == "same" and len(whole) > 2 * _AROUND:
            end = piece.end or piece.text
            left_out = piece.left_out + len(whole) - 2 * _AROUND
            piece = replace(piece, text=piece.text[:_AROUND], end=end[-_AROUND:], left_out=left_out)
        shown.append(piece)
    return shown
