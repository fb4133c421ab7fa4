"""What matches a saved search, and since when."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice

from notify.alerts.spikes import DAYS, Spike, spike
from storage.backends import open_segmenter
from storage.database.models import Delivery, SavedSearch
from storage.database.searches.saved_searches import search_of
from storage.documents.port import Document, Hit, SearchRequest
from watch.stores import Stores

FEED_SIZE = 50
OVERLAP = timedelta(hours=24)
"""How far back each run looks again: a page may be stored long after it was collected, at worst
after an outage.
"""
_EVER = datetime(1970, 1, 1, tzinfo=UTC)


def request_of(stores: Stores, search: SavedSearch) -> SearchRequest:
    """Return the search request. Raises ``QueryError``.

    Last found first, so that undated documents come too; and every copy, because a later one is new
    all the same.
    """
    segmenter = open_segmenter(stores.settings)
    asked = search_of(search).request(segmenter, size=FEED_SIZE, facets=False)
    return replace(asked, sort="collected", copies="each")


def newest(stores: Stores, search: SavedSearch) -> list[Hit]:
    """Return the newest matches, FEED_SIZE at most."""
    return list(stores.documents().find_hits(request_of(stores, search)).hits)


def collected_since(
    stores: Stores, search: SavedSearch, since: datetime, most: int
) -> list[Document]:
    """Return matches collected at this time or later, oldest first, without their content, ``most``
    at most.
    """
    asked = request_of(stores, search)
    asked = replace(asked, filters=replace(asked.filters, collected_since=since))
    return [
        replace(each, content="", posts=())
        for each in islice(stores.documents().export(asked), most)
    ]


def last_seen(document: Document) -> datetime:
    """Return when a match of ``collected_since`` was found, or last grew."""
    return max(document.collected, document.changed or document.collected)


def count_since(stores: Stores, search: SavedSearch, since: datetime) -> int:
    """Return how many matches were collected at this time or later. Raises QueryError."""
    asked = request_of(stores, search)
    asked = replace(asked, filters=replace(asked.filters, collected_since=since))
    return stores.documents().count_matches(asked).total


def spike_of(stores: Stores, search: SavedSearch, hour: datetime) -> Spike | None:
    """Return the spike of the hour that begins at this time, or None. Raises QueryError.

    Compare only days before which the search has found something: Newsloom may be younger than two
    weeks.
    """
    everything = count_since(stores, search, _EVER)
    earlier = []
    for days in range(1, DAYS + 1):
        start = hour - timedelta(days=days)
        since = count_since(stores, search, start)
        if since == everything:
            break
        earlier.append(since - count_since(stores, search, start + timedelta(hours=1)))
    later = count_since(stores, search, hour + timedelta(hours=1))
    count = count_since(stores, search, hour) - later
    return spike(count, earlier)


def shown_documents(stores: Stores, delivery: Delivery) -> Iterator[Document]:
    """Yield the documents of a delivery, except those deleted since."""
    for each in delivery.documents:
        document = stores.documents().get(each)
        if document is not None:
            yield document
