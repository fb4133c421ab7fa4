"""One order from several: by the sum of the reciprocal places.

Cormack, Clarke and Büttcher: Reciprocal rank fusion outperforms Condorcet and individual rank
learning methods, SIGIR 2009.
"""

from collections import defaultdict
from collections.abc import Sequence

_DAMPING = 60
"""The paper's constant: how little the first places differ from those after them."""


def fused(*rankings: Sequence[str]) -> tuple[str, ...]:
    """Return what is in any of the rankings, each once, in the order of all of them together.

    Of equals, the one that an earlier ranking names first comes first.
    """
    scores: defaultdict[str, float] = defaultdict(float)
    for ranking in rankings:
        for place, name in enumerate(dict.fromkeys(ranking), 1):
            scores[name] += 1 / (_DAMPING + place)
    return tuple(sorted(scores, key=lambda name: -scores[name]))
