"""One document as it is read: an article, or a whole thread."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from webui.rights import Right, needs
from webui.services import documents


@require_safe
@needs(Right.SEARCH)
def document(request: HttpRequest, document_id: str) -> HttpResponse:
    """Show the whole text with all that is known of it."""
    reading = documents.read(document_id)
    if reading is None:
        raise Http404
    template = "webui/thread.html" if reading.document.kind == "thread" else "webui/article.html"
    return render(request, template, {"reading": reading, "document": reading.document})
