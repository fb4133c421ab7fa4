"""Posts that stand alone: an opening post apart from the replies, or the only post of a page."""

from collections.abc import Mapping, Sequence

from extractor.dom import Element, visible_text
from extractor.fields.moments import Moment
from extractor.forum.authors import find_authors
from extractor.text import dense_length

_SHORTEST = 4
"""Characters of text, besides author and time, that make a post."""


def find_opening(posts: Sequence[Element], anchors: Mapping[Element, Moment]) -> Element | None:
    """The post before a run of posts that is built differently, or None."""
    first = posts[0]
    around = set(first.iterancestors())
    inside = {node for post in posts for node in post.iter()}
    before = _before(list(anchors), inside)
    for anchor in reversed(before):
        block = anchor
        parent = block.getparent()
        while parent is not None and parent not in around:
            block, parent = parent, parent.getparent()
        if _is_post(block, anchors[anchor]):
            return block
    return None


def find_single(body: Element, anchors: Mapping[Element, Moment]) -> Element | None:
    """The smallest element around the first post time that holds an author and text as well."""
    for anchor, moment in anchors.items():
        for block in (anchor, *anchor.iterancestors()):
            if block is body:
                break
            if _is_post(block, moment):
                return block
    return None


def _before(anchors: list[Element], inside: set[Element]) -> list[Element]:
    """The anchors that come before the first one inside the posts."""
    first = next((place for place, anchor in enumerate(anchors) if anchor in inside), 0)
    return anchors[:first]


def _is_post(block: Element, moment: Moment) -> bool:
    (author, shown) = find_authors([block])[0]
    if shown is None:
        return False
    headings = sum(dense_length(visible_text(heading)) for heading in block.iter("h1", "h2"))
    text = dense_length(visible_text(block)) - sum(dense_length(visible_text(link)) for link in block.iter("a"))
    return text - headings - dense_length(moment.raw) - dense_length(author) >= _SHORTEST
