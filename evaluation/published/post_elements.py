"""Posts of algorithms that find elements, as records of a page."""

from collections.abc import Callable, Sequence

from extractor.forum.marked import MarkedPage, PostAlgorithm
from extractor.forum.records import Record, disjoint
from extractor.page.dom import Element
from extractor.page.page import Page


def by_elements(find_posts: Callable[[Page], list[Element]]) -> PostAlgorithm:
    """Wrap an algorithm as papers describe it, which finds elements."""

    def find_records(marked: MarkedPage) -> Sequence[Record]:
        found = set(find_posts(marked.page))
        outline = marked.outline
        starts = [
            node for node, tag in enumerate(outline.tags) if tag and outline.elements[node] in found
        ]
        return disjoint(outline, starts)

    return find_records
