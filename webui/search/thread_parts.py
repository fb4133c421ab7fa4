"""Which pages of a long thread are shown at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from storage.documents.port import Document

MOST_POSTS = 100
MOST_CHARACTERS = 60_000
"""What is read at once: some ten screens, and far from the 200 kB that no page may exceed."""


@dataclass(frozen=True, kw_only=True)
class ThreadPart:
    """Neighbouring pages of a thread, and the pages with which the parts before and behind begin, None at the ends."""

    pages: tuple[Document, ...]
    earlier: Document | None = None
    later: Document | None = None


def part_with(pages: Sequence[Document], document_id: str) -> ThreadPart:
    """Return the part of a thread's pages, in order, that holds this document.

    Parts are cut from the first page on, so that a page is always in the same one; a page is never cut.
    """
    parts = list(_parts(pages))
    # A page that was stored a moment ago may be missing among those that a search finds.
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
