"""How alike the sentences of a story are by their meaning, and how that is kept.

A likeness is the cosine of two vectors of a model that knows both languages, above the floor of
the embedder: models differ much in what is near anyway.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from features.stories.statements.across import MIN_KEPT

Pair = tuple[str, str]
TELLS_THE_SAME = 0.25
"""The likeness, above the floor, from which on two sentences of one language may tell the same in
other words. On development stories.
"""
_STEPS = 1_000
"""Likenesses are kept in thousandths: the gap between two lines is fifty of them."""


@dataclass(frozen=True, kw_only=True)
class Likenesses:
    """``sentences`` are the keys of all that were compared; ``pairs`` the likenesses of two of
    them: of two languages, the one of the first language first and at least MIN_KEPT; of one
    language, at least TELLS_THE_SAME. What is less alike decides nothing. ``is_known``: the
    sentences were compared.
    """

    is_known: bool = True
    sentences: frozenset[str] = frozenset()
    pairs: Mapping[Pair, float] = field(default_factory=dict)

    def packed(self) -> bytes:
        """Return the likenesses as they are stored: no text, and some kilobytes."""
        keys = sorted(self.sentences)
        places = {key: place for place, key in enumerate(keys)}
        pairs = [
            [places[one], places[other], round(likeness * _STEPS)]
            for (one, other), likeness in sorted(self.pairs.items())
        ]
        return zlib.compress(json.dumps([keys, pairs], separators=(",", ":")).encode())

    @classmethod
    def unpacked(cls, stored: bytes) -> "Likenesses":
        """Return what ``packed`` made."""
        keys, pairs = json.loads(zlib.decompress(stored))
        return cls(
            sentences=frozenset(keys),
            pairs={(keys[one], keys[other]): steps / _STEPS for one, other, steps in pairs},
        )


NOT_COMPARED = Likenesses(is_known=False)
"""Of a story whose languages are not compared, or not yet."""


def likenesses_of(
    languages: Sequence[Mapping[str, NDArray[np.floating]]], floor: float
) -> Likenesses:
    """Return how alike sentences are, of different languages and of one.

    ``languages`` has, for each language in the order of ``LANGUAGES``, the vectors of its sentences
    by their keys, of length one.
    """
    pairs: dict[Pair, float] = {}
    told = [each for each in languages if each]
    for ours, theirs in combinations_with_replacement(told, 2):
        keys, other_keys = list(ours), list(theirs)
        rows, columns = (np.array(list(each.values()), np.float32) for each in (ours, theirs))
        above = rows @ columns.T - floor
        if ours is theirs:
            near = np.argwhere(np.triu(above, 1) >= TELLS_THE_SAME)
        else:
            near = np.argwhere(above >= MIN_KEPT)
        for one, other in near.tolist():
            pairs[keys[one], other_keys[other]] = float(above[one, other])
    return Likenesses(sentences=frozenset(key for each in languages for key in each), pairs=pairs)
