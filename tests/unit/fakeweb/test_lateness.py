"""How late the fake web may have noticed a request."""

import asyncio
import time

from fakeweb.lateness import Lateness


def test_a_blocked_loop_is_seen() -> None:
    async def blocked() -> tuple[float, float]:
        lateness = Lateness()
        watching = asyncio.create_task(lateness.watch())
        await asyncio.sleep(0.1)
        time.sleep(0.4)  # noqa: ASYNC251 this blocks it
        at_once = lateness.at(time.monotonic())
        # A request that came meanwhile is read a few turns of the loop later.
        for _ in range(4):
            await asyncio.sleep(0)
        shortly_after = lateness.at(time.monotonic())
        watching.cancel()
        return at_once, shortly_after

    assert min(asyncio.run(blocked())) >= 0.35


def test_what_was_long_ago_counts_no_more() -> None:
    lateness = Lateness()
    lateness.sleeps(10.0)
    assert lateness.at(9.0) == 0.0
    assert lateness.at(10.5) == 0.5
    lateness.woke(11.0)
    lateness.sleeps(20.0)
    assert lateness.at(11.1) == 1.0
    assert lateness.at(12.0) == 0.0
    assert lateness.at(20.25) == 0.25
