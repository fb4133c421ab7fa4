"""Work in processes that can be stopped."""

import os
import signal
import sys
from collections.abc import Generator

from evaluation.pool import Lost, Pool


def double(number: int) -> int:
    """The work of the processes; a few numbers cause trouble."""
    if number == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 17:
        signal.pause()
    return 2 * number


def test_every_item_comes_back_with_its_result() -> None:
    assert dict(Pool(double, jobs=2, limit_seconds=60).run(range(5))) == {
        number: 2 * number for number in range(5)
    }


def test_nothing_to_do() -> None:
    assert list(Pool(double, jobs=2, limit_seconds=60).run([])) == []


def test_a_process_that_dies_costs_its_item_alone() -> None:
    found = dict(Pool(double, jobs=1, limit_seconds=60).run([1, 13, 2]))
    assert found == {1: 2, 13: Lost("its process died"), 2: 4}


def test_an_item_that_takes_too_long_is_cut_off() -> None:
    start_up_and_more = 5.0
    found = dict(Pool(double, jobs=1, limit_seconds=start_up_and_more).run([17, 2]))
    assert found == {17: Lost("stopped after 5 s"), 2: 4}


def test_the_caller_may_stop_early() -> None:
    results = Pool(double, jobs=2, limit_seconds=60).run(range(sys.maxsize)[:1000])
    assert next(results)[1] in (0, 2)
    assert isinstance(results, Generator)
    results.close()
