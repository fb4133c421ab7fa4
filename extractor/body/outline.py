"""The containers of a page in numbers: sums over each, the wider one around each, and the descent
to the text.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from extractor.page.blocks import Blocks

Indices = NDArray[np.intp]
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ContainerOutline:
    """The containers [m] of a page.

    Attributes:
        starts, ends, parents: As in ``Blocks``, but the top is its own parent.
        wider: The nearest container around each that contains other blocks too; the top's is
            itself.
        holders: [n] The container of each block.
    """

    starts: Indices
    ends: Indices
    parents: Indices
    wider: Indices
    holders: Indices

    def sums(self, values: Values) -> Values:
        """Return the sums of block values over each container: [..., n] to [..., m]."""
        before = prefix(values)
        return np.asarray(before[..., self.ends] - before[..., self.starts])

    def from_children(self, values: Values) -> Values:
        """Return for each container [m] the sum over its children."""
        return np.asarray(np.bincount(self.parents[1:], values[1:], len(values)), np.float64)

    def descend(self, totals: Values, *alphas: float) -> list[int]:
        """Return where CEVC's descent ends for each of the ascending ``alphas``.

        There, no child has that share of the container's total.
        """
        order = np.argsort(totals[1:], kind="stable") + 1
        children = np.zeros(len(totals), np.intp)
        # Of the children of one parent the last, the largest, stays.
        children[self.parents[order]] = order
        shares = totals[children] / np.maximum(totals, 1e-9)
        ends = []
        node = 0
        for alpha in sorted(alphas, reverse=True):
            while (child := int(children[node])) and shares[node] >= alpha:
                node = child
            ends.append(node)
        return ends[::-1]

    def way_up(self, node: int) -> list[int]:
        """Return a container and all that contain it, the top last."""
        way = [node]
        while node:
            node = int(self.parents[node])
            way.append(node)
        return way


def prefix(values: Values) -> Values:
    """Return the sums of what precedes each index along the last axis, then the total: one longer
    than ``values``.
    """
    sums = np.zeros((*values.shape[:-1], values.shape[-1] + 1))
    np.cumsum(values, axis=-1, out=sums[..., 1:])
    return sums


def outline(blocks: Blocks) -> ContainerOutline:
    """Return the containers of a page with at least one block."""
    starts, ends = np.array(blocks.starts, np.intp), np.array(blocks.ends, np.intp)
    parents = np.array([0, *blocks.parents[1:]], np.intp)
    is_same = (starts == starts[parents]) & (ends == ends[parents])
    wider = parents.tolist()
    for node in np.flatnonzero(is_same).tolist():  # parents come first
        wider[node] = wider[wider[node]]
    holders = np.array(blocks.holders, np.intp)
    return ContainerOutline(starts, ends, parents, np.array(wider, np.intp), holders)
