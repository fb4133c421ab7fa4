"""Compute how fast a worker is. Pure: the clock is an argument."""

from collections import deque

_SECONDS = 60.0


class RecentRate:
    """The mean rate of the last minute, from a count that only grows."""

    def __init__(self, now: float) -> None:
        """Start with a count of 0 at ``now``, in seconds of a monotonic clock."""
        self._marks = deque([(now, 0)])

    def per_minute(self, now: float, done: int) -> float:
        """Record that the count is ``done``; return the rate per minute since the newest call at
        least a minute ago.

        If there is no such call yet, return the rate since the start.
        """
        self._marks.append((now, done))
        while self._marks[1][0] <= now - _SECONDS:
            self._marks.popleft()
        since, before = self._marks[0]
        if now > since:
            return (done - before) * _SECONDS / (now - since)
        return 0.0
