"""The monitor: numbers that renew themselves, and the jobs that were given up."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from storage.stats.port import Totals
from webui.buried_jobs import describe
from webui.charts import bars, group_counts
from webui.rights import Right, needs
from webui.services import monitor as service

_TOP_SITES = 10


@require_safe
@needs(Right.MONITOR)
def monitor(request: HttpRequest) -> HttpResponse:
    """Show everything; 503 when any part is away, so that a watching program notices too."""
    context, status = _live(request)
    buried = service.buried()
    context |= {"buried_outage": buried.outage, "buried": [describe(job) for job in buried.value or ()]}
    context |= {"buried_tubes": sorted({job.tube for job in buried.value or ()}), "shown": service.BURIED_SHOWN}
    return render(request, "webui/monitor.html", context, status=503 if buried.outage else status)


@require_safe
@needs(Right.MONITOR)
def live(request: HttpRequest) -> HttpResponse:
    """Show the numbers alone, for the page to fetch again and again."""
    context, status = _live(request)
    return render(request, "webui/monitor_live.html", context, status=status)


@require_POST
@needs(Right.SETTLE_BURIED)
def kick(request: HttpRequest, tube: str) -> HttpResponse:
    """Give all buried jobs of a tube another chance."""
    count = service.kick(_known(tube))
    text = ngettext("%(count)d job is ready again.", "%(count)d jobs are ready again.", count)
    messages.success(request, text % {"count": count})
    return redirect("monitor")


@require_http_methods(["GET", "POST"])
@needs(Right.SETTLE_BURIED)
def drop(request: HttpRequest, tube: str) -> HttpResponse:
    """Ask once, then delete all buried jobs of a tube."""
    if request.method == "GET":
        return render(request, "webui/drop_buried.html", {"tube": _known(tube)})
    count = service.drop(_known(tube))
    text = ngettext("%(count)d buried job was deleted.", "%(count)d buried jobs were deleted.", count)
    messages.success(request, text % {"count": count})
    return redirect("monitor")


def _live(request: HttpRequest) -> tuple[dict[str, Any], int]:
    overview = service.overview()
    context = {"overview": overview, "now": timezone.now(), "paused": "paused" in request.GET}
    if overview.totals.value is not None:
        context |= _charts(overview.totals.value)
    return context, 200 if overview.whole else 503


def _charts(totals: Totals) -> dict[str, Any]:
    return {
        "groups": group_counts(totals.pages),
        "outcomes": sorted(totals.pages.items(), key=lambda item: -item[1]),
        "channels": bars(totals.by_channel, len(totals.by_channel)),
        "sites": bars(totals.by_site, _TOP_SITES),
    }


def _known(tube: str) -> str:
    if tube not in service.TUBES:
        raise Http404(_("There is no such queue."))
    return tube
