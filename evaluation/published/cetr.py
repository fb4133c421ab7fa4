"""CETR, content extraction via tag ratios (Weninger, Hsu and Han, WWW 2010).

The tag ratio of a line of HTML is its characters outside tags divided by its number of tags. The
histogram of ratios T is smoothed. Its second dimension is G, the smoothed absolute difference
between the mean of the next three ratios and this one. K-means with three clusters, one centroid
pinned to the origin, divides the lines; those of the origin's cluster are noise. Variants: TM takes
the lines that reach one standard deviation of T, KM clusters T alone.

Interpretations where the paper leaves room: The lines are those of the source text, because the
parser loses line breaks inside tags. A block tag after text begins a line too, because a quarter of
today's pages are written on a few lines of thousands of characters (other pages give the same
result). A tag counts where it opens and where it closes, unless it never closes (``br``, ``img``).
Lines with neither text nor tag are left out. Characters are counted without white space at the ends
of a piece of text. The kernel's radius is the standard deviation rounded up but at most 1, the
paper's window of three lines; beyond the ends of the page ratios are 0. The standard deviation is
the population's. K-means starts from the origin and, twice, from the point farthest from all
centroids so far, the first in page order among equals, so that it never depends on chance.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.published.leaves import UNREAD_TAGS, joined
from extractor.page.dom import BLOCK_TAGS, Step
from extractor.page.page import Page

ALPHA = 3
"""Lines ahead whose mean is compared with a line (the paper's)."""
CLUSTERS = 3
"""The paper's k."""
TM_LAMBDA = 1.0
"""Standard deviations of the smoothed ratios that a line of content reaches in CETR-TM (the
paper's).
"""
MAX_RADIUS = 1
"""Lines on each side that smoothing uses."""
_ROUNDS = 30
"""K-means on one or two thousand points is stable after about ten rounds."""
_VOID_TAGS = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "param", "source", "wbr"}
)

Values = NDArray[np.float64]


@dataclass
class SourceLines:
    """The lines of the source: ``tags`` and ``characters`` of each.

    ``pieces`` is the text on them: number of the source line, number of the visible line, text.
    """

    tags: list[int]
    characters: list[int]
    pieces: list[tuple[int, int, str]]

    def ratios(self) -> tuple[NDArray[np.int64], Values]:
        """Return the numbers of the non-empty lines, and their tag ratios."""
        tags, characters = np.array(self.tags), np.array(self.characters)
        filled = np.flatnonzero((tags > 0) | (characters > 0))
        return filled, characters[filled] / np.maximum(tags[filled], 1)


def extract(page: Page) -> str:
    """Return the content by the two-dimensional model."""
    return _extract(
        page, lambda ratios: in_content(np.stack([ratios, differences(ratios)], axis=1))
    )


def extract_tm(page: Page) -> str:
    """Return the content by a threshold on the smoothed ratios."""
    return _extract(page, lambda ratios: ratios >= TM_LAMBDA * ratios.std())


def extract_km(page: Page) -> str:
    """Return the content by clustering the smoothed ratios alone."""
    return _extract(page, lambda ratios: in_content(ratios[:, None]))


def source_lines(walked: list[Step]) -> SourceLines:
    """Return the source lines of a walked body."""
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
    """Smooth the histogram with a normalised Gaussian kernel; beyond its ends it is 0."""
    radius = min(int(np.ceil(values.std())), MAX_RADIUS)
    if not radius:
        return values
    kernel = np.exp(-(np.arange(-radius, radius + 1) ** 2) / (2 * radius**2))
    return np.convolve(values, kernel / kernel.sum())[radius:-radius]


def differences(ratios: Values) -> Values:
    """Return G of smoothed ratios: the smoothed absolute difference between each line and the next
    ones.
    """
    sums = np.concatenate(([0.0], np.cumsum(ratios)))
    places = np.arange(len(ratios))
    ends = np.minimum(places + 1 + ALPHA, len(ratios))
    ahead = (sums[ends] - sums[places + 1]) / ALPHA
    return np.abs(smooth(ahead - ratios))


def in_content(points: Values) -> NDArray[np.bool_]:
    """Tell which points [lines, dimensions] k-means separates from the origin."""
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
    """Return the nearest centroid of each point, the origin's among equals."""
    return np.asarray(np.argmin(_squares(points, centroids), axis=1))


def _squares(points: Values, centroids: Values) -> Values:
    return np.stack([((points - centroid) ** 2).sum(axis=1) for centroid in centroids], axis=1)
