"""Feeds of saved searches, without a login: the address is the secret."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from storage.database.models import SavedSearch
from storage.database.owned.keeping import find
from storage.database.people.rights import may_search
from storage.database.searches.saved_searches import search_of
from storage.database.secret_keys import is_feed_token, search_number
from storage.documents.errors import QueryError
from webui.apps import stores
from webui.labels import query_problem
from webui.search.feed_response import feed_response
from webui.search.feeds import FORMS, SearchFeed
from webui.search.matches import newest


@require_safe
def feed(request: HttpRequest, token: str, form: str) -> HttpResponse:
    """Return the newest matches.

    Without the right, or no longer with it, the answer is 404 and reveals nothing.
    """
    number = search_number(token)
    search = find(SavedSearch, number) if number is not None else None
    if (
        search is None
        or form not in FORMS
        or not is_feed_token(search, token)
        or not may_search(search.owner)
    ):
        raise Http404
    try:
        hits = newest(stores(), search)
    except QueryError as error:
        return HttpResponse(
            f"{query_problem(error)}\n", status=422, content_type="text/plain; charset=utf-8"
        )
    found = SearchFeed(
        title=search.name,
        page=request.build_absolute_uri(f"{reverse('search')}?{search_of(search).query_string}"),
        address=request.build_absolute_uri(request.path),
        hits=hits,
        updated=max((hit.document.collected for hit in hits), default=search.created),
        language=search.language,
    )
    return feed_response(request, found, form)
