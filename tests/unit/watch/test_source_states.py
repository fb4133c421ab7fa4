"""The state of a source by its latest visits."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from storage.database.port import RunRecord
from storage.findings.signs import FailedAttempt
from storage.learned.orders import PauseKind, PauseOrder
from watch.sources.silence import Silence
from watch.sources.source_health import SourceState, Visits, judge, may_change_at

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def run(lists: dict[str, int], pages: dict[str, int] | None = None) -> RunRecord:
    return RunRecord(id="r", source_id=1, started=NOW, jobs=1, lists=lists, pages=pages or {})


def health(
    runs: list[RunRecord], *, enabled: bool = True, overdue_seconds: int = 0, **more: Any
) -> tuple[SourceState, str]:
    visits = Visits(
        enabled=enabled,
        interval_seconds=900,
        next_visit=NOW - timedelta(seconds=overdue_seconds),
        runs=runs,
        **more,
    )
    verdict = judge(visits, NOW)
    return verdict.health, verdict.reason


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        ([], (SourceState.NEW, "")),
        ([run({})], (SourceState.WORKING, "")),
        ([run({"listed": 1}, {"stored": 1})], (SourceState.HEALTHY, "")),
        ([run({"not_modified": 1})], (SourceState.HEALTHY, "")),
        ([run({}), run({"listed": 1})], (SourceState.HEALTHY, "")),
        ([run({"dns": 1}), run({"listed": 1})], (SourceState.FAILING, "dns")),
        ([run({"http_5xx": 1, "timeout": 3})], (SourceState.FAILING, "timeout")),
        ([run({"listed": 1, "timeout": 3})], (SourceState.HEALTHY, "")),
        (
            [run({"listed": 1}, {"too_short": 6, "no_date": 2})],
            (SourceState.NOTHING_USABLE, "too_short"),
        ),
        ([run({"listed": 1}, {"too_short": 3})], (SourceState.HEALTHY, "")),
        (
            [run({"listed": 1}, {"too_short": 9}), run({"listed": 1}, {"stored": 1})],
            (SourceState.HEALTHY, ""),
        ),
    ],
)
def test_health(runs: list[RunRecord], expected: tuple[SourceState, str]) -> None:
    assert health(runs) == expected


def test_visits_without_new_pages_do_not_make_a_wasted_one_good() -> None:
    quiet = [run({"not_modified": 1})] * 3
    assert health(quiet, unusable_outcome="http_404") == (SourceState.NOTHING_USABLE, "http_404")
    assert health([run({"listed": 1}, {"stored": 1}), *quiet], unusable_outcome="http_404") == (
        SourceState.HEALTHY,
        "",
    )
    assert health([run({"dns": 1}), *quiet], unusable_outcome="http_404") == (
        SourceState.FAILING,
        "dns",
    )


def test_a_visit_that_repeats_a_failed_attempt_is_retrying() -> None:
    attempt = FailedAttempt(
        source_id=1,
        run_id="r",
        url="http://a/",
        outcome="dns",
        detail="",
        number=2,
        most=5,
        at=0,
        next_at=9,
    )
    good, bad, open_run = run({"listed": 1}), run({"timeout": 1}), run({})
    assert health([open_run], attempt=attempt) == (SourceState.RETRYING, "dns")
    assert health([open_run, good], attempt=attempt) == (SourceState.RETRYING, "dns")
    assert health([open_run, bad], attempt=attempt) == (SourceState.FAILING, "timeout")
    # The attempt is over: another list of the visit was read, the visit ended, or it was an earlier
    # visit.
    assert health([good], attempt=attempt) == (SourceState.HEALTHY, "")
    assert health([bad], attempt=attempt) == (SourceState.FAILING, "timeout")
    assert health([open_run, good], attempt=replace(attempt, run_id="earlier")) == (
        SourceState.HEALTHY,
        "",
    )


def test_silence_counts_only_if_visits_are_good() -> None:
    silence = Silence(source_id=1, last=date(2026, 11, 1), days=9, gap=9, longest=2)
    assert health([run({"not_modified": 1})], silence=silence) == (SourceState.SILENT, "")
    assert health([run({"dns": 1})], silence=silence) == (SourceState.FAILING, "dns")
    assert health([run({})], silence=silence) == (SourceState.WORKING, "")


def test_health_of_paused_and_late_sources() -> None:
    good = [run({"listed": 1})]
    assert health(good, enabled=False, overdue_seconds=9999)[0] is SourceState.PAUSED
    assert health(good, overdue_seconds=901)[0] is SourceState.LATE
    assert health([], overdue_seconds=901)[0] is SourceState.LATE
    assert health(good, overdue_seconds=899)[0] is SourceState.HEALTHY


@pytest.mark.parametrize(
    ("kind", "name", "state"),
    [
        (PauseKind.HOST, "a.example", SourceState.HEALTHY),
        (PauseKind.TUBE, "list", SourceState.HEALTHY),
        (PauseKind.EVERYTHING, "", SourceState.HEALTHY),
        # Visits read lists; only their pages wait.
        (PauseKind.TUBE, "page", SourceState.LATE),
    ],
)
def test_what_ops_hold_back_is_not_overdue(kind: PauseKind, name: str, state: SourceState) -> None:
    pause = PauseOrder(kind=kind, name=name, who="jane", reason="They move")
    good = run({"listed": 1})
    assert health([good], overdue_seconds=901, pauses=[pause])[0] is state
    began = NOW - timedelta(seconds=901)
    assert health([run({}), good], last_visit=began, pauses=[pause])[0] is state


def test_of_several_pauses_the_one_that_ends_last_counts() -> None:
    first = PauseOrder(kind=PauseKind.EVERYTHING, until=2_000.0)
    last = PauseOrder(kind=PauseKind.HOST, name="a.example", until=3_000.0)
    endless = PauseOrder(kind=PauseKind.TUBE, name="list")
    pages = PauseOrder(kind=PauseKind.TUBE, name="page")
    visits = Visits(enabled=True, interval_seconds=900, next_visit=NOW, runs=[])
    assert replace(visits, pauses=[first, last]).pause == last
    assert replace(visits, pauses=[first, endless, last]).pause == endless
    # The queue of pages stops no visit.
    assert replace(visits, pauses=[pages, first]).pause == first
    assert replace(visits, pauses=[pages]).pause is None


def test_a_source_that_is_due_is_judged_again_soon_because_a_pause_may_begin_or_end() -> None:
    due = Visits(
        enabled=True,
        interval_seconds=900,
        next_visit=NOW - timedelta(seconds=1200),
        runs=[run({"listed": 1})],
    )
    assert may_change_at(due, NOW, NOW, spread=0) == NOW + timedelta(minutes=5)
