"""What marks documents as read and unread; each answer leads back to where the user was."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from features.read_marks import store
from storage.database.people.rights import Right
from storage.documents.errors import QueryError
from storage.documents.port import Document
from webui.apps import stores
from webui.labels import query_problem
from webui.page_parts import is_part
from webui.returning import return_to_page
from webui.rights import needs, user_of
from webui.search.params import SearchParams
from webui.search.picked import Picked
from webui.search.services import documents


@require_POST
@needs(Right.SEARCH)
def mark_many(request: HttpRequest) -> HttpResponse:
    """Mark what is ticked in the hits of the search in the address, or all, as read, or as unread
    (``unread``).
    """
    picked, user = Picked.read(request), user_of(request)
    params = picked.params
    try:
        ids = documents.picked_ids(picked, store.MAX_MARKS) if picked.all else picked.ids
    except QueryError as error:
        messages.error(request, query_problem(error))
        return redirect(f"{reverse('search')}{params.address}")
    found = documents.listed(ids)
    names = [store.name_of(each) for each in found]
    gone = 0 if picked.all else len(ids) - len(found)
    if not picked:
        messages.warning(request, _("No document is ticked. Tick some, or all."))
    elif gone and not found:
        messages.warning(request, _("None of these documents is stored any more."))
    elif "unread" in request.POST:
        count = _hits(found, store.unmark(names, user), params)
        told = ngettext("%(n)s hit is unread again.", "%(n)s hits are unread again.", count)
        messages.success(request, told % {"n": localize(count)})
    else:
        count = _hits(found, store.mark(names, user), params)
        told = ngettext("%(n)s hit was marked as read.", "%(n)s hits were marked as read.", count)
        messages.success(request, told % {"n": localize(count)})
        if len(ids) == store.MAX_MARKS:
            first = _("Only the first %(n)s matches were taken.")
            messages.warning(request, first % {"n": localize(store.MAX_MARKS)})
    if gone and found:
        told = ngettext("%(n)s is no longer stored.", "%(n)s are no longer stored.", gone)
        messages.warning(request, told % {"n": localize(gone)})
    # What is unread now, not what was when the hits were shown.
    return redirect(f"{reverse('search')}{params.only_unread(wanted=params.unread)}")


@require_POST
@needs(Right.SEARCH)
def undo(request: HttpRequest) -> HttpResponse:
    """Take back what the user marked as read together at the moment ``at``."""
    try:
        at = datetime.fromisoformat(request.POST.get("at", "")).astimezone(UTC)
    except (OverflowError, ValueError) as error:
        raise Http404 from error
    if store.undo(user_of(request), at):
        messages.success(request, _("What you marked together is unread again."))
    else:
        messages.warning(
            request, _("There is nothing to undo: it was undone, or is over an hour old.")
        )
    params = SearchParams.read(request.GET)
    return redirect(f"{reverse('search')}{params.only_unread(wanted=params.unread)}")


@require_POST
@needs(Right.SEARCH)
def toggle(request: HttpRequest, document_id: str) -> HttpResponse:
    """Mark a document as read, or as unread if it is read."""
    found, user = stores().documents().get(document_id), user_of(request)
    if found is None:
        raise Http404
    names = [store.name_of(found)]
    if not store.unmark(names, user):
        store.mark(names, user)
    if is_part(request):
        return HttpResponse(status=204)
    return return_to_page(request, reverse("document", args=[document_id]))


def _hits(found: Sequence[Document], changed: Collection[str], params: SearchParams) -> int:
    """Return how many hits of a search are documents that were changed."""
    some = (each for each in found if store.name_of(each) in changed)
    if params.copies == "each":
        return sum(1 for _each in some)
    return len({each.group or each.id for each in some})
