"""The monitor: the system's health, numbers that refresh themselves, and buried jobs."""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scheduler.queue.port import TUBES
from storage.database.people.rights import Right
from watch.events.upkeep import judge_for_page
from watch.sources.source_health import by_urgency
from watch.system.problem_sentences import STORES
from watch.system.snapshot import BURIED_READ, take_snapshot
from watch.system.time_range import RANGES, range_of
from webui.apps import stores
from webui.monitor.buried_jobs import grouped
from webui.monitor.charts import drawn
from webui.monitor.health_messages import RANGE_NAMES, STATES, lines
from webui.monitor.parts import parts
from webui.monitor.services import buried as service
from webui.rights import needs

_SHORT_SECONDS = 86_400


@require_safe
@needs(Right.MONITOR)
def monitor(request: HttpRequest) -> HttpResponse:
    """Show the whole monitor, with status 503 if any part is missing, so that programs notice
    too.
    """
    context, status = _live(request)
    buried = service.buried()
    found = buried.value or []
    context |= {
        "buried_outage": buried.outage,
        "groups_buried": grouped(found),
        "buried_tubes": sorted({job.tube for job in found}),
        "buried_cut": BURIED_READ in Counter(job.tube for job in found).values(),
        "buried_read": BURIED_READ,
    }
    return render(request, "monitor/monitor.html", context, status=503 if buried.outage else status)


@require_safe
@needs(Right.MONITOR)
def live(request: HttpRequest) -> HttpResponse:
    """Show only the numbers, which the page fetches regularly."""
    context, status = _live(request)
    return render(request, "monitor/monitor_live.html", context | {"fragment": True}, status=status)


@require_POST
@needs(Right.SETTLE_BURIED)
def kick(request: HttpRequest, tube: str) -> HttpResponse:
    """Kick all buried jobs of a tube, or those of the field ``code``."""
    count = service.kick(_known(tube), request.POST.get("code"))
    text = ngettext("%(count)d job is ready again.", "%(count)d jobs are ready again.", count)
    messages.success(request, text % {"count": count})
    return redirect("monitor")


@require_http_methods(["GET", "POST"])
@needs(Right.SETTLE_BURIED)
def drop(request: HttpRequest, tube: str) -> HttpResponse:
    """Ask once, then delete all buried jobs of a tube, or those of the field ``code``."""
    if request.method == "GET":
        context = {"tube": _known(tube), "code": request.GET.get("code")}
        return render(request, "monitor/drop_buried.html", context)
    count = service.drop(_known(tube), request.POST.get("code"))
    text = ngettext(
        "%(count)d buried job was deleted.", "%(count)d buried jobs were deleted.", count
    )
    messages.success(request, text % {"count": count})
    return redirect("monitor")


def _live(request: HttpRequest) -> tuple[dict[str, object], int]:
    span = range_of(request.GET.get("range", ""))
    judge_for_page(stores())
    overview = take_snapshot(stores(), span)
    verdict, queue = overview.health(), overview.stores["queue"].answer
    context: dict[str, Any] = {
        "overview": overview,
        "span": span,
        "ranges": [(each, RANGE_NAMES[each.code]) for each in RANGES],
        "lag_range": RANGE_NAMES[span.of_hours().code],
        # Longer ranges are slower to read and change less.
        "renewed_seconds": 5 if span.seconds <= _SHORT_SECONDS else 60,
        "now": timezone.now(),
        "paused": "paused" in request.GET,
        "state": verdict.state,
        "state_name": STATES[verdict.state],
        "reasons": lines(verdict.reasons),
        "source_states": by_urgency(overview.sources.value.states)
        if overview.sources.value
        else [],
        "stores": [(STORES[name], store) for name, store in overview.stores.items()],
        "queue_outage": queue.outage,
        "documents": overview.stores["documents"].answer,
        "seen": overview.stores["seen"].answer,
    }
    if overview.counted.value is not None:
        context |= drawn(overview.counted.value, overview.now, span, queue.value)
    bad = {line.place for line in context["reasons"]}
    context["parts"] = parts(overview, bad, context.get("failed_fetches"))
    return context, 200 if overview.whole else 503


def _known(tube: str) -> str:
    if tube not in TUBES:
        raise Http404(_("This queue does not exist."))
    return tube
