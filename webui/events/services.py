"""The events that pages show."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils import timezone, translation

from storage.database.models import TimelineEvent
from storage.database.searches import event_groups as groups
from storage.database.searches import events as store
from storage.database.searches.event_groups import EventGroup, NotedGroup
from storage.database.searches.events import LOOKED, STOPPED, EventFilter, GroupKey
from watch.events.groups import (
    GroupView,
    group_view,
    is_recovery,
    left,
    parted,
    resolved,
    title_facts,
    title_of,
)
from watch.events.sentences import EventView, grouped
from watch.system.system_health import OBSERVER_SECONDS
from webui.paging import Paging

PAGE = 100
GROUPS_PAGE = 30
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


@dataclass(frozen=True, kw_only=True)
class GroupPage:
    """One page of groups of events: what is bad first. ``others`` is how many are closed or
    resolved, or open if the page shows those.
    """

    groups: Sequence[GroupView]
    others: int
    paging: Paging


def group_page(wanted: EventFilter, number: int, *, closed: bool) -> GroupPage:
    """Return a page of the groups of matching events that are open, or closed or resolved; a page
    number out of range becomes the nearest page.
    """
    closings, every = groups.closings(), groups.event_groups(wanted, timezone.now())
    recoveries = [each.key for each in every if is_recovery(each.key)]
    visited = groups.visited(wanted)
    over = resolved(every, groups.last_of_recovered(wanted, recoveries), visited)
    idle = left(every, visited)
    opened, settled = parted(every, closings, {*over, *idle})
    found, others = (settled, opened) if closed else (opened, settled)
    paging = Paging.near(number, len(found), GROUPS_PAGE)
    shown = found[paging.skipped : paging.skipped + GROUPS_PAGE]
    names = groups.names_of(wanted, [each for each in shown if each.subjects > 1])
    last = groups.last_events(wanted, shown)
    views = [
        group_view(
            each,
            last[each.key],
            names.get(each.key, ()),
            closings.get(each.key),
            over.get(each.key),
            is_left=each.key in idle,
        )
        for each in shown
        if each.key in last
    ]
    return GroupPage(groups=views, others=len(others), paging=paging)


def close_group(key: GroupKey, newest: int, last: datetime, who: str) -> str | None:
    """Close a group up to what was seen of it; return its title, None if it has no events."""
    now = timezone.now()
    found = _group(key, now)
    if found is None:
        return None
    group, event = found
    seen = replace(group, newest=min(newest, group.newest), last=min(last, group.last))
    groups.close_group(seen, _noted(group, event), who, now)
    return title_of(title_facts(group, event))


def open_group(key: GroupKey, who: str) -> str | None:
    """Open a closed group again; return its title, None if it was not closed."""
    found = _group(key, timezone.now())
    noted = _noted(*found) if found else NotedGroup(name=str(key))
    if not groups.open_group(key, noted, who):
        return None
    if noted.facts:
        return title_of(noted.facts)
    return noted.name


def _noted(group: EventGroup, last: TimelineEvent) -> NotedGroup:
    facts = title_facts(group, last)
    with translation.override("en"):
        return NotedGroup(name=title_of(facts), facts=facts)


def group_title(key: GroupKey) -> str | None:
    """Return the title of a group, None if it has no events."""
    found = _group(key, timezone.now())
    return title_of(title_facts(*found)) if found else None


def _group(key: GroupKey, now: datetime) -> tuple[EventGroup, TimelineEvent] | None:
    """Return all events of a group, and the last of them."""
    wanted = EventFilter(group=key)
    for group in groups.event_groups(wanted, now):
        if last := groups.last_events(wanted, [group]).get(key):
            return group, last
    return None


def last_look() -> datetime | None:
    """Return when the observer looked last, None if it does not run."""
    known = store.conditions(LOOKED).get(LOOKED)
    if known is None or known.value == STOPPED:
        return None
    # An observer that was killed leaves its last look behind.
    silent = timezone.now() - known.since > timedelta(seconds=OBSERVER_SECONDS)
    return None if silent else known.since


def events_of(source_id: int) -> list[EventView]:
    """Return the newest events of a source."""
    return grouped(store.find_events(EventFilter(source_id=source_id), _OF_SOURCE))
