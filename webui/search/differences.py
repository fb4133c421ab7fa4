"""The difference between two texts, word by word."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Literal

# Comparing takes time by the square of the length.
MAX_TOKENS = 6_000
# How many characters of a long equal run to show at least at each end; words stay whole.
_AROUND = 160
_SOLO = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\u0e00-\u0eff"
_WORD = re.compile(r"\w")
_TOKEN = re.compile(rf"\s+|[{_SOLO}]|[^\W{_SOLO}]+|[^\w\s]")


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A run of text that both texts have, that only the first has, or that only the second has.

    ``left_out`` is the number of characters left out in the middle of a long equal run, which
    ``text`` and ``end`` surround.
    """

    kind: Literal["same", "cut", "new"]
    text: str
    end: str = ""
    left_out: int = 0


@dataclass(frozen=True, kw_only=True)
class Difference:
    """The pieces of two texts in order; ``cut_short`` says that only the beginnings were
    compared.
    """

    pieces: tuple[Piece, ...]
    cut_short: bool

    @property
    def is_none(self) -> bool:
        """Return whether both texts are the same."""
        return all(piece.kind == "same" for piece in self.pieces)


def difference(first: str, second: str) -> Difference:
    """Return what a second text cut from the first and what it added; spaces do not count."""
    one, other = _TOKEN.findall(first), _TOKEN.findall(second)
    cut_short = max(len(one), len(other)) > MAX_TOKENS
    one, other = one[:MAX_TOKENS], other[:MAX_TOKENS]
    return Difference(pieces=tuple(_pieces(one, other)), cut_short=cut_short)


def _pieces(one: list[str], other: list[str]) -> Iterator[Piece]:
    matcher = SequenceMatcher(
        None, list(map(_compared, one)), list(map(_compared, other)), autojunk=False
    )
    cut = new = ""
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        old_text, new_text = "".join(one[start:end]), "".join(other[new_start:new_end])
        # A space or comma between two changes belongs to them.
        if kind != "equal" or (not _WORD.search(new_text) and (cut or new)):
            cut, new = cut + old_text, new + new_text
            continue
        yield from _changed(cut, new)
        cut = new = ""
        yield _folded(other[new_start:new_end])
    yield from _changed(cut, new)


def _changed(cut: str, new: str) -> Iterator[Piece]:
    if "".join(cut.split()) == "".join(new.split()):
        if new:
            yield Piece(kind="same", text=new)
        return
    if cut.strip():
        yield Piece(kind="cut", text=cut)
    if new.strip():
        yield Piece(kind="new", text=new)


def _compared(token: str) -> str:
    return " " if token.isspace() else token


def _folded(tokens: Sequence[str]) -> Piece:
    text, start, end = "".join(tokens), _beginning(tokens), _beginning(tokens[::-1])
    left_out = len(text) - start - end
    if left_out <= _AROUND:
        return Piece(kind="same", text=text)
    return Piece(kind="same", text=text[:start], end=text[-end:], left_out=left_out)


def _beginning(tokens: Sequence[str]) -> int:
    """Return the length of the first whole words that have at least _AROUND characters."""
    lengths = accumulate(map(len, tokens))
    return next((length for length in lengths if length >= _AROUND), 0)
