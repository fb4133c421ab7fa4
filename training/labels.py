"""Find which blocks of a page are in its labelled text, by one alignment of the words of both, in
order.

A block takes part in the alignment with the words that occur in the gold together with their
neighbours, so that the common words of a menu find no partner. The rest is aligned by a longest
common subsequence, bit-parallel (Hyyrö, 2004), whose rows are kept to trace it back.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from extractor.page.text import words

_NEIGHBOURS = 3
"""Words that must occur together in the gold; in a shorter block, all words."""
_MIN_SHARE = 0.3
"""Least share of a block's words that must occur in the gold in this way for it to take part."""
_MAX_CELLS = 4_000_000_000
"""Bits of the alignment's table beyond which the gold is cut: half a gigabyte, which no labelled
page reaches.
"""


def matched_shares(texts: Sequence[str], gold: str) -> NDArray[np.float64]:
    """Return for each block [n] the share of its words that the alignment finds in the gold, from 0
    to 1.
    """
    bags = [words(text) for text in texts]
    wanted = words(gold)
    known = {size: _runs(wanted, size) for size in range(1, _NEIGHBOURS + 1)}
    flat: list[str] = []
    owners: list[int] = []
    for index, bag in enumerate(bags):
        kept = _standing_together(bag, known)
        if len(kept) >= _MIN_SHARE * len(bag):
            flat += kept
            owners += [index] * len(kept)
    matched = np.zeros(len(texts))
    for place in _aligned(flat, wanted[: _MAX_CELLS // max(1, len(flat))]):
        matched[owners[place]] += 1
    return matched / np.maximum(1, [len(bag) for bag in bags])


def _runs(units: Sequence[str], size: int) -> set[tuple[str, ...]]:
    return {tuple(units[start : start + size]) for start in range(len(units) - size + 1)}


def _standing_together(bag: list[str], known: dict[int, set[tuple[str, ...]]]) -> list[str]:
    """Return the words of a block that are part of a run that is also in the gold."""
    size = min(_NEIGHBOURS, len(bag))
    if not size:
        return []
    covered = [False] * len(bag)
    for start in range(len(bag) - size + 1):
        if tuple(bag[start : start + size]) in known[size]:
            covered[start : start + size] = [True] * size
    return [word for word, is_covered in zip(bag, covered, strict=True) if is_covered]


def _aligned(left: Sequence[str], right: Sequence[str]) -> list[int]:
    """Return the indices in ``left`` of a longest common subsequence with ``right``, in descending
    order.
    """
    masks: dict[str, int] = {}
    for index, unit in enumerate(right):
        masks[unit] = masks.get(unit, 0) | 1 << index
    everything = (1 << len(right)) - 1
    rows = [everything]
    for unit in left:
        row = rows[-1]
        met = row & masks.get(unit, 0)
        rows.append(((row + met) | (row - met)) & everything)
    places: list[int] = []
    here, there = len(left), len(right)
    while here and there:
        if rows[here] >> (there - 1) & 1:
            there -= 1
        elif not rows[here - 1] >> (there - 1) & 1:
            here -= 1
        else:
            here, there = here - 1, there - 1
            places.append(here)
    return places
