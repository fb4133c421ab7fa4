"""Find the elements that come again and again on a page: the posts of a board that nobody knows may
have neither times nor names that anything recognises.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import add

from extractor.forum.outline import PageOutline
from extractor.forum.records import Record

_MAX_MEMBERS = 2_000
"""Elements alike that are tried: more than the posts of any page."""
_MIN_LENGTH = 3
"""Characters of the least post: emoticons and "+1" are shorter than that only now and then."""
_MIN_SHARE = 0.03
"""Least share of the page's text in a set. Buttons and dates have less."""
_MIN_TOTAL = 40
"""The same in characters, for pages with hardly any text."""
_MAX_SETS = 150
"""Most sets of a page. Labelled threads have up to 110; bounds the time of deep pages."""


def repeated_elements(outline: PageOutline) -> list[tuple[Record, ...]]:
    """Return the sets of elements of one path of tags, of one path of tags and classes, and of one
    parent and tag, those with most text first. Of sets that hold the same text in as many elements,
    only the outermost is one.
    """
    ends = outline.ends
    sizes = list(map(add, outline.weights, outline.linked))
    least = max(_MIN_TOTAL, _MIN_SHARE * sizes[-1])
    found: dict[tuple[int, float], list[int]] = {}
    for nodes in _groups(outline, sizes):
        if 2 <= len(nodes) <= _MAX_MEMBERS:
            held = sum([sizes[ends[node]] - sizes[node] for node in nodes])
            if held >= least:
                found.setdefault((len(nodes), held), nodes)
    largest = sorted(found, key=lambda key: -key[1])[:_MAX_SETS]
    return [tuple((node, ends[node]) for node in found[key]) for key in largest]


def _groups(outline: PageOutline, sizes: Sequence[float]) -> Iterable[list[int]]:
    """Return the elements with some text, by what they share, the outermost first."""
    tags, signs, parents, ends = outline.tags, outline.signs, outline.parents, outline.ends
    numbers: dict[tuple[int, object], int] = {}
    by_tags, by_signs = [0] * len(tags), [0] * len(tags)
    found: defaultdict[object, list[int]] = defaultdict(list)
    node = 0
    while node < len(tags):
        tag, end = tags[node], ends[node]
        if sizes[end] - sizes[node] < _MIN_LENGTH:
            node = end
            continue
        if tag:
            parent = parents[node]
            # The number of a path stands for all of it, so that a deep page costs no more.
            path = numbers.setdefault((by_tags[parent], tag), len(numbers) + 1)
            classes = numbers.setdefault((by_signs[parent], signs[node]), len(numbers) + 1)
            by_tags[node], by_signs[node] = path, classes
            found[path].append(node)
            found[classes].append(node)
            found[parent, tag].append(node)
        node += 1
    return found.values()
