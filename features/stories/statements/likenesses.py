"""How alike the sentences of a story are that are in different languages, and how that is kept.

A likeness is the cosine of two vectors of a model that knows both languages, above the floor of
the embedder: models differ much in what is near anyway.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from features.stories.statements.across import MIN_KEPT

Pair = tuple[str, str]
_STEPS = 1_000
"""Likenesses are kept in thousandths: the gap between two lines is fifty of them."""


@dataclass(frozen=True, kw_only=True)
class Likenesses:
    """``sentences`` are the keys of all that were compared; ``pairs`` the likenesses of two of
    them, the one of the first language first. Pairs less alike than MIN_KEPT are left out: they
    decide nothing. ``is_known``: the languages were compared.
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
    """Return how alike the sentences of different languages are.

    ``languages`` has, for each language in the order of ``LANGUAGES``, the vectors of its sentences
    by their keys, of length one.
    """
    pairs: dict[Pair, float] = {}
    for ours, theirs in combinations([each for each in languages if each], 2):
        keys, other_keys = list(ours), list(theirs)
        rows, columns = (np.array(list(each.values()), np.float32) for each in (ours, theirs))
        above = rows @ columns.T - floor
        for one, other in np.argwhere(above >= MIN_KEPT).tolist():
            pairs[keys[one], other_keys[other]] = float(above[one, other])
    return Likenesses(sentences=frozenset(key for each in languages for key in each), pairs=pairs)
