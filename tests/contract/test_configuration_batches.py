"""Runs of many sources that start together, on SQLite and on a real MySQL server."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from storage.database.port import RunRecord, RunStart
from tests.contract.configuration_sources import NOW, add

if TYPE_CHECKING:
    from storage.database.store import DjangoConfiguration

MINUTE = timedelta(minutes=1)


def starts(sources: Sequence[int]) -> list[RunStart]:
    """Return a run of each source; next visits and rhythms differ."""
    return [
        RunStart(
            run=RunRecord(id=f"run-{source}", source_id=source, started=NOW, jobs=index + 1),
            next_visit=NOW + (index + 1) * MINUTE,
            rhythm={"until": index, "text": 'it\'s "%s" 新闻'},
        )
        for index, source in enumerate(sources)
    ]


def stored() -> dict[int, list[Any]]:
    from storage.database.models import Source

    return {
        pk: rest
        for pk, *rest in Source.objects.values_list("pk", "next_visit", "last_visit", "rhythm")
    }


def given(start: RunStart) -> list[Any]:
    return [start.next_visit, start.run.started, start.rhythm]


def test_each_source_gets_its_own(configuration: "DjangoConfiguration") -> None:
    sources = [add(name).pk for name in "abcd"]
    started = starts(sources[:3])
    configuration.start_runs(started)
    assert stored() == {
        **{each.run.source_id: given(each) for each in started},
        sources[3]: [NOW, None, {}],
    }
    assert configuration.newest_runs(sources) == {each.run.source_id: each.run for each in started}
    configuration.start_runs([])


def test_a_repetition_starts_only_what_is_missing(configuration: "DjangoConfiguration") -> None:
    sources = [add(name).pk for name in "abc"]
    first = starts(sources)
    configuration.start_runs(first[:2])
    later = [
        replace(each, next_visit=NOW + timedelta(days=1), rhythm={"later": True}) for each in first
    ]
    configuration.start_runs(later)
    assert stored() == {each.run.source_id: given(each) for each in [*first[:2], later[2]]}
    assert len(configuration.open_runs(NOW)) == 3


def test_a_source_that_was_deleted_keeps_no_one_from_his_run(
    configuration: "DjangoConfiguration",
) -> None:
    from storage.database.sources.sources import delete_source

    gone, kept = add("a").pk, add("b").pk
    delete_source(gone, "anna")
    configuration.start_runs(starts([gone, kept]))
    assert [run.source_id for run in configuration.open_runs(NOW)] == [kept]


def test_all_or_none(configuration: "DjangoConfiguration") -> None:
    from django.db import DataError, IntegrityError

    good, bad = starts([add(name).pk for name in "ab"])
    for broken in (
        replace(bad, run=replace(bad.run, jobs=-1)),
        replace(bad, rhythm={"hours": float("inf")}),
    ):
        with pytest.raises((IntegrityError, DataError)):
            configuration.start_runs([good, broken])
        assert set(map(tuple, (row[:2] for row in stored().values()))) == {(NOW, None)}
        assert configuration.open_runs(NOW) == []


def test_a_visit_that_somebody_wants_meanwhile_is_not_put_off(
    configuration: "DjangoConfiguration",
) -> None:
    from storage.database.models import Source

    wanted, other = (add(name).pk for name in "ab")
    soon = NOW + timedelta(microseconds=1)
    Source.objects.filter(pk=wanted).update(next_visit=soon)
    configuration.start_runs(starts([wanted, other]))
    assert {pk: row[0] for pk, row in stored().items()} == {wanted: soon, other: NOW + 2 * MINUTE}
    assert stored()[wanted][1] == NOW


def test_the_number_of_statements_does_not_grow(configuration: "DjangoConfiguration") -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def statements(sources: Sequence[int]) -> int:
        with CaptureQueriesContext(connection) as captured:
            due = [source.id for source in configuration.due_sources(NOW, len(sources))]
            configuration.newest_runs(due)
            configuration.start_runs(starts(due))
            configuration.reschedule(dict.fromkeys(due, NOW + MINUTE))
        assert sorted(due) == sorted(sources)
        return len(captured)

    few = statements([add(f"few-{number}").pk for number in range(2)])
    assert statements([add(f"many-{number}").pk for number in range(40)]) == few


def test_calls_for_the_same_sources_at_once_start_each_run_once(
    configuration: "DjangoConfiguration",
) -> None:
    sources = [add(f"source-{number}").pk for number in range(30)]
    started = starts(sources)
    barrier, problems = threading.Barrier(2), []

    def start(runs: Sequence[RunStart]) -> None:
        try:
            barrier.wait()
            configuration.start_runs(runs)
        except Exception as problem:
            problems.append(problem)
        finally:
            configuration.close()

    threads = [threading.Thread(target=start, args=(runs,)) for runs in (started, started[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert stored() == {each.run.source_id: given(each) for each in started}
    assert len(configuration.open_runs(NOW)) == len(sources)
