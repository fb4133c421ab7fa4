"""What has been the case for a while without a break, so that what passes within seconds is no
event.
"""

import time
from collections.abc import Callable, Iterable
from datetime import datetime


class Lasting:
    """Remembers since when each key has been seen at every look.

    It is kept in memory: a new observer waits again.
    """

    def __init__(self, seconds: Callable[[str], float]) -> None:
        """``seconds`` says how long a key must be seen to count."""
        self._seconds = seconds
        self._since: dict[str, tuple[float, datetime]] = {}

    def seen(self, keys: Iterable[str], now: datetime) -> dict[str, datetime]:
        """Return which of the keys that are seen now have lasted for long enough, with the time of
        the first look.
        """
        at = time.monotonic()
        self._since = {key: self._since.get(key, (at, now)) for key in keys}
        return {
            key: first
            for key, (began, first) in self._since.items()
            if at - began >= self._seconds(key)
        }
