"""The forests of the article body, as ``training.article`` wrote them."""

from functools import cache
from pathlib import Path

import numpy as np

from extractor.body.confidence import facts
from extractor.body.features import FEATURES
from extractor.body.outline import Indices, Values
from extractor.body.selection import without_comments
from extractor.trees import Floats, Forest, load, sigmoid

FIRST, SECOND, CONFIDENCE = (
    Path(__file__).with_name(f"newsloom_{name}.npz") for name in ("first", "second", "confidence")
)
CERTAIN = 2.0
"""Logarithm of odds after the first forest from which on the second one changes one decision in a thousand."""
FURTHER = 1.5
"""By how much farther from even odds the second forest would take those blocks, on the average."""
_COMMENTS = FEATURES.index("comments behind")


def block_probabilities(rows: Floats, widths: Values) -> Values:
    """For each block that is asked the probability that it belongs to the body, from its features and its width [k]."""
    return decide(_forest(FIRST), _forest(SECOND), rows, widths)


def decide(first: Forest, second: Forest, rows: Floats, widths: Values) -> Values:
    """The same by given forests; the second is asked only where the first, a fifth of the trees, is in doubt."""
    odds = first.raw(rows)[:, 0]
    doubtful = np.abs(odds) < CERTAIN
    odds[~doubtful] *= FURTHER
    odds[doubtful] += second.raw(rows[doubtful])[:, 0]
    return without_comments(sigmoid(odds).astype(np.float64), widths, rows[:, _COMMENTS])


def confidence(widths: Values, likely: Values, chosen: Indices, expected: float) -> float:
    """The F1 to be expected of a body, from 0 to 1; the parameters are those of ``facts``."""
    if not len(chosen):
        return 0.0
    estimate = float(_forest(CONFIDENCE).raw(facts(widths, likely, chosen, expected))[0, 0])
    return round(min(max(estimate, 0.0), 1.0), 3)


@cache
def _forest(path: Path) -> Forest:
    return load(path)
