"""Addresses that pages had earlier: links and bookmarks go on to lead there."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase, HttpResponsePermanentRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from storage.database.people.rights import Right
from webui.rights import needs


def moved(name: str, right: Right) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return the view of an earlier address: it leads to the page of this name, with what was asked
    for, everybody who may open that.
    """

    @require_safe
    @needs(right)
    def lead_on(request: HttpRequest) -> HttpResponseBase:
        query = request.META["QUERY_STRING"]
        return HttpResponsePermanentRedirect(reverse(name) + (f"?{query}" if query else ""))

    return lead_on
