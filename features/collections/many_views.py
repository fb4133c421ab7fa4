"""The page that puts what a search finds into a collection, and that of such an order."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from features.collections import many, orders, store
from features.collections.models import Collection, CollectionOrder
from features.collections.progress import progress_of
from storage.database.errors import Invalid, NotFound
from storage.database.owned.sharing_models import WorkSharing
from storage.database.people.rights import Right
from storage.documents.errors import QueryError
from storage.tags import read_tags
from storage.whole_numbers import whole_number
from watch.loading import load
from webui.labels import query_problem
from webui.owned.views import gone, tell
from webui.problems import WRONG, problems_of
from webui.rights import needs, user_of
from webui.search.facets import chips
from webui.search.picked import Picked
from webui.search.services.stories import headlines


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def add_many(request: HttpRequest) -> HttpResponse:
    """Show the matches of the search in the address; a POST adds those that are ticked, or all
    (``all``), to a collection or to a new one (``name``). With ``choose`` it shows those that are
    ticked in the hits of the search.
    """
    picked, user = Picked.read(request), user_of(request)
    # The browser sends the form of the hits whether anything is ticked or not.
    if "choose" in request.POST and not picked:
        return _nothing_ticked(request, picked)
    wrong: dict[str, list[str]] = {}
    if request.method == "POST" and "choose" not in request.POST:
        try:
            return _added(request, picked, user)
        except WRONG as error:
            for field, said in problems_of(error):
                wrong.setdefault(field, []).append(said)
        except QueryError as error:
            messages.error(request, query_problem(error))
    with timezone.override(picked.params.time_zone()):
        return _show(request, picked, user, wrong)


def _show(
    request: HttpRequest, picked: Picked, user: User, wrong: Mapping[str, Sequence[str]]
) -> HttpResponse:
    """Show the form, with what is wrong at each field."""
    params, ticked = picked.params, _ticked(request.POST, picked)
    chosen, others = _chosen(request.POST, user), _fillable(user)
    context: dict[str, object] = {
        "params": params,
        "chips": chips(params, headlines(params.stories())),
        "back": f"{reverse('search')}{params.address}",
        "others": others,
        "chosen": chosen,
        "most": many.MAX_AT_ONCE,
        "posted": request.POST,
        "sharings": WorkSharing.choices,
        "ticked": ticked,
        "wrong": wrong,
        "left_out": _left_out(request.POST),
    }
    try:
        found = load(lambda: many.first_picked(ticked) if ticked else many.matches(params))
    except QueryError as error:
        context["query_error"] = query_problem(error)
        return render(request, "collections/many.html", context, status=400)
    context |= {"matches": found.value, "outage": found.outage}
    status = 422 if request.method == "POST" and "choose" not in request.POST else 200
    return render(request, "collections/many.html", context, status=503 if found.outage else status)


def _added(request: HttpRequest, picked: Picked, user: User) -> HttpResponse:
    """Add what was chosen. Raises Invalid, ValidationError, NotFound and QueryError."""
    chosen = whole_number(request.POST.get("collection", "")) or 0
    name, tags = (request.POST.get(each, "").strip() for each in ("name", "tags"))
    if bool(chosen) == bool(name):
        text = _("Choose a collection, or enter the name of a new one.")
        raise ValidationError({"collection": text})
    # Read first: nothing is made if the documents do not answer.
    found = many.chosen(picked)
    if not found.ids:
        messages.warning(
            request,
            _("None of these documents is stored any more.")
            if picked
            else _("Tick the documents to add."),
        )
        return _show(request, picked, user, {})
    with transaction.atomic():
        if name:
            sharing = request.POST.get("sharing") or WorkSharing.PRIVATE
            chosen = store.save_collection(name, sharing, user).pk
        planned = found.planned + len(set(request.POST.getlist("gone")))
        order = orders.place(chosen, found.ids, planned, user, tags=read_tags(tags))
    return _carried_out(request, order, found)


@require_POST
@needs(Right.SEARCH)
def star_many(request: HttpRequest) -> HttpResponse:
    """Star what is ticked in the hits of the search in the address, or all."""
    picked, user = Picked.read(request), user_of(request)
    if not picked:
        return _nothing_ticked(request, picked)
    try:
        found, stars = many.chosen(picked), store.stars_of(user).pk
        order = orders.place(stars, found.ids, found.planned, user, tags=())
    except Invalid as error:
        tell(request, error)
    except QueryError as error:
        messages.error(request, query_problem(error))
    else:
        return _carried_out(request, order, found)
    return redirect(f"{reverse('search')}{picked.params.address}")


def _nothing_ticked(request: HttpRequest, picked: Picked) -> HttpResponse:
    messages.warning(request, _("No document is ticked. Tick some, or all."))
    return redirect(f"{reverse('search')}{picked.params.address}")


def _carried_out(request: HttpRequest, order: CollectionOrder, found: many.Chosen) -> HttpResponse:
    """Carry out a small order, and show the collection; a large one is done in the background."""
    if found.is_cut:
        first = _("Only the first %(n)s matches were taken.")
        messages.warning(request, first % {"n": localize(many.MAX_AT_ONCE)})
    return _answer(request, order)


def _answer(request: HttpRequest, order: CollectionOrder) -> HttpResponse:
    order = many.carried_out(order)
    if order.finished is None:
        return redirect("collection_order", order_id=order.pk)
    messages.success(request, progress_of(order).told)
    return redirect("collection", collection_id=order.collection_id)


@require_POST
@needs(Right.SEARCH)
def undo(request: HttpRequest, order_id: int) -> HttpResponse:
    """Take back what an order of the user did."""
    try:
        order = orders.begin_to_undo(order_id, user_of(request))
    except NotFound as error:
        raise gone() from error
    if order.finished is not None:
        # It was undone before: the button was pressed twice, or on a page that is old.
        return redirect("collection_order", order_id=order.pk)
    return _answer(request, order)


@require_safe
@needs(Right.SEARCH)
def order(request: HttpRequest, order_id: int) -> HttpResponse:
    """Show how far an order is, what was done and what was not."""
    return _show_order(request, order_id, "collections/order.html")


@require_safe
@needs(Right.SEARCH)
def order_live(request: HttpRequest, order_id: int) -> HttpResponse:
    """Show that alone, which the page renews."""
    return _show_order(request, order_id, "collections/order_state.html")


def _show_order(request: HttpRequest, order_id: int, template: str) -> HttpResponse:
    found = orders.find_order(order_id, user_of(request))
    if found is None:
        raise gone()
    return render(request, template, {"progress": progress_of(found)})


def _ticked(posted: QueryDict, picked: Picked) -> Picked | None:
    """Return what was ticked in the hits, if the form lists that: first when it is to be chosen
    where they go, then after an answer that could not be carried out.
    """
    if picked.all:
        return None
    if "choose" in posted:
        return picked
    if "ticked" in posted:
        listed = dict.fromkeys((*posted.getlist("shown"), *posted.getlist("gone")))
        return replace(picked, ids=tuple(listed))
    return None


def _left_out(posted: QueryDict) -> set[str]:
    """Return which of the documents that were shown are not ticked, after an answer that could not
    be carried out.
    """
    return set(posted.getlist("shown")) - set(posted.getlist("document"))


def _chosen(posted: QueryDict, user: User) -> int | None:
    """Return the collection that is chosen in the form: who wants to tag begins with the stars."""
    if posted.get("choose") == "tag":
        return store.stars_of(user).pk
    return whole_number(posted.get("collection", ""))


def _fillable(user: User) -> list[Collection]:
    return [each for each in store.collections_of(user) if each.may_be_filled_by(user)]
