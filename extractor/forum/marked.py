"""What an algorithm for posts is given: a page with its outline and marks, made when asked for and once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from extractor.forum.marks import Marks, find_marks
from extractor.forum.outline import PageOutline, outline_of
from extractor.forum.records import Record, disjoint
from extractor.page.dom import Element
from extractor.page.page import Page


@dataclass(frozen=True)
class MarkedPage:
    """A page and what stands on it where; see ``PageOutline`` and ``Marks``."""

    page: Page

    @cached_property
    def outline(self) -> PageOutline:
        """The page as arrays."""
        return outline_of(self.page.body)

    @cached_property
    def marks(self) -> Marks:
        """Times, names and numbers of posts."""
        return find_marks(self.outline)


PostAlgorithm = Callable[[MarkedPage], Sequence[Record]]
"""Finds the records of the posts of a page, in document order and without overlap; none if it has no posts."""


def by_elements(find_posts: Callable[[Page], list[Element]]) -> PostAlgorithm:
    """An algorithm as papers describe them, which finds elements."""

    def find_records(marked: MarkedPage) -> Sequence[Record]:
        found = set(find_posts(marked.page))
        outline = marked.outline
        starts = [node for node, tag in enumerate(outline.tags) if tag and outline.elements[node] in found]
        return disjoint(outline, starts)

    return find_records
