"""The difference between two texts, word by word."""

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, islice
from typing import Literal

MAX_TOKENS = 6_000
"""The most words that are compared: three times a long article. The page stays short."""
MAX_STEPS = 500_000
"""How far two texts are compared: about a quarter of a second.

Steps grow with the square of the words that moved or were exchanged: about 700 of them, whatever
the length of the texts. Words that only one of the texts has cost nothing.
"""
# How many characters of a long equal run to show at least at each end; words stay whole.
_AROUND = 160
_SOLO = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\u0e00-\u0eff"
_WORD = re.compile(r"\w")
_TOKEN = re.compile(rf"\s+|[{_SOLO}]|[^\W{_SOLO}]+|[^\w\s]")

Pair = tuple[int, int]
"""The place of an item in one sequence, and the place of its equal in another."""
Run = tuple[int, int, int]
"""Where adjacent items start in one sequence and in another, and how many are equal."""
_Path = tuple[Run, "_Path"] | None
"""The last run of a path, and the path up to it."""
_NOWHERE: tuple[int, _Path] = (-1, None)


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
class TextDifference:
    """The pieces of two texts in order; ``cut_short`` says that only the beginnings were compared.

    ``is_apart``: the texts were not compared. The pieces are the first and the second. ``is_busy``:
    because others are compared first.
    """

    pieces: tuple[Piece, ...]
    cut_short: bool = False
    is_apart: bool = False
    is_busy: bool = False

    @property
    def is_none(self) -> bool:
        """Return whether both texts are the same."""
        return all(piece.kind == "same" for piece in self.pieces)


class _TooDifferent(Exception):
    """Two texts differ in more than is compared."""


class _Steps:
    """Counts the steps of one comparison."""

    def __init__(self) -> None:
        self._left = MAX_STEPS

    def take(self, number: int) -> None:
        """Count steps. Raises _TooDifferent when they are too many."""
        self._left -= number
        if self._left < 0:
            raise _TooDifferent


def difference(first: str, second: str) -> TextDifference:
    """Return what a second text cut from the first and what it added; spaces do not count."""
    one, other = _TOKEN.findall(first), _TOKEN.findall(second)
    cut_short = max(len(one), len(other)) > MAX_TOKENS
    one, other = one[:MAX_TOKENS], other[:MAX_TOKENS]
    try:
        pairs = _same_words(one, other)
    except _TooDifferent:
        return texts_apart(first, second)
    return TextDifference(pieces=tuple(_pieces(one, other, pairs)), cut_short=cut_short)


def words_of(text: str) -> list[str]:
    """Return the words of a text that are compared, in order."""
    tokens = (found[0] for found in islice(_TOKEN.finditer(text), MAX_TOKENS))
    return [token for token in tokens if _WORD.search(token)]


def texts_apart(first: str, second: str) -> TextDifference:
    """Return two texts that are not compared."""
    pieces = Piece(kind="cut", text=first), Piece(kind="new", text=second)
    return TextDifference(pieces=pieces, is_apart=True)


def _same_words(one: Sequence[str], other: Sequence[str]) -> list[Pair]:
    """Return the places of the words that both texts have: those of equal lines, and as many as
    possible between these lines.

    Raises:
        _TooDifferent: The texts differ in too much.
    """
    steps = _Steps()
    lines, other_lines = _lines(one), _lines(other)
    words, other_words = list(map(_compared, one)), list(map(_compared, other))
    equal_lines = _in_common(
        [tuple(words[start:end]) for start, end in lines],
        [tuple(other_words[start:end]) for start, end in other_lines],
        steps,
    )
    pairs: list[Pair] = []
    at = other_at = 0
    for line, other_line in equal_lines:
        (start, end), (other_start, other_end) = lines[line], other_lines[other_line]
        between = _in_common(words[at:start], other_words[other_at:other_start], steps)
        pairs += [(at + place, other_at + other_place) for place, other_place in between]
        pairs += zip(range(start, end), range(other_start, other_end), strict=True)
        at, other_at = end, other_end
    return pairs


def _lines(tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Return where each line starts and ends; the last one is empty, as in any text."""
    ends = [at for at, token in enumerate(tokens, 1) if "\n" in token]
    starts = [0, *ends]
    return [*zip(starts, [*ends, len(tokens)], strict=True), (len(tokens), len(tokens))]


def _compared(token: str) -> str:
    return " " if token.isspace() else token


def _in_common(one: Sequence[Hashable], other: Sequence[Hashable], steps: _Steps) -> list[Pair]:
    """Return the places of as many items as possible that both have in the same order.

    Raises:
        _TooDifferent: That takes too many steps.
    """
    known = set(one) & set(other)
    places = [place for place, item in enumerate(one) if item in known]
    other_places = [place for place, item in enumerate(other) if item in known]
    items, other_items = [one[at] for at in places], [other[at] for at in other_places]
    if len(places) <= len(other_places):
        runs = _longest_path(items, other_items, steps)
    else:
        runs = [(at, start, n) for start, at, n in _longest_path(other_items, items, steps)]
    return [
        (places[start + index], other_places[other_start + index])
        for start, other_start, length in runs
        for index in range(length)
    ]


def _longest_path(one: Sequence[Hashable], other: Sequence[Hashable], steps: _Steps) -> list[Run]:
    """Return the runs of the longest common subsequence of two sequences, the first of which is not
    longer: where each starts in both, and its length.

    S. Wu, U. Manber, G. Myers, W. Miller: An O(NP) Sequence Comparison Algorithm (1990). Diagonal
    ``k`` has the places that are ``k`` farther in the second than in the first.

    Raises:
        _TooDifferent: That takes too many steps.
    """
    surplus = len(other) - len(one)
    furthest: dict[int, tuple[int, _Path]] = {}

    def follow(k: int) -> None:
        """Go on diagonal ``k`` as far as items are equal, from the better of its neighbours."""
        at, path = furthest.get(k - 1, _NOWHERE)
        at += 1
        if furthest.get(k + 1, _NOWHERE)[0] > at:
            at, path = furthest[k + 1]
        start = at
        while at < len(other) and at - k < len(one) and other[at] == one[at - k]:
            at += 1
        steps.take(1 + at - start)
        furthest[k] = at, path if at == start else ((start - k, start, at - start), path)

    cut = 0
    while furthest.get(surplus, _NOWHERE)[0] < len(other):
        for k in range(-cut, surplus):
            follow(k)
        for k in range(surplus + cut, surplus - 1, -1):
            follow(k)
        cut += 1
    if other:
        return _runs_of(furthest[surplus][1])
    return []


def _runs_of(path: _Path) -> list[Run]:
    runs = []
    while path:
        run, path = path
        runs.append(run)
    return runs[::-1]


def _pieces(one: Sequence[str], other: Sequence[str], pairs: Sequence[Pair]) -> Iterator[Piece]:
    cut = new = ""
    end = other_end = 0
    for start, other_start, length in _runs(pairs):
        cut += "".join(one[end:start])
        new += "".join(other[other_end:other_start])
        end, other_end = start + length, other_start + length
        text = "".join(other[other_start:other_end])
        # A space or comma between two changes belongs to them.
        if not _WORD.search(text) and (cut or new):
            cut, new = cut + "".join(one[start:end]), new + text
            continue
        yield from _changed(cut, new)
        cut = new = ""
        yield _folded(other[other_start:other_end])
    yield from _changed(cut + "".join(one[end:]), new + "".join(other[other_end:]))


def _runs(pairs: Sequence[Pair]) -> Iterator[Run]:
    """Yield where each run of adjacent pairs starts, and its length."""
    numbered = groupby(enumerate(pairs), lambda each: (each[1][0] - each[0], each[1][1] - each[0]))
    for _distance, group in numbered:
        [(_number, (start, other_start)), *others] = group
        yield start, other_start, 1 + len(others)


def _changed(cut: str, new: str) -> Iterator[Piece]:
    # White space that moved is no edit: readers cannot see it.
    if "".join(cut.split()) == "".join(new.split()):
        if new:
            yield Piece(kind="same", text=new)
        return
    if cut.strip():
        yield Piece(kind="cut", text=cut)
    if new.strip():
        yield Piece(kind="new", text=new)


def _folded(tokens: Sequence[str]) -> Piece:
    text, start, end = "".join(tokens), _beginning(tokens), _beginning(tokens[::-1])
    left_out = len(text) - start - end
    # Folding so little would save no line.
    if left_out <= _AROUND:
        return Piece(kind="same", text=text)
    return Piece(kind="same", text=text[:start], end=text[-end:], left_out=left_out)


def _beginning(tokens: Sequence[str]) -> int:
    """Return the length of the first whole words that have at least _AROUND characters."""
    lengths = accumulate(map(len, tokens))
    return next((length for length in lengths if length >= _AROUND), 0)
