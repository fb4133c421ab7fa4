"""Turns of hosts: how long a fetch waits for one, and what becomes of a request that leaves
late.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from crawler.failures import TooEarly
from crawler.turns import OF_JOBS, PaceStore, Patience, Turn, Turns, patience_of_visit
from storage.backends import open_pace
from storage.outcomes import Outcome
from storage.settings import Settings

# So long that the time a test takes does not matter.
INTERVAL = 1000.0


def run(home: Path, test: Callable[[Turns], Awaitable[None]], patience: Patience = OF_JOBS) -> None:
    async def whole() -> None:
        await test(Turns(PaceStore(open_pace(Settings(home=home))), patience))

    asyncio.run(whole())


def test_a_job_does_not_wait_for_its_first_turn_and_a_little_for_others(tmp_path: Path) -> None:
    async def test(turns: Turns) -> None:
        now = time.monotonic()
        await turns.take("a", INTERVAL, now, is_first=True)
        for is_first in (True, False):
            with pytest.raises(TooEarly) as early:
                await turns.take("a", INTERVAL, now, is_first=is_first)
            assert early.value.wait_seconds == pytest.approx(INTERVAL, abs=100)
            # The site has asked for nothing.
            assert early.value.outcome is Outcome.NOT_YET
        await turns.take("b", 0.2, now, is_first=True)
        with pytest.raises(TooEarly):
            await turns.take("b", 0.2, now, is_first=True)
        await turns.take("b", 0.2, now, is_first=False)

    run(tmp_path, test)


def test_all_waiting_of_a_visit_ends() -> None:
    patience = patience_of_visit(100.0)
    assert patience.longest_wait(100.0, 100.0, is_first=True) == 45.0
    assert patience.longest_wait(140.0, 140.0, is_first=False) == 5.0
    assert patience.longest_wait(150.0, 150.0, is_first=True) < 0


def test_a_request_that_leaves_late_moves_the_next_turn(tmp_path: Path) -> None:
    async def test(turns: Turns) -> None:
        for late, wait in ((0.0, 0.0), (0.1 * INTERVAL, INTERVAL)):
            assert turns.is_prompt(Turn("a", INTERVAL, time.monotonic() - late))
            await asyncio.gather(*turns._moving)
            assert await turns.hosts.acquire("a", 0.0) == pytest.approx(wait, abs=100)

    run(tmp_path, test)


def test_a_request_that_leaves_far_too_late_takes_another_turn(tmp_path: Path) -> None:
    async def test(turns: Turns) -> None:
        turn = Turn("a", INTERVAL, time.monotonic() - 0.6 * INTERVAL)
        assert not turns.is_prompt(turn)
        await turns.take_again(turn)
        # That turn closes the host for others.
        assert await turns.hosts.acquire("a", INTERVAL) == pytest.approx(INTERVAL, abs=100)

    run(tmp_path, test)


def test_a_store_that_is_slower_than_the_pace_ends_the_search_for_a_prompt_turn() -> None:
    """Each turn is late when the answer comes, however often the store is asked."""

    class SlowStore:
        asked, held = 0, 0

        async def acquire(self, *_: object) -> float:
            self.asked += 1
            await asyncio.sleep(0.02)
            return 0.0

        async def hold(self, *_: object) -> None:
            self.held += 1

    async def test() -> SlowStore:
        store = SlowStore()
        turns = Turns(store, OF_JOBS)  # type: ignore[arg-type]
        await turns.take_again(Turn("a", 0.01, time.monotonic() - 1))
        await asyncio.gather(*turns._moving)
        return store

    store = asyncio.run(test())
    assert (store.asked, store.held) == (3, 1)
