"""The page of one document: an article or a thread."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from storage.database.people.rights import Right
from storage.documents.port import Document as StoredDocument
from storage.whole_numbers import whole_number
from watch.loading import load
from webui.rights import needs
from webui.search.document_text import text_context
from webui.search.evidence import evidence
from webui.search.params import SearchParams
from webui.search.services import copies, documents, paths, versions
from webui.search.services.results import NextHit, phrases_of, place_of
from webui.search.services.unread import note_opened, with_read_left_out


@require_safe
@needs(Right.SEARCH)
def document(request: HttpRequest, document_id: str) -> HttpResponse:
    """Show the document with its facts and the words of the query marked; of a long thread, the
    part with the match.

    The parameters of the search page that led here mark the words, and lead to the hits around this
    one.
    """
    reading = documents.read(document_id)
    if reading is None:
        raise Http404
    params = with_read_left_out(SearchParams.read(request.GET), request.user)
    load(lambda: note_opened(reading.document, request.user))
    is_listed = "page" in request.GET
    group = load(lambda: copies.copies_of(reading.document))
    query = f"{params.reading}&" if is_listed else "?"
    context = {
        **text_context(
            reading,
            phrases_of(params),
            post=_number(request, "post"),
            sentence=request.GET.get("sentence", ""),
            query=query,
        ),
        "copies": group,
        "path": load(lambda: paths.spread_of(reading.document, group.value)),
        "evidence": evidence(reading.document),
        "shown_document": reading.document,
        "similar": load(lambda: documents.similar(reading, group.value)),
        **(_results(params, reading.document) if is_listed else {}),
    }
    is_thread = reading.document.kind == "thread"
    return render(request, "search/thread.html" if is_thread else "search/article.html", context)


def _number(request: HttpRequest, name: str) -> int:
    """Return the number of a parameter, 0 if it is missing or something else."""
    return whole_number(request.GET.get(name, "")) or 0


def _results(params: SearchParams, document: StoredDocument) -> dict[str, Any]:
    """Return the way back to the list of hits and to the hits around this one; an outage leaves out
    the latter.
    """
    place = load(lambda: place_of(params, document)).value
    hit = place.hit if place and place.hit else document.id
    return {
        "list_url": f"{reverse('search')}{params.address}#hit-{hit}",
        "list_text": params.text,
        "place": place,
        "previous_url": _hit_url(place.previous) if place else "",
        "following_url": _hit_url(place.following) if place else "",
    }


def _hit_url(hit: NextHit | None) -> str:
    if hit:
        return f"{reverse('document', args=[hit.document_id])}{hit.params.reading}#match"
    return ""


@require_safe
@needs(Right.SEARCH)
def changes(request: HttpRequest, document_id: str) -> HttpResponse:
    """Show what the publisher changed: two texts of the document word by word, by default the last
    two.
    """
    reading = documents.read(document_id)
    if reading is None:
        raise Http404
    first, second = (_number(request, name) for name in ("from", "to"))
    compared = load(lambda: versions.compare(reading.document, first, second))
    context = {"document": reading.document, "compared": compared}
    return render(request, "search/versions.html", context, status=503 if compared.outage else 200)


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
