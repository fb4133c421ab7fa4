"""MiBAT, mining data records of user-generated content by anchor trees (Song, Liu, Cao and others, CIKM 2010).

Anchor nodes are those of PEAN (``extractor.published.times``), anchor trees the children of one node that hold any.
From an anchor tree on, its siblings join if they match it top down in such a way that a pivot, an anchor of the first
tree, has an anchor for its partner and the two stand among like siblings. The likeness of two pivots is that of the
trees restricted to a fragment, the nodes with the pivot's parent: matched nodes of both fragments by their mean size.
Pivots that find no partner in a member are no pivots any more; growing ends when no sibling joins.

Readings where the paper, as the thesis of Ma Xueyang tells it, leaves room: each tree is compared with the first of its
set; the trees need not be neighbours; a pivot that is the tree itself is its own fragment; trees that did not join
begin sets of their own; of all sets with several trees the one with most text is the posts, the outermost among
equals. Trees are read to a bounded size and at most 200 siblings are looked at.
"""

from collections.abc import Iterable, Mapping

from extractor.page.dom import Element
from extractor.page.page import Page
from extractor.page.text import dense_length
from extractor.published.times import post_times
from extractor.published.tree_matching import Matcher, MatchTree

LIKENESS = 0.6
"""Likeness from which on two pivots correspond; the thesis prints none; results are flat from 0.3 to 0.8."""
MOST_POSTS = 200


def find_posts(page: Page) -> list[Element]:
    """The elements of the posts in document order; empty if no two trees belong together."""
    return posts_of(page.body, post_times(page.body, page.date_context))


def posts_of(body: Element, anchors: Mapping[Element, object]) -> list[Element]:
    """The posts, given the anchor nodes."""
    matcher = Matcher()
    sets = [
        found
        for trees in _anchor_trees(body, anchors)
        if len(trees) > 1
        for found in anchor_sets(trees[:MOST_POSTS], anchors, matcher)
        if len(found) > 1
    ]
    return max(sets, key=_length, default=[])


def anchor_sets(trees: list[Element], anchors: Mapping[Element, object], matcher: Matcher) -> list[list[Element]]:
    """Siblings with anchors, divided into sets that belong together."""
    sets: list[list[Element]] = []
    left = [matcher.read(tree) for tree in trees]
    while left and not matcher.exhausted:
        first, others, left = left[0], left[1:], []
        pivots = [place for place, element in enumerate(first.elements) if element in anchors]
        members = [first.elements[0]]
        for other in others:
            kept = corresponding(pivots, first, other, anchors, matcher)
            if kept:
                pivots = kept
                members.append(other.elements[0])
            else:
                left.append(other)
        sets.append(members)
    return sets


def corresponding(
    pivots: list[int], first: MatchTree, other: MatchTree, anchors: Mapping[Element, object], matcher: Matcher
) -> list[int]:
    """Those pivots of the first tree that correspond to an anchor of the other one."""
    pairs = matcher.pairs(first, other)
    return [
        pivot
        for pivot in pivots
        if pivot in pairs
        and other.elements[pairs[pivot]] in anchors
        and _likeness(first.siblings(pivot), other.siblings(pairs[pivot]), pairs) >= LIKENESS
    ]


def _likeness(ours: list[int], theirs: list[int], pairs: Mapping[int, int]) -> float:
    inside = set(theirs)
    matched = sum(1 for place in ours if pairs.get(place) in inside)
    return 2 * matched / (len(ours) + len(theirs))


def _anchor_trees(body: Element, anchors: Mapping[Element, object]) -> Iterable[list[Element]]:
    """For each element in document order, its children that hold anchors or are some."""
    holding = set(anchors)
    for anchor in anchors:
        for above in anchor.iterancestors():
            if above in holding:
                break
            holding.add(above)
    return ([child for child in parent if child in holding] for parent in body.iter() if parent in holding)


def _length(found: list[Element]) -> int:
    return sum(dense_length(str(text)) for element in found for text in element.itertext())
