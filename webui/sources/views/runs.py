"""All runs of a source that are kept."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from storage.database.people.rights import Right
from storage.database.sources.sources import count_runs, run_history
from webui.address_fields import AddressFields
from webui.paging import Paging
from webui.rights import needs
from webui.sources.services.sources import get_source

_PAGE = 50


@require_safe
@needs(Right.VIEW_SOURCES)
def runs(request: HttpRequest, source_id: int) -> HttpResponse:
    """Show the runs of a source, newest first, page by page."""
    source = get_source(source_id)
    if source is None:
        raise Http404
    asked = AddressFields(request.GET)
    paging = Paging.near(asked.page(), count_runs(source_id), _PAGE)
    context = {
        "source": source,
        "asked": asked,
        "runs": run_history(source_id, _PAGE, skip=paging.skipped),
        "paging": paging,
    }
    status = 400 if asked.problems else 200
    return render(request, "sources/source_runs.html", context, status=status)
