"""The store *budgets*: one suite on both adapters."""

import random
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from storage.backends import open_budgets
from storage.budgets.store import Budgets, BudgetUse
from storage.settings import Settings
from tests.processes import FORKED

DAY, NEXT_DAY = "2026-11-22", "2026-11-23"


@pytest.fixture
def budgets(state_url: str) -> Iterator[Budgets]:
    with closing(open_budgets(Settings(state_url=state_url))) as opened:
        yield opened


def use(budgets: Budgets, source_id: int = 1, day: str = DAY) -> BudgetUse:
    return budgets.used({source_id: day})[source_id]


def test_so_many_pages_and_no_more(budgets: Budgets) -> None:
    assert [budgets.take(1, DAY, f"page {number}", 3) for number in range(5)] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert use(budgets) == BudgetUse(used=3, waiting=2)


def test_a_page_counts_once_however_often_it_asks(budgets: Budgets) -> None:
    assert all(budgets.take(1, DAY, "again", 1) for _ in range(3))
    assert use(budgets) == BudgetUse(used=1, waiting=0)
    assert not any(budgets.take(1, DAY, "another", 1) for _ in range(3))
    assert use(budgets) == BudgetUse(used=1, waiting=1)


def test_what_waits_comes_on_the_next_day(budgets: Budgets) -> None:
    taken = [budgets.take(1, DAY, key, 1) for key in ("a", "b", "c")]
    taken += [budgets.take(1, NEXT_DAY, key, 1) for key in ("b", "c")]
    assert taken == [True, False, False, True, False]
    assert (use(budgets), use(budgets, day=NEXT_DAY)) == (
        BudgetUse(used=1, waiting=1),
        BudgetUse(used=1, waiting=1),
    )


def test_each_source_has_its_own(budgets: Budgets) -> None:
    assert budgets.take(1, DAY, "page", 1)
    assert budgets.take(2, DAY, "page 2", 1)
    assert budgets.used({1: DAY, 2: DAY, 3: DAY}) == {
        1: BudgetUse(used=1),
        2: BudgetUse(used=1),
        3: BudgetUse(),
    }
    assert budgets.used({}) == {}


def test_a_changed_limit_counts_at_once(budgets: Budgets) -> None:
    assert budgets.take(1, DAY, "a", 1)
    assert not budgets.take(1, DAY, "b", 1)
    assert budgets.take(1, DAY, "b", 2)
    assert not budgets.take(1, DAY, "c", 0)
    assert budgets.take(1, DAY, "a", 0)
    assert use(budgets) == BudgetUse(used=2, waiting=1)


def take_all(state_url: str, keys: list[str], most: int) -> None:
    with closing(open_budgets(Settings(state_url=state_url))) as budgets:
        for key in keys:
            budgets.take(1, DAY, key, most)


@pytest.mark.slow
def test_exact_while_processes_are_killed(budgets: Budgets, state_url: str) -> None:
    """Four processes ask for overlapping pages, and three of them die while they do."""
    keys = [f"page {number}" for number in range(600)]
    rng = random.Random(7)
    processes = [
        FORKED.Process(target=take_all, args=(state_url, rng.sample(keys, len(keys)), 100))
        for _ in range(4)
    ]
    for process in processes:
        process.start()
    while use(budgets).used < 20:
        time.sleep(0.01)
    for process in processes[:3]:
        process.kill()
    for process in processes:
        process.join()
    take_all(state_url, keys, 100)
    assert use(budgets) == BudgetUse(used=100, waiting=500)
