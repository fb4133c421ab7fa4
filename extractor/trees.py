"""Boosted decision trees at run time, in numpy alone. ``training.export`` writes the files, from LightGBM's models.

Every distinct question of a forest, "is feature f greater than t", is answered once for all rows; the trees are then
gone through level by level, all trees and rows at once, where a step is two look-ups.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_ROWS = 256
"""Rows that are worked on at once: what they need of memory stays in the processor's cache, however long a page."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Forest:
    """Trees whose leaves are added up.

    ``features`` and ``thresholds`` [q] are the questions, sorted by feature. ``lefts`` [k] are the left children of
    the nodes of all trees (the right one follows it), ``questions`` [k] what the nodes ask; a leaf is its own left
    child and asks question q, to which the answer is always no. ``values`` [k] are the leaves'. ``roots`` [trees] are
    the trees' first nodes, those of ``outputs`` classes taking turns; ``depth`` is the longest way from a root to a
    leaf.
    """

    features: NDArray[np.intp]
    thresholds: Floats
    lefts: NDArray[np.intp]
    questions: NDArray[np.intp]
    values: Floats
    roots: NDArray[np.intp]
    outputs: int
    depth: int

    def predict(self, matrix: Floats) -> Floats:
        """Probabilities [n], or [n, outputs] if there are several, of the rows of ``matrix`` [n, features]."""
        raw = self.raw(matrix)
        if self.outputs == 1:
            return sigmoid(raw[:, 0])
        powers = np.exp(raw - raw.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True), dtype=np.float32)

    def raw(self, matrix: Floats) -> Floats:
        """Sums of the leaves [n, outputs], which are the values themselves if the forest was grown by regression."""
        chunks = [self._sum(matrix[start : start + _ROWS]) for start in range(0, len(matrix), _ROWS)]
        return np.concatenate(chunks) if chunks else np.zeros((0, self.outputs), np.float32)

    def _sum(self, rows: Floats) -> Floats:
        count = len(rows)
        answers = np.zeros((len(self.features) + 1, count), np.bool_)
        np.greater(rows.T.take(self.features, axis=0), self.thresholds[:, None], out=answers[:-1])
        flat = answers.view(np.uint8).ravel()
        columns = np.arange(count)
        asked = self.questions * count
        places = np.repeat(self.roots[:, None], count, axis=1)
        for _ in range(self.depth):
            where = asked.take(places)
            where += columns
            places = self.lefts.take(places)
            places += flat.take(where)
        leaves = self.values.take(places).reshape(-1, self.outputs, count)
        return np.asarray(leaves.sum(axis=0).T, dtype=np.float32)


def sigmoid(raw: Floats) -> Floats:
    """Probabilities from logarithms of odds, without overflow."""
    return np.asarray(0.5 * (1 + np.tanh(0.5 * raw)), dtype=np.float32)


def load(path: Path) -> Forest:
    """A forest from a file of ``training.export``; raises ``OSError``, ``ValueError`` or ``KeyError`` if it is none."""
    with np.load(path, allow_pickle=False) as file:
        return from_arrays(file)


def from_arrays(arrays: Mapping[str, NDArray[Any]]) -> Forest:
    """A forest from the arrays of ``training.export``; raises ``KeyError`` if one is missing."""
    return Forest(
        features=arrays["features"].astype(np.intp),
        thresholds=arrays["thresholds"],
        lefts=arrays["lefts"].astype(np.intp),
        questions=arrays["questions"].astype(np.intp),
        values=arrays["values"],
        roots=arrays["roots"].astype(np.intp),
        outputs=int(arrays["outputs"]),
        depth=int(arrays["depth"]),
    )
