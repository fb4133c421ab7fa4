"""The page that puts what a search finds into a collection, and what takes it out again."""

from datetime import UTC, datetime

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from features.collections import many, store
from features.collections.models import Collection
from features.collections.store import KeptDocument
from storage.database.errors import Invalid, NotFound
from storage.database.owned.sharing_models import WorkSharing
from storage.database.people.rights import Right
from storage.documents.errors import QueryError
from storage.whole_numbers import whole_number
from watch.loading import load
from webui.labels import query_problem
from webui.owned.views import tell
from webui.problems import WRONG
from webui.rights import needs, user_of
from webui.search.facets import chips
from webui.search.params import SearchParams
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
    if request.method == "POST" and "choose" not in request.POST:
        try:
            return _added(request, picked.params, user)
        except WRONG as error:
            tell(request, error)
        except NotFound as error:
            raise Http404 from error
        except QueryError as error:
            messages.error(request, query_problem(error))
    with timezone.override(picked.params.time_zone()):
        return _show(request, picked.params, user)


def _show(request: HttpRequest, params: SearchParams, user: User) -> HttpResponse:
    context: dict[str, object] = {
        "params": params,
        "chips": chips(params, headlines(params.stories())),
        "back": f"{reverse('search')}{params.address}",
        "others": _fillable(user),
        "most": many.MAX_AT_ONCE,
        "posted": request.POST,
        "sharings": WorkSharing.choices,
        "left_out": _left_out(request.POST),
    }
    try:
        picked = Picked.read(request) if "choose" in request.POST else None
        found = load(lambda: many.first_picked(picked) if picked else many.matches(params))
    except QueryError as error:
        context["query_error"] = query_problem(error)
        return render(request, "collections/many.html", context, status=400)
    context |= {"matches": found.value, "outage": found.outage}
    status = 422 if request.method == "POST" and picked is None else 200
    return render(request, "collections/many.html", context, status=503 if found.outage else status)


def _added(request: HttpRequest, params: SearchParams, user: User) -> HttpResponse:
    """Add what was chosen. Raises Invalid, NotFound and QueryError."""
    chosen = whole_number(request.POST.get("collection", "")) or 0
    name, ids = request.POST.get("name", "").strip(), _ids(request.POST)
    if bool(chosen) == bool(name):
        messages.warning(request, _("Choose a collection, or enter the name of a new one."))
        return _show(request, params, user)
    wants_all = "all" in request.POST
    # Read first: nothing is made if the documents do not answer.
    read = many.read_matches(params) if wants_all else many.read_chosen(ids)
    if not read:
        messages.warning(
            request,
            _("None of these documents is stored any more.")
            if ids
            else _("Tick the documents to add."),
        )
        return _show(request, params, user)
    with transaction.atomic():
        if name:
            sharing = request.POST.get("sharing") or WorkSharing.PRIVATE
            chosen = store.save_collection(name, sharing, user).pk
        added = store.add_documents(chosen, [KeptDocument.of(each) for each in read], user)
    gone = 0 if wants_all else len(ids) - len(read)
    messages.success(request, _told(added, known=len(read) - added, gone=gone))
    return redirect("collection", collection_id=chosen)


@require_POST
@needs(Right.SEARCH)
def star_many(request: HttpRequest) -> HttpResponse:
    """Star what is ticked in the hits of the search in the address, or all."""
    picked, user = Picked.read(request), user_of(request)
    params, stars = picked.params, store.stars_of(user).pk
    try:
        read = many.read_matches(params) if picked.all else many.read_chosen(picked.ids)
        added = store.add_documents(stars, [KeptDocument.of(each) for each in read], user)
    except Invalid as error:
        tell(request, error)
        return redirect(f"{reverse('search')}{params.address}")
    except QueryError as error:
        messages.error(request, query_problem(error))
        return redirect(f"{reverse('search')}{params.address}")
    if not picked:
        messages.warning(request, _("No document is ticked. Tick some, or all."))
        return redirect(f"{reverse('search')}{params.address}")
    gone = 0 if picked.all else len(picked.ids) - len(read)
    messages.success(request, _told(added, known=len(read) - added, gone=gone))
    if picked.all and len(read) == many.MAX_AT_ONCE:
        first = _("Only the first %(n)s matches were taken.")
        messages.warning(request, first % {"n": localize(many.MAX_AT_ONCE)})
    return redirect("collection", collection_id=stars)


@require_POST
@needs(Right.SEARCH)
def undo(request: HttpRequest, collection_id: int) -> HttpResponse:
    """Take out what the user added together at the moment ``added``."""
    try:
        added = datetime.fromisoformat(request.POST.get("added", "")).astimezone(UTC)
        removed, kept = store.remove_added(collection_id, user_of(request), added)
    except (NotFound, OverflowError, ValueError) as error:
        raise Http404 from error
    told = [
        ngettext("%(n)s document was taken out.", "%(n)s documents were taken out.", removed)
        % {"n": localize(removed)}
    ]
    if kept:
        told.append(
            ngettext("%(n)s with a note or a tag stays.", "%(n)s with a note or a tag stay.", kept)
            % {"n": localize(kept)}
        )
    messages.success(request, " ".join(told))
    return redirect("collection", collection_id=collection_id)


def _told(added: int, *, known: int, gone: int) -> str:
    """Return what was done and what was not."""
    told = [
        ngettext("%(n)s document was added.", "%(n)s documents were added.", added)
        % {"n": localize(added)}
    ]
    if known:
        told.append(
            ngettext("%(n)s was there before.", "%(n)s were there before.", known)
            % {"n": localize(known)}
        )
    if gone:
        told.append(
            ngettext("%(n)s is no longer stored.", "%(n)s are no longer stored.", gone)
            % {"n": localize(gone)}
        )
    return " ".join(told)


def _ids(posted: QueryDict) -> list[str]:
    return list(dict.fromkeys(posted.getlist("document")))[: many.SHOWN]


def _left_out(posted: QueryDict) -> set[str]:
    """Return which of the documents that were shown are not ticked, after an answer that could not
    be carried out.
    """
    return set(posted.getlist("shown")) - set(posted.getlist("document"))


def _fillable(user: User) -> list[Collection]:
    return [each for each in store.collections_of(user) if each.may_be_filled_by(user)]
