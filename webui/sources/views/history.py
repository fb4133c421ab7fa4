"""The history of a source, its versions to restore, and deleted sources."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from storage.database.errors import Invalid
from storage.database.people.rights import Right
from storage.database.sources.history import Restored
from webui.address_fields import AddressFields
from webui.problems import in_words
from webui.rights import needs
from webui.sources.services import history as service
from webui.sources.services.sources import get_source


@require_safe
@needs(Right.VIEW_SOURCES)
def history(request: HttpRequest, source_id: int) -> HttpResponse:
    """Show the history of a source, also of a deleted one, page by page."""
    source = get_source(source_id)
    asked = AddressFields(request.GET)
    page = service.source_page(source_id, asked.page())
    # A deleted source still has a history; one that never was has none.
    if source is None and not page.changes:
        raise Http404
    name = source.name if source else page.changes[0].entry.subject
    context = {"source": source, "name": name, "page": page, "asked": asked}
    status = 400 if asked.problems else 200
    return render(request, "sources/source_history.html", context, status=status)


@require_POST
@needs(Right.CHANGE_SOURCES)
def return_to(request: HttpRequest, source_id: int, entry_id: int) -> HttpResponse:
    """Restore a version; this adds an entry to the history."""
    restored = _try(
        request, lambda: service.return_to(source_id, entry_id, request.user.get_username())
    )
    if restored is None:
        return redirect("source_history", source_id=source_id)
    messages.success(
        request, _("“%(name)s” is back at the earlier version.") % {"name": restored.source.name}
    )
    return redirect("source", source_id=source_id)


@require_safe
@needs(Right.VIEW_SOURCES)
def deleted(request: HttpRequest) -> HttpResponse:
    """List the deleted sources."""
    asked = AddressFields(request.GET)
    context = {"page": service.deleted_page(asked.page()), "asked": asked}
    status = 400 if asked.problems else 200
    return render(request, "sources/sources_deleted.html", context, status=status)


@require_POST
@needs(Right.ADD_SOURCES)
def restore(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Restore a deleted source."""
    restored = _try(request, lambda: service.restore(entry_id, request.user.get_username()))
    if restored is None:
        return redirect("sources_deleted")
    messages.success(request, _("“%(name)s” is restored.") % {"name": restored.source.name})
    return redirect("source", source_id=restored.source.pk)


def _try(request: HttpRequest, run: Callable[[], Restored]) -> Restored | None:
    try:
        restored = run()
    except Invalid as error:
        reasons = " ".join(in_words(problem) for problem in error.problems)
        messages.error(request, _("Nothing was changed: %(reasons)s") % {"reasons": reasons})
        return None
    if restored.lost_secrets:
        text = _("The history keeps no secrets. Enter these again: %(names)s.")
        messages.warning(request, text % {"names": ", ".join(restored.lost_secrets)})
    return restored
