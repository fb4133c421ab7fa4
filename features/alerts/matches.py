"""What is new among the matches of a saved search."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice

from features.alerts.many import many_within_a_day
from features.alerts.models import Delivery
from features.alerts.spikes import DAYS, Spike, spike
from features.alerts.times import Mode
from storage.database.models import SavedSearch
from storage.documents.port import Document
from watch.stores import Stores
from webui.search.matches import request_by_words, request_of

OVERLAP = timedelta(hours=24)
"""How far back each run looks again: a page may be stored long after it was collected, at worst
after an outage.
"""
_EVER = datetime(1970, 1, 1, tzinfo=UTC)


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
    if search.mode != Mode.MANY:
        return list(new)
    many = many_within_a_day({each.id: last_seen(each) for each in new}, search.at_least)
    return [each for each in new if each.id in many]


def spike_of(stores: Stores, search: SavedSearch, hour: datetime) -> Spike | None:
    """Return the spike of the hour that begins at this time, or None. Raises QueryError.

    Compare only days before which the search has found something: Newsloom may be younger than two
    weeks.
    """

    def count(since: datetime) -> int:
        # Those by meaning are at most so many, so that they show no spike.
        return stores.documents().count_matches(request_by_words(search, since)).total

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
