"""Split a long thread into parts to show."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from storage.documents.port import Document

MOST_POSTS = 100
MOST_CHARACTERS = 60_000
"""The size of a part: about ten screens, far below the limit of 200 kB per page."""


@dataclass(frozen=True, kw_only=True)
class ThreadPart:
    """Adjacent pages of a thread, and the first pages of the parts before and after, None at the ends."""

    pages: tuple[Document, ...]
    earlier: Document | None = None
    later: Document | None = None


def part_with(pages: Sequence[Document], document_id: str) -> ThreadPart:
    """Return the part of a thread's ordered pages that contains this document.

    Parts are counted from the first page, so a page is always in the same part. Pages are never split.
    """
    parts = list(_parts(pages))
    # A page stored a moment ago may not be searchable yet.
    place = next((number for number, part in enumerate(parts) if any(page.id == document_id for page in part)), 0)
    return ThreadPart(
        pages=tuple(parts[place]),
        earlier=parts[place - 1][0] if place else None,
        later=parts[place + 1][0] if place + 1 < len(parts) else None,
    )


def _parts(pages: Sequence[Document]) -> Iterator[list[Document]]:
    part: list[Document] = []
    posts = characters = 0
    for page in pages:
        posts, characters = posts + len(page.posts), characters + len(page.content)
        if part and (posts > MOST_POSTS or characters > MOST_CHARACTERS):
            yield part
            part, posts, characters = [], len(page.posts), len(page.content)
        part.append(page)
    if part:
        yield part
