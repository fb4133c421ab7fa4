"""What matches a saved search."""

from dataclasses import replace
from datetime import datetime

from storage.database.models import SavedSearch
from storage.database.searches.saved_searches import search_of
from storage.documents.meaning import check_embedder, with_meaning
from storage.documents.port import Hit, SearchRequest
from watch.stores import Stores

_FEED_SIZE = 50


def request_of(stores: Stores, search: SavedSearch, since: datetime | None = None) -> SearchRequest:
    """Return the search request, for what was collected at this time or later. Raises
    ``QueryError``.

    Last found first, so that undated documents come too; and every copy, because a later one is new
    all the same.
    """
    asked = request_by_words(search, since)
    match = search_of(search).match
    check_embedder(stores.embedder(), asked, match)
    # Among the new ones: of all, others may be nearer.
    return with_meaning(stores.documents(), stores.embedder(), asked, match)


def request_by_words(search: SavedSearch, since: datetime | None) -> SearchRequest:
    """Return the request without what it finds by meaning. Raises ``QueryError``."""
    asked = search_of(search).request(size=_FEED_SIZE, facets=False)
    filters = replace(asked.filters, collected_since=since)
    return replace(asked, sort="collected", copies="each", filters=filters)


def newest(stores: Stores, search: SavedSearch) -> list[Hit]:
    """Return the newest matches, 50 at most."""
    return list(stores.documents().find_hits(request_of(stores, search)).hits)


def count_since(stores: Stores, search: SavedSearch, since: datetime) -> int:
    """Return how many matches were collected at this time or later. Raises QueryError."""
    return stores.documents().count_matches(request_of(stores, search, since)).total
