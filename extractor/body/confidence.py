"""Estimate how good a body is without gold: a small forest over the probabilities of its blocks."""

import numpy as np

from extractor.body.outline import Indices, Values
from extractor.trees import Floats

FEATURES = (
    "expected F1",
    "width",
    "share",
    "doubtful",
    "blocks",
    "left out",
    "mean chance",
    "sure blocks",
    "gaps",
)
_DOUBTFUL = (0.15, 0.85)
_SURE = 0.9
"""Probability of a block that is sure to be text."""
_LIKELY = 0.5
"""Probability of a block that is rather text than not."""


def confidence_features(
    widths: Values, chances: Values, chosen: Indices, expected: float
) -> Floats:
    """Return one row [1, ``FEATURES``] about a body: the blocks ``chosen`` from the page, with
    ``chances`` [n].
    """
    of_body = widths[chosen]
    width = max(float(of_body.sum()), 1.0)
    likely = chances[chosen]
    low, high = _DOUBTFUL
    doubtful = widths[(chances > low) & (chances < high)].sum()
    left_out = (widths * chances)[chances < _LIKELY].sum()
    count = max(len(chosen), 1)
    row = [
        expected,
        width,
        width / max(float(widths.sum()), 1.0),
        doubtful / width,
        len(chosen),
        left_out / width,
        (of_body * likely).sum() / width,
        (likely > _SURE).sum() / count,
        (np.diff(chosen) > 1).sum() / count,
    ]
    return np.array([row], np.float32)
