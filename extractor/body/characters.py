"""Count the characters of many texts by kind at once, in any script."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from extractor.compiled import body as compiled
from extractor.page.text import CJK

Counts = NDArray[np.int64]
_ENDS = ".!?…。！？।؟۔。⁇⁈"
_PAUSES = ",;:，、；：،؛、—–"
_QUOTES = "\"'”’»“‘«」』）)]"
_SYMBOLS = "|·•»›>/\\@©®#*+=~^_→←▶►✓★☆│｜"
_EAST_ASIAN_WIDTH = 3
"""Letters that a Chinese or Japanese character or a Korean syllable counts for: about two make a
word.
"""
_HALF = 32
_LOW = (1 << _HALF) - 1
_LAST = 0xFFFF
"""Characters beyond the basic plane (emoji, rare Chinese) count as its last code, which has no
class.
"""
LETTER, CAPITAL, DIGIT, END, PAUSE, QUOTE, OTHER = range(7)
"""Classes of a text's first and last character."""


@dataclass(frozen=True, eq=False)
class Characters:
    """The counts by text [n].

    Attributes:
        widths: Letters and digits; an East Asian one counts as three.
        ends: Punctuation that ends a sentence.
        pauses: Commas and the like.
        digits, capitals: Digits, and capital letters.
        symbols: Symbols of menus and lists.
        lengths: All characters.
        first, last: The classes of the first and last character.
    """

    lengths: Counts
    widths: Counts
    ends: Counts
    pauses: Counts
    digits: Counts
    capitals: Counts
    symbols: Counts
    first: Counts
    last: Counts


def count_characters(texts: list[str]) -> Characters:
    """Return the counts of at least one text, none of them empty."""
    tables = _tables()
    measure = compiled.measure if compiled else measure_in_python
    pairs, (lengths, first, last) = measure(texts, tables.pairs, tables.classes)
    (widths, pauses, capitals), (ends, digits, symbols) = pairs & _LOW, pairs >> _HALF
    return Characters(lengths, widths, ends, pauses, digits, capitals, symbols, first, last)


def measure_in_python(texts: list[str], tables: Counts, classes: Counts) -> tuple[Counts, Counts]:
    """Return the sums of each table over each text, and by text its length and the classes of its
    ends.

    This is what ``extractor.compiled.body`` must do too.
    """
    lengths = np.array([len(text) for text in texts])
    joined = "".join(texts).encode("utf-32-le", "surrogatepass")
    codes = np.frombuffer(joined, np.uint32).astype(np.intp)
    starts = np.cumsum(lengths) - lengths
    counts = tables.take(codes, axis=0, mode="clip")
    sums = np.asarray(np.add.reduceat(counts, starts)).T
    first = classes.take([ord(text[0]) for text in texts], mode="clip")
    last = classes.take([ord(text[-1]) for text in texts], mode="clip")
    return sums, np.stack([lengths, first, last])


@dataclass(frozen=True, eq=False)
class _Tables:
    """What a code counts as: two counts in one number in each of ``pairs`` [codes, 3], and its
    class.
    """

    pairs: NDArray[np.int64]
    classes: NDArray[np.int64]


@cache
def _tables() -> _Tables:
    signs = [chr(code) for code in range(_LAST)]
    letters = _marked(sign.isalnum() for sign in signs)
    east = _marked(bool(CJK.match(sign)) for sign in signs)
    digits = _marked(sign.isdigit() for sign in signs)
    capitals = _marked(sign.isupper() for sign in signs)
    ends, pauses, quotes, symbols = (
        _marked(sign in group for sign in signs) for group in (_ENDS, _PAUSES, _QUOTES, _SYMBOLS)
    )
    classes = np.select(
        [capitals, digits, letters, ends, pauses, quotes],
        [CAPITAL, DIGIT, LETTER, END, PAUSE, QUOTE],
        OTHER,
    )
    widths = np.where(letters & east, _EAST_ASIAN_WIDTH, letters)
    # Two counts share a number, so that a text is looked up three times in place of six.
    counted = ((widths, ends), (pauses, digits), (capitals, symbols))
    pairs = [low | high.astype(np.int64) << _HALF for low, high in counted]
    return _Tables(np.stack(pairs, axis=1), classes.astype(np.int64))


def _marked(answers: Iterable[bool]) -> NDArray[np.bool_]:
    return np.array([*answers, False])
