"""How late the fake web may have noticed a request."""

import asyncio
import time

import pytest

from fakeweb.lateness import Lateness


@pytest.mark.parametrize("stalls", [1, 4])
def test_a_blocked_loop_is_seen(stalls: int) -> None:
    async def blocked() -> tuple[float, float]:
        lateness = Lateness()
        watching = asyncio.create_task(lateness.watch())
        await asyncio.sleep(0.1)
        for _ in range(stalls):
            time.sleep(0.4 / stalls)  # noqa: ASYNC251 this blocks it
            at_once = lateness.at(time.monotonic())
            await asyncio.sleep(0)
        # A request that came meanwhile is read a few turns of the loop later.
        for _ in range(4):
            await asyncio.sleep(0)
        shortly_after = lateness.at(time.monotonic())
        watching.cancel()
        return at_once, shortly_after

    assert min(asyncio.run(blocked())) >= 0.35


def test_late_turns_add_up() -> None:
    """A request may be late in each turn of the loop that it passes through."""
    lateness = Lateness()
    lateness.sleeps(10.0)
    assert lateness.at(9.0) == 0.0
    assert lateness.at(10.5) == 0.5
    lateness.woke(11.0)
    lateness.sleeps(11.25)
    assert lateness.at(11.25) == 1.0
    assert lateness.at(11.5) == 1.25
    lateness.woke(11.75)
    lateness.sleeps(12.0)
    assert lateness.at(12.0) == 1.5


def test_what_was_before_the_last_prompt_turns_counts_no_more() -> None:
    lateness = Lateness()
    lateness.sleeps(10.0)
    lateness.woke(11.0)
    for tick in range(20, 26):
        lateness.sleeps(tick)
        assert lateness.at(tick) == 1.0
        lateness.woke(tick)
    lateness.sleeps(26.0)
    assert lateness.at(26.0) == 0.0
