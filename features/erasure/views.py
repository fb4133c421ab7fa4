"""Choose what to erase, see what that reaches, confirm it, and follow it."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from features.erasure import store
from features.erasure.forms import MAX_REASON, ConfirmationForm, SelectionForm, form_of
from features.erasure.labels import ERASED_BY, SELECTION_PROBLEMS
from features.erasure.looks import Look, look_of
from features.erasure.plan import ErasurePlan, make_plan
from features.erasure.progress import ErasureProgress, progress_of
from features.erasure.selection import MAX_NAMED, SelectionError, SelectionKind
from hooks.process import features
from storage.database.people.rights import Right
from storage.documents.errors import QueryError
from webui.apps import stores
from webui.labels import query_problem
from webui.rights import needs
from webui.search.picked import Picked
from webui.search.services import documents

_SHOWN = 50
# Enough to see that a name means more people than one; the others are folded.
_NAMES_SHOWN = 20


@require_http_methods(["GET", "POST"])
@needs(Right.MANAGE_USERS)
def erase(request: HttpRequest) -> HttpResponse:
    """Show the erasures and the form; look at what the form reaches, and order it.

    Nothing that is typed is part of an address: it may name a person.
    """
    if request.method != "POST":
        return _show(request, SelectionForm())
    form = SelectionForm(request.POST)
    looked = _look(form, request.POST.get("look", ""))
    if looked is None:
        return _show(request, form, status=422)
    plan, look, is_seen = looked
    if "confirm" not in request.POST:
        return _ask(request, form, plan, look, ConfirmationForm(look))
    # More has come, or changed, since the look that was confirmed: nobody erases what they did not
    # see.
    if not is_seen:
        again = ConfirmationForm(look, reason=request.POST.get("reason", ""))
        return _ask(request, form, plan, look, again, status=422, is_look_again=True)
    confirmation = ConfirmationForm(look, request.POST)
    if not (confirmation.is_valid() and confirmation.confirms()):
        return _ask(request, form, plan, look, confirmation, status=422)
    store.order(plan, request.user.get_username(), confirmation.cleaned_data["reason"])
    messages.success(request, _("The erasure begins. It goes on if you leave this page."))
    return redirect("erase")


@require_POST
@needs(Right.MANAGE_USERS)
def erase_hits(request: HttpRequest) -> HttpResponse:
    """Look at what is reached by erasing what is ticked in the hits of the search in the address,
    or all; nothing is ordered.
    """
    picked = Picked.read(request)
    back = f"{reverse('search')}{picked.params.address}"
    if not picked:
        messages.warning(request, _("No document is ticked. Tick some, or all."))
        return redirect(back)
    try:
        ids = _picked(request, picked)
    except QueryError as error:
        messages.error(request, query_problem(error))
        return redirect(back)
    if not ids:
        return redirect(back)
    form = form_of(ids)
    looked = _look(form, "")
    if looked is None:
        return _show(request, form, status=422)
    plan, look, _is_seen = looked
    if plan.numbers["documents"] == MAX_NAMED:
        first = _("Only the first %(n)s matches were taken.")
        messages.warning(request, first % {"n": localize(MAX_NAMED)})
    return _ask(request, form, plan, look, ConfirmationForm(look), back=back)


@require_safe
@needs(Right.MANAGE_USERS)
def live(request: HttpRequest) -> HttpResponse:
    """Show the erasures alone, which the page renews."""
    return render(request, "erasure/list.html", {"rows": _rows()})


@require_POST
@needs(Right.MANAGE_USERS)
def lift(request: HttpRequest, erasure_id: int) -> HttpResponse:
    """Lift the mark of an erased site, for a reason."""
    reason = request.POST.get("reason", "").strip()
    if not reason:
        messages.error(
            request, _("Nothing was changed: say why. The reason stays in the audit log.")
        )
        return redirect("erase")
    lifted = store.lift(erasure_id, request.user.get_username(), reason[:MAX_REASON])
    if lifted is None:
        messages.error(request, _("There is no mark to lift, or the site is just being erased."))
    else:
        messages.success(
            request,
            _("New pages of %(site)s are collected again, in half a minute at the latest.")
            % {"site": lifted.subject},
        )
    return redirect("erase")


def _picked(request: HttpRequest, picked: Picked) -> Sequence[str]:
    """Return the documents that were picked, and say what there is beside those that were ticked,
    or that there is none. Raises QueryError.
    """
    if picked.all:
        ids = documents.picked_ids(picked, MAX_NAMED)
        if not ids:
            messages.warning(request, _("No document matches. Nothing is erased."))
        return ids
    ticked = documents.ticked(picked)
    if not ticked.ids:
        messages.warning(request, _("None of these documents is stored any more."))
        return ()
    if ticked.gone:
        told = ngettext("%(n)s is no longer stored.", "%(n)s are no longer stored.", ticked.gone)
        messages.warning(request, told % {"n": localize(ticked.gone)})
    if ticked.further:
        told = ngettext(
            "%(n)s further page of the ticked threads is included.",
            "%(n)s further pages of the ticked threads are included.",
            ticked.further,
        )
        messages.warning(request, told % {"n": localize(ticked.further)})
    return ticked.ids


def _rows() -> list[ErasureProgress]:
    return [progress_of(each) for each in store.newest(_SHOWN)]


def _look(form: SelectionForm, signed: str) -> tuple[ErasurePlan, Look, bool] | None:
    """Return what the form reaches, with the look at it that was signed, or else that of now, and
    whether all comments that go were seen; None if that cannot be erased: the form says why.
    """
    if not form.is_valid():
        return None
    try:
        selection, now = form.selection(), timezone.now()
        earlier = look_of(signed, selection)
        if earlier:
            plan = make_plan(stores(), selection, earlier.at)
            # The same comments go as were shown, although time has passed.
            if plan.comments_digest == earlier.comments_digest:
                return plan, earlier, True
        plan = make_plan(stores(), selection)
        return plan, _look_at(plan, now), not (earlier or plan.commented)
    except SelectionError as error:
        form.add_error("value", SELECTION_PROBLEMS[error.code] % {"value": error.value})
    except QueryError as error:
        form.add_error("value", _(error.message) % error.values)
    return None


def _look_at(plan: ErasurePlan, now: datetime) -> Look:
    return Look(
        at=now,
        documents=plan.numbers["documents"],
        comments=plan.numbers["comments"],
        comments_digest=plan.comments_digest,
    )


def _show(request: HttpRequest, form: SelectionForm, status: int = 200) -> HttpResponse:
    rows = _rows()
    context = {"form": form, "rows": rows, "working": any(not row.is_done for row in rows)}
    return render(request, "erasure/erase.html", context, status=status)


def _ask(
    request: HttpRequest,
    form: SelectionForm,
    plan: ErasurePlan,
    look: Look,
    confirmation: ConfirmationForm,
    status: int = 200,
    *,
    is_look_again: bool = False,
    back: str = "",
) -> HttpResponse:
    names = plan.all_names.most_common()
    context = {
        "form": form,
        "back": back or reverse("erase"),
        "confirmation": confirmation,
        "is_look_again": is_look_again,
        "numbers": plan.numbers,
        "of_features": plan.of_features,
        "documents": look.documents,
        "comments": look.comments,
        "names": names[:_NAMES_SHOWN],
        "more_names": names[_NAMES_SHOWN:],
        "look": look.signed(plan.selection),
        "by": ERASED_BY[plan.selection.kind],
        "by_site": plan.selection.kind is SelectionKind.SITE,
        "by_match": plan.selection.kind
        in (SelectionKind.AUTHOR, SelectionKind.SOURCE, SelectionKind.QUERY),
        "values": plan.selection.values,
        "features_off": ", ".join(features().off_with_data()),
    }
    return render(request, "erasure/confirm.html", context, status=status)
