"""The page of what was edited and taken down."""

from dataclasses import replace
from datetime import date, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from features.edits import services
from storage.database.people.rights import Right
from storage.documents.errors import QueryError
from watch.loading import load
from webui.labels import query_problem
from webui.periods import THIS_WEEK, TODAY, YESTERDAY, offer
from webui.rights import needs
from webui.search.facets import chips
from webui.search.params import SearchParams
from webui.search.services.stories import headlines

_PERIODS = (TODAY, YESTERDAY, THIS_WEEK, "-24h", "-7d")


@require_safe
@needs(Right.SEARCH)
def edits(request: HttpRequest) -> HttpResponse:
    """List the articles that were edited or taken down, today unless the address has dates; with a
    last day alone, on that one and the one before.
    """
    asked = SearchParams.read(request.GET)
    params = asked.first()
    # All times of the page are in one zone, also if a link brought another than the reader's.
    with timezone.override(params.time_zone()):
        return _show(request, params, asked.page)


def _show(request: HttpRequest, params: SearchParams, number: int) -> HttpResponse:
    today = timezone.localdate()
    listed = params if params.after else replace(params, after=_first_day(params, today))
    rest = request.GET.copy()
    rest.pop("page", None)
    context: dict[str, object] = {
        # Beside a last day that was chosen, the first one is not what a reader expects.
        "params": listed if params.before else params,
        "chips": chips(replace(params, after="", before=""), headlines(params.stories())),
        "periods": offer(_PERIODS, today, (listed.after, listed.before), params.between),
        "most": services.MAX_COMPARED,
        "pager": f"{rest.urlencode()}&" if rest else "",
    }
    try:
        start, end = replace(listed, text="").limits(listed.now())
        assert start is not None  # it has a first date
        found = load(lambda: services.edits_in(listed, start, end, number))
    except QueryError as error:
        context["query_error"] = query_problem(error)
        return render(request, "edits/edits.html", context, status=400)
    everything = replace(params, text=services.query_of(listed), after="", before="")
    context |= {
        "found": found.value,
        "outage": found.outage,
        "search_address": f"{reverse('search')}{everything.address}",
    }
    return render(request, "edits/edits.html", context, status=503 if found.outage else 200)


def _first_day(params: SearchParams, today: date) -> str:
    """Return from when edits are listed if no one says so: today, or with a last day, the one
    before it.
    """
    try:
        _start, end = replace(params, text="").limits(params.now())
    except QueryError:
        # The page says what is wrong.
        return today.isoformat()
    if end is None:
        return today.isoformat()
    last = timezone.localdate(end - timedelta(microseconds=1))
    return (last - timedelta(days=1)).isoformat()
