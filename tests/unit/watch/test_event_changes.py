"""From conditions to events: what is news, what is not, and what is remembered."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from storage.findings.signs import FailedAttempt
from storage.workers.status import ProcessDeath, WorkerStatus
from watch.sources.source_health import SourceHealth, SourceState
from watch.system.system_health import ProblemKind, SystemProblem

if TYPE_CHECKING:
    from storage.database.searches.events import KnownCondition
    from watch.events.changes import Changes, SourceBefore, SourceChange

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
LATER = NOW + timedelta(minutes=3)
HOST = "a.example"
TRIED_TWICE = FailedAttempt(
    source_id=1,
    run_id="r",
    url="",
    outcome="connect",
    detail="",
    number=2,
    most=5,
    at=0.0,
    next_at=1.0,
)


def state(name: str, reason: str = "", **fields: Any) -> SourceHealth:
    return SourceHealth(health=SourceState(name), reason=reason, **fields)


def changed(
    before: "SourceBefore", now: SourceHealth, at: datetime = NOW
) -> "tuple[SourceChange, SourceBefore]":
    """Return what has changed in a source, and what is known of it then."""
    from watch.events.changes import SourceBefore, of_source

    change = of_source(1, "Example", before, now, at)
    return change, SourceBefore(state=now.health, settled=change.settled, since=change.since)


def after(
    changes: "Changes", known: "dict[str, KnownCondition] | None" = None
) -> "dict[str, KnownCondition]":
    """Return what is known once the changes are written."""
    return {
        key: value
        for key, value in {**(known or {}), **changes.changed}.items()
        if key not in changes.ended
    }


def told(changes: "Changes") -> list[tuple[str, str]]:
    return [(event.before, event.after) for event in changes.happened]


def states(*steps: SourceHealth) -> list[tuple[str, str]]:
    """Return the events of one source that goes through these states."""
    from watch.events.changes import SourceBefore

    before, events = SourceBefore(), []
    for step in steps:
        change, before = changed(before, step)
        events += [change.event] if change.event else []
    return [(event.before, event.after) for event in events]


@pytest.mark.parametrize(
    ("steps", "events"),
    [
        (("new", "working", "healthy"), []),
        (("new", "working", "failing"), [("new", "failing")]),
        (("healthy", "retrying", "healthy"), []),
        (("healthy", "retrying", "failing"), [("healthy", "failing")]),
        (("healthy", "failing", "retrying", "failing"), [("healthy", "failing")]),
        (("healthy", "failing", "blocked", "healthy"), [
            ("healthy", "failing"), ("failing", "blocked"), ("blocked", "healthy"),
        ]),
        (("healthy", "paused", "healthy"), []),
        (("failing", "paused", "failing"), [("new", "failing")]),
        (("failing", "paused", "healthy"), [("new", "failing"), ("failing", "healthy")]),
        (("healthy", "paused", "failing"), [("healthy", "failing")]),
        (("healthy", "late", "healthy", "silent"), [("healthy", "silent")]),
    ],
)  # fmt: skip
def test_which_changes_of_a_state_are_events(
    steps: tuple[str, ...], events: list[tuple[str, str]]
) -> None:
    assert states(*map(state, steps)) == events


def test_since_when_a_source_is_in_its_state() -> None:
    from watch.events.changes import SourceBefore

    _, failing = changed(SourceBefore(), state("failing", "timeout"))
    still, _ = changed(failing, state("failing", "http_5xx"), LATER)
    assert (still.since, still.event) == (NOW, None)
    retrying, _ = changed(failing, state("retrying", "timeout"), LATER)
    assert (retrying.since, retrying.settled) == (LATER, "failing")


def test_a_host_that_stops_to_answer_and_answers_again() -> None:
    from watch.events.changes import of_hosts

    stopped = of_hosts({}, {HOST: "connect"}, set(), set(), NOW)
    assert told(stopped) == [("", "connect")]
    known = after(stopped)
    assert told(of_hosts(known, {HOST: "dns"}, set(), set(), LATER)) == []
    # One source reaches it, another does not.
    assert told(of_hosts(known, {HOST: "dns"}, {HOST}, set(), LATER)) == []
    assert told(of_hosts(known, {}, set(), set(), LATER)) == []
    answering = of_hosts(known, {}, {HOST}, set(), LATER)
    assert (told(answering), after(answering, known)) == ([("connect", "")], {})
    gone = of_hosts(known, {}, set(), {HOST}, LATER)
    assert (told(gone), gone.ended) == ([], ["host:a.example"])


def test_which_states_tell_whether_a_host_answers() -> None:
    from watch.events.changes import reached

    once = replace(TRIED_TWICE, number=1)
    assert reached(state("retrying", "connect", attempt=once)) is None
    assert reached(state("retrying", "connect", attempt=TRIED_TWICE)) is False
    assert reached(state("failing", "dns")) is False
    assert reached(state("paused")) is None
    assert reached(state("failing", "http_5xx")) is True
    assert reached(state("healthy")) is True


def test_a_problem_of_the_system_begins_and_ends_once() -> None:
    from watch.events.changes import of_problems, problem_key

    away = SystemProblem(kind=ProblemKind.STORE_AWAY, values={"store": "queue"})
    key = problem_key(away)
    begun = of_problems({}, [(away, NOW)], {})
    known = after(begun)
    assert (told(begun), begun.happened[0].subject) == ([("", "store_away")], "queue")
    assert told(of_problems(known, [(away, LATER)], {})) == []
    assert told(of_problems(known, [], {})) == []
    ended = of_problems(known, [], {key: LATER})
    assert (told(ended), after(ended, known)) == ([("store_away", "")], {})
    assert [each.happened[0].at for each in (begun, ended)] == [NOW, LATER]


def test_what_passes_within_seconds_is_not_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    from watch.events.lasting import Lasting

    clock = [0.0]
    monkeypatch.setattr("watch.events.lasting.time.monotonic", lambda: clock[0])
    lasting = Lasting(lambda key: 0.0 if key == "store" else 60.0)
    assert lasting.seen(["store", "worker"], NOW) == {"store": NOW}
    clock[0] = 59.0
    assert lasting.seen(["worker"], LATER) == {}
    clock[0] = 60.0
    assert lasting.seen(["worker"], LATER) == {"worker": NOW}
    assert lasting.seen([], LATER) == {}
    assert lasting.seen(["worker"], LATER) == {}


def test_the_time_without_an_observer_is_recorded_when_it_is_over() -> None:
    from watch.events.changes import of_looks

    first = of_looks({}, NOW)
    assert told(first) == []
    known = after(first)
    soon = of_looks(known, NOW + timedelta(seconds=100))
    assert told(soon) == []
    gap = of_looks(known, NOW + timedelta(hours=3))
    assert [(event.at, event.before, event.after) for event in gap.happened] == [
        (NOW, "", "alerts_silent"),
        (NOW + timedelta(hours=3), "alerts_silent", ""),
    ]
    assert told(of_looks(after(gap, known), NOW + timedelta(hours=3, seconds=5))) == []


def test_deaths_and_lost_workers() -> None:
    from watch.events.changes import of_deaths, of_lost

    deaths = [
        ProcessDeath(
            host="h",
            pid=number,
            role=f"worker-{number}",
            code=code,
            at=NOW.timestamp() - 10 + number,
        )
        for number, code in ((1, -9), (2, 1), (3, -99))
    ]
    changes = of_deaths({}, deaths, NOW)
    assert [(each.subject, each.reason) for each in changes.happened] == [
        ("worker-1", "SIGKILL"),
        ("worker-2", "1"),
        ("worker-3", "-99"),
    ]
    assert of_deaths(after(changes), deaths, LATER).happened == ()
    lost = WorkerStatus(name="h-1-all", pool="all", started=0.0, at=0.0, active=0, memory_bytes=1)
    gone = of_lost({}, {lost.name: lost}, [lost.name], (), NOW)
    [event] = gone.happened
    assert (event.subject, event.reason) == ("h-1-all", "vanished")
    assert of_lost(after(gone), {lost.name: lost}, [lost.name], (), LATER).happened == []
    back = of_lost(after(gone), {}, (), [lost.name], LATER)
    assert [(each.subject, each.reason) for each in back.happened] == [("h-1-all", "returned")]
    assert after(back, after(gone)) == {}


def test_buried_jobs_are_counted_from_the_last_event_on() -> None:
    from watch.events.changes import Changes, of_buried

    first = of_buried({}, {"http_5xx": 5}, NOW)
    assert first.happened == ()
    events = of_buried(after(first), {"http_5xx": 6, "timeout": 3}, LATER).happened
    assert [(each.reason, each.count) for each in events] == [("http_5xx", 1), ("timeout", 3)]
    assert of_buried(after(first), {"http_5xx": 5}, LATER) == Changes()


def test_the_same_change_of_many_sources_is_one_event() -> None:
    from watch.events.changes import of_audit

    def entry(number: int, action: str = "pause", who: str = "jane") -> Any:
        return SimpleNamespace(
            at=NOW,
            who=who,
            action=action,
            kind="source",
            subject=f"S{number}",
            subject_id=str(number),
        )

    changes = of_audit([entry(1), entry(2), entry(3, "add"), entry(4)], 17, NOW)
    assert {
        (event.detail, event.after, event.subject, event.source_id) for event in changes.happened
    } == {
        ("jane", "add", "S3", 3),
        ("jane", "pause", "3", None),
    }
    assert changes.changed["audit"].value == "17"


@pytest.mark.parametrize(
    ("count", "said"), [(1, "demo: Added: 1 source"), (61, "demo: Added: 61 sources")]
)
def test_a_change_of_many_things_reads_as_a_sentence(django: None, count: int, said: str) -> None:
    from storage.database.searches.event_models import TimelineEvent
    from watch.events.kinds import EventKind
    from watch.events.sentences import viewed

    event = TimelineEvent(
        at=NOW,
        kind=EventKind.CHANGE,
        subject=str(count),
        before="sources",
        after="add",
        detail="demo",
    )
    assert viewed(event).text == said
