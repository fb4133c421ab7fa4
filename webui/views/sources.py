"""The list of sources, one source with its runs, and the commands on it."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from storage.configuration.errors import NotFound
from storage.configuration.models import Source
from webui import labels
from webui.charts import bars
from webui.rights import Right, needs
from webui.services import sources as service

_Result = TypeVar("_Result")
_PAGE = 50
_STATES = {"on": True, "off": False}


@require_safe
@needs(Right.VIEW_SOURCES)
def sources(request: HttpRequest) -> HttpResponse:
    """List the sources that fit the filter, a page at a time."""
    text, channel, state = (request.GET.get(name, "").strip() for name in ("q", "channel", "state"))
    found = service.find_sources(
        enabled=_STATES.get(state), channel=channel if channel in labels.CHANNELS else "", text=text.replace("\x00", "")
    )
    page = Paginator(found, _PAGE).get_page(request.GET.get("page"))
    filters = request.GET.copy()
    filters.pop("page", None)
    context = {
        "page": page,
        "rows": service.with_health(list(page.object_list)),
        "text": text,
        "channel": channel,
        "state": state,
        "channels": labels.CHANNELS,
        "filtered": bool(text or channel or state),
        "filters": filters.urlencode(),
    }
    return render(request, "webui/sources.html", context)


@require_safe
@needs(Right.VIEW_SOURCES)
def source(request: HttpRequest, source_id: int) -> HttpResponse:
    """Show one source: how it does, its latest runs, what went wrong."""
    detail = service.describe(_found(source_id))
    outcomes = detail.outcomes.value or {}
    context = {
        "detail": detail,
        "source": detail.row.source,
        "bars": bars({"": outcomes}, 1),
        "outcomes": sorted(outcomes.items(), key=lambda item: -item[1]),
    }
    away = detail.outcomes.outage or detail.samples.outage
    return render(request, "webui/source.html", context, status=503 if away else 200)


@require_POST
@needs(Right.PAUSE_SOURCES)
def enable(request: HttpRequest, source_id: int) -> HttpResponse:
    """Resume a source."""
    return _switch(request, source_id, enabled=True)


@require_POST
@needs(Right.PAUSE_SOURCES)
def pause(request: HttpRequest, source_id: int) -> HttpResponse:
    """Pause a source."""
    return _switch(request, source_id, enabled=False)


@require_POST
@needs(Right.CHANGE_SOURCES)
def visit(request: HttpRequest, source_id: int) -> HttpResponse:
    """Make a source due now."""
    found = _found(source_id)
    _command(lambda: service.visit_now(source_id, request.user.get_username()))
    messages.success(request, _("“%(name)s” is due now.") % {"name": found.name})
    return _back(request, source_id)


@require_http_methods(["GET", "POST"])
@needs(Right.DELETE_SOURCES)
def delete(request: HttpRequest, source_id: int) -> HttpResponse:
    """Ask once, then delete a source with its runs."""
    found = _found(source_id)
    if request.method == "GET":
        return render(request, "webui/source_delete.html", {"source": found})
    _command(lambda: service.delete(source_id, request.user.get_username()))
    messages.success(request, _("“%(name)s” was deleted.") % {"name": found.name})
    return redirect("sources")


def _switch(request: HttpRequest, source_id: int, *, enabled: bool) -> HttpResponse:
    changed = _command(lambda: service.set_enabled(source_id, enabled, request.user.get_username()))
    text = _("“%(name)s” is visited again.") if enabled else _("“%(name)s” is paused.")
    messages.success(request, text % {"name": changed.name})
    return _back(request, source_id)


def _command(run: Callable[[], _Result]) -> _Result:
    try:
        return run()
    except NotFound as error:
        raise Http404 from error


def _back(request: HttpRequest, source_id: int) -> HttpResponse:
    """Go back to the page that the button was on."""
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        target = reverse("source", kwargs={"source_id": source_id})
    return redirect(target)


def _found(source_id: int) -> Source:
    found = service.get_source(source_id)
    if found is None:
        raise Http404
    return found
