"""Draw documents, answer about them one after the other, see what came of it."""

from typing import Any
from urllib.parse import urlencode

from csp.decorators import csp_update
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from features.spot_checks import services, store
from features.spot_checks.forms import AnswerForm, DrawForm
from features.spot_checks.models import SpotCheck
from hooks.process import kept_pages
from storage.database.people.rights import Right
from storage.documents.errors import QueryError
from watch.loading import Outage, load
from webui.apps import stores
from webui.error_pages import outage_page
from webui.rights import needs, user_of
from webui.search.document_text import text_context
from webui.search.marking import Phrases
from webui.search.services.documents import DocumentView
from webui.search.thread_parts import PartSize

_SHOWN = 50
_WHOLE = PartSize(posts=1_000, bytes=1_000_000)
"""Whoever says whether the text is complete has to see all of it."""


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def spot_checks(request: HttpRequest) -> HttpResponse:
    """List the checks; a POST draws documents for a new one."""
    if request.method != "POST":
        return _list(request, DrawForm(initial=_initial(request)))
    form = DrawForm(request.POST)
    if form.is_valid():
        try:
            drawn = load(lambda: services.draw(form.cleaned_data, user_of(request)))
        except QueryError as error:
            form.add_error("query", _(error.message) % error.values)
        except services.NothingMatches:
            form.add_error(
                "query",
                _("No document of this time matches. Choose a longer time or another search."),
            )
        else:
            if drawn.value is None:
                return _list(request, form, status=503, outage=drawn.outage)
            return redirect("spot_check", check_id=drawn.value.pk)
    return _list(request, form, status=422)


@require_safe
@needs(Right.SEARCH)
def spot_check(request: HttpRequest, check_id: int) -> HttpResponse:
    """Show the rates of a check, and what is wrong."""
    check = _found(check_id)
    report = services.report(check)
    again = {
        "seed": check.seed,
        "count": report.documents + report.left_out,
        "days": check.days,
        "query": check.query,
        "spread": check.spread,
    }
    context = {
        "check": check,
        "report": report,
        "again": urlencode(again),
        "left": report.documents - report.done,
        "may_delete": _may_delete(request, check),
    }
    return render(request, "spot_checks/check.html", context)


@require_safe
@needs(Right.SEARCH)
def next_document(request: HttpRequest, check_id: int) -> HttpResponse:
    """Go to the first document that nobody has answered about."""
    check = _found(check_id)
    place = store.next_place(check)
    if place is None:
        messages.success(request, _("All of this check is answered."))
        return redirect("spot_check", check_id=check_id)
    return redirect("spot_check_document", check_id=check_id, place=place)


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
@csp_update({"frame-src": ["'self'"]})  # type: ignore[arg-type]  # it is typed for views without arguments
def document(request: HttpRequest, check_id: int, place: int) -> HttpResponse:
    """Show a drawn document beside its page, and ask about it; a POST answers, or leaves out what
    is no longer there.
    """
    check = _found(check_id)
    drawn = store.drawn_at(check, place)
    if drawn is None:
        raise Http404
    found = load(lambda: stores().documents().get(drawn.document))
    shown = found.value
    # What somebody has entered outlives an outage: only without it, the page is that of the outage.
    if found.outage and request.method != "POST":
        return outage_page(request, found.outage)
    if request.method == "POST" and not found.outage and shown is None:
        store.leave_out(drawn)
        return redirect("spot_check_next", check_id=check_id)
    form = AnswerForm(request.POST if request.method == "POST" else None, initial=drawn.answers)
    if request.method == "POST" and form.is_valid():
        store.answer(drawn, form.answers())
        return redirect("spot_check_next", check_id=check_id)
    context = {
        "check": check,
        "drawn": drawn,
        "form": form,
        "left": store.count_left(check),
        "outage": found.outage,
    }
    if shown is not None:
        view = DocumentView(document=shown, pages=(shown,))
        context |= text_context(view, Phrases(), size=_WHOLE)
        kept = kept_pages() if shown.archived else None
        context["frame"] = kept.frame(shown.id) if kept else ""
    status = 422 if form.errors else 200
    return render(request, "spot_checks/document.html", context, status=status)


@require_POST
@needs(Right.SEARCH)
def delete(request: HttpRequest, check_id: int) -> HttpResponse:
    """Delete a check of the user's own; administrators delete any."""
    check = _found(check_id)
    if not _may_delete(request, check):
        raise Http404
    store.delete(check, _name(request))
    messages.success(request, _("The check and its answers were deleted."))
    return redirect("spot_checks")


def _list(
    request: HttpRequest, form: DrawForm, status: int = 200, outage: Outage | None = None
) -> HttpResponse:
    context = {"form": form, "outage": outage, "rows": store.newest(_SHOWN)}
    return render(request, "spot_checks/checks.html", context, status=status)


def _initial(request: HttpRequest) -> dict[str, Any]:
    """Return what the address says of a draw: other pages lead here with a search."""
    fields = ("query", "seed", "count", "days", "spread")
    return {name: request.GET[name] for name in fields if request.GET.get(name)}


def _found(check_id: int) -> SpotCheck:
    check = store.find(check_id)
    if check is None:
        raise Http404
    return check


def _may_delete(request: HttpRequest, check: SpotCheck) -> bool:
    return check.owner_id == request.user.pk or request.user.has_perm(Right.MANAGE_USERS)


def _name(request: HttpRequest) -> str:
    return request.user.get_username()
