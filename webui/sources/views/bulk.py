"""Bulk changes: select sources in the table, choose an action, see their names, apply."""

from collections.abc import Sequence

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from storage.database.errors import Invalid
from storage.database.people.rights import Right
from storage.database.sources.bulk import Edited
from storage.whole_numbers import MAX_WHOLE, whole_number
from webui.address_fields import AddressFields
from webui.problems import in_words
from webui.rights import MissingRight, needs
from webui.sources.forms.bulk import ACTIONS
from webui.sources.services import bulk as service
from webui.sources.services.filing import filings_now
from webui.sources.services.table import fitting_ids
from webui.sources.table import TableParams
from webui.sources.views.bulk_history import with_undo

_NAMES_SHOWN = 1000


@require_http_methods(["GET", "POST"])
@needs(Right.PAUSE_SOURCES)
def bulk(request: HttpRequest) -> HttpResponse:
    """Show what would change, and change it with ``apply``. A GET request leads to the table."""
    asked = AddressFields(QueryDict(request.POST.get("filter", "")))
    params = TableParams.read(asked)
    back = reverse("sources") + params.address()
    if request.method == "GET":
        return redirect(back)
    if asked.problems:
        # What is left of the filter would take more sources than were meant.
        reasons = " ".join(asked.problems)
        messages.error(request, _("Nothing was changed: %(reasons)s") % {"reasons": reasons})
        return redirect(back)
    code = request.POST.get("do", "")
    ids = fitting_ids(params) if "every" in request.POST else _ids(request.POST)
    if code not in ACTIONS or not 0 < len(ids) <= service.MAX_SOURCES:
        messages.warning(request, _refusal(code, len(ids)))
        return redirect(back)
    if not request.user.has_perm(ACTIONS[code].right):
        raise MissingRight(ACTIONS[code].right)
    form = ACTIONS[code].form(request.POST if "apply" in request.POST else None)
    problems: list[str] = []
    if "apply" in request.POST and form.is_valid():
        try:
            edited = service.apply(
                ids, ACTIONS[code].edit(form.cleaned_data), request.user.get_username()
            )
        except Invalid as error:
            problems = _placed(form, error)
        else:
            messages.success(request, _done(code, edited))
            return redirect(back)
    return _show(request, code, form, ids, params, problems)


def _done(code: str, edited: Edited) -> SafeString:
    """Return what was done, with the way to undo it."""
    count = edited.sources
    match code:
        case "delete":
            text = ngettext(
                "%(count)d source was deleted.", "%(count)d sources were deleted.", count
            )
        case "visit":
            text = ngettext("%(count)d source is due now.", "%(count)d sources are due now.", count)
        case "pause":
            text = ngettext("%(count)d source was paused.", "%(count)d sources were paused.", count)
        case "resume":
            text = ngettext(
                "%(count)d source is active again.", "%(count)d sources are active again.", count
            )
        case _:
            text = ngettext(
                "%(count)d source was changed.", "%(count)d sources were changed.", count
            )
    done = text % {"count": count}
    if code == "visit":
        return format_html("{}", done)
    return with_undo(done, edited)


def _show(
    request: HttpRequest,
    code: str,
    form: forms.Form,
    ids: Sequence[int],
    params: TableParams,
    problems: Sequence[str],
) -> HttpResponse:
    names = service.names(ids)
    context = {
        "code": code,
        "action": ACTIONS[code],
        "form": form,
        "filings": filings_now() if code == "file" else {},
        "problems": problems,
        "names": list(names.items())[:_NAMES_SHOWN],
        "more": max(len(names) - _NAMES_SHOWN, 0),
        "count": len(names),
        # After a problem, only the sources that still exist are offered again.
        "ids": ",".join(map(str, names if problems else ids)),
        "filter": params.address().removeprefix("?"),
        "back": reverse("sources") + params.address(),
    }
    return render(
        request, "sources/source_bulk.html", context, status=422 if form.errors or problems else 200
    )


def _placed(form: forms.Form, error: Invalid) -> list[str]:
    """Add problems of values to their fields; return those of single sources."""
    for problem in error.problems:
        if problem.field in form.fields:
            form.add_error(problem.field, in_words(problem))
    return [in_words(problem) for problem in error.problems if problem.field not in form.fields]


def _refusal(code: str, count: int) -> str:
    if not count:
        return _("Select at least one source.")
    if count > service.MAX_SOURCES:
        return _(
            "You selected %(count)d sources. You can change at most %(most)d at once. Narrow the "
            "filter."
        ) % {
            "count": count,
            "most": service.MAX_SOURCES,
        }
    return (
        _("Choose an action for the selected sources.")
        if not code
        else _("This action does not exist.")
    )


def _ids(query: QueryDict) -> list[int]:
    texts = [*query.getlist("id"), *query.get("ids", "").split(",")]
    numbers = dict.fromkeys(whole_number(text) for text in texts)
    return [number for number in numbers if number and number < MAX_WHOLE]
