"""What matches a saved search, and since when."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice

from notify.alerts.many import many_within_a_day
from notify.alerts.spikes import DAYS, Spike, spike
from storage.database.models import Delivery, SavedSearch
from storage.database.searches.saved_searches import search_of
from storage.database.searches.search import Search
from storage.documents.meaning import check_embedder, with_meaning
from storage.documents.port import Document, Hit, SearchRequest
from watch.stores import Stores

FEED_SIZE = 50
OVERLAP = timedelta(hours=24)
"""How far back each run looks again: a page may be stored long after it was collected, at worst
after an outage.
"""
_EVER = datetime(1970, 1, 1, tzinfo=UTC)


def request_of(stores: Stores, search: SavedSearch, since: datetime | None = None) -> SearchRequest:
    """Return the search request, for what was collected at this time or later. Raises
    ``QueryError``.

    Last found first, so that undated documents come too; and every copy, because a later one is new
    all the same.
    """
    saved = search_of(search)
    asked = _by_words(saved, since)
    check_embedder(stores.embedder(), asked, saved.match)
    # Among the new ones: of all, others may be nearer.
    return with_meaning(stores.documents(), stores.embedder(), asked, saved.match)


def _by_words(saved: Search, since: datetime | None) -> SearchRequest:
    asked = saved.request(size=FEED_SIZE, facets=False)
    filters = replace(asked.filters, collected_since=since)
    return replace(asked, sort="collected", copies="each", filters=filters)


def newest(stores: Stores, search: SavedSearch) -> list[Hit]:
    """Return the newest matches, FEED_SIZE at most."""
    return list(stores.documents().find_hits(request_of(stores, search)).hits)


def collected_since(
    stores: Stores, search: SavedSearch, since: datetime, most: int
) -> list[Document]:
    """Return matches collected at this time or later, oldest first, without their content, ``most``
    at most.
    """
    asked = request_of(stores, search, since)
    return [
        replace(each, content="", posts=(), comments=())
        for each in islice(stores.documents().export(asked), most)
    ]


def last_seen(document: Document) -> datetime:
    """Return when a match of ``collected_since`` was found, or last grew."""
    return max(document.collected, document.changed or document.collected)


def enough(search: SavedSearch, new: Sequence[Document]) -> list[Document]:
    """Return those of new matches that the alert tells now: all, or what is many within a day."""
    if search.mode != SavedSearch.Mode.MANY:
        return list(new)
    many = many_within_a_day({each.id: last_seen(each) for each in new}, search.at_least)
    return [each for each in new if each.id in many]


def count_since(stores: Stores, search: SavedSearch, since: datetime) -> int:
    """Return how many matches were collected at this time or later. Raises QueryError."""
    return stores.documents().count_matches(request_of(stores, search, since)).total


def spike_of(stores: Stores, search: SavedSearch, hour: datetime) -> Spike | None:
    """Return the spike of the hour that begins at this time, or None. Raises QueryError.

    Compare only days before which the search has found something: Newsloom may be younger than two
    weeks.
    """
    saved = search_of(search)

    def count(since: datetime) -> int:
        # Those by meaning are at most so many, so that they show no spike.
        return stores.documents().count_matches(_by_words(saved, since)).total

    everything = count(_EVER)
    earlier = []
    for days in range(1, DAYS + 1):
        start = hour - timedelta(days=days)
        since = count(start)
        if since == everything:
            break
        earlier.append(since - count(start + timedelta(hours=1)))
    later = count(hour + timedelta(hours=1))
    return spike(count(hour) - later, earlier)


def shown_documents(stores: Stores, delivery: Delivery) -> Iterator[Document]:
    """Yield the documents of a delivery, except those deleted since."""
    for each in delivery.documents:
        document = stores.documents().get(each)
        if document is not None:
            yield document
