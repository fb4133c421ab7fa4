"""Split a long thread into parts to show."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from storage.documents.port import Document, DocumentPost


@dataclass(frozen=True, kw_only=True)
class PartSize:
    """How long a part may be."""

    posts: int
    bytes: int


PAGE = PartSize(posts=100, bytes=100_000)
"""A part on a page of its own: about ten screens, with its tags below the limit of 200 kB per page.
"""
PANE = PartSize(posts=30, bytes=40_000)
"""A part beside a list of hits."""


@dataclass(frozen=True, kw_only=True)
class PartPage:
    """Adjacent posts of one page of a thread; ``first`` and ``last`` are the numbers of the first
    and the last one in that page, from 1.
    """

    document: Document
    first: int
    last: int

    def posts(self) -> Iterator[tuple[int, DocumentPost]]:
        """Yield the posts with their numbers."""
        return enumerate(self.document.posts[self.first - 1 : self.last], self.first)

    def holds(self, document_id: str, post: int) -> bool:
        """Return whether this post of a document is here."""
        return self.document.id == document_id and (
            self.first <= post <= self.last or not self.document.posts
        )


@dataclass(frozen=True, kw_only=True)
class ThreadPart:
    """Adjacent pages of a thread, and the beginning of the parts before and after, None at the
    ends.
    """

    pages: tuple[PartPage, ...]
    earlier: PartPage | None = None
    later: PartPage | None = None


def part_with(
    pages: Sequence[Document], document_id: str, post: int = 1, size: PartSize = PAGE
) -> ThreadPart:
    """Return the part of a thread's ordered pages that contains this post of a document, or else
    its first post.

    Parts are counted from the first page, so a post is always in the same part. A page is split
    only if it is longer than a part.
    """
    parts = list(_parts([piece for page in pages for piece in _pieces(page, size)], size))
    places = [
        index
        for index, part in enumerate(parts)
        if any(piece.holds(document_id, post) for piece in part)
    ]
    if not places:
        # A page stored a moment ago may not be searchable yet.
        places = [
            index
            for index, part in enumerate(parts)
            if any(each.document.id == document_id for each in part)
        ]
    place = (places or [0])[0]
    return ThreadPart(
        pages=tuple(parts[place]),
        earlier=parts[place - 1][0] if place else None,
        later=parts[place + 1][0] if place + 1 < len(parts) else None,
    )


def _pieces(page: Document, most: PartSize) -> Iterator[PartPage]:
    """Yield a page whole, or in pieces that are no longer than a part."""
    first = size = 0
    for index, post in enumerate(page.posts):
        more = _bytes(post)
        if index > first and (index - first == most.posts or size + more > most.bytes):
            yield PartPage(document=page, first=first + 1, last=index)
            first, size = index, 0
        size += more
    yield PartPage(document=page, first=first + 1, last=len(page.posts))


def _parts(pieces: Sequence[PartPage], most: PartSize) -> Iterator[list[PartPage]]:
    part: list[PartPage] = []
    posts = size = 0
    for piece in pieces:
        more = sum(_bytes(post) for _, post in piece.posts()) or len(
            piece.document.content.encode()
        )
        held = piece.last - piece.first + 1
        posts, size = posts + held, size + more
        # A page of the forum is never divided: one that is too long alone is a part of its own.
        if part and (posts > most.posts or size > most.bytes):
            yield part
            part, posts, size = [], held, more
        part.append(piece)
    if part:
        yield part


def _bytes(post: DocumentPost) -> int:
    return len(post.body.encode("utf-8", "replace")) + len(post.quoted.encode("utf-8", "replace"))
