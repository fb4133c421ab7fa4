"""CEPR, content extraction via path ratios (Wu, Li, Hu and Wu, Web news extraction via path ratios,
CIKM 2013).

Leaves with the same tag path share a value. TPR is their mean length. ETPR multiplies it by their
mean number of punctuation marks and by the standard deviations of both. In document order the
values form a histogram, which a Gaussian kernel smooths; its weights shrink with the edit distance
of the two paths. Leaves that reach a multiple of the histogram's standard deviation are content.
CEPR proper is ETPR, smoothed; TPR and ETPR alone are not smoothed.

Interpretations where the paper leaves room: Standard deviations are those of the whole population
(a path with one leaf has none, so its ETPR is 0). The leaf's own text is not part of its path.
Punctuation is ASCII and full width. Values within reach of either end stay unchanged. Leaves are
those of ``evaluation.published.leaves``.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from evaluation.published.leaves import TextLeaves, joined, punctuation, read_leaves
from evaluation.published.tag_paths import TagPaths
from extractor.page.page import Page

TPR_LAMBDA = 1.7
ETPR_LAMBDA = 0.7
CEPR_LAMBDA = 0.8
"""Standard deviations that the value of content reaches: the paper's own, for each of its three
variants.
"""
ALPHA = 1.0
"""Power of the edit distance that discounts a neighbour with another path (the paper's)."""
RADIUS = 1
"""Neighbours on each side that smoothing uses (the paper's)."""

Values = NDArray[np.float64]


@dataclass(frozen=True)
class PathTable:
    """For each path, the number of its leaves, and sum and population standard deviation of their
    two measures.

    ``of_leaf`` is the row of each leaf. ``depths`` are the lengths of the paths in tags.
    """

    of_leaf: NDArray[np.int64]
    depths: Values
    leaves: Values
    text: Values
    text_sd: Values
    marks: Values
    marks_sd: Values


def extract(page: Page) -> str:
    """Return the leaves that CEPR takes for content: extended ratios, smoothed."""
    found = read_leaves(page.steps)
    values = extended_path_ratios(found)
    return content(
        found, smooth(values, [leaf.path for leaf in found.leaves], found.paths, ALPHA), CEPR_LAMBDA
    )


def extract_tpr(page: Page) -> str:
    """Return the content by text to tag path ratios alone."""
    found = read_leaves(page.steps)
    return content(found, path_ratios(found), TPR_LAMBDA)


def extract_etpr(page: Page) -> str:
    """Return the content by extended ratios without smoothing."""
    found = read_leaves(page.steps)
    return content(found, extended_path_ratios(found), ETPR_LAMBDA)


def content(found: TextLeaves, values: Values, factor: float) -> str:
    """Return the text of the leaves whose value reaches ``factor`` standard deviations of all
    values.
    """
    reached = values >= factor * values.std() if len(values) else values
    return joined(
        (leaf.line, leaf.raw) for leaf, chosen in zip(found.leaves, reached, strict=True) if chosen
    )


def path_ratios(found: TextLeaves) -> Values:
    """Return TPR of each leaf."""
    table = path_table(found)
    return (table.text / table.leaves)[table.of_leaf]


def extended_path_ratios(found: TextLeaves) -> Values:
    """Return ETPR of each leaf."""
    table = path_table(found)
    ratios = (
        table.text / table.leaves * (table.marks / table.leaves) * table.text_sd * table.marks_sd
    )
    return ratios[table.of_leaf]


def path_table(found: TextLeaves) -> PathTable:
    """Collect the measures of the leaves by path."""
    paths, of_leaf = np.unique(
        np.array([leaf.path for leaf in found.leaves], np.int64), return_inverse=True
    )
    texts = [leaf.text for leaf in found.leaves]
    leaves = np.bincount(of_leaf, minlength=len(paths)).astype(float)
    text, text_sd = _sum_and_deviation(
        np.array([len(text) for text in texts], float), of_leaf, leaves
    )
    marks, marks_sd = _sum_and_deviation(
        np.array([punctuation(text) for text in texts], float), of_leaf, leaves
    )
    depths = np.array([found.paths.depth(path) for path in paths.tolist()], float)
    return PathTable(of_leaf, depths, leaves, text, text_sd, marks, marks_sd)


def smooth(values: Values, paths: list[int], known: TagPaths, alpha: float) -> Values:
    """Smooth the histogram; ``paths`` are those of its leaves."""
    if len(values) <= 2 * RADIUS:
        return values
    kernel = np.exp(-(np.arange(-RADIUS, RADIUS + 1) ** 2) / (2 * RADIUS**2))
    kernel /= kernel.sum()
    steps = np.array([_likeness(known, *pair, alpha) for pair in pairwise(paths)])
    smoothed = values.copy()
    before, after = steps[:-1] * values[:-2], steps[1:] * values[2:]
    smoothed[1:-1] = kernel[0] * after + kernel[1] * values[1:-1] + kernel[2] * before
    return smoothed


def _likeness(known: TagPaths, first: int, second: int, alpha: float) -> float:
    return 1.0 if first == second else float(known.distance(first, second) ** -alpha)


def _sum_and_deviation(
    measures: Values, groups: NDArray[np.int64], sizes: Values
) -> tuple[Values, Values]:
    sums = np.bincount(groups, measures, len(sizes))
    spread = measures - (sums / sizes)[groups]
    return sums.astype(float), np.sqrt(np.bincount(groups, spread**2, len(sizes)) / sizes)
