"""Search: the query, what narrows it, and one page of hits."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from storage.documents.errors import QueryError
from storage.documents.port import SearchPage
from webui.charts import columns
from webui.facets import chips, facets
from webui.json_lines import json_lines
from webui.labels import query_problem
from webui.outages import Part, part
from webui.rights import Right, needs
from webui.search_params import SearchParams
from webui.services import documents
from webui.timeline import timeline


@require_safe
@needs(Right.SEARCH)
def search(request: HttpRequest) -> HttpResponse:
    """Show one page of hits; a query that cannot be read is explained, a store that is away answers 503."""
    params = SearchParams.read(request.GET)
    context: dict[str, Any] = {"params": params, "chips": chips(params)}
    try:
        asked = params.request(documents.segmenter())
        found: Part[SearchPage] = part(lambda: documents.search(asked))
    except QueryError as error:
        return render(request, "webui/search.html", context | {"query_error": query_problem(str(error))}, status=400)
    if found.value is None:
        return render(request, "webui/search.html", context | {"outage": found.outage}, status=503)
    return render(request, "webui/search.html", context | _results(found.value, params))


@require_safe
@needs(Right.EXPORT)
def export(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Stream every match as JSON lines, threads with their posts."""
    try:
        asked = SearchParams.read(request.GET).request(documents.segmenter())
    except QueryError as error:
        return HttpResponse(f"{query_problem(str(error))}\n", status=400, content_type="text/plain; charset=utf-8")
    lines: Iterator[bytes] = json_lines(documents.export(asked))
    response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="newsloom.jsonl"'
    return response


def _results(page: SearchPage, params: SearchParams) -> dict[str, Any]:
    spans = timeline(page.facets.get("day", ()))
    return {
        "page": page,
        "facets": facets(page.facets, params),
        "spans": [(span, params.between(span.first, span.last)) for span in spans],
        "columns": list(zip(columns([span.count for span in spans]), spans, strict=True)),
        "next_url": params.at(page.cursor) if page.cursor else "",
        "first_url": params.at("") if params.cursor else "",
        "orders": [(order, params.sorted_by(order), params.order == order) for order in ("relevance", "time")],
    }
