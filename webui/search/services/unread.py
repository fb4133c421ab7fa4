"""Searches that leave out what their user has read, as far as a feature knows that."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from hooks.process import features
from storage.documents.port import Document
from webui.search.params import SearchParams


def with_read_left_out(
    params: SearchParams, user: Any, shown: Document | None = None
) -> SearchParams:
    """Return the parameters with what the user has read, if they ask for what is unread; but for
    the document that is shown, which has its place in the list.
    """
    if not params.unread:
        return params
    kept = {params.open, *((shown.id, shown.thread) if shown else ())}
    read = {name for find in _finders(user) for name in find()}
    return replace(params, left_out=tuple(sorted(read - kept)))


def is_read_known(user: Any) -> bool:
    """Return whether anything knows what the user has read."""
    return bool(_finders(user))


def note_opened(document: Document, user: Any) -> None:
    """Let features note that a user opens a document."""
    features().ask("document_opened", document=document, user=user)


def _finders(user: Any) -> list[Callable[[], Collection[str]]]:
    return features().ask("read_documents", user=user)
