"""Two-layer decision (Hu, Zhang and Wang, Journal of Chinese Information Processing 20(6), 2006).

Adjacent text leaves are merged into paragraphs. Layer one: a decision tree gives every candidate
node the probability that it governs, that is, that it is the lowest node with all the content; the
most probable node is the scope. Layer two: a second tree decides for every paragraph in scope
whether it is content.

Interpretations where the paper leaves room: Paragraphs are separated by every block tag of today,
including the paper's list (p, br, h1 to h6, table, tr, hr, div, center). Children without text do
not count as children, and the element around a leaf represents it. The node above a candidate is
the nearest candidate, the body above all. Lengths are characters without white space. An image is
over the paragraph that is read next after it. Among equally probable nodes the one with the most
plain text wins, the lower one if one contains the other. A paragraph is content from a probability
of one half. The trees are scikit-learn's entropy CART in place of C4.5 (``training.two_layer``).
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from evaluation.published.two_layer_features import (
    Matrix,
    Node,
    TwoLayerOutline,
    node_features,
    outline,
    paragraph_features,
)
from extractor.page.page import Page

DATA = "two_layer.json"
CONTENT = 0.5
"""Probability from which a paragraph is content."""


@dataclass(frozen=True)
class DecisionTree:
    """A binary decision tree. Node 0 is its root.

    A row goes ``left`` if its ``feature`` is at most the ``threshold``, else ``right``. At a leaf,
    both are the leaf itself. ``probability`` is that of the positive class.
    """

    feature: NDArray[np.int64]
    threshold: NDArray[np.float64]
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    probability: NDArray[np.float64]
    depth: int

    def predict(self, rows: Matrix) -> NDArray[np.float64]:
        """Return the probability of each row."""
        places = np.zeros(len(rows), np.int64)
        every = np.arange(len(rows))
        for _ in range(self.depth):
            low = rows[every, self.feature[places]] <= self.threshold[places]
            places = np.where(low, self.left[places], self.right[places])
        return self.probability[places]


@dataclass(frozen=True)
class TwoLayerTrees:
    """The trees of both layers."""

    node: DecisionTree
    paragraph: DecisionTree


def extract(page: Page) -> str:
    """Return the paragraphs that both layers take for content."""
    seen = outline(page.steps)
    return "\n".join(seen.paragraphs[place].text for place in choose(seen, load()))


def choose(seen: TwoLayerOutline, trees: TwoLayerTrees) -> list[int]:
    """Return the indices of the content paragraphs in page order."""
    scope = find_scope(seen, trees.node)
    if scope is None or scope.first is None:
        return []
    chances = trees.paragraph.predict(paragraph_features(seen.paragraphs[scope.first : scope.end]))
    return [
        place for place, chance in enumerate(chances.tolist(), scope.first) if chance >= CONTENT
    ]


def find_scope(seen: TwoLayerOutline, tree: DecisionTree) -> Node | None:
    """Return the node that most probably governs the content, or None for a page without text."""
    candidates = seen.candidates()
    if not candidates:
        return None
    chances = tree.predict(node_features(seen, candidates)).tolist()
    nodes = seen.nodes
    ranked = zip(chances, candidates, strict=True)
    _, best = max(ranked, key=lambda pair: (pair[0], nodes[pair[1]].plain, pair[1]))
    return nodes[best]


@cache
def load() -> TwoLayerTrees:
    """Load the trained trees from the package's data."""
    return read_trees(json.loads((files("evaluation.published") / DATA).read_text("utf-8")))


def read_trees(data: dict[str, dict[str, list[float]]]) -> TwoLayerTrees:
    """Build the trees from the columns of ``DecisionTree``, by layer."""
    return TwoLayerTrees(**{layer: _tree(columns) for layer, columns in data.items()})


def _tree(columns: dict[str, list[float]]) -> DecisionTree:
    feature, left, right = (
        np.array(columns[name], np.int64) for name in ("feature", "left", "right")
    )
    threshold, probability = (
        np.array(columns[name], np.float64) for name in ("threshold", "probability")
    )
    return DecisionTree(
        feature, threshold, left, right, probability, _depth(columns["left"], columns["right"])
    )


def _depth(left: list[float], right: list[float]) -> int:
    """Return the steps from the root to the deepest leaf; children follow their parents."""
    depths = [0] * len(left)
    for index, children in enumerate(zip(left, right, strict=True)):
        for child in map(int, children):
            if child > index:
                depths[child] = depths[index] + 1
    return max(depths)
