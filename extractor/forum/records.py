"""Records: the stretches of a page that contain one post each, grown from marks of one kind.

A stretch of nodes around each mark grows as long as it contains no second mark of the kind. Of the
elements passed on the way, the posts are those that share a key over most marks and contain the
most text.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise

from extractor.compiled import threads as compiled
from extractor.forum.cues import tells_time_of_day
from extractor.forum.marks import Kind, Marks
from extractor.forum.outline import PageOutline

Record = tuple[int, int]
"""Numbers of the first node and of the node after the last."""

_MAX_MEMBERS = 2_000
"""Marks of one kind that are searched for records: more than the posts of any page."""
_HIGHEST = 30
"""Most levels above its mark at which a post may begin."""
_SIBLINGS = 0.7
"""Least share of a set's elements with one parent, for posts that are runs of siblings."""
_MIN_HEADS_RATIO = 1.5
"""How many times more text than heads there is where words of posts are beside boxes of heads."""
_MIN_HEADS = 3
"""Fewest such heads. Two boxes on one level are there by chance."""


def within(nodes: Sequence[int], record: Record) -> Sequence[int]:
    """Return the nodes, which are in document order, that are in a record."""
    return nodes[bisect_left(nodes, record[0]) : bisect_left(nodes, record[1])]


def holds(nodes: Sequence[int], record: Record) -> bool:
    """Return whether any of the nodes, which are in document order, is in a record."""
    return bisect_left(nodes, record[1]) > bisect_left(nodes, record[0])


def candidate_sets(outline: PageOutline, marks: Marks) -> list[tuple[Record, ...]]:
    """Return all sets of records that marks of one kind make, without duplicates."""
    found: dict[tuple[Record, ...], None] = {}
    kinds = chain(marks.times.values(), marks.names.values(), marks.numbers.values())
    tried = [tuple(nodes) for nodes in kinds if 2 <= len(nodes) <= _MAX_MEMBERS]
    # Several attributes of the same elements make kinds with the same marks.
    for nodes in dict.fromkeys(tried):
        for records in _grown(outline, list(nodes)):
            found.setdefault(records)
    return list(found)


def _grown(outline: PageOutline, nodes: list[int]) -> Iterable[tuple[Record, ...]]:
    """Yield the best set that marks of one kind make, and the same set with what is between the
    elements.

    Where posts are inside others, yield the best set of such posts too: the element of a post
    begins with its mark and contains the marks of its answers.
    """
    best_starts = compiled.best_starts if compiled else best_starts_in_python
    starts, trees = best_starts(outline, nodes, _HIGHEST)
    if len(starts) > 1:
        yield disjoint(outline, starts)
        yield from _spread(outline, starts)
        parents = {outline.parents[start] for start in starts}
        # The words of a post may be beside the box of its head, not in it.
        if len(parents) == len(starts) >= _MIN_HEADS:
            yield from _spread(outline, tops_of(outline, starts), _MIN_HEADS_RATIO)
    if len(trees) > 1:
        yield disjoint(outline, trees)
    if _are_bare_heads(outline, nodes):
        yield from _spread(outline, nodes)


def _are_bare_heads(outline: PageOutline, nodes: Sequence[int]) -> bool:
    """Return whether marks are texts with a time of day in one element: nothing is around a post of
    an old script but the element around all.
    """
    if len({outline.parents[node] for node in nodes}) > 1:
        return False
    return all(tells_time_of_day(outline.texts[node]) for node in nodes)


def best_starts_in_python(
    outline: PageOutline, nodes: Sequence[int], highest: int
) -> tuple[list[int], list[int]]:
    """Return the best set of elements around marks, and the best set of elements inside each other.

    This is what ``extractor.compiled.threads`` must do too.

    Args:
        outline: The page.
        nodes: The marks of one kind.
        highest: Most levels above a mark.
    """
    carriers: dict[Kind, dict[int, int]] = defaultdict(dict)
    around: dict[Kind, dict[int, int]] = defaultdict(dict)
    for index in range(len(nodes)):
        own, outer = _chains(outline, nodes, index, highest)
        for found, nodes_around in ((carriers, own), (around, outer)):
            for node in nodes_around:
                for key in _keys(outline, node):
                    found[key][index] = node  # the outermost stays
    trees = []
    for key, members in carriers.items():
        wider = around.get(key, {})
        # If a mark has such an element only around other marks, posts are inside others.
        if wider.keys() - members.keys():
            trees.append(wider | members)
    return _best(outline, carriers.values(), len(nodes)), _best(outline, trees, len(nodes))


def _best(outline: PageOutline, sets: Iterable[Mapping[int, int]], marks: int) -> list[int]:
    """Return the elements of the set that holds most text and most of the marks, in document
    order.
    """
    best: list[int] = []
    most = 0.0
    for members in sets:
        if len(members) > 1:
            starts = sorted(set(members.values()))
            held = sum([outline.weight(*record) for record in disjoint(outline, starts)])
            score = held * (len(members) / marks) ** 2
            if score > most:
                best, most = starts, score
    return best


def disjoint(outline: PageOutline, starts: Sequence[int]) -> tuple[Record, ...]:
    """Return the ranges of elements in document order.

    A range around others ends where the first of them begins.
    """
    following = chain(starts[1:], [len(outline.tags)])
    pairs = zip(starts, following, strict=False)
    return tuple((start, min(outline.ends[start], after)) for start, after in pairs)


def _spread(
    outline: PageOutline, starts: Sequence[int], least: float = 1.0
) -> Iterable[tuple[Record, ...]]:
    """Yield the runs of siblings from one element of a set to the next, if there is text between
    the elements.

    With that text, the posts must have more than ``least`` times the text of the elements. A run
    begins at the element or, if what precedes each element is alike, before that.
    """
    parent = outline.parents[starts[0]] if starts else -1
    members = [start for start in starts if outline.parents[start] == parent]
    if parent < 0 or len(members) < max(2, _SIBLINGS * len(starts)):
        return
    held = sum(outline.weight(start, outline.ends[start]) for start in members[:-1])
    if outline.weight(members[0], members[-1]) <= least * held:
        return
    children = list(outline.children(parent))
    places = [bisect_left(children, member) for member in members]
    for shift in {0, _shift(outline, children, places)}:
        begins = [index - shift for index in places]
        steps = sorted(after - before for before, after in pairwise(begins))
        # No post ends the last one, so it is as long as most: behind it is the foot of the page.
        usual = steps[len(steps) // 2]
        end = min(begins[-1] + max(usual, 1 + shift), len(children))
        records = []
        for first, behind in pairwise([*begins, end]):
            records.append((children[first], outline.ends[children[behind - 1]]))
        yield tuple(records)


def tops_of(outline: PageOutline, starts: Sequence[int]) -> list[int]:
    """Return the children of the innermost element around all these elements; [] if two are in one
    of them.

    The words of a post may be beside the box of its head, not in it.
    """
    around = outline.parents[starts[0]]
    while around >= 0 and outline.ends[around] <= starts[-1]:
        around = outline.parents[around]
    tops = [_child_of(outline, around, start) for start in starts]
    if -1 not in tops and len(set(tops)) == len(starts):
        return tops
    return []


def _child_of(outline: PageOutline, around: int, node: int) -> int:
    """Return the child of an element around a node that holds the node, or -1 if it is too far
    up.
    """
    for _ in range(_HIGHEST):
        if outline.parents[node] == around:
            return node
        node = outline.parents[node]
    return -1


def _shift(outline: PageOutline, children: Sequence[int], places: Sequence[int]) -> int:
    """Return how many siblings before the marked one a post begins: as many as are alike for all
    posts.
    """
    least_step = min(after - before for before, after in pairwise(places))
    room = min(places[0], least_step - 1)
    shift = 0
    for back in range(1, room + 1):
        behind = (children[index - back] for index in places)
        if len({(outline.tags[node], outline.signs[node]) for node in behind}) == 1:
            shift = back
    return shift


def _chains(
    outline: PageOutline, nodes: Sequence[int], index: int, highest: int
) -> tuple[list[int], list[int]]:
    """Return the elements around a mark that contain no other, inside out, and those around them
    that begin with it.

    The mark itself is included if it is an element.
    """
    parents, ends = outline.parents, outline.ends
    before = nodes[index - 1] if index else -1
    if index + 1 < len(nodes):
        after = nodes[index + 1]
    else:
        after = len(ends)
    node = nodes[index]
    if outline.tags[node]:
        own: list[int] = [node]
    else:
        own = []
    outer: list[int] = []
    around = parents[node]
    while around > before and around > 0 and len(own) + len(outer) < highest:
        if ends[around] <= after:
            own.append(around)
        else:
            outer.append(around)
        around = parents[around]
    return own, outer


def _keys(outline: PageOutline, node: int) -> Iterable[Kind]:
    """Yield what elements of different posts may share: tag and class, the parent, the first word
    of the class.
    """
    tag, name = outline.tags[node], outline.classes[node]
    yield ("sign", outline.signs[node])
    yield ("child", outline.parents[node], tag)
    if name:
        words = name.split(None, 1)
        yield ("word", tag, words[0] if words else "")
