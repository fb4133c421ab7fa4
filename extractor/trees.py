"""Evaluate boosted decision trees. ``training.export`` writes the files from LightGBM's models.

Compiled code descends the trees where it was built, else numpy does. Then every distinct question
of a forest, "is feature f greater than t", is answered once for all rows, and the trees are
descended level by level, all trees and rows at once; a step is two look-ups.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from extractor.compiled import forest

Floats = NDArray[np.float32]
_ROWS = 256
"""Rows per batch. The memory of a batch fits into the processor's cache, however long the page is.
"""


@dataclass(frozen=True, kw_only=True, eq=False)
class Forest:
    """Trees whose leaves are added up.

    Attributes:
        features, thresholds: [q] The questions, sorted by feature.
        lefts: [k] The left child of each node of all trees. The right child follows it. A leaf is
            its own left child.
        questions: [k] The question of each node. A leaf asks question q, whose answer is always no.
        values: [k] The values of the leaves.
        roots: [trees] The first node of each tree. Trees of the ``outputs`` classes take turns.
        depth: The longest path from a root to a leaf.
    """

    features: NDArray[np.intp]
    thresholds: Floats
    lefts: NDArray[np.intp]
    questions: NDArray[np.intp]
    values: Floats
    roots: NDArray[np.intp]
    outputs: int
    depth: int

    def __getstate__(self) -> dict[str, Any]:
        """Return what another process needs: compiled code takes the arrays over there again."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    @cached_property
    def _descent(self) -> "forest.Descent | None":
        return forest.Descent(self) if forest else None

    def predict(self, matrix: Floats) -> Floats:
        """Return the probabilities [n] of the rows of ``matrix`` [n, features].

        With several outputs the result is [n, outputs].
        """
        raw = self.raw(matrix)
        if self.outputs == 1:
            return sigmoid(raw[:, 0])
        powers = np.exp(raw - raw.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True), dtype=np.float32)

    def raw(self, matrix: Floats) -> Floats:
        """Return the sums of the leaves [n, outputs].

        They are the values themselves if the forest is a regression.
        """
        if self._descent:
            return self._descent.sums(np.ascontiguousarray(matrix))
        return self.raw_in_python(matrix)

    def raw_in_python(self, matrix: Floats) -> Floats:
        """Do the same without compiled code.

        This is what ``extractor.compiled.forest`` must do too.
        """
        chunks = [
            self._sum(matrix[start : start + _ROWS]) for start in range(0, len(matrix), _ROWS)
        ]
        if chunks:
            return np.concatenate(chunks)
        return np.zeros((0, self.outputs), np.float32)

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
        return np.asarray(leaves.sum(axis=0, dtype=np.float64).T, dtype=np.float32)


def sigmoid(raw: Floats) -> Floats:
    """Convert logarithms of odds to probabilities without overflow."""
    return np.asarray(0.5 * (1 + np.tanh(0.5 * raw)), dtype=np.float32)


def load(path: Path) -> Forest:
    """Load a forest from a file that ``training.export`` wrote.

    Raises:
        OSError, ValueError, KeyError: The file cannot be read or is not a forest.
    """
    with np.load(path, allow_pickle=False) as file:
        return from_arrays(file)


def from_arrays(arrays: Mapping[str, NDArray[Any]]) -> Forest:
    """Build a forest from the arrays of ``training.export``.

    Raises:
        KeyError: An array is missing.
    """
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
