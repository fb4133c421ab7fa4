"""The search page: the query, filters, facets and one page of hits."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from storage.documents.errors import QueryError
from storage.documents.port import SearchPage, SearchRequest
from webui.charts.columns import columns
from webui.labels import query_problem
from webui.loading import Loaded, load
from webui.rights import Right, needs
from webui.search.exports import FORMS, ExportHeader
from webui.search.facets import SHOWN, chips, facets
from webui.search.params import COPY_MODES, SORTS, SearchParams
from webui.search.query_help import EXAMPLES, marked_place
from webui.search.services import documents
from webui.search.timeline import timeline, wider


@require_safe
@needs(Right.SEARCH)
def search(request: HttpRequest) -> HttpResponse:
    """Show one page of hits. Explain an invalid query; answer 503 if the store does not answer."""
    params = SearchParams.read(request.GET)
    context: dict[str, object] = {"params": params, "chips": chips(params), "examples": EXAMPLES}
    try:
        asked = params.request(documents.segmenter())
        found: Loaded[SearchPage] = load(lambda: _search(asked, params))
    except QueryError as error:
        wrong = {"query_error": query_problem(error), "place": marked_place(params.text, error.place)}
        return render(request, "search/search.html", context | wrong, status=400)
    if found.value is None:
        return render(request, "search/search.html", context | {"outage": found.outage}, status=503)
    return render(request, "search/search.html", context | _results(found.value, params))


@require_safe
@needs(Right.EXPORT)
def export(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Stream all matches, threads with their posts, as JSON Lines or CSV (``format=csv``)."""
    form = request.GET.get("format", "jsonl")
    params = SearchParams.read(request.GET)
    try:
        asked = params.request(documents.segmenter())
    except QueryError as error:
        return HttpResponse(f"{query_problem(error)}\n", status=400, content_type="text/plain; charset=utf-8")
    media_type, write = FORMS.get(form, FORMS["jsonl"])
    statement = ExportHeader(
        query=params.text, filters=params.filters(), exported=now(), matches=documents.count(asked)
    )
    response = StreamingHttpResponse(write(statement, documents.export(asked)), content_type=media_type)
    ending = form if form in FORMS else "jsonl"
    response["Content-Disposition"] = f'attachment; filename="newsloom.{ending}"'
    return response


def _search(asked: SearchRequest, params: SearchParams) -> SearchPage:
    """Return the page of hits. The facet of an active filter also shows the values that are not chosen."""
    page = documents.search(asked)
    names = [name for name in params.chosen_names() if name in SHOWN]
    return replace(page, facets={**page.facets, **documents.facet_counts(asked, names)})


def _results(page: SearchPage, params: SearchParams) -> dict[str, object]:
    spans = timeline(page.facets.get("day", ()), page.facets.get("month", ()), params.after, params.before)
    urls = [params.between(span.first, span.last) for span in spans]
    around = wider(params.after, params.before)
    return {
        "page": page,
        "facets": facets(page.facets, params),
        "columns": list(zip(columns([span.count for span in spans]), spans, urls, strict=True)),
        "wider_url": params.between(*around) if around else "",
        "next_url": params.at(page.cursor) if page.cursor else "",
        "first_url": params.at("") if params.cursor else "",
        "first_page_url": params.at(""),
        "undated_url": params.undated(),
        "copy_modes": [(mode, params.with_copies(mode), params.copies == mode) for mode in COPY_MODES],
        "orders": [(order, params.sorted_by(order), params.order == order) for order in SORTS],
    }
