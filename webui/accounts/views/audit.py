"""The audit log: who changed what, and when."""

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from storage.database.people.rights import Right
from watch.labels import SUBJECTS
from webui.accounts.services import audit as service
from webui.rights import needs
from webui.sources.views.history import page_number


@require_safe
@needs(Right.VIEW_AUDIT)
def audit(request: HttpRequest) -> HttpResponse:
    """Show a page of the log, filtered by author, kind and days."""
    wanted = _filter(request.GET)
    context = {
        "page": service.page(wanted, page_number(request)),
        "wanted": wanted,
        "filtered": wanted != service.EntryFilter(),
        "authors": service.authors(),
        "kinds": SUBJECTS,
        "pager": _pager(request.GET),
    }
    return render(request, "accounts/audit.html", context)


def _filter(query: QueryDict) -> service.EntryFilter:
    kind = query.get("kind", "")
    values: dict[str, Any] = {"who": query.get("who", "").replace("\x00", "")[:150]}
    values["kind"] = kind if kind in SUBJECTS else ""
    return service.EntryFilter(first=_day(query, "after"), last=_day(query, "before"), **values)


def _day(query: QueryDict, name: str) -> date | None:
    try:
        return date.fromisoformat(query.get(name, "").strip())
    except ValueError:
        return None


def _pager(query: QueryDict) -> str:
    """Return the filter as the query string of the links to other pages."""
    rest = query.copy()
    rest.pop("page", None)
    return f"{rest.urlencode()}&" if rest else ""
