"""What the store *traces* promises, on both adapters."""

import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from storage.backends import open_state, open_traces
from storage.settings import Settings
from storage.traces.steps import DAY_SECONDS, Recorded, Shown, Step, StepKind, Trace
from storage.traces.store import Traces

KEY, OTHER = "0a" * 16, "0b" * 16
LIST = "https://news.example/feed.xml"


@pytest.fixture
def traces(state_url: str) -> Iterator[Traces]:
    with closing(open_traces(Settings(state_url=state_url))) as opened:
        yield opened


def step(at: float, kind: StepKind = StepKind.SETTLED, **fields: Any) -> Step:
    return Step(kind=kind, at=round(at, 2), url="https://news.example/1", source_id=7, **fields)


def test_steps_come_back_whole_in_order_of_time(traces: Traces) -> None:
    now = time.time()
    first = step(
        now - 20, StepKind.FOUND, list_url=LIST, next_at=round(now, 2), worker="host-1", run_id="r"
    )
    last = step(now - 5, outcome="too_short", detail="11 characters \u65b0\u95fb", attempt=2)
    traces.record([Recorded(keys=(KEY,), step=last), Recorded(keys=(KEY, OTHER), step=first)], [])
    assert traces.read(KEY) == Trace(steps=(first, last))
    assert traces.read(OTHER) == Trace(steps=(first,))
    assert traces.read("0a" * 15 + "0c") == Trace()


def test_repeated_steps_are_shown_once_and_the_newest_are_kept(traces: Traces) -> None:
    start = time.time() - 1000
    steps = [Recorded(keys=(KEY,), step=step(start + number)) for number in range(230)]
    traces.record(steps, [])
    traces.record(steps[-2:], [])
    found = traces.read(KEY).steps
    assert [each.at for each in found[-200:]] == [each.step.at for each in steps[-len(found) :]]
    assert 190 <= len(found) <= 200


def test_steps_of_yesterday_are_found_and_old_ones_are_not(traces: Traces) -> None:
    now = time.time()
    old, yesterday = step(now - 8 * DAY_SECONDS), step(now - DAY_SECONDS)
    traces.record([Recorded(keys=(KEY,), step=old), Recorded(keys=(KEY,), step=yesterday)], [])
    assert traces.read(KEY).steps == (yesterday,)


def test_a_list_shows_what_it_showed_last(traces: Traces) -> None:
    now = round(time.time(), 2)
    lists = [
        Shown(source_id=7, list_url=LIST, at=now - 60, keys=(KEY, OTHER)),
        Shown(source_id=8, list_url="https://other.example/", at=now - 30, keys=(KEY,)),
        Shown(
            source_id=9, list_url="https://long-ago.example/", at=now - 8 * DAY_SECONDS, keys=(KEY,)
        ),
    ]
    traces.record([], lists)
    assert [(each.source_id, each.at) for each in traces.read(KEY).shown] == [
        (8, now - 30),
        (7, now - 60),
    ]
    traces.record([], [Shown(source_id=7, list_url=LIST, at=now, keys=(OTHER,))])
    assert [each.list_url for each in traces.read(KEY).shown] == ["https://other.example/"]
    assert [each.at for each in traces.read(OTHER).shown] == [now]


def test_a_day_with_too_many_steps_keeps_the_newest_and_says_so(state_url: str) -> None:
    traces = Traces(open_state(Settings(state_url=state_url), "traces"), 1, 4096 * 5)
    now = time.time()
    with closing(traces):
        for number in range(9):
            traces.record([Recorded(keys=(KEY,), step=step(now + number))], [])
        found = traces.read(KEY)
    assert (found.is_cut, [each.at for each in found.steps]) == (
        True,
        [round(now + n, 2) for n in range(4, 9)],
    )


def test_zero_days_keep_nothing(state_url: str) -> None:
    with closing(open_traces(Settings(state_url=state_url, trace_days=0))) as traces:
        traces.record([Recorded(keys=(KEY,), step=step(time.time()))], [])
        assert traces.read(KEY) == Trace()


def test_another_connection_sees_what_one_recorded(traces: Traces, state_url: str) -> None:
    traces.record([Recorded(keys=(KEY,), step=step(time.time()))], [])
    with closing(open_traces(Settings(state_url=state_url))) as other:
        assert other.read(KEY) == traces.read(KEY) != Trace()
