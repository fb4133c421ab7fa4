"""Posts that stand alone: an opening post apart from the replies, or the only post of a page."""

from collections.abc import Mapping, Sequence
from itertools import islice, takewhile

from extractor.dom import Element, visible_text
from extractor.fields.moments import Moment
from extractor.forum.authors import find_authors
from extractor.text import dense_length

_MOST_TRIED = 5
"""Post times around which a lone post is looked for."""
_HIGHEST = 15
"""Levels above its time that a post may begin."""
_SHORTEST = 4
"""Characters of text, besides author and time, that make a post."""


def find_opening(posts: Sequence[Element], anchors: Mapping[Element, Moment]) -> Element | None:
    """The post before a run of posts that is built differently, or None."""
    first = posts[0]
    around = set(first.iterancestors())
    inside = {node for post in posts for node in post.iter()}
    before = _before(list(anchors), inside)
    for anchor in reversed(before[-_MOST_TRIED:]):
        block = anchor
        parent = block.getparent()
        while parent is not None and parent not in around:
            block, parent = parent, parent.getparent()
        if _is_post(block, anchors[anchor]):
            return block
    return None


def find_single(body: Element, anchors: Mapping[Element, Moment]) -> Element | None:
    """The smallest element around the first post time that holds an author and text as well."""
    for anchor, moment in islice(anchors.items(), _MOST_TRIED):
        around = takewhile(lambda block: block is not body, (anchor, *islice(anchor.iterancestors(), _HIGHEST)))
        post = next((block for block in around if _is_post(block, moment)), None)
        if post is not None:
            return post
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
