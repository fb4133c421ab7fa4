"""MiBAT, mining data records of user-generated content by anchor trees (Song, Liu, Cao and others,
CIKM 2010).

Anchor nodes are those of PEAN (``evaluation.published.times``). Anchor trees are the children of
one node that contain any. Siblings of an anchor tree join it if they match it top down in such a
way that a pivot, an anchor of the first tree, is paired with an anchor and the two are among
similar siblings. The similarity of two pivots is that of the trees restricted to a fragment, the
nodes with the pivot's parent: matched nodes of both fragments divided by their mean size. Pivots
without a partner in a member are no longer pivots. Growing ends when no sibling joins.

Interpretations where the paper, as the thesis of Ma Xueyang describes it, leaves room: Each tree is
compared with the first of its set. The trees need not be neighbours. A pivot that is the tree
itself is its own fragment. Trees that did not join begin sets of their own. Of all sets with
several trees, the one with the most text is the posts, the outermost among equals. Trees are read
to a bounded size, and at most 200 siblings are compared.
"""

from collections.abc import Iterable, Mapping

from evaluation.published.times import post_times
from evaluation.published.tree_matching import Matcher, MatchTree
from extractor.page.dom import Element
from extractor.page.page import Page
from extractor.page.text import dense_length

LIKENESS = 0.6
"""Similarity from which two pivots correspond. The thesis prints none; results are flat from 0.3 to
0.8.
"""
MAX_POSTS = 200


def find_posts(page: Page) -> list[Element]:
    """Return the elements of the posts in document order, or none if no two trees belong
    together.
    """
    return posts_of(page.body, post_times(page.body, page.date_context))


def posts_of(body: Element, anchors: Mapping[Element, object]) -> list[Element]:
    """Return the posts, given the anchor nodes."""
    matcher = Matcher()
    sets = [
        found
        for trees in _anchor_trees(body, anchors)
        if len(trees) > 1
        for found in anchor_sets(trees[:MAX_POSTS], anchors, matcher)
        if len(found) > 1
    ]
    return max(sets, key=_length, default=[])


def anchor_sets(
    trees: list[Element], anchors: Mapping[Element, object], matcher: Matcher
) -> list[list[Element]]:
    """Divide siblings with anchors into sets that belong together."""
    sets: list[list[Element]] = []
    left = [matcher.read(tree) for tree in trees]
    while left and not matcher.exhausted:
        first, others, left = left[0], left[1:], []
        pivots = [index for index, element in enumerate(first.elements) if element in anchors]
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
    pivots: list[int],
    first: MatchTree,
    other: MatchTree,
    anchors: Mapping[Element, object],
    matcher: Matcher,
) -> list[int]:
    """Return those pivots of the first tree that correspond to an anchor of the other one."""
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
    """Yield for each element in document order its children that contain or are anchors."""
    holding = set(anchors)
    for anchor in anchors:
        for above in anchor.iterancestors():
            if above in holding:
                break
            holding.add(above)
    return (
        [child for child in parent if child in holding]
        for parent in body.iter()
        if parent in holding
    )


def _length(found: list[Element]) -> int:
    return sum(dense_length(str(text)) for element in found for text in element.itertext())
