"""The chart over time: above hits, and several queries as lines or one by its values, as a page,
SVG and CSV.
"""

from dataclasses import replace
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from features.over_time.drawing import DrawnTimeline, draw
from features.over_time.exports import csv_text
from features.over_time.links import links
from features.over_time.params import MAX_QUERIES, OverTimeParams
from features.over_time.picture import Picture
from features.over_time.services import Counted, count, count_search
from hooks.answers import SearchChart
from storage.database.people.rights import Right
from storage.database.searches.search import COPY_MODES
from storage.documents.errors import QueryError
from storage.documents.port import SearchRequest
from watch.loading import Loaded, load
from webui.labels import FACETS, query_problem
from webui.rights import needs
from webui.search.exports import file_name
from webui.search.facets import chips
from webui.search.params import SearchParams
from webui.search.services.stories import headlines


def above_hits(params: SearchParams, asked: SearchRequest, now: datetime) -> SearchChart | None:
    """Return the chart of the matches of a search; None if none of them has a date.

    Raises Unavailable and Refused.
    """
    counted = count_search(params, asked, now)
    if counted is None:
        return None
    address = params.first().opening("")
    context = {
        "timeline": draw(counted, params.between),
        "zoom": links(counted.buckets, params, params.between),
        "compare_url": f"{reverse('over_time')}{address}",
        "first_page_url": address,
    }
    return SearchChart(template="over_time/timeline.html", context=context, away=counted.gaps.away)


@require_safe
@needs(Right.SEARCH)
def over_time(request: HttpRequest) -> HttpResponse:
    """Show the chart. Explain an invalid query; answer 503 if the store does not answer."""
    params = OverTimeParams.read(request.GET)
    context = _controls(params)
    with timezone.override(params.search.time_zone()):
        return _show(request, params, context)


def _show(request: HttpRequest, params: OverTimeParams, context: dict[str, object]) -> HttpResponse:
    context["periods"] = params.search.periods(params.between)
    try:
        found: Loaded[Counted | None] = load(lambda: count(params))
    except QueryError as error:
        context["query_error"] = query_problem(error)
        return render(request, "over_time/over_time.html", context, status=400)
    context["outage"] = found.outage
    if counted := found.value:
        timeline = _drawn(counted, params)
        context |= {
            "timeline": timeline,
            "totals": _totals(timeline, params),
            "source_gaps": counted.gaps.sources,
            "zoom": links(counted.buckets, params.search, params.between),
        }
    return render(request, "over_time/over_time.html", context, status=503 if found.outage else 200)


@require_safe
@needs(Right.SEARCH)
def picture(request: HttpRequest) -> HttpResponse:
    """Return the chart as a file of its own, in SVG."""
    params = OverTimeParams.read(request.GET)
    timeline = _read(params)
    if isinstance(timeline, HttpResponse):
        return timeline
    text = render_to_string("over_time/over_time.svg", {"picture": Picture(params, timeline)})
    headers = {"Content-Disposition": 'inline; filename="newsloom.svg"'}
    return HttpResponse(text, content_type="image/svg+xml; charset=utf-8", headers=headers)


@require_safe
@needs(Right.SEARCH)
def table(request: HttpRequest) -> HttpResponse:
    """Return the numbers of the chart as CSV."""
    params = OverTimeParams.read(request.GET)
    timeline = _read(params)
    if isinstance(timeline, HttpResponse):
        return timeline
    name = file_name(" ".join(params.queries), timezone.localtime(), "csv")
    headers = {"Content-Disposition": content_disposition_header(True, name)}
    return HttpResponse(csv_text(timeline), content_type="text/csv; charset=utf-8", headers=headers)


def _read(params: OverTimeParams) -> DrawnTimeline | HttpResponse:
    """Return the chart for a download, or the answer that says why there is none."""
    try:
        counted = count(params)
    except QueryError as error:
        return HttpResponse(
            f"{query_problem(error)}\n", status=400, content_type="text/plain; charset=utf-8"
        )
    if counted is None:
        return HttpResponse(status=404)
    return _drawn(counted, params)


def _drawn(counted: Counted, params: OverTimeParams) -> DrawnTimeline:
    by = params.by if not params.compares else ""
    return draw(counted, params.between, by=by, lines=params.compares)


def _controls(params: OverTimeParams) -> dict[str, object]:
    queries = [*params.others, *[""] * (MAX_QUERIES - 1 - len(params.others))]
    return {
        "params": params,
        "chips": chips(
            replace(params.search, after="", before=""), headlines(params.search.stories())
        ),
        "others": queries[: max(2, len(params.others) + 1)],
        "fields": [(name, title, name == params.by) for name, title in FACETS.items()],
        "copy_modes": [(mode, mode == params.search.copies) for mode in COPY_MODES],
        "kept": params.pairs(without=("q", "with", "by", "show", "copies", "after", "before")),
        "search_url": f"{reverse('search')}{params.search.first().address}",
        "svg_url": f"{reverse('over_time_picture')}{params.address()}",
        "csv_url": f"{reverse('over_time_table')}{params.address()}",
    }


def _documents_url(params: OverTimeParams, value: str | None) -> str:
    """Return the search for the documents of a series: of a value, of all ("") or of the rest
    (None), which no search finds.
    """
    if value is None:
        return ""
    whole = params.search.first().address
    return reverse("search") + (params.search.toggled(params.by, value) if value else whole)


def _totals(timeline: DrawnTimeline, params: OverTimeParams) -> list[tuple[str, str, int, str]]:
    """Return the style, name and number of each series, with the search for its documents."""
    if params.compares:
        urls = [f"{reverse('search')}{each.first().address}" for each in params.searches()]
    else:
        urls = [_documents_url(params, each.name) for each in timeline.counted.series]
    rows = enumerate(zip(timeline.names, timeline.sums, urls, strict=True), 1)
    return [(f"s{number}", name, total, url) for number, (name, total, url) in rows]
