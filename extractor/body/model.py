"""The forests of the article body, which ``training.article`` writes."""

from functools import cache
from pathlib import Path

import numpy as np

from extractor.body.confidence import confidence_features
from extractor.body.features import FEATURES
from extractor.body.marks import BOX_SHARE
from extractor.body.outline import Indices, Values
from extractor.body.selection import without_comments
from extractor.trees import Floats, Forest, load, sigmoid

FIRST, SECOND, CONFIDENCE = (
    Path(__file__).with_name(f"newsloom_{name}.npz") for name in ("first", "second", "confidence")
)
CERTAIN = 2.0
"""Log odds of the first forest beyond which the second changes one decision in a thousand."""
FURTHER = 1.5
"""Mean factor by which the second forest would move such blocks away from even odds."""
_COMMENTS = FEATURES.index("comments behind")
_NAMED_RELATED = FEATURES.index("named related")
_SURE_OF_RELATED = 0.6
"""Least probability of a block in a box that is named for related stories."""


def block_probabilities(rows: Floats, widths: Values) -> Values:
    """Return the probability that each block belongs to the body [k], from its features and its
    width.
    """
    return decide(_forest(FIRST), _forest(SECOND), rows, widths)


def decide(first: Forest, second: Forest, rows: Floats, widths: Values) -> Values:
    """Return the same with given forests.

    The second runs only where the first, a fifth of the trees, is in doubt.
    """
    odds = first.raw(rows)[:, 0]
    doubtful = np.abs(odds) < CERTAIN
    odds[~doubtful] *= FURTHER
    odds[doubtful] += second.raw(rows[doubtful])[:, 0]
    chances = sigmoid(odds).astype(np.float64)
    chances[(rows[:, _NAMED_RELATED] < BOX_SHARE) & (chances < _SURE_OF_RELATED)] = 0
    return without_comments(chances, widths, rows[:, _COMMENTS])


def confidence(widths: Values, likely: Values, chosen: Indices, expected: float) -> float:
    """Return the expected F1 of a body, from 0 to 1; the parameters are those of ``facts``."""
    if not len(chosen):
        return 0.0
    row = confidence_features(widths, likely, chosen, expected)
    estimate = float(_forest(CONFIDENCE).raw(row)[0, 0])
    return round(min(max(estimate, 0.0), 1.0), 3)


@cache
def _forest(path: Path) -> Forest:
    return load(path)
