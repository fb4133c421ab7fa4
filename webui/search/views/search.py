"""The search page: the query, filters, facets and one page of hits."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from storage.configuration.collections import starred_among
from storage.documents.errors import QueryError
from storage.documents.forgiving import Finding
from storage.documents.port import Hit, MatchCounts, SearchRequest
from webui.labels import query_problem
from webui.loading import Loaded, load
from webui.rights import Right, needs
from webui.search.document_text import text_context
from webui.search.export_header import ExportHeader
from webui.search.exports import export_response
from webui.search.facets import SHOWN, chips, facets
from webui.search.over_time.drawing import draw
from webui.search.over_time.links import links
from webui.search.over_time.services import count_search
from webui.search.params import COPY_MODES, SORTS, SearchParams
from webui.search.query_builder import FIELDS, compose
from webui.search.query_help import EXAMPLES, marked_place
from webui.search.services import documents
from webui.search.services.results import phrases_of
from webui.search.services.stories import headlines
from webui.search.thread_parts import PANE


@require_safe
@needs(Right.SEARCH)
def search(request: HttpRequest) -> HttpResponse:
    """Show one page of hits. Explain an invalid query; answer 503 if the store does not answer."""
    params = SearchParams.read(request.GET)
    context: dict[str, object] = {
        "params": params,
        "chips": chips(params, headlines(params.stories())),
        "examples": EXAMPLES,
        "builder": FIELDS,
    }
    # All times of the page are in one zone, also if a link brought another than the reader's.
    with timezone.override(params.time_zone()):
        return _show(request, params, context)


def _show(request: HttpRequest, params: SearchParams, context: dict[str, object]) -> HttpResponse:
    try:
        now = params.now()
        asked = params.request(documents.segmenter(), now=now)
        answer: Loaded[_Answer] = load(lambda: _search(asked, params))
    except QueryError as error:
        wrong = {"query_error": query_problem(error), "place": marked_place(params.text, error.place)}
        return render(request, "search/search.html", context | wrong, status=400)
    if answer.value is None:
        return render(request, "search/search.html", context | {"outage": answer.outage}, status=503)
    found = answer.value.found
    starred = starred_among([hit.document.id for hit in found.page.hits], _user(request))
    context |= {"starred": starred, "pane": _pane(request, params) if params.open else ""}
    context |= _results(answer.value, params)
    counts = answer.value.counts
    if counts.total > counts.undated:
        context |= _chart(found.wording.request, params, now)
    return render(request, "search/search.html", context)


def _pane(request: HttpRequest, params: SearchParams) -> str:
    """Return the open document as it is shown beside the list."""
    reading = load(lambda: documents.read(params.open)).value
    context: dict[str, object] = {"close_url": f"{params.opening('')}#hit-{params.open}", "whole": params.reading}
    if reading:
        context |= text_context(reading, phrases_of(params), query=f"{params.reading}&", size=PANE)
    return render_to_string("search/pane.html", context, request)


@require_safe
@needs(Right.SEARCH)
def build(request: HttpRequest) -> HttpResponse:
    """Lead to the search for what the form of the query builder asks for, with the filters of the search before."""
    address = SearchParams.read(request.GET).asking(compose(request.GET))
    return redirect(f"{reverse('search')}{address}")


@require_safe
@needs(Right.EXPORT)
def export(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Stream all matches in a format of exports (``format=csv``); threads in JSON Lines with their posts."""
    params = SearchParams.read(request.GET)
    try:
        asked = params.request(documents.segmenter())
    except QueryError as error:
        return HttpResponse(f"{query_problem(error)}\n", status=400, content_type="text/plain; charset=utf-8")
    found = documents.count_found(replace(asked, facets=False, copies="each"))
    wording = found.wording
    statement = ExportHeader(
        query=params.text,
        filters=params.filters(),
        exported=timezone.now(),
        matches=found.counts.total,
        words=f"at least {wording.count} of {wording.total}" if wording.count else "all",
    )
    return export_response(request.GET.get("format", ""), statement, documents.export(wording.request))


@dataclass(frozen=True, kw_only=True)
class _Answer:
    """What the page shows: what was found, its counts, and the query that was probably meant, or ""."""

    found: Finding
    counts: MatchCounts
    meant: str


def _search(asked: SearchRequest, params: SearchParams) -> _Answer:
    """Return the page of hits. The facet of an active filter also shows the values that are not chosen."""
    found = documents.find(replace(asked, periods=False))
    request = found.wording.request
    counts = documents.count_matches(request)
    names = [name for name in params.chosen_names() if name in SHOWN]
    counts = replace(counts, facets={**counts.facets, **documents.facet_counts(request, names)})
    spelling = "" if found.has_all or params.cursor else documents.meant(asked, params.text)
    return _Answer(found=found, counts=counts, meant=spelling)


def _chart(asked: SearchRequest, params: SearchParams, now: datetime) -> dict[str, object]:
    """Return the chart of the matches; none if the store stops answering in between."""
    counted = load(lambda: count_search(params, asked, now)).value
    if counted is None:
        return {}
    compare = f"{reverse('over_time')}{params.first().opening('')}"
    return {
        "timeline": draw(counted, params.between),
        "zoom": links(counted.buckets, params),
        "compare_url": compare,
    }


def _hit_url(hit: Hit, params: SearchParams) -> str:
    """Return the address of a hit: beside the list if another one is open there, else on a page of its own."""
    number = hit.document.id
    return f"{params.opening(number) if params.open else reverse('document', args=[number]) + params.reading}#match"


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _results(answer: _Answer, params: SearchParams) -> dict[str, object]:
    page = answer.found.page
    before = params.preceding() if params.cursor else None
    return {
        "page": page,
        "counts": answer.counts,
        "wording": answer.found.wording,
        "meant": answer.meant,
        "meant_url": params.asking(answer.meant),
        "facets": facets(answer.counts.facets, params),
        "next_url": params.following(page.cursor).address if page.cursor else "",
        "previous_url": before.address if before else "",
        "first_url": params.first().address if params.page > 2 else "",
        "first_page_url": params.first().opening(""),
        "pane_url": f"{params.opening(page.hits[0].document.id)}#match" if page.hits else "",
        "hits": [(hit, _hit_url(hit, params)) for hit in page.hits],
        "undated_url": params.undated(),
        "copy_modes": [(mode, params.with_copies(mode), params.copies == mode) for mode in COPY_MODES],
        "orders": [(order, params.sorted_by(order), params.order == order) for order in SORTS],
    }
