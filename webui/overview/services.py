"""The data of the overview: volume and newest documents."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

from django.core.cache import cache
from django.utils import timezone

from storage.documents.dates import day_end, day_start
from storage.documents.port import ByDay, Document, Filters, SearchRequest
from storage.documents.query_tree import Query
from watch.loading import Loaded, load
from webui.apps import stores
from webui.overview.volume import (
    Daily,
    Volume,
    VolumeComparison,
    compare_volume,
    days_until,
    volume,
)

_LATEST = 6
# Counting is slow on large stores. On a new store, cached numbers are soon wrong.
_COUNTS_SECONDS = 15
_FEW_DOCUMENTS = 100


@dataclass(frozen=True, kw_only=True)
class DocumentCounts:
    """Published documents by day, and how many sites published on each."""

    channels: Volume
    sites: Volume
    change: VolumeComparison
    #: How many sites published today.
    sites_today: int
    sites_yesterday: int
    documents: int


@dataclass(frozen=True, kw_only=True)
class Overview:
    """The parts of the page for the reader's day ``today``, all from one store."""

    today: date
    counts: Loaded[DocumentCounts]
    latest: Loaded[list[Document]]


def overview() -> Overview:
    """Read all parts, from the cache where possible."""
    today = timezone.localdate()
    counts = load(lambda: _counts(today, timezone.get_current_timezone()))
    if counts.outage:
        return Overview(today=today, counts=counts, latest=Loaded())
    return Overview(today=today, counts=counts, latest=load(latest))


def latest() -> list[Document]:
    """Return the newest documents without their content."""
    filters = Filters(before=day_end(datetime.now(UTC).date()))
    asked = SearchRequest(query=Query(), filters=filters, sort="time", size=_LATEST)
    return [hit.document for hit in stores().documents().find_hits(asked).hits]


def _counts(today: date, zone: tzinfo) -> DocumentCounts:
    key = f"overview-counts-{zone}-{today}"
    found: DocumentCounts | None = cache.get(key)
    if found is None:
        found = _count(today, zone)
        cache.set(key, found, _COUNTS_SECONDS if found.documents > _FEW_DOCUMENTS else 1)
    return found


def _count(today: date, zone: tzinfo) -> DocumentCounts:
    channels, sites = _daily(today, zone, "channel"), _daily(today, zone, "site")
    drawn = volume(channels, today)
    return DocumentCounts(
        channels=drawn,
        sites=volume(sites, today),
        change=compare_volume(drawn.totals),
        sites_today=len(sites.get(today, {})),
        sites_yesterday=len(sites.get(today - timedelta(days=1), {})),
        documents=stores().documents().info().documents,
    )


def _daily(today: date, zone: tzinfo, name: str) -> Daily:
    span = Filters(after=day_start(days_until(today)[0], zone), before=day_end(today, zone))
    asked = SearchRequest(query=Query(), filters=span)
    return stores().documents().aggregate(asked, ByDay(name, zone))
