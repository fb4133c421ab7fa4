"""Bulk changes: the list of them, one with its sources, and how to undo it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from storage.database.people.rights import Right
from storage.database.sources import bulk_history
from storage.database.sources.bulk import Edited
from storage.database.sources.bulk_history import Undone, UndoneBefore
from webui.address_fields import AddressFields
from webui.listed_names import first_names
from webui.paging import Paging
from webui.rights import MissingRight, needs
from webui.sources.services.checks import checks
from webui.sources.services.history import history_entry

_PAGE = 50


@require_safe
@needs(Right.VIEW_SOURCES)
def bulk_changes(request: HttpRequest) -> HttpResponse:
    """List the bulk changes, newest first."""
    asked = AddressFields(request.GET)
    paging = Paging.near(asked.page(), bulk_history.count_bulk_changes(), _PAGE)
    changes = bulk_history.bulk_changes(_PAGE, skip=paging.skipped)
    context = {"changes": changes, "paging": paging, "asked": asked}
    status = 400 if asked.problems else 200
    return render(request, "sources/bulk_changes.html", context, status=status)


@require_safe
@needs(Right.VIEW_SOURCES)
def bulk_change(request: HttpRequest, batch: str) -> HttpResponse:
    """Show one bulk change: its sources page by page, and what differs in each."""
    change = bulk_history.find_bulk_change(batch)
    if change is None:
        raise Http404
    asked = AddressFields(request.GET)
    paging = Paging.near(asked.page(), change.sources, _PAGE)
    entries = bulk_history.entries_of(batch, _PAGE, skip=paging.skipped)
    context = {
        "change": change,
        "entries": [history_entry(entry) for entry in entries],
        "paging": paging,
        "asked": asked,
    }
    status = 400 if asked.problems else 200
    return render(request, "sources/bulk_change.html", context, status=status)


def with_undo(done: str, edited: Edited) -> SafeString:
    """Return what was done, with the way to undo it if it changed anything."""
    if not edited.sources:
        return format_html("{}", done)
    address = reverse("source_bulk_change", args=[edited.batch])
    return format_html('{} <a href="{}">{}</a>', done, address, _("View or undo"))


@require_POST
@needs(Right.CHANGE_SOURCES)
def undo(request: HttpRequest, batch: str) -> HttpResponse:
    """Undo a bulk change. Sources that were changed since stay, and are named."""
    if bulk_history.added_any(batch) and not request.user.has_perm(Right.DELETE_SOURCES):
        raise MissingRight(Right.DELETE_SOURCES)
    try:
        undone = bulk_history.undo(batch, request.user.get_username(), checks=checks())
    except UndoneBefore:
        messages.info(request, _("This was undone before; nothing was changed."))
    else:
        _tell(request, undone)
    return redirect("source_bulk_changes")


def _tell(request: HttpRequest, undone: Undone) -> None:
    text = ngettext(
        "%(count)d source is as it was before.",
        "%(count)d sources are as they were before.",
        undone.sources,
    )
    messages.success(request, text % {"count": undone.sources})
    if undone.kept:
        stay = _("These have changed since then and stay as they are: %(names)s.")
        messages.warning(request, stay % {"names": first_names(undone.kept)})
    if undone.lost_secrets:
        lost = _("The history keeps no secrets. Enter those of these sources again: %(names)s.")
        messages.warning(request, lost % {"names": first_names(undone.lost_secrets)})
