"""Batches: every item gets its own answer, and only a bad item fails."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.batching import Batcher
from storage.errors import Refused, Unavailable


@given(st.lists(st.integers()))
def test_answers_come_back_to_their_items(items: list[int]) -> None:
    sizes: list[int] = []

    async def double(batch: list[int]) -> list[int]:
        sizes.append(len(batch))
        await asyncio.sleep(0)
        return [item * 2 for item in batch]

    async def run() -> list[int]:
        batcher: Batcher[int, int] = Batcher(double, limit=7)
        return await asyncio.gather(*(batcher.submit(item) for item in items))

    assert asyncio.run(run()) == [item * 2 for item in items]
    assert sum(sizes) == len(items)
    assert max(sizes, default=0) <= 7


def test_what_waits_goes_together() -> None:
    sizes: list[int] = []

    async def count(batch: list[int]) -> list[None]:
        sizes.append(len(batch))
        await asyncio.sleep(0.01)
        return [None] * len(batch)

    async def run() -> None:
        batcher: Batcher[int, None] = Batcher(count)
        await asyncio.gather(*(batcher.submit(number) for number in range(40)))

    asyncio.run(run())
    assert len(sizes) <= 2


def test_what_comes_during_a_rest_goes_together() -> None:
    batches: list[list[int]] = []

    async def note(batch: list[int]) -> list[None]:
        batches.append(batch)
        return [None] * len(batch)

    async def run() -> None:
        batcher: Batcher[int, None] = Batcher(note, rest_seconds=0.2)
        await batcher.submit(0)
        waiting = []
        for number in range(1, 20):
            waiting.append(asyncio.ensure_future(batcher.submit(number)))
            await asyncio.sleep(0.001)
        await asyncio.gather(*waiting)

    asyncio.run(run())
    assert batches[0] == [0], "what comes alone does not wait"
    assert [number for batch in batches for number in batch] == list(range(20))
    assert len(batches) <= 5


def test_a_whole_batch_does_not_wait_for_the_rest() -> None:
    async def run() -> None:
        batcher: Batcher[int, int] = Batcher(_same, limit=5, rest_seconds=3600)
        async with asyncio.timeout(60):
            await asyncio.gather(*(batcher.submit(number) for number in range(50)))

    asyncio.run(run())


async def _same(batch: list[int]) -> list[int]:
    return batch


def test_one_refused_item_does_not_take_the_others_with_it() -> None:
    async def no_three(batch: list[int]) -> list[int]:
        if 3 in batch:
            raise Refused("store", "three")
        return batch

    async def run() -> list[object]:
        batcher: Batcher[int, int] = Batcher(no_three)
        return await asyncio.gather(
            *(batcher.submit(number) for number in range(6)), return_exceptions=True
        )

    answers = asyncio.run(run())
    assert [answer for answer in answers if not isinstance(answer, Refused)] == [0, 1, 2, 4, 5]
    assert isinstance(answers[3], Refused)


def test_any_other_error_reaches_everyone_who_waits() -> None:
    async def away(batch: list[int]) -> list[int]:
        raise Unavailable("store", "gone")

    async def run() -> None:
        batcher: Batcher[int, int] = Batcher(away)
        await asyncio.gather(batcher.submit(1), batcher.submit(2))

    with pytest.raises(Unavailable):
        asyncio.run(run())
