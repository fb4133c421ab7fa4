"""The audit log: who changed what, and when."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from storage.database.people.rights import Right
from watch.labels import SUBJECTS
from webui.accounts.services import audit as service
from webui.asked import Asked
from webui.rights import needs


@require_safe
@needs(Right.VIEW_AUDIT)
def audit(request: HttpRequest) -> HttpResponse:
    """Show a page of the log, filtered by author, kind and days."""
    asked = Asked(request.GET)
    wanted, number = _filter(request.GET, asked), asked.page()
    context = {
        "page": None if asked.problems else service.page(wanted, number),
        "wanted": wanted,
        "asked": asked,
        "filtered": wanted != service.EntryFilter(),
        "authors": service.authors(),
        "kinds": SUBJECTS,
        "pager": _pager(request.GET),
    }
    return render(request, "accounts/audit.html", context, status=400 if asked.problems else 200)


def _filter(query: QueryDict, asked: Asked) -> service.EntryFilter:
    return service.EntryFilter(
        who=query.get("who", "").replace("\x00", "")[:150],
        kind=asked.choice("kind", _("Kind"), SUBJECTS),
        first=asked.day("after", _("From")),
        last=asked.day("before", _("To")),
    )


def _pager(query: QueryDict) -> str:
    """Return the filter as the query string of the links to other pages."""
    rest = query.copy()
    rest.pop("page", None)
    return f"{rest.urlencode()}&" if rest else ""
