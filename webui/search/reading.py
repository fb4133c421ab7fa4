"""A thread as it is read: posts with marks and permanent links, and the facts of all its pages.

Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from storage.documents.port import Document, DocumentPost
from storage.documents.query_tree import TermMatch
from webui.search.marking import Line, marked_lines, matching_phrases, with_target
from webui.search.thread_parts import PartPage

MAX_DEPTH = 3
"""How deep replies are indented. On a phone, there is no room for more."""


@dataclass(frozen=True, kw_only=True)
class ShownPost:
    """A post with its number in its page of the thread, from 1; ``anchor`` names it in the page
    that shows it.

    ``parent`` is the post that it is nested in, and ``depth`` how deep, at most ``MAX_DEPTH``.
    """

    post: DocumentPost
    number: int
    anchor: str
    lines: tuple[Line, ...]
    quoted: tuple[Line, ...]
    depth: int = 0
    parent: "ShownParent | None" = None


@dataclass(frozen=True, kw_only=True)
class ShownParent:
    """The author, number and anchor of a post that another one is nested in."""

    author: str
    number: int
    anchor: str


@dataclass(frozen=True, kw_only=True)
class ShownPage:
    """A page of a thread; one without posts has its text as ``lines``."""

    document: Document
    posts: tuple[ShownPost, ...]
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ThreadFacts:
    """What all pages of a thread say together. The times are None if no post has one."""

    pages: int
    posts: int
    people: int
    first: datetime | None
    last: datetime | None


def thread_facts(pages: Sequence[Document]) -> ThreadFacts:
    """Return the facts of a whole thread."""
    posts = [post for page in pages for post in page.posts]
    times = [post.published for post in posts if post.published]
    return ThreadFacts(
        pages=len(pages),
        posts=len(posts),
        people=len({post.author for post in posts if post.author}),
        first=min(times, default=None),
        last=max(times, default=None),
    )


def best_post(page: Document, phrases: Sequence[TermMatch]) -> int:
    """Return the number of the first post that has the most phrases of the query; 1 if none has
    any.
    """
    best, most = 1, 0
    for number, post in enumerate(page.posts, 1):
        found = matching_phrases(post.body, phrases)
        if found > most:
            best, most = number, found
        if most == len(phrases):
            break
    return best


def shown_pages(
    part: Sequence[PartPage], phrases: Sequence[TermMatch], document_id: str, post: int
) -> tuple[ShownPage, ...]:
    """Return the pages of a part; the first mark in this post of a document is the target."""
    return tuple(
        _shown(page, phrases, post if page.document.id == document_id else 0) for page in part
    )


def _shown(page: PartPage, phrases: Sequence[TermMatch], target: int) -> ShownPage:
    depths = _depths(page.document.posts)
    posts = tuple(
        replace(
            _shown_post(page, number, post, phrases, number == target),
            depth=min(depths[number - 1], MAX_DEPTH),
            parent=_shown_parent(page.document, post),
        )
        for number, post in page.posts()
    )
    lines = () if posts else tuple(_lines(page.document.content, phrases, bool(target)))
    return ShownPage(document=page.document, posts=posts, lines=lines)


def _depths(posts: Sequence[DocumentPost]) -> list[int]:
    """Return how deep each post is nested; a parent comes before its replies."""
    depths: list[int] = []
    for post in posts:
        depths.append(0 if post.parent is None else depths[post.parent] + 1)
    return depths


def _shown_parent(page: Document, post: DocumentPost) -> ShownParent | None:
    if post.parent is None:
        return None
    number = post.parent + 1
    return ShownParent(
        author=page.posts[post.parent].author, number=number, anchor=anchor_of(page, number)
    )


def anchor_of(page: Document, number: int) -> str:
    """Return what names a post of a page in the page that shows it."""
    return f"post-{page.thread_page}-{number}"


def _shown_post(
    page: PartPage, number: int, post: DocumentPost, phrases: Sequence[TermMatch], target: bool
) -> ShownPost:
    return ShownPost(
        post=post,
        number=number,
        anchor=anchor_of(page.document, number),
        lines=tuple(_lines(post.body, phrases, target)),
        quoted=tuple(marked_lines(post.quoted, phrases)),
    )


def _lines(text: str, phrases: Sequence[TermMatch], target: bool) -> list[Line]:
    lines = marked_lines(text, phrases)
    return with_target(lines) if target else lines
