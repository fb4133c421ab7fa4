"""How late this process notices things, because it is busy or others have the processors."""

import asyncio
import math
import time
from collections import deque

_TICK_SECONDS = 0.02
# A request passes through a few turns of the event loop before it is read.
_REMEMBERED_SECONDS = 0.25


class Lateness:
    """Sleeps briefly again and again, and sees by how much it oversleeps."""

    def __init__(self) -> None:
        self._due = math.inf
        self._overslept: deque[tuple[float, float]] = deque()

    async def watch(self) -> None:
        """Watch until cancelled."""
        while True:
            self.sleeps(time.monotonic() + _TICK_SECONDS)
            await asyncio.sleep(_TICK_SECONDS)
            self.woke(time.monotonic())

    def sleeps(self, until: float) -> None:
        """Note that a sleep begins (``time.monotonic``, as everywhere here)."""
        self._due = until

    def woke(self, now: float) -> None:
        """Note that the sleep has ended."""
        self._overslept.append((now, now - self._due))
        self._forget(now)

    def at(self, now: float) -> float:
        """Return by how many seconds, at most, what is noticed now may be late."""
        self._forget(now)
        return max([now - self._due, 0.0, *(seconds for _, seconds in self._overslept)])

    def _forget(self, now: float) -> None:
        while self._overslept and self._overslept[0][0] < now - _REMEMBERED_SECONDS:
            self._overslept.popleft()
