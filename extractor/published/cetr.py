"""CETR, content extraction via tag ratios (Weninger, Hsu and Han, WWW 2010).

The tag ratio of a line of HTML is its characters outside tags by its number of tags. The histogram of ratios T is
smoothed; G, the smoothed absolute difference between the mean of the next three ratios and this one, is its second
dimension. K-means with three clusters, one centroid pinned to the origin, divides the lines; those of the origin's
cluster are noise. Variants: TM takes the lines that reach one standard deviation of T, KM clusters T alone.

Readings where the paper leaves room: the lines are those of the source that stand in text, a line break inside a tag
being lost to the parser, and a block tag behind text begins a line too, since a quarter of today's pages are written
on a few lines of thousands of characters (pages that are not come out the same); a tag counts where it opens and where
it closes, unless it never closes (``br``, ``img``); lines with neither text nor tag are left out; characters are
counted without white space at the ends of a piece of text. The kernel's radius is the standard deviation rounded up but
1 at most, the window of three lines of the paper; beyond the ends of the page ratios are 0. The standard deviation is
the population's. K-means starts from the origin and, twice, from the point that is farthest from all centroids so far,
the first in page order among equals, so that it never depends on chance.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from extractor.page.dom import BLOCK_TAGS, Step
from extractor.page.page import Page
from extractor.published.leaves import UNREAD_TAGS, joined

ALPHA = 3
"""Lines ahead whose mean is compared with a line (the paper's)."""
CLUSTERS = 3
"""The paper's k."""
TM_LAMBDA = 1.0
"""Standard deviations of the smoothed ratios that a line of content reaches in CETR-TM (the paper's)."""
LARGEST_RADIUS = 1
"""Lines on each side that smoothing looks at."""
_ROUNDS = 30
"""K-means on one or two thousand points is stable after about ten."""
_VOID_TAGS = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "param", "source", "wbr"})

Values = NDArray[np.float64]


@dataclass
class SourceLines:
    """The lines of the source: ``tags`` and ``characters`` of each.

    ``pieces`` are what stands on them: number of the line of source, number of the visible line, text.
    """

    tags: list[int]
    characters: list[int]
    pieces: list[tuple[int, int, str]]

    def ratios(self) -> tuple[NDArray[np.int64], Values]:
        """The numbers of the lines that hold anything, and their tag ratios."""
        tags, characters = np.array(self.tags), np.array(self.characters)
        filled = np.flatnonzero((tags > 0) | (characters > 0))
        return filled, characters[filled] / np.maximum(tags[filled], 1)


def extract(page: Page) -> str:
    """The content by the two-dimensional model."""
    return _extract(page, lambda ratios: in_content(np.stack([ratios, differences(ratios)], axis=1)))


def extract_tm(page: Page) -> str:
    """The variant with a threshold on the smoothed ratios."""
    return _extract(page, lambda ratios: ratios >= TM_LAMBDA * ratios.std())


def extract_km(page: Page) -> str:
    """The variant that clusters the smoothed ratios alone."""
    return _extract(page, lambda ratios: in_content(ratios[:, None]))


def source_lines(walked: list[Step]) -> SourceLines:
    """The lines of the source of a body that was walked."""
    tags, characters = [0], [0]
    pieces: list[tuple[int, int, str]] = []
    visible = 0
    for starts, tag, raw, _ in walked:
        if tag in BLOCK_TAGS:
            visible += 1
            if starts and characters[-1]:
                tags.append(0)
                characters.append(0)
        tags[-1] += starts or tag not in _VOID_TAGS
        if raw and not (starts and tag in UNREAD_TAGS):
            for piece in raw.splitlines(keepends=True):
                pieces.append((len(tags) - 1, visible, piece))
                characters[-1] += len(piece.strip())
                if piece[-1] in "\r\n":
                    tags.append(0)
                    characters.append(0)
    return SourceLines(tags, characters, pieces)


def smooth(values: Values) -> Values:
    """The histogram under a normalised Gaussian kernel; beyond its ends it is taken to be 0."""
    radius = min(int(np.ceil(values.std())), LARGEST_RADIUS)
    if not radius:
        return values
    kernel = np.exp(-(np.arange(-radius, radius + 1) ** 2) / (2 * radius**2))
    return np.convolve(values, kernel / kernel.sum())[radius:-radius]


def differences(ratios: Values) -> Values:
    """G of smoothed ratios: how much the next lines differ from each, smoothed, without sign."""
    sums = np.concatenate(([0.0], np.cumsum(ratios)))
    places = np.arange(len(ratios))
    ends = np.minimum(places + 1 + ALPHA, len(ratios))
    ahead = (sums[ends] - sums[places + 1]) / ALPHA
    return np.abs(smooth(ahead - ratios))


def in_content(points: Values) -> NDArray[np.bool_]:
    """Which points [lines, dimensions] k-means keeps apart from the origin."""
    centroids = _start(points)
    nearest = _nearest(points, centroids)
    for _ in range(_ROUNDS):
        for cluster in range(1, CLUSTERS):
            members = points[nearest == cluster]
            if len(members):
                centroids[cluster] = members.mean(axis=0)
        before, nearest = nearest, _nearest(points, centroids)
        if (before == nearest).all():
            break
    return nearest > 0


def _extract(page: Page, choose: Callable[[Values], NDArray[np.bool_]]) -> str:
    lines = source_lines(page.steps)
    filled, ratios = lines.ratios()
    taken = np.zeros(len(lines.tags), np.bool_)
    taken[filled] = choose(smooth(ratios))
    chosen = taken.tolist()
    return joined((visible, text) for line, visible, text in lines.pieces if chosen[line])


def _start(points: Values) -> Values:
    centroids = np.zeros((CLUSTERS, points.shape[1]))
    for cluster in range(1, CLUSTERS):
        centroids[cluster] = points[np.argmax(_squares(points, centroids[:cluster]).min(axis=1))]
    return centroids


def _nearest(points: Values, centroids: Values) -> NDArray[np.intp]:
    """The nearest centroid of each point, the origin's among equals."""
    return np.asarray(np.argmin(_squares(points, centroids), axis=1))


def _squares(points: Values, centroids: Values) -> Values:
    return np.stack([((points - centroid) ** 2).sum(axis=1) for centroid in centroids], axis=1)
