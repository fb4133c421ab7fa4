"""Many coroutines, one call: items that come while a call is under way go together into the next one."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from typing import Generic, TypeVar

from scheduler.errors import QueueRefused
from storage.errors import Refused

Item = TypeVar("Item")
Answer = TypeVar("Answer")


class Batcher(Generic[Item, Answer]):
    """Hands items to ``call`` in batches, one batch at a time, never waiting for a batch to fill.

    ``call`` takes the items of a batch and returns as many answers. When it refuses a batch, each item is tried
    alone, so that only the bad one fails.
    """

    def __init__(self, call: Callable[[list[Item]], Awaitable[Sequence[Answer]]], limit: int = 100) -> None:
        self._call = call
        self._limit = limit
        self._waiting: list[tuple[Item, asyncio.Future[Answer]]] = []
        self._task: asyncio.Task[None] | None = None

    async def submit(self, item: Item) -> Answer:
        """Return the answer for one item; raises what the call raised for it."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        if self._task is None or self._task.done():
            # A batch belongs to many jobs, so its log records must not carry the ids of the one that starts it.
            self._task = asyncio.create_task(self._drain(), context=Context())
        return await future

    async def _drain(self) -> None:
        # One turn of the event loop lets others that are ready join the first batch.
        await asyncio.sleep(0)
        while self._waiting:
            batch, self._waiting = self._waiting[: self._limit], self._waiting[self._limit :]
            try:
                await self._run(batch)
            except (Refused, QueueRefused):
                for single in batch:
                    await self._run_single(single)
            except Exception as error:  # noqa: BLE001 belongs to whoever waits for the batch
                _fail(batch, error)

    async def _run(self, batch: list[tuple[Item, asyncio.Future[Answer]]]) -> None:
        answers = await self._call([item for item, _ in batch])
        for (_, future), answer in zip(batch, answers, strict=True):
            if not future.done():
                future.set_result(answer)

    async def _run_single(self, single: tuple[Item, asyncio.Future[Answer]]) -> None:
        try:
            await self._run([single])
        except Exception as error:  # noqa: BLE001 belongs to whoever waits for the item
            _fail([single], error)


def _fail(batch: list[tuple[Item, asyncio.Future[Answer]]], error: Exception) -> None:
    for _, future in batch:
        if not future.done():
            future.set_exception(error)
