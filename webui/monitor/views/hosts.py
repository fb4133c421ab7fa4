"""Hosts that are slow or paused, and what ops order: pauses, and workers that take nothing new."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from storage.database.people.rights import Right
from storage.learned.orders import PauseKind, WorkerOrder
from webui.address_fields import AddressFields
from webui.apps import stores
from webui.monitor.forms import PauseOrderForm
from webui.monitor.services import orders
from webui.monitor.services.hosts import read_hosts
from webui.paging import Paging
from webui.rights import needs

_PAGE = 50


@require_safe
@needs(Right.MONITOR)
def hosts(request: HttpRequest) -> HttpResponse:
    """Show hosts, those that need attention first, and everything that is paused."""
    found = read_hosts()
    asked = AddressFields(request.GET)
    text = asked.text("q").lower()
    rows = [row for row in found.rows if text in row.host]
    paging = Paging.near(asked.page(), len(rows), _PAGE)
    context = {
        "asked": asked,
        "found": found,
        "rows": rows[paging.skipped : paging.last],
        "text": text,
        "paging": paging,
        "pager": f"q={text}&" if text else "",
    }
    status = 400 if asked.problems else 200
    return render(request, "monitor/hosts.html", context, status=status)


@require_http_methods(["GET", "POST"])
@needs(Right.SETTLE_BURIED)
def pause(request: HttpRequest) -> HttpResponse:
    """Ask what to pause, why and until when; pause it."""
    initial = {name: request.GET[name] for name in ("what", "host") if name in request.GET}
    form = PauseOrderForm(request.POST if request.method == "POST" else None, initial=initial)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "monitor/pause.html", {"form": form}, status=status)
    orders.pause(
        *form.scope(),
        reason=form.cleaned_data["reason"],
        who=request.user.get_username(),
        seconds=form.seconds(),
    )
    messages.success(request, _("Paused. Workers stop within a few seconds."))
    return redirect("hosts")


@require_POST
@needs(Right.SETTLE_BURIED)
def resume(request: HttpRequest) -> HttpResponse:
    """End a pause."""
    kind, name = request.POST.get("kind", ""), request.POST.get("name", "")
    known = kind in set(PauseKind)
    if known and orders.resume(PauseKind(kind), name, request.user.get_username()):
        messages.success(request, _("Resumed. Workers continue within half a minute."))
    else:
        messages.warning(request, _("It is not paused."))
    return redirect("hosts")


@require_POST
@needs(Right.SETTLE_BURIED)
def order_worker(request: HttpRequest) -> HttpResponse:
    """Let a worker take nothing new, end, or work again."""
    name, order = request.POST.get("worker", ""), request.POST.get("order", "")
    who = request.user.get_username()
    # By the clock of the store, as heartbeats are: that of this machine may be wrong.
    alive = {each.name for each in stores().workers().alive(stores().pace().now())}
    # An order to a worker that is gone would meet the next one of this name.
    if name not in alive:
        messages.warning(request, _("This worker is not running."))
    elif order == "resume":
        orders.wake_worker(name, who)
        messages.success(request, _("The worker takes jobs again."))
    elif order in set(WorkerOrder):
        orders.order_worker(name, WorkerOrder(order), who)
        messages.success(request, _("The worker finishes what it has and takes nothing new."))
    return redirect("monitor")
