"""How many bytes of response bodies one process may hold at once, from the first byte to the end of
parsing.
"""

# A body up to this size is always read. So small pages go on while large ones wait, and 64 of them
# fit anywhere.
LARGE_BODY_BYTES = 1024 * 1024
_BODIES_OF_GREATEST_SIZE = 4
"""48 pages of 8 MB that arrived together took a worker at most 815 MB with this, and 1,626 MB
without any budget; its container has 1 GB.
"""


class BodyBudget:
    """Counts the bytes of all bodies that a process holds."""

    def __init__(self, max_body_bytes: int) -> None:
        self._limit = _BODIES_OF_GREATEST_SIZE * max(max_body_bytes, LARGE_BODY_BYTES)
        self.held_bytes = 0

    def has_room(self) -> bool:
        """Return whether to start new downloads: no more than three quarters of the budget are in
        use.
        """
        return self.held_bytes <= self._limit * 3 // 4

    def is_exceeded(self) -> bool:
        """Return whether large bodies must give way."""
        return self.held_bytes > self._limit


class HeldBody:
    """The part of the budget that one response takes."""

    def __init__(self, budget: BodyBudget) -> None:
        self._budget = budget
        self._bytes = 0

    def resize(self, size: int) -> None:
        """Take or give back budget, so that the response takes ``size`` bytes."""
        self._budget.held_bytes += size - self._bytes
        self._bytes = size

    def grow(self, received: int) -> None:
        """Take budget for more bytes."""
        self.resize(self._bytes + received)

    def must_give_way(self) -> bool:
        """Return whether to drop this body: it is large, and the budget is exceeded.

        Its bytes are then free for the others, so that some of the large bodies always come to
        their end.
        """
        return self._bytes > LARGE_BODY_BYTES and self._budget.is_exceeded()
