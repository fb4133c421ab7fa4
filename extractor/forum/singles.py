"""Find sets of one post: the only post of a page."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from extractor.forum.marks import Marks
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record

_LEAST_TEXT = 25.0
"""Least running text, in characters, of a post."""
_MORE = 1.3
"""How many times more text than the stretch inside it a stretch must contain to be another candidate."""
_ASIDE = 50.0
"""Running text, in characters, of a column about the author."""
_MOST_SINGLES = 30
"""Most marks around which the only post of a page is searched for."""
_MOST_PAIRED = 8
"""Most times of which two neighbours may be those of the only two posts."""
_CELLS = frozenset({"td", "tr", "tbody", "table"})


def single_sets(outline: PageOutline, marks: Marks) -> list[tuple[Record, ...]]:
    """Return elements that may be the only post of a page.

    These are the smallest elements around a time with text and a name, and wider ones.
    """
    names = marks.all_names
    found: dict[tuple[Record, ...], None] = {}
    for mark in (marks.all_times or names)[:_MOST_SINGLES]:
        node = mark if outline.tags[mark] else outline.parents[mark]
        before = 0.0
        while node > 0:
            span = (node, outline.ends[node])
            weight = outline.weight(*span)
            if weight >= max(_LEAST_TEXT, _MORE * before) and (not names or _holds(names, span)):
                found.setdefault((span,))
                before = weight
            node = outline.parents[node]
    return list(found)


def widened(outline: PageOutline, marks: Marks, record: Record) -> Record:
    """Widen a lone post of a page without names: in a layout table the author is in a cell beside it."""
    if marks.names:
        return record
    most = outline.weight(*record) + _ASIDE
    node = record[0]
    while outline.tags[parent := outline.parents[node]] in _CELLS and parent > 0:
        if outline.weight(parent, outline.ends[parent]) > most:
            break
        node = parent
    return (node, outline.ends[node])


def pairs_of_posts(outline: PageOutline, marks: Marks) -> list[tuple[Record, ...]]:
    """Return pairs of elements around two times that may be the only posts of a page, whatever their structure."""
    times, names = marks.all_times[:_MOST_PAIRED], marks.all_names
    found: dict[tuple[Record, ...], None] = {}
    for one, two in pairwise(times):
        pair = tuple(_widest_without(outline, mark, other) for mark, other in ((one, two), (two, one)))
        if pair[0][1] <= pair[1][0] and all(
            outline.weight(*span) >= _LEAST_TEXT and (not names or _holds(names, span)) for span in pair
        ):
            found.setdefault(pair)
    return list(found)


def _widest_without(outline: PageOutline, mark: int, other: int) -> Record:
    """Return the widest element around a mark without another mark."""
    node = mark if outline.tags[mark] else outline.parents[mark]
    while (parent := outline.parents[node]) > 0 and not parent <= other < outline.ends[parent]:
        node = parent
    return (node, outline.ends[node])


def _holds(nodes: Sequence[int], span: Record) -> bool:
    return bisect_left(nodes, span[1]) > bisect_left(nodes, span[0])
