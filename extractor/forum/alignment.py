"""Align records with each other: which nodes have the same position in different posts."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple, Protocol, TypeVar

from extractor.forum.outline import PageOutline
from extractor.forum.records import Record

OUTSIDE = -1
_FINE = 1.0
"""Value of agreement at a position by tags, classes and columns, which means the most."""
_COARSE = 0.5
"""The same by tags alone, which other texts of a post share more often."""
_LOCAL = 0.5
"""The same by the nearest class, which holds in posts of any structure."""
_REPEATED = 0.5
"""Power of the share of first finds at a position. Comments below a post repeat theirs, a post does
not.
"""
_BEST = 1.0
"""Extra value for nodes of the same form as the best of the page, at any position."""


_CELLS = frozenset({"td", "th"})


class RecordPosition(NamedTuple):
    """The position of a node in its record: ``fine`` by tags, classes and columns from the top,
    ``coarse`` by tags.

    ``local`` is the class of the nearest element around that has one, and the path from there.
    """

    fine: int
    coarse: int
    local: int


class HasPosition(Protocol):
    """A find in a record that finds in other records may agree with."""

    @property
    def place(self) -> RecordPosition:
        """The position of the find in its record."""


_Found = TypeVar("_Found", bound=HasPosition)


@dataclass(frozen=True, slots=True)
class Alignment:
    """The records of a page with the position of each of their nodes; ``OUTSIDE`` for nodes in no
    record.

    ``leaves[i]`` counts the leaves before node ``i``.
    """

    outline: PageOutline
    records: Sequence[Record]
    fine: list[int]
    coarse: list[int]
    local: list[int]
    leaves: list[int]

    def place(self, node: int) -> RecordPosition:
        """Return the position of a node of a record."""
        return RecordPosition(self.fine[node], self.coarse[node], self.local[node])

    def widest(self, node: int, record: Record) -> int:
        """Return the outermost element within a record that contains no other leaf than the
        node's.
        """
        parents = self.outline.parents
        around = parents[node]
        while around > record[0] and self._is_single(around):
            node, around = around, parents[around]
        return node

    def _is_single(self, node: int) -> bool:
        return self.leaves[self.outline.ends[node]] - self.leaves[node] == 1


def align(outline: PageOutline, records: Sequence[Record]) -> Alignment:
    """Return the positions of all nodes of the records."""
    count = len(outline.tags)
    fine, coarse, local = [OUTSIDE] * count, [OUTSIDE] * count, [OUTSIDE] * count
    _place(outline, records, fine, coarse, local)
    leaves = list(accumulate((not tag for tag in outline.tags), initial=0))
    return Alignment(outline, records, fine, coarse, local, leaves)


def _place(
    outline: PageOutline,
    records: Sequence[Record],
    fine: list[int],
    coarse: list[int],
    local: list[int],
) -> None:
    """Fill the positions of the nodes of records."""
    ways: dict[tuple[int, int, int], int] = {}
    tag_ways: dict[tuple[int, str], int] = {}
    forms: dict[tuple[int, int], int] = {}
    columns: dict[int, int] = {}
    parents, signs, tags, classes = outline.parents, outline.signs, outline.tags, outline.classes
    for start, end in records:
        fine[start] = coarse[start] = 0
        for node in range(start + 1, end):
            parent = parents[node]
            above, wide, near = (
                (fine[parent], coarse[parent], local[parent])
                if parent >= start
                else (0, 0, OUTSIDE)
            )
            column = 0
            if tags[node] in _CELLS:
                column = columns[parent] = columns.get(parent, 0) + 1
            fine[node] = ways.setdefault((above, signs[node], column), len(ways) + 1)
            coarse[node] = tag_ways.setdefault((wide, tags[node]), len(tag_ways) + 1)
            local[node] = forms.setdefault(
                (0 if classes[node] else near, signs[node]), len(forms) + 1
            )


def agreement(
    offers: Sequence[Sequence[_Found]], score: Callable[[Sequence[_Found]], float]
) -> Callable[[_Found], float]:
    """Return a function that rates how much the records agree on a find.

    The rating adds up the scores of the finds at its position. Each record contributes its first. A
    position that repeats within records counts less.

    Args:
        offers: The finds of each record.
        score: Rates the finds at one position in different records.
    """
    levels = [_by_place(offers, level, score) for level in range(len(RecordPosition._fields))]
    local = levels[RecordPosition._fields.index("local")]
    best = max(local, key=lambda key: local[key], default=OUTSIDE)

    def worth(found: _Found) -> float:
        fine, coarse, near = (scores[key] for scores, key in zip(levels, found.place, strict=True))
        return _FINE * fine + _COARSE * coarse + _LOCAL * near + _BEST * (found.place.local == best)

    return worth


def _by_place(
    offers: Sequence[Sequence[_Found]], level: int, score: Callable[[Sequence[_Found]], float]
) -> dict[int, float]:
    members: dict[int, dict[int, _Found]] = defaultdict(dict)
    counts: dict[int, int] = defaultdict(int)
    for index, finds in enumerate(offers):
        for found in finds:
            members[found.place[level]].setdefault(index, found)
            counts[found.place[level]] += 1
    return {
        key: score(list(found.values())) * (len(found) / counts[key]) ** _REPEATED
        for key, found in members.items()
    }
