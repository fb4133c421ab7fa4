"""CETD, content extraction via text density (Sun, Song and Liao, SIGIR 2011): composite density
with DensitySum.

With C and T the characters and tags below a node, LC and LT those of links, the composite text
density is C/T · log_b(C/LC · T/LT), b = ln(C/notLC · LC + LC_body/C_body · C + e). DensitySum is
the sum of the densities of a node's children. The threshold is the smallest density on the path
from the node of greatest DensitySum up to the body. For every node at or above it, the node of
greatest DensitySum below it is content, with all its text.

Interpretations where the paper leaves room: Characters are counted without white space. T counts
the elements below a node, not the node itself. Every T, LC, LT, C or not-LC of 0 is replaced by 1,
and so is ln(b) if the page has no links at all, so that a density is always defined. A node inside
a link is all link. A node without text has density 0. "Below" includes the node itself, because a
paragraph has no element below it. The first in document order wins among equals. The body ends the
path up and, being the whole page, does not count for the threshold. Nodes are visited from the body
down, but not below one under the threshold. ``textarea`` is dropped, because otherwise blog pages
fail (thesis of Ma Xueyang, 2.4.5).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.published.leaves import UNREAD_TAGS, joined
from extractor.page.dom import BLOCK_TAGS, Step
from extractor.page.page import Page
from extractor.page.text import dense_length

Values = NDArray[np.float64]


@dataclass(frozen=True)
class ElementCounts:
    """The elements of a body in document order, the body first: their parents' indices and the
    counts below them.
    """

    parents: list[int]
    characters: Values
    tags: Values
    link_characters: Values
    link_tags: Values


def extract(page: Page) -> str:
    """Return the text below the content nodes, one line per block tag."""
    counts = count(page.steps)
    return _text(page.steps, content_nodes(counts.parents, densities(counts)))


def densities(counts: ElementCounts) -> Values:
    """Return the composite text density of each element."""
    c, t, lc, lt = (
        _positive(n)
        for n in (counts.characters, counts.tags, counts.link_characters, counts.link_tags)
    )
    not_linked = _positive(counts.characters - counts.link_characters)
    linked = counts.link_characters
    base = np.log(c / not_linked * linked + linked[0] / c[0] * c + np.e)
    logarithm = np.log(base)
    logarithm[logarithm <= 0] = 1
    return np.where(counts.characters > 0, c / t * np.log(c / lc * t / lt) / logarithm, 0.0)


def density_sums(parents: list[int], density: Values) -> Values:
    """Return the DensitySum of each element."""
    return np.bincount(parents[1:], density[1:], len(parents)).astype(float)


def content_nodes(parents: list[int], density: Values) -> set[int]:
    """Return the indices of the elements that are content."""
    best = _greatest_below(parents, density_sums(parents, density).tolist())
    dense = (density >= _threshold(parents, density, best[0])).tolist()
    dense[0] = True
    for index in range(1, len(parents)):  # parents precede their children
        dense[index] = dense[index] and dense[parents[index]]
    return {best[index] for index, reached in enumerate(dense) if reached}


def count(walked: list[Step]) -> ElementCounts:
    """Return the counts below each element of a walked body."""
    parents: list[int] = []
    rows: list[list[int]] = []
    stack: list[int] = []
    links = 0
    for starts, tag, raw, _ in walked:
        if starts:
            parents.append(stack[-1] if stack else 0)
            stack.append(len(rows))
            rows.append([0, 0, 0, 0])
            links += tag == "a"
        else:
            links -= tag == "a"
            row = rows[stack.pop()]
            if stack:
                _add(rows[stack[-1]], (row[0], row[1] + 1, row[2], row[3] + (tag == "a")))
        if raw and stack and not (starts and tag in UNREAD_TAGS):
            length = dense_length(raw)
            _add(rows[stack[-1]], (length, 0, length if links else 0, 0))
    columns = np.array(rows, float).T
    return ElementCounts(parents, *columns)


def _greatest_below(parents: list[int], sums: list[float]) -> list[int]:
    """Return for each element the index of the element with the greatest sum at or below it."""
    best = list(range(len(parents)))
    for place in range(len(parents) - 1, 0, -1):
        offered, parent = best[place], parents[place]
        if (sums[offered], -offered) > (sums[best[parent]], -best[parent]):
            best[parent] = offered
    return best


def _threshold(parents: list[int], density: Values, index: int) -> float:
    """Return the smallest density from an index up to below the body."""
    threshold = density[index]
    while parents[index]:
        index = parents[index]
        threshold = min(threshold, density[index])
    return float(threshold)


def _text(walked: list[Step], marked: set[int]) -> str:
    pieces: list[tuple[int, str]] = []
    line = place = inside = 0
    open_marks: list[bool] = []
    for starts, tag, raw, _ in walked:
        line += tag in BLOCK_TAGS
        if starts:
            open_marks.append(place in marked)
            inside += open_marks[-1]
            place += 1
        else:
            inside -= open_marks.pop()
        if raw and inside and not (starts and tag in UNREAD_TAGS):
            pieces.append((line, raw))
    return joined(pieces)


def _add(row: list[int], more: tuple[int, int, int, int]) -> None:
    for column, number in enumerate(more):
        row[column] += number


def _positive(numbers: Values) -> Values:
    return np.where(numbers > 0, numbers, 1.0)
