"""CEPF, content extraction by tag path feature fusion (Wu, Li, Li, Hu and Wu, Journal of Software
27(3), 2016).

Each tag path has six features of its leaves' text t and punctuation q: TPL (sum of t), TPR (t per
leaf), TPLR (t per tag of the path's depth), and PPL, PPR, PPLR of q. The normalised cut of the
graph of their similarities groups equivalent features; one of each group is kept, and TPF is their
product. TPFE multiplies it by the standard deviations of t and q. The histogram over the leaves is
smoothed as in CEPR, and cut where Otsu's variance between the two classes is greatest. CEPF is TPFE
smoothed (ES); S smooths TPF, E does not smooth TPFE.

Interpretations where the paper leaves room: Features are compared after division by their greatest
value, and sigma is the root mean square of their distances, so that neither depends on the size of
the page. There are three groups, as the paper found. Six nodes have 90 divisions into three, so the
least normalised cut is found among all of them instead of approximated by eigenvectors. A group is
represented by its medoid, the first in the order above among equals. Otsu's variance is that of the
leaves' smoothed values; the smallest of equally good thresholds is taken.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from evaluation.published.cepr import PathTable, Values, content, path_table, smooth
from evaluation.published.leaves import read_leaves
from extractor.page.page import Page

FEATURES = ("TPL", "TPR", "TPLR", "PPL", "PPR", "PPLR")
ALPHA = 3.0
"""Power of the edit distance in smoothing (the paper's)."""
LAMBDAS = np.arange(0, 251) / 100
"""Thresholds to try, in standard deviations of the histogram (the paper's)."""
_GROUPS = 3
_DIVISIONS = [
    division
    for division in product(range(_GROUPS), repeat=len(FEATURES))
    if list(dict.fromkeys(division)) == list(range(_GROUPS))
]
"""Every division of the features into three groups, once: groups are numbered in order of
appearance.
"""


def extract(page: Page) -> str:
    """Return the content by CEPF proper (ES)."""
    return _extract(page, extended=True, smoothed=True)


def extract_s(page: Page) -> str:
    """Return the content by the variant S: fused features, smoothed."""
    return _extract(page, extended=False, smoothed=True)


def extract_e(page: Page) -> str:
    """Return the content by the variant E: fused features with deviations, not smoothed."""
    return _extract(page, extended=True, smoothed=False)


def _extract(page: Page, *, extended: bool, smoothed: bool) -> str:
    found = read_leaves(page.steps)
    if not found.leaves:
        return ""
    table = path_table(found)
    values = fuse(table)
    if extended:
        values = values * table.text_sd * table.marks_sd
    values = values[table.of_leaf]
    if smoothed:
        values = smooth(values, [leaf.path for leaf in found.leaves], found.paths, ALPHA)
    return content(found, values, otsu(values))


def fuse(table: PathTable) -> Values:
    """Return TPF of each path."""
    measures = features(table)
    chosen = [medoid(group, similarities(measures)) for group in groups(similarities(measures))]
    return np.asarray(np.prod(measures[chosen], axis=0))


def features(table: PathTable) -> Values:
    """Return the six features [6, paths] in the order of ``FEATURES``."""
    rows = [(kind, kind / table.leaves, kind / table.depths) for kind in (table.text, table.marks)]
    return np.array([row for three in rows for row in three])


def similarities(measures: Values) -> Values:
    """Return the similarity [6, 6] of features, from 0 to 1."""
    scaled = measures / np.maximum(measures.max(axis=1, keepdims=True), np.finfo(float).tiny)
    squares = ((scaled[:, None] - scaled[None]) ** 2).sum(axis=2)
    return np.asarray(np.exp(-squares / max(2 * squares.mean(), np.finfo(float).tiny)))


def groups(likeness: Values) -> list[list[int]]:
    """Divide the features into three groups by the least normalised cut."""
    degrees = likeness.sum(axis=1)
    best = min(
        _DIVISIONS, key=lambda division: _normalised_cut(np.array(division), likeness, degrees)
    )
    return [
        [feature for feature in range(len(FEATURES)) if best[feature] == group]
        for group in range(_GROUPS)
    ]


def medoid(group: list[int], likeness: Values) -> int:
    """Return the member that is most similar to the others of its group."""
    return max(group, key=lambda feature: likeness[feature, group].sum())


def otsu(values: Values) -> float:
    """Return the threshold, in standard deviations, with the greatest variance between both
    classes.
    """
    ordered = np.sort(values)
    sums = np.concatenate(([0.0], np.cumsum(ordered)))
    below = np.searchsorted(ordered, LAMBDAS * values.std(), side="left")
    above = len(values) - below
    mean_below = sums[below] / np.maximum(below, 1)
    mean_above = (sums[-1] - sums[below]) / np.maximum(above, 1)
    return float(LAMBDAS[np.argmax(below * above * (mean_above - mean_below) ** 2)])


def _normalised_cut(division: NDArray[np.int64], likeness: Values, degrees: Values) -> float:
    """Return the sum over the groups of the weight that leaves a group, divided by all weight of
    its members.
    """
    cut = 0.0
    for group in range(_GROUPS):
        inside = division == group
        volume = degrees[inside].sum()
        cut += 1 - likeness[np.ix_(inside, inside)].sum() / volume
    return cut
