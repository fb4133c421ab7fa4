"""Divide labelled pages by site, so that no site is in training and in its own test."""

import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_SEED = 5


def folds_of(sites: Sequence[str], count: int) -> NDArray[np.intp]:
    """Return the fold, from 0 to ``count`` - 1, of each page by the site that it is from."""
    order = sorted(set(sites))
    random.Random(_SEED).shuffle(order)
    fold = {site: index % count for index, site in enumerate(order)}
    return np.array([fold[site] for site in sites], np.intp)
