"""Choose the blocks of the body from their probabilities, and estimate the share of correct
words.
"""

from collections.abc import Sequence

import numpy as np

from extractor.body.outline import Indices, Values
from extractor.trees import Floats

SURE = 0.5
"""Probability at and above which a block is always taken."""
COPY_WIDTH = 40
"""Letters at and above which a block may be a second copy, as of phone and desktop versions of one
text.

Shorter blocks may legitimately occur twice.
"""
_ENOUGH = 300
"""Letters of expected text, as of a short article, that must remain for readers' comments to be
dropped whole.
"""
_WRAPPER = 0.95
"""An element named for comments with this share of a page's running text is a wrapper."""


def without_comments(chances: Values, widths: Values, comments: Floats) -> Values:
    """Return the probabilities [k] of blocks, 0 for comments after the headline if enough remains
    without them.

    Args:
        chances: [k] The probabilities.
        widths: [k] The letters of each block.
        comments: [k] The share of the page in the comments around a block, over 1 if there are
            none.
    """
    after = comments < _WRAPPER
    left = np.where(after, 0, chances)
    if (left * widths).sum() >= _ENOUGH:
        return left
    return chances


def select(texts: Sequence[str], widths: Values, chances: Values) -> tuple[Indices, float]:
    """Return the indices of the body's blocks in page order, and their expected F1 of letters.

    The blocks with the highest probabilities are taken, as many as maximise the expected F1, and at
    least all that are likelier in than out: a model that hesitates over a whole page still finds
    its text. Of equal blocks only the first is taken.
    """
    weights = (widths + 1) * _without_copies(texts, widths, chances)
    order = np.argsort(-chances, kind="stable")
    expected = np.cumsum((chances * weights)[order])
    if not expected[-1] > 0:
        return np.zeros(0, np.intp), 0.0
    scores = 2 * expected / (np.cumsum(weights[order]) + expected[-1])
    best = int(scores.argmax())
    bound = min(SURE, float(chances[order[best]]))
    chosen = np.flatnonzero((chances >= bound) & (weights > 0))
    taken = weights[chosen]
    return chosen, float(2 * (chances[chosen] * taken).sum() / (taken.sum() + expected[-1]))


def _without_copies(texts: Sequence[str], widths: Values, chances: Values) -> Values:
    """Return 1 for each block that stays, and 0 for each copy.

    Of two copies the likelier stays, but an earlier one that is sure always does. Blocks narrower
    than COPY_WIDTH may repeat.
    """
    kept_of: dict[str, int] = {}
    kept = np.ones(len(texts))
    for index in np.flatnonzero(widths >= COPY_WIDTH).tolist():
        earlier = kept_of.setdefault(texts[index], index)
        if earlier == index:
            continue
        if chances[earlier] >= SURE or chances[earlier] >= chances[index]:
            kept[index] = 0
        else:
            kept[earlier] = 0
            kept_of[texts[index]] = index
    return kept
