"""Align records with each other: which nodes have the same position in different posts."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
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
_MIN_POSTS = 3
"""Fewest posts that tell that elements of other classes have one place. Those of two may be two
different things.
"""
_MAX_GROUPS = 30
"""Most groups of signs at one place that are told apart. Bounds the time for a post whose elements
all have classes of their own.
"""
_CELLS = frozenset({"td", "th"})


class RecordPosition(NamedTuple):
    """The position of a node in its record: ``fine`` by tags, classes and columns from the top,
    ``coarse`` by tags. Classes that only tell posts apart are no part of it.

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
        coarse[start] = 0
        for node in range(start + 1, end):
            parent = parents[node]
            wide = coarse[parent] if parent >= start else 0
            coarse[node] = tag_ways.setdefault((wide, tags[node]), len(tag_ways) + 1)
    same = _same_signs(outline, records, coarse)
    for start, end in records:
        fine[start] = 0
        for node in range(start + 1, end):
            parent = parents[node]
            above, near = 0, OUTSIDE
            if parent >= start:
                above, near = fine[parent], local[parent]
            column = 0
            if tags[node] in _CELLS:
                # The cells of a row may have no class: the card and the words are two columns.
                column = columns[parent] = columns.get(parent, 0) + 1
            sign = same.get((coarse[node], signs[node]), signs[node])
            fine[node] = ways.setdefault((above, sign, column), len(ways) + 1)
            if classes[node]:
                near = 0  # A path begins anew at each class.
            local[node] = forms.setdefault((near, signs[node]), len(forms) + 1)


def _same_signs(
    outline: PageOutline, records: Sequence[Record], coarse: Sequence[int]
) -> dict[tuple[int, int], int]:
    """Return by position and sign the sign that stands for it: that of elements which have this
    place in other posts.

    Each post has exactly one of these signs, and the elements have children of the same tags.
    Their classes are those of every other post or of the first one, or they tell the author.
    """
    posts: defaultdict[int, defaultdict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    inside: defaultdict[tuple[int, int], set[frozenset[str]]] = defaultdict(set)
    for index, (start, end) in enumerate(records):
        for node in range(start + 1, end):
            place, sign = coarse[node], outline.signs[node]
            posts[place][sign].add(index)
            inside[place, sign].add(_tags_in(outline, node))
    same: dict[tuple[int, int], int] = {}
    for place, by_sign in posts.items():
        if len(by_sign) == 1:
            continue
        count = len(set().union(*by_sign.values()))
        if count < _MIN_POSTS:
            continue
        for first, *others in _apart(by_sign):
            held = len(by_sign[first]) + sum(len(by_sign[sign]) for sign in others)
            is_in_each = held == count
            if is_in_each and all(inside[place, first] & inside[place, sign] for sign in others):
                for sign in others:
                    same[place, sign] = first
    return same


def _tags_in(outline: PageOutline, node: int) -> frozenset[str]:
    """Return the tags of the children of an element, "" for text."""
    return frozenset([outline.tags[child] for child in outline.children(node)])


def _apart(posts: Mapping[int, set[int]]) -> list[list[int]]:
    """Return the signs in groups of which no post has two, the commonest first."""
    groups: list[tuple[set[int], list[int]]] = []
    for sign in sorted(posts, key=lambda sign: -len(posts[sign])):
        fitting = (group for group in groups if group[0].isdisjoint(posts[sign]))
        held, signs = next(fitting, (set(), []))
        if not signs and len(groups) < _MAX_GROUPS:
            groups.append((held, signs))
        held |= posts[sign]
        signs.append(sign)
    return [signs for _, signs in groups]


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
    by_fine, by_coarse, by_local = (
        _by_place(offers, level, score) for level in range(len(RecordPosition._fields))
    )
    best = max(by_local, key=by_local.__getitem__, default=OUTSIDE)

    def worth(found: _Found) -> float:
        fine, coarse, local = found.place
        agreed = _FINE * by_fine[fine] + _COARSE * by_coarse[coarse] + _LOCAL * by_local[local]
        if local == best:
            return agreed + _BEST
        return agreed

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
    scores: dict[int, float] = {}
    for key, firsts in members.items():
        share_of_firsts = len(firsts) / counts[key]
        scores[key] = score(list(firsts.values())) * share_of_firsts**_REPEATED
    return scores
