"""The monitor: the system's health, numbers that refresh themselves, and buried jobs."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from storage.database.people.rights import Right
from watch.events.upkeep import judge_for_page
from watch.loading import load
from watch.sources.source_health import by_urgency
from watch.system.problem_sentences import STORES
from watch.system.snapshot import take_snapshot
from watch.system.time_range import RANGES, range_of
from webui.apps import stores
from webui.monitor.charts import drawn
from webui.monitor.health_messages import RANGE_NAMES, STATES, lines
from webui.monitor.parts import parts
from webui.monitor.services.jobs import buried_groups
from webui.rights import needs

_SHORT_SECONDS = 86_400
# Its line says how many jobs were buried.
_PART_OF = {"buried": "queue"}


@require_safe
@needs(Right.MONITOR)
def monitor(request: HttpRequest) -> HttpResponse:
    """Show the whole monitor, with status 503 if any part is missing, so that programs notice
    too.
    """
    context, status = _live(request)
    buried = load(buried_groups)
    context |= {"buried_outage": buried.outage, "groups_buried": buried.value}
    return render(request, "monitor/monitor.html", context, status=503 if buried.outage else status)


@require_safe
@needs(Right.MONITOR)
def live(request: HttpRequest) -> HttpResponse:
    """Show only the numbers, which the page fetches regularly."""
    context, status = _live(request)
    return render(request, "monitor/monitor_live.html", context | {"fragment": True}, status=status)


def _live(request: HttpRequest) -> tuple[dict[str, object], int]:
    span = range_of(request.GET.get("range", ""))
    judge_for_page(stores())
    overview = take_snapshot(stores(), span)
    verdict, queue = overview.health(), overview.stores["queue"].answer
    context: dict[str, Any] = {
        "overview": overview,
        "span": span,
        "ranges": [(each, RANGE_NAMES[each.code]) for each in RANGES],
        # Longer ranges are slower to read and change less.
        "renewed_seconds": 5 if span.seconds <= _SHORT_SECONDS else 60,
        "now": timezone.now(),
        "paused": "paused" in request.GET,
        "state": verdict.state,
        "state_name": STATES[verdict.state],
        "reasons": lines(verdict.reasons),
        "muted": len(overview.orders.mutes),
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
    # The worst reasons come first, so that they are the last ones here that count.
    wrong = {
        _PART_OF.get(line.place, line.place): line.state for line in reversed(context["reasons"])
    }
    context["parts"] = parts(overview, wrong, context.get("failed"))
    return context, 200 if overview.whole else 503
