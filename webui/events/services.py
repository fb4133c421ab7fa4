"""The events that pages show."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from storage.database.searches import events as store
from storage.database.searches.events import LOOKED, STOPPED, EventFilter
from watch.events.sentences import EventView, grouped, viewed
from watch.system.system_health import OBSERVER_SECONDS
from webui.paging import Paging

PAGE = 100
_FEED = 100
_OF_SOURCE = 10


@dataclass(frozen=True, kw_only=True)
class EventPage:
    """One page of events, newest first; the same thing again is shown once."""

    events: Sequence[EventView]
    paging: Paging


def event_page(wanted: EventFilter, number: int) -> EventPage:
    """Return a page of the matching events; a page number out of range becomes the nearest page."""
    paging = Paging.near(number, store.count_events(wanted), PAGE)
    found = store.find_events(wanted, PAGE, skip=paging.skipped)
    return EventPage(events=grouped(found), paging=paging)


def last_look() -> datetime | None:
    """Return when the observer looked last, None if it does not run."""
    known = store.conditions(LOOKED).get(LOOKED)
    if known is None or known.value == STOPPED:
        return None
    silent = timezone.now() - known.since > timedelta(seconds=OBSERVER_SECONDS)
    return None if silent else known.since


def events_of(source_id: int) -> list[EventView]:
    """Return the newest events of a source."""
    return grouped(store.find_events(EventFilter(source_id=source_id), _OF_SOURCE))


def feed_events(kind: str) -> list[EventView]:
    """Return the newest events, of one kind if ``kind`` is not empty."""
    return [viewed(event) for event in store.find_events(EventFilter(kind=kind), _FEED)]
