"""The audit log: who changed what, and when."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from storage.database.people.rights import Right
from watch.labels import audit_subjects
from webui.accounts.services import audit as service
from webui.address_fields import AddressFields
from webui.periods import offer_for_list
from webui.rights import needs


@require_safe
@needs(Right.VIEW_AUDIT)
def audit(request: HttpRequest) -> HttpResponse:
    """Show a page of the log, filtered by author, kind and time."""
    asked = AddressFields(request.GET)
    wanted, number = _filter(request.GET, asked), asked.page()
    context = {
        "page": None if asked.problems else service.page(wanted, number),
        "wanted": wanted,
        "asked": asked,
        "filtered": wanted != service.EntryFilter(),
        "authors": service.authors(),
        "kinds": audit_subjects(),
        "periods": offer_for_list(request.GET, timezone.localdate()),
        "pager": _pager(request.GET),
    }
    return render(request, "accounts/audit.html", context, status=400 if asked.problems else 200)


def _filter(query: QueryDict, asked: AddressFields) -> service.EntryFilter:
    first, last = asked.span(timezone.localtime())
    return service.EntryFilter(
        who=query.get("who", "").replace("\x00", "")[:150],
        kind=asked.choice("kind", _("Kind"), audit_subjects()),
        first=first,
        last=last,
    )


def _pager(query: QueryDict) -> str:
    """Return the filter as the query string of the links to other pages."""
    rest = query.copy()
    rest.pop("page", None)
    return f"{rest.urlencode()}&" if rest else ""
