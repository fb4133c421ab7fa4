"""Top-down matching of two trees by their tags (Selkow, Inf.

Process. Lett. 6(6), 1977; Yang's simple tree matching).

Roots match if their tags do, and then their children in order, so that the most nodes match. Trees
are read to a bounded size; equal subtrees are compared once; a budget of table cells bounds the
work on one page.
"""

from dataclasses import dataclass, field
from itertools import islice

from extractor.page.dom import Element

DEPTH = 20
NODES = 300
"""Levels and nodes to which a tree is read, in document order. Beyond them is running text, not a
post's frame.
"""
CELLS = 2_000_000
"""Table cells for one page, about a second. Threads of the development pages need less than a tenth
of it.
"""


@dataclass
class MatchTree:
    """The first nodes of an element in document order, the element itself first.

    Equal trees have equal ``shapes``.
    """

    elements: list[Element] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    shapes: list[int] = field(default_factory=list)

    def siblings(self, index: int) -> list[int]:
        """Return the nodes with the same parent, including the node itself; for the root, the
        root.
        """
        return self.children[self.parents[index]] if index else [0]


class Matcher:
    """Compares the trees of one page."""

    def __init__(self) -> None:
        self._shapes: dict[tuple[str, tuple[int, ...]], int] = {}
        self._tags: list[str] = []
        self._below: list[tuple[int, ...]] = []
        self._sizes: list[int] = []
        self._matched: dict[tuple[int, int], int] = {}
        self.cells_left = CELLS

    @property
    def exhausted(self) -> bool:
        """Return whether the budget is used up. Results are too small from then on."""
        return self.cells_left <= 0

    def read(self, element: Element) -> MatchTree:
        """Return the tree of an element."""
        tree = MatchTree()
        todo = [(element, 0, 0)]
        while todo and len(tree.elements) < NODES:
            node, parent, depth = todo.pop()
            place = len(tree.elements)
            tree.elements.append(node)
            tree.parents.append(parent)
            tree.children.append([])
            if place:
                tree.children[parent].append(place)
            if depth < DEPTH:
                inner = [(child, place, depth + 1) for child in islice(node, NODES)]
                todo += reversed(inner)
        tree.shapes = [0] * len(tree.elements)
        for place in range(len(tree.elements) - 1, -1, -1):
            below = tuple(tree.shapes[child] for child in tree.children[place])
            tree.shapes[place] = self._shape(str(tree.elements[place].tag), below)
        return tree

    def pairs(self, first: MatchTree, second: MatchTree) -> dict[int, int]:
        """Return the matching: indices in the first tree to indices in the second."""
        found: dict[int, int] = {}
        todo = [(0, 0)] if self.matched(first.shapes[0], second.shapes[0]) else []
        while todo:
            left, right = todo.pop()
            found[left] = right
            ours, theirs = first.children[left], second.children[right]
            if first.shapes[left] == second.shapes[right]:
                todo += zip(ours, theirs, strict=True)
            else:
                steps = self._alignment(
                    [first.shapes[c] for c in ours], [second.shapes[c] for c in theirs]
                )
                todo += [(ours[row], theirs[column]) for row, column in steps]
        return found

    def matched(self, first: int, second: int) -> int:
        """Return how many nodes of two shapes match."""
        if first == second:
            return self._sizes[first]
        if self._tags[first] != self._tags[second]:
            return 0
        key = (first, second)
        if key not in self._matched:
            self._matched[key] = self._table(self._below[first], self._below[second])[-1][-1] + 1
        return self._matched[key]

    def _shape(self, tag: str, below: tuple[int, ...]) -> int:
        key = (tag, below)
        if key not in self._shapes:
            self._shapes[key] = len(self._sizes)
            self._tags.append(tag)
            self._below.append(below)
            self._sizes.append(1 + sum(self._sizes[shape] for shape in below))
        return self._shapes[key]

    def _table(
        self, ours: tuple[int, ...] | list[int], theirs: tuple[int, ...] | list[int]
    ) -> list[list[int]]:
        """Return the most matched nodes of the first children of either side."""
        rows = [[0] * (len(theirs) + 1)]
        if self.exhausted:
            return rows
        self.cells_left -= len(ours) * len(theirs)
        for shape in ours:
            before, row = rows[-1], [0]
            for column, other in enumerate(theirs):
                row.append(
                    max(row[-1], before[column + 1], before[column] + self.matched(shape, other))
                )
            rows.append(row)
        return rows

    def _alignment(self, ours: list[int], theirs: list[int]) -> list[tuple[int, int]]:
        table = self._table(ours, theirs)
        steps = []
        row, column = len(table) - 1, len(theirs)
        while row and column:
            if table[row][column] == table[row - 1][column]:
                row -= 1
            elif table[row][column] == table[row][column - 1]:
                column -= 1
            else:
                row, column = row - 1, column - 1
                steps.append((row, column))
        return steps
