"""Read the gaps in collection from the records: events, hours with visits, minutes with a
scheduler.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache

from features.over_time.gaps import (
    NOT_READ,
    STOPS,
    Gap,
    common,
    merged,
    of_events,
    of_hours,
    of_minutes,
)
from storage.counters.events import Resolution
from storage.database.models import SourceStatus, TimelineEvent
from storage.database.searches import events as store
from storage.database.searches.events import EventFilter
from storage.database.sources.sources import sources_named
from storage.keys import host_of
from watch.events.changes import HOST, PROBLEM
from watch.events.kinds import EventKind
from watch.loading import Loaded, Outage, load
from webui.apps import stores

_HOURS_KEPT = timedelta(days=31)
_MINUTES_KEPT = timedelta(hours=48)
# Events are kept for weeks. A chart needs no more of one kind.
_MAX_EVENTS = 2_000
_MAX_SOURCES = 20
# Each page of a search needs them, and to read two days of minutes takes 30 ms.
_CACHE_KEY = "collection-gaps"
_CACHE_SECONDS = 30
# The driver tries for 1.1 seconds to reach a Redis that is away. Pages must not wait for it one
# after the other, and must soon say that it is back.
_AWAY_SECONDS = 10


@dataclass(frozen=True, kw_only=True)
class Gaps:
    """The gaps of a time.

    ``drawn``: nothing could be found for this search; ``sources``: of single sources. Both are
    empty if a store is ``away``.
    """

    drawn: tuple[Gap, ...] = ()
    sources: tuple[Gap, ...] = ()
    away: Outage | None = None


def read_gaps(
    names: Sequence[str], start: datetime, end: datetime, now: datetime, *, single: bool
) -> Gaps:
    """Return the gaps between two moments.

    Args:
        names: The sources that the search is limited to, if it is.
        start: The first moment.
        end: The last moment.
        now: The present.
        single: Whether to return the gaps of single sources though the search is not limited to
            them.

    Raises Unavailable.
    """
    if start >= now:
        return Gaps()
    silences = _silences(now)
    if silences.outage is not None:
        return Gaps(away=silences.outage)
    system = merged([*_stops(start, now), *(silences.value or ())])
    found = _of_sources(start, now) if names or single else []
    if names:
        hosts = _of_hosts(start, now)
        chosen = sources_named(frozenset(names))
        groups = [
            [
                *(gap for gap in found if gap.source == each.name),
                *hosts.get(host_of(each.address), ()),
            ]
            for each in chosen
        ]
        system = merged([*system, *common(groups)])
        found = [gap for gap in found if gap.source in names]
    drawn = [part for gap in system if (part := gap.within(start, min(end, now)))]
    of_sources = sorted(part for gap in found if (part := gap.within(start, min(end, now))))
    return Gaps(drawn=tuple(drawn), sources=tuple(of_sources[:_MAX_SOURCES]))


def _stops(start: datetime, now: datetime) -> list[Gap]:
    known = store.conditions(PROBLEM)
    last = {
        str(each.detail.get("store", each.value)): each.since
        for each in known.values()
        if each.value in STOPS
    }
    return of_events(_events(EventKind.SYSTEM, start), STOPS.__contains__, last, start, now)


def _silences(now: datetime) -> Loaded[list[Gap]]:
    """Return the times without visits, or without a scheduler, as far back as they are counted;
    from the cache, also that they cannot be read.
    """
    found: Loaded[list[Gap]] | None = cache.get(_CACHE_KEY)
    if found is None:
        found = load(lambda: merged(_read_silences(now)))
        cache.set(_CACHE_KEY, found, _AWAY_SECONDS if found.outage else _CACHE_SECONDS)
    return found


def _read_silences(now: datetime) -> list[Gap]:
    counters, until = stores().counters(), now.timestamp()
    hours = counters.timeline(Resolution.HOUR, (now - _HOURS_KEPT).timestamp(), until)
    minutes = counters.gauge_history((now - _MINUTES_KEPT).timestamp(), until)
    return [*of_hours(hours, now), *of_minutes(minutes, now)]


def _of_sources(start: datetime, now: datetime) -> list[Gap]:
    rows = SourceStatus.objects.filter(state__in=NOT_READ)
    found = rows.values_list("source__name", "since")
    last = {name: since for name, since in found if since}
    return of_events(_events(EventKind.SOURCE, start), NOT_READ.__contains__, last, start, now)


def _of_hosts(start: datetime, now: datetime) -> dict[str, list[Gap]]:
    last = {key.removeprefix(HOST): each.since for key, each in store.conditions(HOST).items()}
    found: dict[str, list[Gap]] = {}
    for gap in of_events(_events(EventKind.HOST, start), bool, last, start, now):
        found.setdefault(gap.source, []).append(gap)
    return found


def _events(kind: EventKind, start: datetime) -> list[TimelineEvent]:
    return store.find_events(EventFilter(kind=kind, first=start), _MAX_EVENTS)[::-1]
