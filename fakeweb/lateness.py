"""How late this process notices things, because it is busy or others have the processors."""

import asyncio
import math
import time
from collections import deque

_TICK_SECONDS = 0.02
# A request on a new connection passes through this many turns of the event loop before it is read.
# A process that gets no processor may be late in each, and a sleep ends in each.
_TURNS = 6


class Lateness:
    """Sleeps briefly again and again, and sees by how much it oversleeps."""

    def __init__(self) -> None:
        self._due = math.inf
        self._overslept: deque[float] = deque(maxlen=_TURNS)

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
        self._overslept.append(max(now - self._due, 0.0))

    def at(self, now: float) -> float:
        """Return by how many seconds, at most, what is noticed now may be late."""
        return max(now - self._due, 0.0) + sum(self._overslept)
