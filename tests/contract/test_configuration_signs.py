"""Rhythms, moves and the observer's last look, on SQLite and on a real MySQL server."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from scheduler.quiet import Quiet
from scheduler.rhythm import Rhythm
from storage.database.port import RunRecord, RunStart
from storage.database.sources.source_config import SourceConfig

if TYPE_CHECKING:
    from storage.database.models import Source
    from storage.database.store import DjangoConfiguration

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
FEED = "https://a.example/feed.xml"


@pytest.fixture
def source(configuration: "DjangoConfiguration") -> "Source":
    from storage.database.models import Condition
    from storage.database.sources.sources import add_source

    Condition.objects.all().delete()
    return add_source(SourceConfig(name="Example", channel="feed", address=FEED), "test")


def test_the_gap_of_a_source_is_read_without_its_rhythm(
    configuration: "DjangoConfiguration", source: "Source"
) -> None:
    from watch.sources.states import quiet_of, sources_with_runs

    assert quiet_of(sources_with_runs([source.pk])) == {}
    quiet = Quiet(hours=6.25, longest=2.5, since=1_800_000_000.125, learned=True)
    run = RunRecord(id="r", source_id=source.pk, started=NOW, jobs=1)
    rhythm = Rhythm(until=5.0, quiet=quiet).to_json()
    configuration.start_runs([RunStart(run=run, next_visit=NOW, rhythm=rhythm)])
    assert quiet_of(sources_with_runs([source.pk])) == {source.pk: quiet}
    source.refresh_from_db()
    assert Rhythm.from_json(source.rhythm).quiet == quiet


def test_how_long_ago_the_observer_looked(source: "Source") -> None:
    from storage.database.clock import database_now
    from storage.database.searches import events
    from watch.system.store_status import _ask_database

    assert _ask_database().observer_age is None
    since = database_now() - timedelta(seconds=90)
    events.note({events.LOOKED: events.KnownCondition(value="", since=since)}, (), ())
    age = _ask_database().observer_age
    assert age is not None
    assert timedelta(seconds=89) < age < timedelta(seconds=150)
    events.note({events.LOOKED: events.KnownCondition(value=events.STOPPED, since=since)}, (), ())
    assert _ask_database().observer_age is None


def test_an_accepted_look_is_in_the_history(source: "Source") -> None:
    from storage.database.people.audit import entries
    from storage.database.searches import events
    from storage.database.sources.sources import accept_look

    key = f"{events.DRIFT_CONDITION}{source.pk}"
    events.note({key: events.KnownCondition(value="structure", since=NOW)}, (), ())
    accept_look(source.pk, "jane")
    assert events.conditions(events.DRIFT_CONDITION) == {}
    assert [(entry.who, entry.action) for entry in entries(1)] == [("jane", "accept look")]


def test_a_text_is_found_as_it_is_written(configuration: "DjangoConfiguration") -> None:
    from storage.database.models import SourceStatus
    from storage.database.sources.sources import add_source

    for name in ("50% 人民日报", "50 人民网", "É_é"):
        add_source(SourceConfig(name=name, channel="feed", address=FEED), "test")

    def found(text: str) -> list[str]:
        rows = SourceStatus.objects.filter(text__contains=text).order_by("sort_name")
        return list(rows.values_list("source__name", flat=True))

    assert found("人民") == ["50 人民网", "50% 人民日报"]
    assert found("0%") == ["50% 人民日报"]
    assert found("é_é") == ["É_é"]
    assert found("e_e") == found("\\") == found("亼") == []
