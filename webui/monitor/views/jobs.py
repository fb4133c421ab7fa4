"""The jobs that no worker holds: find, understand, retry and delete them."""

from collections.abc import Callable, Iterator, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from scheduler.queue.port import JobState
from scheduler.queue.tubes import all_tubes
from storage.database.people.rights import Right
from watch.audit_subjects import AGES
from watch.durations import interval
from webui.address_fields import AddressFields
from webui.apps import stores
from webui.error_pages import message_page
from webui.monitor.jobs import JobFilter, JobRow, choices, in_order
from webui.monitor.progress import progress_page
from webui.monitor.services import jobs as service
from webui.paging import Paging
from webui.returning import page_to_return_to
from webui.rights import needs

_PAGE = 50
_CHOICES = 100
_EXAMPLES = 5
_ACTIONS: dict[str, Callable[[Sequence[JobRow], str, JobFilter], Iterator[int]]] = {
    "retry": service.retry,
    "delete": service.remove,
}


@require_safe
@needs(Right.MONITOR)
def jobs(request: HttpRequest) -> HttpResponse:
    """Show the jobs of one state that pass the filter, page by page."""
    asked = AddressFields(request.GET)
    wanted, number = JobFilter.read(asked), asked.page()
    found = service.read_jobs(wanted.state)
    if asked.problems:
        rows = []
    else:
        rows = in_order(filter(wanted.takes, found.rows))
    paging = Paging.near(number, len(rows), _PAGE)
    shown = rows[paging.skipped : paging.last]
    context = {
        "asked": asked,
        "wanted": wanted,
        "states": [(state, found.totals[state]) for state in reversed(JobState)],
        "rows": [
            (row, pauses, stored)
            for (row, pauses), stored in zip(
                service.with_pauses(shown), service.stored_since(shown), strict=True
            )
        ],
        "paging": paging,
        "pager": f"{wanted.query()}&",
        "filter": wanted.query(),
        "choices": choices(found.rows, wanted),
        "most": _CHOICES,
        "ages": [(code, interval(seconds)) for code, seconds in AGES.items()],
        "read": len(found.rows),
        "total": found.totals[wanted.state],
        "at": found.at,
        "deletable": sum(row.can_be_deleted for row in rows),
        "settleable": any(row.can_be_settled for row in shown),
    }
    return render(request, "monitor/jobs.html", context, status=400 if asked.problems else 200)


@require_safe
@needs(Right.MONITOR)
def job(request: HttpRequest) -> HttpResponse:
    """Show one job with its attempts; say so if it is gone."""
    tube, job_id = request.GET.get("tube", ""), request.GET.get("id", "")
    row = service.find_job(tube, job_id) if tube in all_tubes() else None
    if row is None:
        return message_page(
            request,
            404,
            _("This job is no longer in the queue"),
            _("A worker holds it or has finished it, or somebody retried or deleted it."),
            url=reverse("jobs"),
            act=_("Back to the jobs"),
        )
    [(_row, pauses)] = service.with_pauses([row])
    context = {
        "row": row,
        "pauses": pauses,
        "stored": service.stored_since([row])[0],
        "attempts": stores().settings.max_attempts,
    }
    return render(request, "monitor/job.html", context)


@require_POST
@needs(Right.SETTLE_BURIED)
def settle(request: HttpRequest) -> HttpResponseBase:
    """Ask whether to retry or delete the chosen jobs or all that the filter takes; with ``sure``,
    do it. Then lead back to the page of the button.
    """
    action = "delete" if request.POST.get("do") == "delete" else "retry"
    asked = AddressFields(QueryDict(request.POST.get("filter", "")))
    wanted = JobFilter.read(asked)
    back = page_to_return_to(request, f"{reverse('jobs')}?{wanted.query()}")
    if asked.problems:
        # What is left of the filter would take more jobs than were meant.
        reasons = " ".join(asked.problems)
        messages.error(request, _("Nothing was changed: %(reasons)s") % {"reasons": reasons})
        return redirect(back)
    chosen = None if "every" in request.POST else frozenset(request.POST.getlist("job"))
    if chosen is not None and not chosen:
        messages.warning(request, _("Select at least one job."))
        return redirect(back)
    rows = _chosen(wanted, chosen)
    if not rows:
        messages.warning(request, _("These jobs are no longer there."))
        return redirect(back)
    if "sure" not in request.POST:
        return _ask(request, action, wanted, rows, back, is_every=chosen is None)
    done = _ACTIONS[action](rows, request.user.get_username(), wanted)
    if len(rows) > service.AT_ONCE:
        return progress_page(request, done, len(rows), back, lambda count: _text(action, count))
    messages.success(request, _text(action, sum(done)))
    return redirect(back)


def _chosen(wanted: JobFilter, chosen: frozenset[str] | None) -> list[JobRow]:
    """Return the chosen jobs as the queue has them now, or all that the filter takes."""
    rows = service.read_jobs(wanted.state).rows
    if chosen is None:
        return [row for row in rows if wanted.takes(row)]
    return [row for row in rows if f"{row.tube} {row.id}" in chosen]


def _ask(
    request: HttpRequest,
    action: str,
    wanted: JobFilter,
    rows: Sequence[JobRow],
    back: str,
    *,
    is_every: bool,
) -> HttpResponse:
    counted = choices(rows, JobFilter(state=wanted.state))
    context = {
        "action": action,
        "wanted": wanted,
        "filter": wanted.query(),
        "rows": rows,
        "back": back,
        "is_every": is_every,
        "examples": rows[:_EXAMPLES],
        "lists": sum(not row.can_be_deleted for row in rows),
        "paused": sum(bool(pauses) for _row, pauses in service.with_pauses(rows)),
        "counted": counted,
        "most": _EXAMPLES,
    }
    return render(request, "monitor/jobs_settle.html", context)


def _text(action: str, count: int) -> str:
    text = (
        ngettext("%(count)d job was deleted.", "%(count)d jobs were deleted.", count)
        if action == "delete"
        else ngettext("%(count)d job is ready again.", "%(count)d jobs are ready again.", count)
    )
    return text % {"count": count}
