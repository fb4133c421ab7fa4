"""Searches that leave out what their user has read, as far as a feature knows that."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from hooks.process import features
from storage.documents.port import Document
from webui.search.params import SearchParams


def with_read_left_out(params: SearchParams, user: Any) -> SearchParams:
    """Return the parameters with what the user had read when the list was first shown, if they ask
    for what is unread: what is read from the list has its place in it.
    """
    if not params.unread:
        return params
    since = params.since or datetime.now(UTC)
    return replace(params, since=since, left_out=tuple(sorted(read_by(user, since))))


def read_by(user: Any, moment: datetime) -> set[str]:
    """Return the ids of the documents and threads that a user had read at a moment."""
    return {name for find in _finders(user) for name in find(moment)}


def is_read_known(user: Any) -> bool:
    """Return whether anything knows what the user has read."""
    return bool(_finders(user))


def note_opened(document: Document, user: Any) -> None:
    """Let features note that a user opens a document."""
    features().ask("document_opened", document=document, user=user)


def _finders(user: Any) -> list[Callable[[datetime], Collection[str]]]:
    return features().ask("read_documents", user=user)
