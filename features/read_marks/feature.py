"""What read marks add to Newsloom."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hooks.answers import Part
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from django.contrib.auth.models import User

    from storage.documents.port import Document


@hookimpl
def document_opened(document: "Document", user: "User") -> None:
    """Mark a document as read that a user opens."""
    from features.read_marks.store import mark, name_of

    mark([name_of(document)], user)


@hookimpl
def read_documents(user: "User") -> "Callable[[datetime], Collection[str]]":
    """Return what finds all that a user had read at a moment."""
    from features.read_marks.store import read_by

    return lambda until: read_by(user, until)


@hookimpl
def row_parts(page: str, rows: Sequence[Any], user: "User") -> Mapping[str, Part]:
    """Say which hits of a search, or reports of a story, the user has read."""
    if page == "story":
        from features.read_marks.store import marked_among

        return {
            each: Part(template="read_marks/was_read.html") for each in marked_among(rows, user)
        }
    if page != "search":
        return {}
    from features.read_marks.store import read_among

    read = read_among(rows, user)
    return {
        each.id: Part(
            template="read_marks/mark.html",
            context={"document": each, "is_read": each.id in read},
        )
        for each in rows
    }


@hookimpl
def hit_actions(address: str, user: "User") -> Sequence[Part]:
    """Let the user mark many hits at once, and undo that."""
    from features.read_marks.store import marked_together

    context = {"address": address, "together": marked_together(user)}
    return [Part(template="read_marks/hit_actions.html", context=context)]


@hookimpl
def page_head(page: str) -> Sequence[Part]:
    """Return the style of hits and reports that were read."""
    if page in ("search", "story"):
        return [Part(template="read_marks/head.html")]
    return []


@hookimpl
def keyboard_shortcuts() -> Sequence[Part]:
    """Return the key that marks a document as read."""
    return [Part(template="read_marks/key.html")]


@hookimpl
def count_documents(ids: Collection[str]) -> Mapping[str, int]:
    """Return how many marks documents have."""
    from features.read_marks.store import count_marks

    return {"read_marks": count_marks(ids)}


@hookimpl
def erase_documents(ids: Collection[str]) -> Mapping[str, int]:
    """Remove the marks of erased documents."""
    from features.read_marks.store import erase_marks

    return {"read_marks": erase_marks(ids)}
