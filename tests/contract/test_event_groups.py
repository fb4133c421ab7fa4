"""Events counted in groups, on every database."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from storage.database.store import DjangoConfiguration

NOW = datetime(2026, 11, 28, 12, 0, 0, 250_000, tzinfo=UTC)


@pytest.fixture(autouse=True)
def events(configuration: "DjangoConfiguration") -> None:
    from storage.database.models import EventClosing, TimelineEvent

    for model in (EventClosing, TimelineEvent):
        model.objects.all().delete()

    def happens(hours_ago: float, kind: str, subject: str, **fields: Any) -> None:
        at = NOW - timedelta(hours=hours_ago)
        values = {"first": at, **fields}
        TimelineEvent.objects.create(at=at, kind=kind, subject=subject, **values)

    failing = {"after": "failing", "reason": "no_links"}
    for number in range(30):
        happens(30 - number, "source", f"s{number}", source_id=number, before="new", **failing)
    happens(29.5, "source", "s29", source_id=29, before="healthy", **failing)
    happens(5, "source", "s1", source_id=1, before="healthy", after="failing", reason="timeout")
    happens(4, "host", "a.example", after="dns")
    happens(3, "host", "a.example", before="dns")
    happens(2, "host", "b.example", before="connect")
    # It has gone on since before another one of its group.
    happens(0, "jobs", "", reason="timeout", count=7, first=NOW - timedelta(hours=48))
    happens(1, "jobs", "", reason="timeout", count=2)


def test_groups_are_counted_over_all_events() -> None:
    from storage.database.searches.event_groups import event_groups, last_events, names_of
    from storage.database.searches.events import EventFilter, find_events

    wanted = EventFilter()
    groups = event_groups(wanted, NOW)
    assert [(str(each.key), each.times, each.lately, each.subjects) for each in groups] == [
        ("jobs:::timeout", 9, 9, 1),
        ("source::failing:no_links", 31, 24, 30),
        ("host:connect::", 1, 1, 1),
        ("host:dns::", 1, 1, 1),
        ("host::dns:", 1, 1, 1),
        ("source::failing:timeout", 1, 1, 1),
    ]
    jobs, sources, *_rest = groups
    assert (jobs.first, jobs.last) == (NOW - timedelta(hours=48), NOW)
    # Thirty hours in twelve parts, the last event in the last.
    assert sources.trend == (4, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2)
    assert sum(jobs.trend) == jobs.times
    names = names_of(wanted, [sources, jobs])
    assert names[sources.key] == [f"s{number}" for number in range(29, 9, -1)]
    assert names[jobs.key] == [""]
    last = last_events(wanted, groups)
    assert (last[jobs.key].count, last[sources.key].subject) == (7, "s29")
    assert last.keys() == {each.key for each in groups}
    for each in groups:
        found = find_events(EventFilter(group=each.key), 100)
        assert sum(event.count for event in found) == each.times
    [recent] = event_groups(EventFilter(group=sources.key, first=NOW - timedelta(hours=3)), NOW)
    assert (recent.times, recent.subjects) == (3, 3)
    assert event_groups(EventFilter(kind="process"), NOW) == []


def test_the_last_events_of_a_group_name_its_subjects() -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from storage.database.models import TimelineEvent
    from storage.database.searches.event_groups import event_groups, names_of
    from storage.database.searches.events import EventFilter

    wanted = EventFilter(kind="process")

    def named(minutes: Sequence[int], reason: str) -> tuple[list[str], list[str]]:
        """Store events of a group; return its subjects, and the queries that find them."""
        times = [NOW - timedelta(minutes=each) for each in minutes]
        TimelineEvent.objects.bulk_create(
            TimelineEvent(at=at, first=at, kind="process", subject=f"p{number}", reason=reason)
            for number, at in enumerate(times)
        )
        [group] = [each for each in event_groups(wanted, NOW) if each.key.reason == reason]
        with CaptureQueriesContext(connection) as queries:
            found = names_of(wanted, [group])
        return found[group.key], [each["sql"] for each in queries]

    names, [query] = named(range(300), "even")
    assert names == [f"p{number}" for number in range(20)]
    if connection.vendor == "sqlite":
        # It reads the last hour of five, not all events of the kind.
        with connection.cursor() as cursor:
            plan = cursor.execute(f"EXPLAIN QUERY PLAN {query}").fetchall()
        assert "event_of_kind (kind=? AND at>?)" in str(plan)
    names, queries = named([0, *range(10_000, 10_300)], "uneven")
    assert names == [f"p{number}" for number in range(20)]
    assert len(queries) == 2


def test_what_happened_to_the_subjects_that_have_recovered() -> None:
    from storage.database.searches.event_groups import last_of_recovered
    from storage.database.searches.events import EventFilter, GroupKey

    answers = GroupKey(kind="host", before="dns")
    found = last_of_recovered(EventFilter(), [answers])
    assert {(str(each.key), each.subject, each.last) for each in found} == {
        ("host::dns:", "a.example", NOW - timedelta(hours=4)),
        ("host:dns::", "a.example", NOW - timedelta(hours=3)),
    }
    # Only what the filter lets through counts.
    lately = EventFilter(first=NOW - timedelta(hours=3, minutes=30))
    assert [str(each.key) for each in last_of_recovered(lately, [answers])] == ["host:dns::"]
    assert last_of_recovered(EventFilter(), []) == []


def test_a_closing_is_kept_as_it_was_seen() -> None:
    from storage.database.models import AuditEntry
    from storage.database.searches.event_groups import (
        NotedGroup,
        close_group,
        closings,
        event_groups,
        open_group,
    )
    from storage.database.searches.events import EventFilter

    group = event_groups(EventFilter(), NOW)[0]
    noted = NotedGroup(name="jobs", facts={"group": "jobs:::", "times": 2})
    close_group(group, noted, "olga", NOW)
    close_group(group, noted, "omar", NOW)
    [(key, closing)] = closings().items()
    assert key == group.key
    assert (closing.newest, closing.last, closing.who) == (group.newest, group.last, "omar")
    assert open_group(key, noted, "omar")
    assert not open_group(key, noted, "omar")
    assert closings() == {}
    actions = AuditEntry.objects.filter(kind="event").values_list("action", flat=True)
    assert sorted(actions) == ["close", "close", "open again"]
