"""Batch the calls of many coroutines: items submitted during a call, or the rest after it, go into
the next one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from typing import Generic, TypeVar

from scheduler.errors import QueueRefused
from storage.errors import Refused

Item = TypeVar("Item")
Answer = TypeVar("Answer")


class Batcher(Generic[Item, Answer]):
    """Passes items to ``call`` in batches, one batch at a time.

    An item that comes alone does not wait.

    After each call it rests for ``rest_seconds``, unless a whole batch waits. So where items come
    quickly, a call with a cost of its own takes many of them.

    ``call`` takes the items of a batch and returns one answer for each, in order. If it refuses a
    batch, the batcher tries each item alone, so that only the bad one fails.
    """

    def __init__(
        self,
        call: Callable[[list[Item]], Awaitable[Sequence[Answer]]],
        limit: int = 100,
        rest_seconds: float = 0.0,
    ) -> None:
        self._call = call
        self._limit = limit
        self._rest_seconds = rest_seconds
        self._waiting: list[tuple[Item, asyncio.Future[Answer]]] = []
        self._task: asyncio.Task[None] | None = None

    async def submit(self, item: Item) -> Answer:
        """Return the answer for one item; raise what the call raised for it."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        if self._task is None or self._task.done():
            # A batch belongs to many jobs, so its log records must not carry the ids of the one
            # that starts it.
            self._task = asyncio.create_task(self._drain(), context=Context())
        return await future

    async def _drain(self) -> None:
        # After one turn of the event loop, other coroutines that are ready have joined the first
        # batch.
        await asyncio.sleep(0)
        while self._waiting:
            batch, self._waiting = self._waiting[: self._limit], self._waiting[self._limit :]
            try:
                await self._run(batch)
            except (Refused, QueueRefused):
                for single in batch:
                    await self._run_single(single)
            except Exception as error:  # noqa: BLE001 passed to all that wait for the batch
                _fail(batch, error)
            if self._rest_seconds and len(self._waiting) < self._limit:
                await asyncio.sleep(self._rest_seconds)

    async def _run(self, batch: list[tuple[Item, asyncio.Future[Answer]]]) -> None:
        answers = await self._call([item for item, _ in batch])
        for (_, future), answer in zip(batch, answers, strict=True):
            if not future.done():
                future.set_result(answer)

    async def _run_single(self, single: tuple[Item, asyncio.Future[Answer]]) -> None:
        try:
            await self._run([single])
        except Exception as error:  # noqa: BLE001 passed to the coroutine that waits for the item
            _fail([single], error)


def _fail(batch: list[tuple[Item, asyncio.Future[Answer]]], error: Exception) -> None:
    for _, future in batch:
        if not future.done():
            future.set_exception(error)
