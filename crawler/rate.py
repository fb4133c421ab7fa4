"""How fast a worker is: pure, the clock is an argument."""

from collections import deque

_SECONDS = 60.0


class Rate:
    """The mean of the last minute, from a count that only grows."""

    def __init__(self, now: float) -> None:
        """Start with nothing done at ``now`` (seconds of a clock that never goes back)."""
        self._marks = deque([(now, 0)])

    def per_minute(self, now: float, done: int) -> float:
        """Note that ``done`` are done; return how many a minute since the last call that was a minute ago or more.

        While there was none: since the start.
        """
        self._marks.append((now, done))
        while self._marks[1][0] <= now - _SECONDS:
            self._marks.popleft()
        since, before = self._marks[0]
        return (done - before) * _SECONDS / (now - since) if now > since else 0.0
