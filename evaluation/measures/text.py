"""Measure how much of a labelled text an extraction contains: bags of words, longest common
subsequence, error rate.

All three count what extraction and gold share. ``OverlapCounts`` are summed over pages, or scored
page by page and averaged. Longest common subsequence by bit parallelism: Hyyrö, "Bit-parallel
LCS-length computation revisited", 2004.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from extractor.page.text import CJK, words

MHR_BOUNDS = (0.0, 0.05, 0.1)
"""Error rates above which a page is a hard miss, as in the two-layer paper."""
_EAST_ASIAN = 0.5
"""Share of Chinese, Japanese and Korean characters among the gold's words from which units are
characters.
"""


@dataclass(frozen=True)
class Score:
    """Precision, recall and F1, from 0 to 1."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class OverlapCounts:
    """Units in common, in the extraction, and in the gold. They add up over pages."""

    common: int = 0
    found: int = 0
    wanted: int = 0

    def __add__(self, other: "OverlapCounts") -> "OverlapCounts":
        return OverlapCounts(
            self.common + other.common, self.found + other.found, self.wanted + other.wanted
        )

    @property
    def score(self) -> Score:
        """Return precision and recall: both 1 if nothing was wanted and nothing found, else 0 if a
        divisor is 0.
        """
        if not self.found and not self.wanted:
            return Score(1.0, 1.0, 1.0)
        precision = self.common / self.found if self.found else 0.0
        recall = self.common / self.wanted if self.wanted else 0.0
        return Score(precision, recall, 2 * self.common / (self.found + self.wanted))

    @property
    def overlap(self) -> float:
        """The papers' Score: common units divided by the units of either, 0 to 1."""
        union = self.found + self.wanted - self.common
        return self.common / union if union else 1.0

    @property
    def error_rate(self) -> float:
        """Units wrongly taken and units missed, divided by units wanted. May exceed 1."""
        wrong = self.found + self.wanted - 2 * self.common
        return wrong / self.wanted if self.wanted else float(bool(wrong))


def bag(extracted: str, gold: str) -> OverlapCounts:
    """Count over multisets of words in lower case; an East Asian character is a word."""
    return bag_of(Counter(words(extracted)), Counter(words(gold)))


def bag_of(extracted: Counter[str], gold: Counter[str]) -> OverlapCounts:
    """Return the overlap of two bags of words."""
    return OverlapCounts((extracted & gold).total(), extracted.total(), gold.total())


def subsequence(extracted: str, gold: str) -> OverlapCounts:
    """Count by longest common subsequence, over non-space characters (East Asian gold) or over
    words.
    """
    if is_east_asian(gold):
        left: Sequence[str] = "".join(extracted.split())
        right: Sequence[str] = "".join(gold.split())
    else:
        left, right = words(extracted), words(gold)
    return OverlapCounts(lcs_length(left, right), len(left), len(right))


def is_east_asian(text: str) -> bool:
    """Return whether most words of a text are Chinese, Japanese or Korean characters."""
    found = words(text)
    return sum(bool(CJK.match(word)) for word in found) > _EAST_ASIAN * len(found)


def lcs_length(left: Sequence[Hashable], right: Sequence[Hashable]) -> int:
    """Return the length of the longest common subsequence of two sequences.

    Time: product of both lengths divided by the bits that a big integer handles at once. Two texts
    of 50,000 characters that share neither beginning nor end take under a second.
    """
    start, short = 0, min(len(left), len(right))
    while start < short and left[start] == right[start]:
        start += 1
    end = 0
    while end < short - start and left[-1 - end] == right[-1 - end]:
        end += 1
    return (
        start + end + _lcs_of_rest(left[start : len(left) - end], right[start : len(right) - end])
    )


def _lcs_of_rest(left: Sequence[Hashable], right: Sequence[Hashable]) -> int:
    """Run the bit-parallel table: a zero at bit i of ``row`` is a step between positions i and i +
    1 of ``left``.
    """
    masks = _places(left, set(right))
    everything = (1 << len(left)) - 1
    row = everything
    for unit in right:
        met = row & masks.get(unit, 0)
        if met:
            row = ((row + met) | (row - met)) & everything
    return len(left) - row.bit_count()


def _places(units: Sequence[Hashable], wanted: set[Hashable]) -> dict[Hashable, int]:
    """Return for each unit the integer whose bits are its positions; built from bytes, because
    setting bits is slow.
    """
    masks: dict[Hashable, bytearray] = {}
    for index, unit in enumerate(units):
        if unit in wanted:
            mask = masks.setdefault(unit, bytearray(len(units) // 8 + 1))
            mask[index >> 3] |= 1 << (index & 7)
    return {unit: int.from_bytes(mask, "little") for unit, mask in masks.items()}
