"""Draw documents, answer about them one after the other, see what came of it."""

from typing import Any
from urllib.parse import urlencode

from csp.decorators import csp_update
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from storage.database.models import DrawnDocument, SpotCheck
from storage.database.people.audit import record_operation
from storage.database.people.rights import Right
from storage.database.spot_checks import spot_checks as store
from storage.database.spot_checks.verdicts import CORRECTIONS, QUESTIONS, Kind
from storage.documents.errors import QueryError
from storage.documents.port import Document
from watch.loading import Outage, load
from webui.apps import stores
from webui.error_pages import outage_page
from webui.rights import needs
from webui.search.document_text import text_context
from webui.search.marking import Phrases
from webui.search.services.documents import DocumentView
from webui.search.thread_parts import PartSize
from webui.spot_checks import services
from webui.spot_checks.cases import labelled_set
from webui.spot_checks.forms import AnswerForm, DrawForm

_SHOWN = 50
_NOTHING = {
    Kind.DOCUMENTS: gettext_lazy(
        "No document of this time matches. Choose a longer time or another search."
    ),
    Kind.COPIES: gettext_lazy(
        "No two documents of this time that match are copies. Choose a longer time or another "
        "search."
    ),
    Kind.STORIES: gettext_lazy(
        "No two documents of this time that match are in one story, but for copies. Choose a "
        "longer time or another search."
    ),
}
_WHOLE = PartSize(posts=1_000, bytes=1_000_000)
"""Whoever says whether the text is complete has to see all of it."""


@never_cache
@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def spot_checks(request: HttpRequest) -> HttpResponse:
    """List the checks; a POST draws documents for a new one."""
    if request.method != "POST":
        return _list(request, DrawForm(initial=_initial(request)))
    form = DrawForm(request.POST)
    if form.is_valid():
        try:
            drawn = load(lambda: services.draw(form.cleaned_data, _user(request)))
        except QueryError as error:
            form.add_error("query", _(error.message) % error.values)
        except services.NothingMatches:
            form.add_error("query", _NOTHING[form.cleaned_data["kind"]])
        else:
            if drawn.value is None:
                return _list(request, form, status=503, outage=drawn.outage)
            return redirect("spot_check", check_id=drawn.value.pk)
    return _list(request, form, status=422)


@never_cache
@require_safe
@needs(Right.SEARCH)
def spot_check(request: HttpRequest, check_id: int) -> HttpResponse:
    """Show the rates of a check, what is wrong, and on what readers disagree."""
    check = _found(check_id)
    report = services.report(check)
    again = {
        "kind": check.kind,
        "seed": check.seed,
        "count": report.documents + report.left_out,
        "days": check.days,
        "query": check.query,
        "spread": check.spread,
        "readers": check.readers,
    }
    context = {
        "check": check,
        "report": report,
        "again": urlencode(again),
        "left": store.count_left(check, _user(request)),
        "may_delete": _may_delete(request, check),
    }
    return render(request, "spot_checks/check.html", context)


@never_cache
@require_safe
@needs(Right.SEARCH)
def next_document(request: HttpRequest, check_id: int) -> HttpResponse:
    """Go to the first document that the user can still answer about."""
    check = _found(check_id)
    place = store.next_place(check, _user(request))
    if place is None:
        messages.success(request, _("You have answered all of this check."))
        return redirect("spot_check", check_id=check_id)
    return redirect("spot_check_document", check_id=check_id, place=place)


@never_cache
@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
@csp_update({"frame-src": ["'self'"]})  # type: ignore[arg-type]  # it is typed for views without arguments
def document(request: HttpRequest, check_id: int, place: int) -> HttpResponse:
    """Show a drawn document beside its page, or both of a pair, and ask about it; a POST answers,
    or leaves out what is no longer there.
    """
    check = _found(check_id)
    drawn = store.drawn_at(check, place)
    if drawn is None:
        raise Http404
    found = load(lambda: [stores().documents().get(each) for each in drawn.documents])
    shown = [each for each in found.value or () if each is not None]
    is_whole = len(shown) == len(drawn.documents)
    # What a reader has entered outlives an outage: only without it, the page is that of the outage.
    if found.outage and request.method != "POST":
        return outage_page(request, found.outage)
    if request.method == "POST" and not found.outage and not is_whole:
        store.leave_out(drawn)
        return redirect("spot_check_next", check_id=check_id)
    form = AnswerForm(
        Kind(check.kind),
        request.POST if request.method == "POST" else None,
        initial=_given(check, drawn, request),
    )
    if request.method == "POST" and form.is_valid():
        store.answer(drawn, _user(request), form.answers(), form.corrections())
        return redirect("spot_check_next", check_id=check_id)
    context = {
        "check": check,
        "drawn": drawn,
        "form": form,
        "left": store.count_left(check, _user(request)),
        # Who comes to look at what others found must not answer with a key by chance.
        "is_settled": not form.initial and drawn.given >= check.readers,
        "outage": found.outage,
    }
    texts = [_text(each) for each in shown] if is_whole else []
    if check.kind == Kind.DOCUMENTS:
        page, context = "document", context | next(iter(texts), {})
    else:
        page, context = "pair", context | {"texts": texts}
    status = 422 if form.errors else 200
    return render(request, f"spot_checks/{page}.html", context, status=status)


@require_safe
@needs(Right.EXPORT)
def cases(request: HttpRequest, check_id: int) -> HttpResponse:
    """Return the wrong documents with their pages as a labelled set, in a ZIP file; there is none
    of pairs.
    """
    check = _found(check_id)
    if check.kind != Kind.DOCUMENTS:
        raise Http404
    name = f"spot-check-{check.pk}"
    file = labelled_set(services.cases(check), name)
    record_operation(_name(request), "export", store.SUBJECT, str(check), subject_id=str(check.pk))
    response = HttpResponse(file, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return response


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
    context = {"form": form, "outage": outage, "rows": store.newest(_SHOWN, _user(request))}
    return render(request, "spot_checks/checks.html", context, status=status)


def _initial(request: HttpRequest) -> dict[str, Any]:
    """Return what the address says of a draw: other pages lead here with a search."""
    fields = ("kind", "query", "seed", "count", "days", "spread", "readers")
    return {name: request.GET[name] for name in fields if request.GET.get(name)}


def _found(check_id: int) -> SpotCheck:
    check = store.find(check_id)
    if check is None:
        raise Http404
    return check


def _text(shown: Document) -> dict[str, Any]:
    """Return what the templates of documents show."""
    return text_context(DocumentView(document=shown, pages=(shown,)), Phrases(), size=_WHOLE)


def _given(check: SpotCheck, drawn: DrawnDocument, request: HttpRequest) -> dict[str, str]:
    """Return what the user has answered before, as the form's values."""
    row = store.answer_of(drawn, _user(request))
    if row is None:
        return {}
    answers = store.answers_of(row, QUESTIONS[Kind(check.kind)])
    given: dict[str, str] = {name: str(value) for name, value in answers.items()}
    return given | {
        f"correct_{name}": row.correct.get(field, "") for name, field in CORRECTIONS.items()
    }


def _may_delete(request: HttpRequest, check: SpotCheck) -> bool:
    return check.owner_id == request.user.pk or request.user.has_perm(Right.MANAGE_USERS)


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _name(request: HttpRequest) -> str:
    return request.user.get_username()
