"""The kept states of sources: they follow what changes them, and never look newer than they are."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from storage.database.port import RunRecord, RunStart
from storage.errors import Unavailable
from tests.unit.webui.samples import compact, draft
from tests.unit.webui.test_sources_pages import add
from tests.unit.webui.test_sources_table import names

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import Source
    from watch.stores import Stores

Browse = Callable[..., "Client"]
pytestmark = pytest.mark.usefixtures("tables")
STALE = "Filters and counts are out of date"


def visit(source: "Source", run_id: str, **counts: Any) -> None:
    """Start a visit as the scheduler does, and end it with these counts."""
    from storage.database.store import DjangoConfiguration

    configuration, now = DjangoConfiguration(), timezone.now()
    run = RunRecord(id=run_id, source_id=source.pk, started=now, jobs=1)
    later = now + timedelta(seconds=source.interval_seconds)
    configuration.start_runs([RunStart(run=run, next_visit=later, rhythm={})])
    configuration.save_runs([replace(run, finished=now, **counts)])


def kept(source: "Source") -> str:
    """Return the state that is kept, as filters see it."""
    from storage.database.models import SourceStatus

    return SourceStatus.objects.get(pk=source.pk).state


def judge(ports: "Stores") -> int:
    from watch.events.upkeep import judge_due

    return judge_due(ports, 1000)[0]


@contextmanager
def without_pages_judging(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As with so many sources that a page judges next to none of them."""
    with monkeypatch.context() as patched:
        patched.setattr("watch.events.upkeep._OF_A_PAGE", 0)
        yield


def test_visits_change_the_kept_state(browse: Browse, ports: "Stores") -> None:
    source, other = add("Example"), add("Other")
    judge(ports)
    assert judge(ports) == 0
    visit(source, "r1", lists={"no_links": 1})
    assert judge(ports) == 1
    assert (kept(source), kept(other)) == ("failing", "new")
    assert names(browse("operator"), "?state=failing") == ["Example"]
    visit(source, "r2", lists={"listed": 1})
    judge(ports)
    assert kept(source) == "healthy"


def test_what_an_operator_does_is_filtered_by_at_once(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = [add(name) for name in ("A", "B", "C")]
    client = browse("operator")
    with without_pages_judging(monkeypatch):
        client.post(f"/sources/{sources[0].pk}/pause/", {"reason": "", "next": "/sources/"})
        assert names(client, "?state=paused") == ["A"]
        ids = [str(source.pk) for source in sources[1:]]
        client.post("/sources/bulk/", {"do": "pause", "ids": ",".join(ids), "apply": "1"})
        assert names(client, "?state=paused") == ["A", "B", "C"]
        client.post(f"/sources/{sources[1].pk}/enable/", {"next": "/sources/"})
        assert names(client, "?state=paused") == ["A", "C"]


def test_lists_search_the_present_name_address_and_tags(browse: Browse) -> None:
    from storage.database.sources.sources import change_source, delete_source

    source = add("Éclair", tags=("old",))
    client = browse("operator")
    assert names(client, "?q=éCLAIR") == ["Éclair"]
    moved = draft("Straße", address="https://moved.example/%41_b", tags=("new", "other"))
    change_source(source.pk, moved, "ann")
    assert names(client, "?q=strasse&tag=new") == ["Straße"]
    assert names(client, "?q=MOVED.example/%25") == ["Straße"]
    # Neither % nor _ stands for anything else.
    assert names(client, "?q=moved%25b") == []
    assert names(client, "?q=moved_example") == []
    assert names(client, "?tag=old") == []
    assert names(client, "?q=éclair") == []
    delete_source(source.pk, "ann")
    assert names(client, "?q=strasse") == []


def test_a_state_that_changes_by_time_alone_is_due_then(ports: "Stores") -> None:
    from storage.database.models import Source, SourceStatus

    source = add("Example", interval_seconds=900)
    visit(source, "r1", lists={"listed": 1})
    judge(ports)
    source.refresh_from_db()
    status = SourceStatus.objects.get(pk=source.pk)
    overdue = source.next_visit + timedelta(seconds=900)
    assert status.judge_at <= overdue
    # As if that time had come.
    Source.objects.update(next_visit=timezone.now() - timedelta(seconds=901))
    assert (judge(ports), kept(source)) == (0, "healthy")
    SourceStatus.objects.update(judge_at=timezone.now() - timedelta(seconds=1))
    assert (judge(ports), kept(source)) == (1, "late")


def test_states_of_an_outage_are_not_kept(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    source = add("Example")
    visit(source, "r1", lists={"no_links": 1})

    def away(*_: object) -> None:
        raise Unavailable("the counters", "gone")

    with monkeypatch.context() as patched:
        patched.setattr(ports, "findings", away)
        page = browse("operator").get("/sources/").content.decode()
        assert "Failing" in page
        assert kept(source) == "new"
    assert judge(ports) == 1
    assert kept(source) == "failing"


def test_states_that_nobody_keeps_say_how_old_they_are(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    from storage.database.models import SourceStatus

    source, client = add("Example"), browse("admin")
    judge(ports)
    assert STALE not in client.get("/sources/").content.decode()
    visit(source, "r1", lists={"no_links": 1})
    with without_pages_judging(monkeypatch):
        # Seconds are no news: the observer looks every few of them.
        assert STALE not in client.get("/sources/").content.decode()
        SourceStatus.objects.update(judge_at=timezone.now() - timedelta(minutes=20))
        # Further changes do not make it look newer.
        visit(source, "r2", lists={"no_links": 1})
        for address in ("/sources/", "/monitor/"):
            page = compact(client.get(address).content.decode())
            assert STALE in page
            assert "20\u00a0minutes ago" in page
        # A row tells what is so now.
        assert "Failing" in client.get("/sources/").content.decode()
        assert (
            "newsloom_source_states_age_seconds 12"
            in client.get("/metrics", REMOTE_ADDR="127.0.0.1").content.decode()
        )
    assert STALE not in client.get("/sources/").content.decode()
    assert kept(source) == "failing"


def test_a_change_that_a_judgement_has_not_seen_is_not_lost(ports: "Stores") -> None:
    from storage.database.models import SourceStatus, TimelineEvent
    from storage.database.sources.judgements import keep
    from watch.events.upkeep import _kept
    from watch.sources.states import judge_sources

    TimelineEvent.objects.all().delete()
    source, now = add("Example"), timezone.now()
    visit(source, "r1", lists={"no_links": 1})
    judged = judge_sources([source.pk], ports, now).found[source.pk]
    before = _kept(judged, now)
    assert before is not None
    assert before.state == "failing"
    visit(source, "r2", lists={"listed": 1})
    keep({source.pk: before})
    status = SourceStatus.objects.get(pk=source.pk)
    assert status.state == "new"
    assert status.judge_at <= timezone.now()
    assert not TimelineEvent.objects.exists()
    judge(ports)
    assert kept(source) == "healthy"


def test_of_two_who_judge_the_same_change_one_keeps_it(ports: "Stores") -> None:
    from storage.database.models import TimelineEvent
    from storage.database.sources.judgements import keep
    from watch.events.upkeep import _kept
    from watch.sources.states import judge_sources

    TimelineEvent.objects.all().delete()
    source, now = add("Example"), timezone.now()
    visit(source, "r1", lists={"no_links": 1})
    judged = _kept(judge_sources([source.pk], ports, now).found[source.pk], now)
    assert judged is not None
    keep({source.pk: judged})
    keep({source.pk: judged})
    assert TimelineEvent.objects.count() == 1


def test_a_source_that_a_former_version_added_gets_into_the_lists(
    browse: Browse, ports: "Stores"
) -> None:
    from storage.database.models import SourceStatus, SourceTag
    from watch.events.observer import Observer

    add("Example", tags=("a",))
    SourceStatus.objects.all().delete()
    SourceTag.objects.all().delete()
    client, observer = browse("operator"), Observer(ports)
    assert names(client) == []
    observer.look()
    observer._leader.resign()
    assert names(client, "?tag=a") == ["Example"]
