"""The verdict over time; mutes and thresholds."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from storage.database.field_errors import ErrorCode, FieldError
from storage.database.people.rights import Right
from storage.database.verdicts.mutes import MuteKind
from storage.database.verdicts.mutes import unmute as end_mute
from watch.system.snapshot import MonitorSnapshot, take_snapshot
from watch.system.system_health import MANY_ERRORS, Thresholds
from webui.apps import stores
from webui.monitor.forms import UNIT_NAMES, MuteForm, ThresholdsForm, with_unit
from webui.monitor.services import verdict as service
from webui.problems import in_words
from webui.rights import MissingRight, needs

_SPANS_SHOWN = 100
_STRIP_DAYS = 1
"""A shift, and the night before it."""


@require_http_methods(["GET", "POST"])
@needs(Right.MONITOR)
def verdict(request: HttpRequest) -> HttpResponse:
    """Show the history of the verdict, what is muted, and the thresholds; save these."""
    snapshot = take_snapshot(stores())
    shown = ThresholdsForm.shown(snapshot.orders.thresholds)
    form = ThresholdsForm(request.POST if request.method == "POST" else None, initial=shown)
    if request.method == "POST":
        return _save(request, form, snapshot)
    return _show(request, form, snapshot)


@require_safe
@needs(Right.MONITOR)
def strip(request: HttpRequest) -> HttpResponse:
    """Show the verdict of the last day, alone: the monitor fetches it once a minute."""
    history = service.history(timezone.now(), _STRIP_DAYS)
    context = {"history": history, "days": _STRIP_DAYS}
    return render(request, "monitor/verdict_strip.html", context)


@require_http_methods(["GET", "POST"])
@needs(Right.SETTLE_BURIED)
def mute(request: HttpRequest) -> HttpResponse:
    """Ask why and for how long to mute a source, a rule or a host; mute it."""
    kind, subject = request.GET.get("kind", ""), request.GET.get("subject", "")
    name = service.name_of(kind, subject)
    # A host is typed by hand; all else comes from a link, and is wrong only if the thing is gone.
    if name is None and kind == MuteKind.HOST:
        problem = FieldError("subject", subject, ErrorCode.HOST_NAME)
        messages.error(request, in_words(problem))
        return redirect("verdict")
    if name is None:
        raise Http404
    form = MuteForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        context = {"form": form, "name": name, "kind": kind}
        status = 422 if form.is_bound else 200
        return render(request, "monitor/mute.html", context, status=status)
    reason, span = form.cleaned_data["reason"], form.cleaned_data["span"]
    who = request.user.get_username()
    service.mute(kind, subject, reason, who, timezone.now(), span)
    messages.success(request, _("“%(name)s” is muted.") % {"name": name})
    return redirect("verdict")


@require_POST
@needs(Right.SETTLE_BURIED)
def unmute(request: HttpRequest, mute_id: int) -> HttpResponse:
    """End a mute."""
    if end_mute(mute_id, request.user.get_username()):
        messages.success(request, _("It is no longer muted."))
    return redirect("verdict")


def _save(request: HttpRequest, form: ThresholdsForm, snapshot: MonitorSnapshot) -> HttpResponse:
    if not request.user.has_perm(Right.SETTLE_BURIED):
        raise MissingRight(Right.SETTLE_BURIED)
    if not form.is_valid():
        return _show(request, form, snapshot, status=422)
    if service.change_thresholds(form.values(), request.user.get_username()):
        messages.success(request, _("The thresholds are saved."))
    return redirect("verdict")


def _show(
    request: HttpRequest, form: ThresholdsForm, snapshot: MonitorSnapshot, status: int = 200
) -> HttpResponse:
    now = timezone.now()
    history, present = service.history(now), service.present_values(snapshot)
    usual = ThresholdsForm.shown(Thresholds())
    over = service.reached(snapshot.health())
    context = {
        "history": history,
        "spans": history.spans[:_SPANS_SHOWN],
        "days": service.STRIP_DAYS,
        "mutes": snapshot.orders.mutes,
        "form": form,
        "thresholds": [
            (
                field,
                present[field.name],
                field.name in over,
                with_unit(usual[field.name], field.name),
                UNIT_NAMES.get(field.name, "%"),
            )
            for field in form
        ],
        "buried_limit": service.present_buried_limit(snapshot),
        "failed": service.present_failures(snapshot),
        "failed_threshold": MANY_ERRORS,
        "failed_is_over": service.FAILED_SHARE in over,
        "now": now,
    }
    return render(request, "monitor/verdict.html", context, status=status)
