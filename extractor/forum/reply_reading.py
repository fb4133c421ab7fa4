"""Read the posts of a page, and the replies nested in them as posts of their own.

The replies are taken out of the posts and put side by side, before the posts. So each kind is
aligned with its like: a post is read without the words of its replies, and these agree on where
their names, times and words are.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import accumulate

from lxml import etree

from extractor.forum.marked import MarkedPage
from extractor.forum.outline import PageOutline
from extractor.forum.posts import read_records
from extractor.forum.records import Record
from extractor.forum.replies import Replies, find_replies
from extractor.page.dom import Element
from extractor.results import Post

_SIGNED = re.compile(r"\s*[–—]$")
"""The dash between the words of a reply and its author."""


def read_with_replies(
    marked: MarkedPage, records: Sequence[Record], page: int = 1, title: str | None = None
) -> tuple[Post, ...]:
    """Return the posts of one page of a thread and the replies nested in them, in page order.

    The arguments are those of ``read_records``.
    """
    whole = read_records(marked, records, page, title)
    replies = find_replies(marked.outline, marked.marks, records)
    if not replies:
        return tuple(whole.values())
    apart = _apart(marked, records, replies)
    posts = read_records(apart.marked, list(apart.posts), page, title)
    # Without their replies, posts have no fewer. If they do, these are parts of the posts.
    if _told(posts.values()) < _told(whole.values()):
        return tuple(whole.values())
    found = {apart.posts[record]: post for record, post in posts.items()}
    for form in dict.fromkeys(reply.form for reply in replies.values()):
        alike = [one for one, node in apart.replies.items() if replies[node].form == form]
        for record, post in read_records(apart.marked, alike, title=title).items():
            body = _SIGNED.sub("", post.body)
            found[apart.replies[record]] = replace(post, body=body, floor=None)
    last = max(replies)
    if last not in found and marked.outline.ends[last] == len(marked.outline.tags):
        # The page is cut off before the author and time of this reply.
        found[last] = Post(body=marked.outline.text(last, len(marked.outline.tags)))
    return _in_order(found, replies)


def _told(posts: Iterable[Post]) -> int:
    """Return how many authors, times and bodies posts have."""
    return sum(bool(post.author) + bool(post.published) + bool(post.body) for post in posts)


def posts_of_thread(posts: Sequence[Post]) -> tuple[Post, ...]:
    """Return the posts that are no replies nested in others."""
    return tuple(post for post in posts if post.parent is None)


def _in_order(found: dict[int, Post], replies: Replies) -> tuple[Post, ...]:
    """Return posts, known by their first nodes, in page order; a reply to what is left out answers
    what that answers.
    """
    places = {node: place for place, node in enumerate(sorted(found))}
    answered: dict[int, int | None] = {}
    for node, reply in replies.items():
        start = reply.around[0]
        answered[node] = places.get(start, answered.get(start))
    return tuple(replace(found[node], parent=answered.get(node)) for node in places)


@dataclass(frozen=True)
class _Apart:
    """A page whose replies are taken out of its posts.

    ``posts`` and ``replies`` are the records of this page, in page order, each with the node of the
    page as served at which it begins.
    """

    marked: MarkedPage
    posts: dict[Record, int]
    replies: dict[Record, int]


def _apart(marked: MarkedPage, records: Sequence[Record], replies: Replies) -> _Apart:
    outline = marked.outline
    body = deepcopy(marked.page.body)
    nodes = (node for node, tag in enumerate(outline.tags) if tag)
    copies = dict(zip(nodes, body.iter(), strict=False))
    section = etree.Element("div")
    for node in replies:
        _leave_empty(copies[node])
        section.append(copies[node])
    body.insert(0, section)
    page = MarkedPage(replace(marked.page, body=body), marked.weights)

    # The text at the beginning of the page comes before the replies, everything else after them.
    first = 1 if page.outline.tags[1] else 2
    added = page.outline.ends[first] - first
    moved = _Moved(outline, list(replies))
    posts = {(added + moved(start), added + moved(end)): start for start, end in records}
    # Of a page that is cut off, the last replies may be behind the end.
    tops = zip(page.outline.children(first), replies, strict=False)
    found = {(top, page.outline.ends[top]): node for top, node in tops}
    return _Apart(page, posts, found)


def _leave_empty(element: Element) -> None:
    """Put an empty element in the place of one, so that the texts around it stay apart."""
    empty = etree.Element(element.tag)
    empty.tail, element.tail = element.tail, None
    around = element.getparent()
    if around is not None:
        around.replace(element, empty)


class _Moved:
    """Where nodes are after elements have become empty ones."""

    def __init__(self, outline: PageOutline, emptied: Sequence[int]) -> None:
        self._starts: list[int] = []
        sizes: list[int] = []
        end = 0
        for node in emptied:
            if node >= end:
                end = outline.ends[node]
                self._starts.append(node)
                sizes.append(end - node - 1)
        self._gone = list(accumulate(sizes, initial=0))

    def __call__(self, node: int) -> int:
        return node - self._gone[bisect_left(self._starts, node)]
