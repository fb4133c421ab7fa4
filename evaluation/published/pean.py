"""PEAN, post extraction via anchor nodes (Ma Xueyang, master's thesis, HIT Harbin 2016, ch. 3).

Anchor nodes (``evaluation.published.times``) are counted upward. From ``body`` down, the posts'
parent is the first node with several children that contain anchors, where the relative mean
deviation (RMD) of their counts is small and no child has most of them (MPR). The child with the
most anchors is the reference. The other children with an anchor are ranked by how many nodes they
match with it top down (Selkow's tree matching, labels are tags), and taken until one matches less
than half of the one before.

Interpretations where the thesis leaves room: The thresholds, which it does not print, were tuned on
the 152 threads of the development pages. The first 150 nodes of at most 200 posts are compared, and
equal subtrees once, so that the cost is bounded on any page.
"""

from collections.abc import Mapping

from evaluation.published.times import post_times
from extractor.page.dom import Element
from extractor.page.page import Page

MAX_DEVIATION = 0.8
MAX_SHARE = 0.55
"""Upper limits of RMD and MPR."""
_DEPTH = 20
_NODES = 150
_MAX_POSTS = 200
Shape = tuple[str, tuple["Shape", ...]]


def find_posts(page: Page) -> list[Element]:
    """Return the elements of the posts in document order, or none if no set of siblings looks like
    posts.
    """
    anchors = post_times(page.body, page.date_context)
    return posts_of(page.body, anchors) if len(anchors) > 1 else []


def posts_of(body: Element, anchors: Mapping[Element, object]) -> list[Element]:
    """Return the posts, given the anchor nodes."""
    counts = _counts(body, anchors)
    parent = _posts_parent(body, counts)
    if parent is None:
        return []
    children = [child for child in parent if counts.get(child)][:_MAX_POSTS]
    reference = max(children, key=lambda child: counts[child])
    chosen = set(_alike(reference, [child for child in children if child is not reference]))
    return [child for child in children if child is reference or child in chosen]


def _counts(body: Element, anchors: Mapping[Element, object]) -> dict[Element, int]:
    """Return the anchors at or below each element that has any."""
    counts: dict[Element, int] = {}
    for element in reversed(list(body.iter())):
        count = counts.get(element, 0) + (element in anchors)
        if count:
            counts[element] = count
            parent = element.getparent()
            if parent is not None and element is not body:
                counts[parent] = counts.get(parent, 0) + count
    return counts


def _posts_parent(body: Element, counts: Mapping[Element, int]) -> Element | None:
    node = body
    while True:
        children = [child for child in node if counts.get(child)]
        if not children:
            return None
        numbers = [counts[child] for child in children]
        mean = sum(numbers) / len(numbers)
        deviation = sum(abs(number - mean) for number in numbers) / len(numbers) / mean
        if (
            len(children) > 1
            and deviation < MAX_DEVIATION
            and max(numbers) / sum(numbers) < MAX_SHARE
        ):
            return node
        node = max(children, key=lambda child: counts[child])


def _alike(reference: Element, others: list[Element]) -> list[Element]:
    memory: dict[tuple[int, int], int] = {}
    shapes: dict[Shape, Shape] = {}
    model = _shape(reference, shapes)
    ranked = sorted(
        ((_matched(model, _shape(other, shapes), memory), other) for other in others),
        key=lambda pair: -pair[0],
    )
    chosen: list[Element] = []
    before = ranked[0][0] if ranked else 0
    for matched, other in ranked:
        if 2 * matched < before:
            break
        chosen.append(other)
        before = matched
    return chosen


def _shape(element: Element, shapes: dict[Shape, Shape]) -> Shape:
    """Return the tags of a tree as nested tuples; equal trees are one object."""
    left = _NODES

    def shape(node: Element, depth: int) -> Shape:
        nonlocal left
        children = []
        for child in node if depth else ():
            if left <= 0:
                break
            left -= 1
            children.append(shape(child, depth - 1))
        found = (str(node.tag), tuple(children))
        return shapes.setdefault(found, found)

    return shape(element, _DEPTH)


def _matched(first: Shape, second: Shape, memory: dict[tuple[int, int], int]) -> int:
    """Return the number of nodes in the largest top-down matching that keeps the order of
    siblings.
    """
    if first[0] != second[0]:
        return 0
    key = (id(first), id(second))
    if key not in memory:
        row = [0] * (len(second[1]) + 1)
        for left in first[1]:
            diagonal = 0
            for place, right in enumerate(second[1], 1):
                best = max(row[place], row[place - 1], diagonal + _matched(left, right, memory))
                diagonal, row[place] = row[place], best
        memory[key] = row[-1] + 1
    return memory[key]
