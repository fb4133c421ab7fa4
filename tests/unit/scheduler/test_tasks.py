"""The work of features is done when it is due, and its bugs stop nothing."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from hooks.answers import Task
from hooks.features import FEATURE_FAILED, load_features
from scheduler import tasks
from storage.errors import Unavailable

NOW = datetime(2026, 11, 29, 8, tzinfo=UTC)
Made = Callable[..., tasks.Tasks]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Made:
    """Return the tasks of features that answer with these."""

    def answering(*found: Task) -> tasks.Tasks:
        asked = SimpleNamespace(
            ask_for_all=lambda _hook, **_arguments: list(found),
            note_failure=load_features(["none"]).note_failure,
        )
        monkeypatch.setattr(tasks, "features", lambda: asked)
        return tasks.Tasks("stories_tasks")

    return answering


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def test_each_is_done_at_once_and_then_whenever_it_is_due(made: Made) -> None:
    often, seldom = list[datetime](), list[datetime]()
    work = made(
        Task(feature="often", seconds=10, run=often.append),
        Task(feature="seldom", seconds=60, run=seldom.append),
    )
    for seconds in (0, 9, 10, 59, 60):
        work.run_due(after(seconds))
    assert often == [after(0), after(10), after(59)]
    assert seldom == [after(0), after(60)]


def test_a_bug_is_logged_and_the_task_waits_and_the_others_are_done(
    made: Made, caplog: pytest.LogCaptureFixture
) -> None:
    tried, done = list[datetime](), list[datetime]()

    def fail(now: datetime) -> None:
        tried.append(now)
        raise KeyError("the reason")

    work = made(
        Task(feature="maps", seconds=10, run=fail),
        Task(feature="tags", seconds=10, run=done.append),
    )
    with caplog.at_level(logging.ERROR):
        work.run_due(after(0))
        work.run_due(after(5))
    assert (tried, done) == ([NOW], [NOW])
    [record] = caplog.records
    assert record.msg == FEATURE_FAILED
    assert (vars(record)["feature"], vars(record)["hook"]) == ("maps", "stories_tasks")


def test_what_a_store_did_not_answer_is_due_again_at_once(made: Made) -> None:
    answers = iter([Unavailable("the documents", "away"), None])
    done: list[datetime] = []

    def ask(now: datetime) -> None:
        if error := next(answers):
            raise error
        done.append(now)

    work = made(Task(feature="maps", seconds=10, run=ask))
    with pytest.raises(Unavailable):
        work.run_due(after(0))
    work.run_due(after(1))
    assert done == [after(1)]
