"""Call stores off the event loop, and wait while one does not answer."""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from scheduler.errors import QueueUnavailable
from scheduler.log_events import LogEvent
from storage.errors import Unavailable

logger = logging.getLogger(__name__)

Result = TypeVar("Result")
_FIRST_WAIT_SECONDS = 0.2
_MAX_WAIT_SECONDS = 5.0


class Stopping(Exception):
    """The worker stops while a store does not answer. The queue gives the job to another worker."""


class Lane:
    """One thread for one store, so that only one thread uses its connection."""

    def __init__(self, name: str, stopping: asyncio.Event) -> None:
        self._name = name
        self._stopping = stopping
        self.last_outage = 0.0
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def call(self, function: Callable[..., Result], *args: Any, **kwargs: Any) -> Result:
        """Call in the lane's thread; while the store does not answer, wait and call again."""
        wait = _FIRST_WAIT_SECONDS
        while True:
            try:
                return await self.once(function, *args, **kwargs)
            except (Unavailable, QueueUnavailable) as error:
                self.last_outage = time.monotonic()
                if self._stopping.is_set():
                    raise Stopping from error
                logger.warning(
                    LogEvent.STORE_UNAVAILABLE, extra={"error": str(error), "retry_seconds": wait}
                )
            await asyncio.sleep(wait)
            wait = min(wait * 2, _MAX_WAIT_SECONDS)

    async def once(self, function: Callable[..., Result], *args: Any, **kwargs: Any) -> Result:
        """Call in the lane's thread, once."""
        return await asyncio.get_running_loop().run_in_executor(
            self._executor, lambda: function(*args, **kwargs)
        )

    def close(self) -> None:
        """Wait for the calls that have begun, and end the thread."""
        self._executor.shutdown(wait=True)
