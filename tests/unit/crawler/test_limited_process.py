"""Functions in a process of their own: what they cost is bounded, and an honest one goes on."""

import os
from collections.abc import Iterator

import pytest

from crawler.errors import BadPattern, ProcessCrashed, TooCostly
from crawler.limited_process import LimitedProcess


def spin() -> None:
    while True:
        pass


def hoard() -> int:
    return len(bytearray(2 << 30))


def refuse() -> None:
    raise BadPattern("(", "it is open", "close it")


def crash() -> None:
    raise ZeroDivisionError("a bug")


@pytest.fixture
def process() -> Iterator[LimitedProcess]:
    process = LimitedProcess()
    yield process
    process.close()


def test_calls_share_one_process_until_one_costs_too_much(process: LimitedProcess) -> None:
    first = process.call(1, os.getpid)
    assert first != os.getpid()
    assert process.call(1, os.getpid) == first
    with pytest.raises(TooCostly, match="more than 1 seconds of CPU time"):
        process.call(1, spin)
    second = process.call(1, os.getpid)
    assert second != first
    with pytest.raises(TooCostly, match="more than 512 MB of memory"):
        process.call(1, hoard)
    assert process.call(1, os.getpid) != second


def test_expected_errors_arrive_as_they_are_and_bugs_with_their_traceback(process: LimitedProcess) -> None:
    with pytest.raises(BadPattern, match="it is open"):
        process.call(1, refuse)
    with pytest.raises(ProcessCrashed, match="ZeroDivisionError: a bug"):
        process.call(1, crash)


def test_a_process_that_something_else_ends_is_replaced(process: LimitedProcess) -> None:
    with pytest.raises(ProcessCrashed, match="ended with code 3"):
        process.call(1, os._exit, 3)
    assert process.call(1, len, "four") == 4
