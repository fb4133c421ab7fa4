"""From the probability of each block to the blocks of the body, and what share of the words will be right."""

from collections.abc import Sequence

import numpy as np

from extractor.body.outline import Indices, Values
from extractor.trees import Floats

SURE = 0.5
"""From this probability on a block is always taken."""
COPY_WIDTH = 40
"""Letters from which on a block is recognised as a second copy (phone and desktop versions of one text); shorter ones
may stand twice by right."""
_ENOUGH = 300
"""Letters of expected text, as long as a short article, that are left where readers' comments are dropped whole."""
_WRAPPER = 0.95
"""An element named for comments that holds this share of a page's running text is a wrapper."""


def without_comments(chances: Values, widths: Values, comments: Floats) -> Values:
    """The chances [k] of blocks, 0 for those of the comments behind the headline if enough is left without them.

    ``comments``: the share of the page that the comments around a block hold, more than 1 where there are none around.
    """
    behind = comments < _WRAPPER
    left = np.where(behind, 0, chances)
    return left if (left * widths).sum() >= _ENOUGH else chances


def select(texts: Sequence[str], widths: Values, chances: Values) -> tuple[Indices, float]:
    """The places of the body's blocks in page order, and the F1 of letters to be expected of them.

    Taken are the blocks of the highest probabilities, so many that the expected F1 is greatest, but all that are more
    likely in than not: a model that hesitates over a whole page still finds its text. Of equal blocks only the first.
    """
    weights = (widths + 1) * _is_first(texts, widths, chances)
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


def _is_first(texts: Sequence[str], widths: Values, chances: Values) -> Values:
    """0 for blocks that stood before with a probability no lower, else 1; a copy is kept where it is the likelier."""
    firsts: dict[str, int] = {}
    kept = np.ones(len(texts))
    for place in np.flatnonzero(widths >= COPY_WIDTH).tolist():
        first = firsts.setdefault(texts[place], place)
        if first == place:
            continue
        if chances[first] >= SURE or chances[first] >= chances[place]:
            kept[place] = 0
        else:
            kept[first] = 0
            firsts[texts[place]] = place
    return kept
