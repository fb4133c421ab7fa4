"""A document's page as it was collected, from the archive, in a frame that can do nothing."""

from typing import Any

from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from features.archive.as_collected import HEADERS
from features.archive.collected_pages import NotShown, collected_pages
from features.archive.store.opening import open_archive_reader
from features.archive.store.port import Answer, Gone
from storage.database.people.rights import Right
from storage.documents.port import Document
from webui.apps import stores
from webui.rights import needs


@require_safe
@needs(Right.SEARCH)
@csp_update({"frame-src": ["'self'"]})  # type: ignore[arg-type]  # it is typed for views without arguments
def archived(request: HttpRequest, document_id: str, number: int = 1) -> HttpResponse:
    """Show the page in a frame, with when and where it was fetched, or why it cannot be shown."""
    document = archived_document(document_id, number)
    return render(request, "archive/archived.html", shown(document, number))


def shown(document: Document, number: int) -> dict[str, Any]:
    """Return what the page shows of one of the archived pages of a document."""
    context: dict[str, Any] = {
        "document": document,
        "number": number,
        "numbers": range(1, len(document.archived) + 1),
    }
    place = document.archived[number - 1]
    try:
        context["answer"] = answer = _answer(place)
        collected_pages().shown(place, answer)
    except (Gone, NotShown) as error:
        context["problem"] = str(error)
    return context


@require_safe
@needs(Right.SEARCH)
@xframe_options_sameorigin
def frame(request: HttpRequest, document_id: str, number: int) -> HttpResponse:  # noqa: ARG001 the view's signature
    """Return the page itself, without anything that runs or loads."""
    place = archived_document(document_id, number).archived[number - 1]
    try:
        page = collected_pages().shown(place, _answer(place))
    except (Gone, NotShown) as error:
        raise Http404 from error
    return HttpResponse(page, headers=HEADERS)


def archived_document(document_id: str, number: int) -> Document:
    """Return a document that has so many pages in the archive. Raises Http404."""
    document = stores().documents().get(document_id)
    if document is None or not 1 <= number <= len(document.archived):
        raise Http404
    return document


def _answer(place: str) -> Answer:
    return open_archive_reader(stores().settings).read(place)
