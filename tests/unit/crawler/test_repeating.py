"""What a worker repeats beside its jobs."""

import asyncio
from collections.abc import Sequence

import pytest

from crawler.lanes import Stopping
from crawler.repeating import repeat
from scheduler.log_events import LogEvent
from storage.errors import Refused


def rounds(outcomes: Sequence[Exception | None]) -> None:
    """Run an action that ends in these ways, one after the other, until the worker stops."""
    left = iter([*outcomes, Stopping()])

    async def beat() -> None:
        if (error := next(left)) is not None:
            raise error

    asyncio.run(repeat(0, beat))


def test_a_refusal_is_logged_once_until_it_changes(caplog: pytest.LogCaptureFixture) -> None:
    damaged, read_only = (
        Refused("stats.db", "it is damaged"),
        Refused("stats.db", "it is read-only"),
    )
    rounds([damaged, damaged, read_only, read_only, None, read_only])
    assert [record.msg for record in caplog.records] == [LogEvent.STORE_REFUSED] * 3
    assert [vars(record)["error"] for record in caplog.records] == [
        "stats.db refused: it is damaged",
        "stats.db refused: it is read-only",
        "stats.db refused: it is read-only",
    ]
    assert [record.exc_info for record in caplog.records] == [None] * 3


def test_a_bug_is_logged_with_its_traceback_each_time(caplog: pytest.LogCaptureFixture) -> None:
    rounds([ZeroDivisionError(), ZeroDivisionError()])
    assert [record.msg for record in caplog.records] == [LogEvent.WORKER_TASK_FAILED] * 2
    assert all(record.exc_info for record in caplog.records)
