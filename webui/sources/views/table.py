"""The table of sources, the page of one source, and its commands."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from storage.database.errors import Invalid
from storage.database.models import Source
from storage.database.people.rights import Right
from storage.database.sources.filing import TAG
from storage.database.sources.source_config import FILING
from watch.loading import load
from watch.sources.source_health import SourceState
from webui import labels
from webui.address_fields import AddressFields
from webui.charts.bars import bars
from webui.charts.chart import Chart, Series, day_chart
from webui.events.services import events_of
from webui.problems import in_words
from webui.returning import return_to_page
from webui.rights import needs
from webui.sources.days import SourceDays
from webui.sources.failures_file import failures_csv
from webui.sources.forms.bulk import ACTIONS, PauseForm
from webui.sources.services import learned
from webui.sources.services import sources as service
from webui.sources.services import table as table_service
from webui.sources.services.arrivals import arrivals, is_new
from webui.sources.services.keywords import keyword_table
from webui.sources.services.repair import drift_pages
from webui.sources.services.revisits import revisits_of
from webui.sources.table import SORTS, TableParams

_Result = TypeVar("_Result")
_PAGE = 50


@needs(Right.VIEW_SOURCES, others=(Right.SEARCH, "source_directory"))
@require_safe
def sources(request: HttpRequest) -> HttpResponse:
    """List the matching sources page by page; without counts if the counters do not answer."""
    asked = AddressFields(request.GET)
    params, number = TableParams.read(asked), asked.page()
    table = table_service.table(params, number, _PAGE)
    context = {
        "asked": asked,
        "params": params,
        "table": table,
        "paging": table.paging,
        "rows": () if asked.problems else table.rows,
        "outage": table.outage,
        "channels": labels.channels(),
        "filter": params.address().removeprefix("?"),
        "healths": [(health, count, params.with_health(health)) for health, count in table.healths],
        "tags": table.filed[TAG],
        "filings": [
            (name, table.filed[name], params.filed.get(name, ""))
            for name in FILING
            if table.filed[name]
        ],
        "all_url": params.with_health(""),
        "orders": {sort: params.sorted_by(sort) for sort in SORTS},
        "actions": [
            (code, each.label)
            for code, each in ACTIONS.items()
            if request.user.has_perm(each.right)
        ],
        "pager": params.address().removeprefix("?") + "&" if params.pairs() else "",
    }
    status = 400 if asked.problems else 200
    return render(request, "sources/sources.html", context, status=status)


@require_safe
@needs(Right.VIEW_SOURCES)
def source(request: HttpRequest, source_id: int) -> HttpResponse:
    """Show one source: its health, latest runs and recent failures."""
    found = _found(source_id)
    detail = service.describe(found)
    outcomes = detail.outcomes.value or {}
    context = {
        "detail": detail,
        "just_saved": "saved" in request.GET,
        "source": detail.row.source,
        "filed": [(name, value) for name in FILING if (value := getattr(found, name))],
        "events": events_of(source_id),
        "arrivals": arrivals(found, timezone.now()) if is_new(found, timezone.now()) else None,
        "drift": drift_pages(source_id) if detail.row.verdict.health is SourceState.CHANGED else {},
        "bars": bars({"": labels.group_counts(outcomes)}, 1),
        "days_chart": _days_chart(detail.days.value) if detail.days.value else None,
        "outcomes": sorted(outcomes.items(), key=lambda item: -item[1]),
        "revisits": revisits_of(found, outcomes),
        "traps": load(lambda: learned.traps_of(found)).value,
        "keywords": keyword_table(detail.row.source)
        if detail.row.source.channel == "search"
        else None,
    }
    away = detail.outcomes.outage or detail.recent_failures.outage or detail.days.outage
    return render(request, "sources/source.html", context, status=503 if away else 200)


@require_safe
@needs(Right.VIEW_SOURCES)
def failures(request: HttpRequest, source_id: int) -> HttpResponse:  # noqa: ARG001 Django's signature
    """Return the addresses that failed or were rejected lately, with their reasons, as CSV."""
    found = _found(source_id)
    response = HttpResponse(
        failures_csv(found.name, service.recent_failures(found)),
        content_type="text/csv; charset=utf-8",
    )
    response["Content-Disposition"] = f'attachment; filename="failures-{source_id}.csv"'
    return response


@require_POST
@needs(Right.PAUSE_SOURCES)
def enable(request: HttpRequest, source_id: int) -> HttpResponse:
    """Resume a source."""
    resumed = _command(lambda: service.resume(source_id, request.user.get_username()))
    messages.success(request, _("“%(name)s” is active again.") % {"name": resumed.name})
    return _back(request, source_id)


@require_http_methods(["GET", "POST"])
@needs(Right.PAUSE_SOURCES)
def pause(request: HttpRequest, source_id: int) -> HttpResponse:
    """Ask for a reason, then pause a source."""
    found = _found(source_id)
    form = PauseForm(request.POST if request.method == "POST" else None)
    if request.method == "GET" or not form.is_valid() or not _paused(request, source_id, form):
        context = {
            "source": found,
            "form": form,
            "next": request.GET.get("next") or request.POST.get("next", ""),
        }
        return render(
            request, "sources/source_pause.html", context, status=422 if form.errors else 200
        )
    messages.success(request, _("“%(name)s” is paused.") % {"name": found.name})
    return _back(request, source_id)


@require_POST
@needs(Right.CHANGE_SOURCES)
def visit(request: HttpRequest, source_id: int) -> HttpResponse:
    """Make a source due now."""
    found = _found(source_id)
    _command(lambda: service.visit_now(source_id, request.user.get_username()))
    row = table_service.row_now(found)
    if not found.enabled:
        text = _("“%(name)s” is paused. It is visited as soon as you resume it.")
        messages.info(request, text % {"name": found.name})
    elif row.is_held:
        text = _("Ops have paused “%(name)s”. It is visited when the pause ends.")
        messages.info(request, text % {"name": found.name})
    elif row.waits:
        text = _(
            "A visit of “%(name)s” is in the queue already. No other one starts before it has read "
            "its lists or given up."
        )
        messages.info(request, text % {"name": found.name})
    else:
        messages.success(request, _("“%(name)s” is due now.") % {"name": found.name})
    return _back(request, source_id)


@require_POST
@needs(Right.CHANGE_SOURCES)
def allow_trap(request: HttpRequest, source_id: int) -> HttpResponse:
    """Let the source's lists follow links again that were left out as a trap."""
    trap = learned.allow_trap(_found(source_id), request.POST.get("name", ""))
    if trap is None:
        messages.info(request, _("These links are not left out any more."))
    else:
        text = _("Lists follow links such as %(address)s again, for 90 days.")
        messages.success(request, text % {"address": trap.example})
    return _back(request, source_id)


@require_http_methods(["GET", "POST"])
@needs(Right.DELETE_SOURCES)
def delete(request: HttpRequest, source_id: int) -> HttpResponse:
    """Ask for confirmation, then delete a source with its runs."""
    found = _found(source_id)
    if request.method == "GET":
        return render(request, "sources/source_delete.html", {"source": found})
    _command(lambda: service.delete(source_id, request.user.get_username()))
    messages.success(request, _("“%(name)s” was deleted.") % {"name": found.name})
    return redirect("sources")


def _days_chart(days: SourceDays) -> Chart:
    counts = [None if count is None else float(count) for count in days.counts]
    series = [Series(style="kept", label=_("Stored"), values=counts)]
    shown = [day for day, _count in days.stored]
    return day_chart(series, shown, lambda count: number_format(int(count)))


def _paused(request: HttpRequest, source_id: int, form: PauseForm) -> bool:
    try:
        _command(
            lambda: service.pause(
                source_id, request.user.get_username(), form.cleaned_data["reason"]
            )
        )
    except Invalid as error:
        for problem in error.problems:
            form.add_error("reason", in_words(problem))
        return False
    return True


def _command(run: Callable[[], _Result]) -> _Result:
    return run()


def _back(request: HttpRequest, source_id: int) -> HttpResponse:
    """Return to the page of the button."""
    return return_to_page(request, reverse("source", kwargs={"source_id": source_id}))


def _found(source_id: int) -> Source:
    found = service.get_source(source_id)
    if found is None:
        raise Http404
    return found
