"""Functions in a process of their own: what they cost is bounded, and an honest one goes on."""

import asyncio
import os
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest

from crawler.errors import BadPattern, ProcessCrashed, ProcessDied, TooCostly
from crawler.limited_process import LimitedProcess

Result = TypeVar("Result")


def spin() -> None:
    while True:
        pass


def hoard() -> int:
    return len(bytearray(2 << 30))


def refuse() -> None:
    raise BadPattern("(", "it is open", "close it")


def crash() -> None:
    raise ZeroDivisionError("a bug")


def call(
    process: LimitedProcess, cpu_seconds: float, function: Callable[..., Result], *args: object
) -> Result:
    return asyncio.run(process.call(cpu_seconds, function, *args))


@pytest.fixture
def process() -> Iterator[LimitedProcess]:
    process = LimitedProcess()
    yield process
    process.close()


@pytest.mark.slow
def test_calls_share_one_process_until_one_costs_too_much(process: LimitedProcess) -> None:
    first = call(process, 1, os.getpid)
    assert first != os.getpid()
    assert call(process, 1, os.getpid) == first
    with pytest.raises(TooCostly, match="more than 1 seconds of CPU time"):
        call(process, 1, spin)
    second = call(process, 1, os.getpid)
    assert second != first
    with pytest.raises(TooCostly, match="more than 512 MB of memory"):
        call(process, 1, hoard)
    assert call(process, 1, os.getpid) != second


def test_expected_errors_arrive_as_they_are_and_bugs_with_their_traceback(
    process: LimitedProcess,
) -> None:
    with pytest.raises(BadPattern, match="it is open"):
        call(process, 1, refuse)
    with pytest.raises(ProcessCrashed, match="ZeroDivisionError: a bug"):
        call(process, 1, crash)


def test_a_process_that_something_else_ends_is_replaced(process: LimitedProcess) -> None:
    with pytest.raises(ProcessDied, match="ended with code 3"):
        call(process, 1, os._exit, 3)
    assert call(process, 1, len, "four") == 4
