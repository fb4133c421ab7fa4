"""The observer on real stores, and the pages, feed and metrics that show what it saw."""

import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone, translation

from storage.counters.events import Event
from storage.errors import Unavailable
from storage.findings.signs import PageMove, PageShape
from storage.outcomes import Outcome
from storage.workers.status import ProcessDeath, WorkerStatus
from tests.unit.watch.test_drift import page
from tests.unit.webui.samples import compact, draft
from tests.unit.webui.test_sources_pages import add
from tests.unit.webui.test_sources_table import run

if TYPE_CHECKING:
    from django.test import Client

    from watch.events.observer import Observer
    from watch.stores import Stores

Browse = Callable[..., "Client"]


@pytest.fixture
def observer(tables: None, ports: "Stores") -> "Iterator[Observer]":
    from storage.database.models import Condition, EventCount, TimelineEvent
    from watch.events.observer import Observer

    for model in (Condition, EventCount, TimelineEvent):
        model.objects.all().delete()
    made = Observer(ports)
    yield made
    made._leader.resign()


def texts(kind: str = "") -> list[str]:
    """Return what is in the timeline, oldest first."""
    from storage.database.searches.events import EventFilter, find_events
    from watch.events.sentences import viewed

    with translation.override("en"):
        return [viewed(event).text for event in reversed(find_events(EventFilter(kind=kind), 100))]


def worker(name: str, age: float = 0.0) -> WorkerStatus:
    now = time.time()
    return WorkerStatus(name=name, pool="all", started=now, at=now - age, active=0, memory_bytes=1)


@contextmanager
def broken(monkeypatch: pytest.MonkeyPatch, where: str) -> Iterator[None]:
    def refuse(*_: object, **__: object) -> None:
        raise Unavailable("store", "the server does not answer")

    with monkeypatch.context() as patched:
        patched.setattr(where, refuse)
        yield


def test_a_source_that_fails_and_recovers(observer: "Observer", browse: Browse) -> None:
    source = add("Example")
    run(source, 1, lists={"listed": 1})
    observer.look()
    assert texts("source") == []
    run(source, 0, lists={"no_links": 1})
    observer.look()
    observer.look()
    assert texts("source") == ["Example: Healthy → Failing (No links)"]
    client = browse("operator")
    since = client.get(f"/api/v1/sources/{source.pk}").json()["state"]["since"]
    assert abs((datetime.fromisoformat(since) - timezone.now()).total_seconds()) < 60
    shown = compact(client.get(f"/sources/{source.pk}/").content.decode())
    assert re.search("for ?<time", shown)
    assert "Example: Healthy → Failing (No links)" in shown
    run(source, -1, lists={"listed": 1})
    observer.look()
    assert texts("source")[1:] == ["Example: Failing → Healthy"]


def test_one_of_two_observers_records(observer: "Observer", ports: "Stores") -> None:
    from watch.events.observer import Observer

    other = Observer(ports)
    run(add("Example"), lists={"no_links": 1})
    observer.look()
    other.look()
    assert len(texts("source")) == 1


def test_the_first_look_is_not_a_false_alarm(
    observer: "Observer", browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While all roles start, the first look comes before the first heartbeat."""
    client, silent = browse("ops"), "The alerts role is not running"
    assert silent in client.get("/monitor/").content.decode()
    observer.look()
    observer.look()
    assert texts("system") == []
    page = client.get("/monitor/").content.decode()
    assert silent not in page
    assert "All alerts run on time" in page
    monkeypatch.setattr("watch.events.observer._STEADY_SECONDS", 0.0)
    observer.look()
    assert "No worker is running, so nothing is fetched." in texts("system")
    observer.stop()
    observer.run()
    page = client.get("/monitor/").content.decode()
    assert silent in page
    assert "All alerts run on time" not in page
    assert silent in " ".join(client.get("/api/v1/status").json()["reasons"])


def test_what_ops_pause_is_neither_bad_nor_solved(tables: None) -> None:
    from storage.database.models import TimelineEvent
    from watch.events.sentences import tone

    def of(before: str, after: str) -> str:
        return tone(TimelineEvent(kind="system", before=before, after=after))

    assert (of("", "paused"), of("paused", "")) == ("plain", "plain")
    assert (of("", "no_worker"), of("no_worker", "")) == ("bad", "good")


def test_a_pause_of_the_role_alerts_is_recorded_when_it_is_over(observer: "Observer") -> None:
    from storage.database.models import Condition

    observer.look()
    Condition.objects.filter(key="looked").update(since=timezone.now() - timedelta(hours=3))
    observer.look()
    observer.look()
    begun, over = texts("system")
    assert begun.startswith("The alerts role is not running")
    assert over == f"Resolved: {begun}"


def test_changes_by_users(observer: "Observer", monkeypatch: pytest.MonkeyPatch) -> None:
    from storage.database.sources.sources import add_source, set_enabled

    # SQLite's clock leaves out what is below a millisecond: an entry of just now may have a later
    # time.
    monkeypatch.setattr("watch.events.observer._OPEN_TRANSACTIONS", timedelta(seconds=-1))
    add_source(draft("Before"), "jane")
    observer.look()
    assert texts("change") == []
    source = add_source(draft("After"), "jane")
    set_enabled(source.pk, False, "joe", "broken")
    observer.look()
    assert texts("change") == ["jane: Added: After", "joe: Paused: After"]


def test_muting_a_source_is_a_change_and_a_login_is_none(
    observer: "Observer", browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.contrib.auth.models import User

    from storage.database.models import Mute
    from storage.database.people.uses import Use, record_login
    from storage.database.verdicts.mutes import mute, unmute

    monkeypatch.setattr("watch.events.observer._OPEN_TRANSACTIONS", timedelta(seconds=-1))
    source = add("Example")
    browse("ops")
    observer.look()
    now = timezone.now()
    until = now + timedelta(days=1)
    subject = {"kind": "source", "subject": str(source.pk), "name": "Example"}
    mute(Mute(**subject, reason="moving", who="jane", at=now, until=until))
    unmute(Mute.objects.get().pk, "joe")
    record_login(User.objects.get(), Use.PASSWORD, "192.0.2.7")
    observer.look()
    assert texts("change") == ["jane: Muted: Example", "joe: Unmuted: Example"]


def test_a_worker_that_died_and_one_that_vanished(
    observer: "Observer", ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = ports.workers()
    for status in (worker("h-1-all"), worker("h-2-all", age=45), worker("h-3-all")):
        workers.heartbeat(status)
    workers.record_death(ProcessDeath(host="h", pid=1, role="worker-1", code=-9, at=time.time()))
    observer.look()
    assert texts("process") == ["worker-1 died (SIGKILL) and is started again (h, 1)"]
    monkeypatch.setattr("watch.events.observer._LOST_SECONDS", 0.0)
    observer.look()
    observer.look()
    [_, vanished] = texts("process")
    assert vanished.startswith("Worker h-2-all has vanished; its last heartbeat was at 2")
    assert [each.name for each in workers.alive(time.time())] == ["h-3-all"]
    workers.heartbeat(worker("h-2-all"))
    observer.look()
    observer.look()
    assert texts("process")[2:] == ["Worker h-2-all answers again"]


def test_an_outage_of_a_store_and_its_end(
    observer: "Observer", monkeypatch: pytest.MonkeyPatch
) -> None:
    observer.look()
    with broken(monkeypatch, "storage.documents.sqlite.SqliteDocuments.info"):
        observer.look()
    observer.look()
    assert [text for text in texts("system") if "Document store" in text] == [
        "A store cannot be used: Document store. The monitor says why, below “Servers”.",
        "Resolved: A store cannot be used: Document store. The monitor says why, below “Servers”.",
    ]


def test_an_outage_of_the_database_is_recorded_when_it_is_over(
    observer: "Observer", monkeypatch: pytest.MonkeyPatch
) -> None:
    with broken(monkeypatch, "watch.events.observer.database_now"), pytest.raises(Unavailable):
        observer.look()
    observer.look()
    assert [text.partition(" The ")[0] for text in texts("system") if "Database" in text] == [
        "A store cannot be used: Database.",
        "Resolved: A store cannot be used: Database.",
    ]


def test_buried_jobs(
    observer: "Observer", ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("watch.events.observer._BURIED_SECONDS", 0.0)
    counters = ports.counters()
    counters.count_buried("http_5xx")
    observer.look()
    observer._burials._last = None
    for code in ("timeout", "http_5xx", "http_5xx"):
        counters.count_buried(code)
    observer.look()
    by_cause = ["2 jobs were buried: Server error (5xx)", "1 job was buried: Timeout"]
    assert texts("jobs") == by_cause
    # Whatever users do with the jobs meanwhile, the next look counts those buried since.
    observer._burials._last = None
    observer.look()
    assert texts("jobs") == by_cause
    # The same cause is no other event: it goes on.
    counters.count_buried("timeout")
    observer._burials._last = None
    observer.look()
    assert sorted(texts("jobs")) == [
        "2 jobs were buried: Server error (5xx)",
        "2 jobs were buried: Timeout",
    ]


def test_the_page_filters(observer: "Observer", browse: Browse) -> None:
    first, second = add("First"), add("Second")
    run(first, lists={"no_links": 1})
    run(second, lists={"connect": 1})
    observer.look()
    client = browse("ops")

    def shown(query: str = "") -> str:
        return client.get(f"/monitor/events/{query}").content.decode()

    assert "First: Not visited yet → Failing" in shown()
    assert "Host example.org: Connection failed" in shown()
    assert "First:" not in shown("?kind=host")
    assert "Second:" not in shown(f"?source={first.pk}")
    assert "Nothing matches the filter" in shown("?before=2020-01-01")
    assert "First:" in shown("?page=99")
    unreadable = shown("?kind=nonsense&source=x&after=never&page=y")
    assert "Kind: “nonsense” is not one of the choices." in unreadable
    assert "Source: “x” is not a number." in unreadable
    assert "From: “never” is not a date." in unreadable
    assert "Page number: “y” is not a number." in unreadable
    assert "First:" not in unreadable
    assert "/monitor/events/" in client.get("/monitor/").content.decode()


def test_metrics_count_events(observer: "Observer", browse: Browse) -> None:
    run(add("First"), lists={"no_links": 1})
    observer.look()
    text = browse("").get("/metrics", REMOTE_ADDR="127.0.0.1").content.decode()
    assert (
        'newsloom_events_total{from="new",kind="source",reason="no_links",to="failing"} 1.0' in text
    )


def test_events_are_kept_for_weeks(observer: "Observer", monkeypatch: pytest.MonkeyPatch) -> None:
    from storage.database.searches import events as store
    from storage.database.searches.events import Happening, drop_events

    now = timezone.now()
    ages = [timedelta(days=50), *[timedelta(hours=hours) for hours in (5, 4, 3, 2, 1)]]
    happened = [Happening(at=now - age, kind="host", subject=str(age), after="dns") for age in ages]
    store.note({}, (), happened)
    drop_events(now - timedelta(days=42))
    assert len(texts()) == 5
    monkeypatch.setattr(store, "MAX_EVENTS", 2)
    drop_events(now - timedelta(days=42))
    assert len(texts()) == 2


def test_pages_that_change_are_shown_until_somebody_accepts(
    observer: "Observer", ports: "Stores", browse: Browse
) -> None:
    source = add("Example", address="https://example.org/")
    run(source, lists={"listed": 1}, pages={"stored": 9})
    rng = random.Random(1)

    def fetch(count: int, layout: int) -> None:
        for _ in range(count):
            record_shape(ports, source.pk, page(rng, layout))
        observer.look()
        observer.look()

    fetch(40, layout=1)
    assert texts("source") == []
    fetch(20, layout=2)
    assert texts("source") == ["Example: Healthy → Changed (New page layout)"]
    client = browse("operator")
    shown = compact(client.get(f"/sources/{source.pk}/").content.decode())
    assert shown.count("https://a.example/0.") >= 6
    assert "Compare a page from before with one from now." in shown
    assert client.get(f"/api/v1/sources/{source.pk}").json()["state"]["reason"] == "structure"
    assert client.post(f"/sources/{source.pk}/look/accept/").status_code == 302
    fetch(40, layout=2)
    assert texts("source")[1:] == ["Example: Changed → Healthy"]
    assert (
        "Accepted the new look of its pages"
        in client.get(f"/sources/{source.pk}/history/").content.decode()
    )


def record_shape(ports: "Stores", source_id: int, shape: PageShape) -> None:
    common: dict[str, Any] = {
        "run_id": "r",
        "channel": "feed",
        "site": "a.example",
        "outcome": Outcome.STORED,
        "at": time.time(),
    }
    ports.counters().record([Event(source_id=source_id, url=shape.url, shape=shape, **common)])


def test_pages_that_move_while_their_list_does_not(
    observer: "Observer", ports: "Stores", browse: Browse
) -> None:
    source = add("Example", address="https://old.example/feed.xml")
    run(source, lists={"listed": 1}, pages={"stored": 3})
    observer.look()
    rng = random.Random(1)

    def store(host: str, count: int) -> None:
        for number in range(count):
            record_shape(ports, source.pk, replace(page(rng, 1), url=f"https://{host}/{number}"))
        observer.look()

    move = PageMove(url="https://old.example/1", target="https://new.example/1")
    ports.findings().record_page_move(source.pk, move)
    store("new.example", 2)
    store("old.example", 1)
    assert texts("source") == []
    store("new.example", 3)
    observer.look()
    assert texts("source") == ["Example: Healthy → Moved (https://new.example/1)"]
    client = browse("operator")
    state = client.get(f"/api/v1/sources/{source.pk}").json()["state"]
    assert (state["name"], state["moved_to"]) == ("moved", "")
    assert "https://old.example/1 to https://new.example/1" in state["evidence"]
    shown = compact(client.get(f"/sources/{source.pk}/").content.decode())
    assert "none is stored a second time" in shown
    assert f'action="/sources/{source.pk}/repair/"' in shown
    store("old.example", 1)
    observer.look()
    assert texts("source")[1:] == ["Example: Moved → Healthy"]


def test_a_problem_that_only_an_earlier_version_knew_is_shown_by_its_code(
    observer: "Observer",
) -> None:
    from storage.database.models import TimelineEvent

    former = {"kind": "system", "subject": "queue-b:11300", "detail": '{"server": "queue-b:11300"}'}
    at = datetime.now(UTC)
    for change in ({"after": "queue_server_away"}, {"before": "queue_server_away"}):
        TimelineEvent.objects.create(at=at, first=at, **former, **change)
    assert texts("system") == ["queue_server_away", "Resolved: queue_server_away"]


def test_the_same_event_again_is_shown_once_with_its_span(observer: "Observer") -> None:
    from storage.database.models import TimelineEvent
    from watch.events.sentences import grouped

    def event(minute: int, **fields: Any) -> "TimelineEvent":
        at = datetime(2026, 11, 28, 20, minute, tzinfo=UTC)
        common = {"kind": "host", "subject": "a.example", "after": "dns"}
        return TimelineEvent(at=at, first=at, **{**common, **fields})

    up = {"before": "dns", "after": ""}
    views = grouped([event(9), event(8, **up), event(5), event(4, **up), event(1)])
    assert [(each.text, each.times) for each in views] == [
        ("Host a.example: Host name not found", 3),
        ("Host a.example answers again", 2),
    ]
    assert views[0].since == datetime(2026, 11, 28, 20, 1, tzinfo=UTC)
    dead = {"kind": "process", "subject": "worker-1", "after": "", "reason": "SIGKILL"}
    [view] = grouped([event(9, **dead, count=4), event(1, **dead)])
    assert view.times == 5
    [view] = grouped([event(9)])
    assert (view.times, view.since) == (1, None)
    held_back = {"kind": "source", "before": "healthy", "after": "held_back"}
    assert [each.tone for each in grouped([event(9, **held_back)])] == ["bad"]


def test_workers_are_told_again_what_was_erased(observer: "Observer", ports: "Stores") -> None:
    """A store that has lost its marks gets all of them, a thousand as well as one."""
    from storage.database import tombstones
    from storage.database.models import Tombstone

    marks = {f"{number:032x}" for number in range(1_001)}
    tombstones.add(marks, 1)
    assert ports.tombstones().known(marks) == set()
    observer.look()
    assert ports.tombstones().known(marks) == marks
    Tombstone.objects.all().delete()
    ports.tombstones().remove(marks)
