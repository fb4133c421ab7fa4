"""Find sets of one post: the only post of a page."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from extractor.forum.marks import Marks
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record, holds

_MIN_TEXT = 25.0
"""Least running text, in characters, of a post."""
_MORE = 1.3
"""How many times more text than the stretch inside it a stretch must contain to be another
candidate.
"""
_MAX_SINGLES = 30
"""Most marks around which the only post of a page is searched for."""
_MAX_PAIRED = 8
"""Most times of which two neighbours may be those of the only two posts."""
_CONTENT = frozenset({"article", "main"})
"""Elements that a page calls its content: a post there may have an author whom nothing marks."""


def single_sets(outline: PageOutline, marks: Marks) -> list[tuple[Record, ...]]:
    """Return elements that may be the only post of a page.

    These are the smallest elements around a time with text and a name, and wider ones; but the
    page's ``main`` in place of what is around it. If the page has no names, or calls an element its
    content, a name is not needed.
    """
    names = _names_in_main(outline, marks)
    found: dict[tuple[Record, ...], None] = {}
    for mark in (marks.all_times or names)[:_MAX_SINGLES]:
        node = mark if outline.tags[mark] else outline.parents[mark]
        before = 0.0
        while node > 0:
            main = _first_of(outline.mains, (node + 1, outline.ends[node]))
            if main is None:
                span = (node, outline.ends[node])
            else:
                span = (main, outline.ends[main])
            weight = outline.weight(*span)
            is_named = not names or outline.tags[span[0]] in _CONTENT or holds(names, span)
            if weight >= max(_MIN_TEXT, _MORE * before) and is_named:
                found.setdefault((span,))
                before = weight
            if main is not None:
                break
            node = outline.parents[node]
    return list(found)


def pairs_of_posts(outline: PageOutline, marks: Marks) -> list[tuple[Record, ...]]:
    """Return pairs of elements around two times that may be the only posts of a page, whatever
    their structure.
    """
    names = _names_in_main(outline, marks)
    found: dict[tuple[Record, ...], None] = {}
    for one, two in pairwise(marks.all_times[:_MAX_PAIRED]):
        pair = _widest_without(outline, one, two), _widest_without(outline, two, one)
        if pair[0][1] > pair[1][0]:
            continue
        have_text = all(outline.weight(*span) >= _MIN_TEXT for span in pair)
        are_named = not names or all(holds(names, span) for span in pair)
        if have_text and are_named:
            found.setdefault(pair)
    return list(found)


def _widest_without(outline: PageOutline, mark: int, other: int) -> Record:
    """Return the widest element around a mark without another mark."""
    node = mark if outline.tags[mark] else outline.parents[mark]
    while (parent := outline.parents[node]) > 0 and not parent <= other < outline.ends[parent]:
        node = parent
    return (node, outline.ends[node])


def _names_in_main(outline: PageOutline, marks: Marks) -> Sequence[int]:
    """Return the names in the main parts of a page, or all names of a page without such parts."""
    names, mains = marks.all_names, outline.mains
    if not mains:
        return names
    return [name for name in names if any(main < name < outline.ends[main] for main in mains)]


def _first_of(nodes: Sequence[int], span: Record) -> int | None:
    """Return the first of the nodes in a range, or None."""
    index = bisect_left(nodes, span[0])
    if index < len(nodes) and nodes[index] < span[1]:
        return nodes[index]
    return None
