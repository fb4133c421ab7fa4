"""The audit log: who changed what, and when."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from storage.database.people.rights import Right
from watch.labels import SUBJECTS
from webui.accounts.services import audit as service
from webui.day_filter import DayFilter
from webui.rights import needs
from webui.sources.views.history import page_number


@require_safe
@needs(Right.VIEW_AUDIT)
def audit(request: HttpRequest) -> HttpResponse:
    """Show a page of the log, filtered by author, kind and days."""
    days = DayFilter.read(request.GET)
    wanted = _filter(request.GET, days)
    context = {
        "page": None if days.problems else service.page(wanted, page_number(request)),
        "wanted": wanted,
        "days": days,
        "filtered": wanted != service.EntryFilter(),
        "authors": service.authors(),
        "kinds": SUBJECTS,
        "pager": _pager(request.GET),
    }
    return render(request, "accounts/audit.html", context, status=400 if days.problems else 200)


def _filter(query: QueryDict, days: DayFilter) -> service.EntryFilter:
    kind = query.get("kind", "")
    return service.EntryFilter(
        who=query.get("who", "").replace("\x00", "")[:150],
        kind=kind if kind in SUBJECTS else "",
        first=days.first,
        last=days.last,
    )


def _pager(query: QueryDict) -> str:
    """Return the filter as the query string of the links to other pages."""
    rest = query.copy()
    rest.pop("page", None)
    return f"{rest.urlencode()}&" if rest else ""
