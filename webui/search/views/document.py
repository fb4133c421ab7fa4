"""The page of one document: an article or a thread."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from webui.loading import load
from webui.rights import Right, needs
from webui.search.evidence import evidence
from webui.search.services import copies, documents
from webui.search.thread_parts import part_with
from webui.stories.services import story_of


@require_safe
@needs(Right.SEARCH)
def document(request: HttpRequest, document_id: str) -> HttpResponse:
    """Show the document with its facts; of a long thread, the part that contains this page."""
    reading = documents.read(document_id)
    if reading is None:
        raise Http404
    template = "search/thread.html" if reading.document.kind == "thread" else "search/article.html"
    group = load(lambda: copies.copies_of(reading.document))
    context = {
        "reading": reading,
        "story": load(lambda: story_of(reading.document.thread or document_id)).value,
        "copies": group,
        "document": reading.document,
        "shown": part_with(reading.pages, document_id),
        "evidence": evidence(reading.document),
        "similar": load(lambda: documents.similar(reading, group.value)),
    }
    return render(request, template, context)


@require_safe
@needs(Right.SEARCH)
def difference(request: HttpRequest, document_id: str) -> HttpResponse:
    """Show what a document cut from the first one with its text, and what it added."""
    reading = documents.read(document_id)
    group = copies.copies_of(reading.document) if reading else None
    first = documents.read(group.first.id) if group else None
    if reading is None or first is None:
        raise Http404
    context = {
        "document": reading.document,
        "first": first.document,
        "difference": copies.compare(reading.document, first.document),
    }
    return render(request, "search/difference.html", context)
