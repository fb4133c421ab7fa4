"""Slow down on a host that refuses page after page. Pure, apart from what it remembers."""

from collections import OrderedDict

_PATIENCE = 5
_FIRST_SECONDS = 60.0
_MAX_SECONDS = 3_600.0
_KEEP_HOSTS = 10_000


class Refusals:
    """Counts how many requests in a row each host has refused, as far as this process knows."""

    def __init__(self) -> None:
        self._in_a_row: OrderedDict[str, int] = OrderedDict()

    def note_answer(self, host: str) -> None:
        """Record that the host gave a page."""
        self._in_a_row.pop(host, None)

    def note_refusal(self, host: str) -> float:
        """Record a refusal; return for how many seconds to leave the host alone, 0.0 for its first
        refusals.
        """
        count = self._in_a_row.pop(host, 0) + 1
        self._in_a_row[host] = count
        if len(self._in_a_row) > _KEEP_HOSTS:
            self._in_a_row.popitem(last=False)
        if count < _PATIENCE:
            return 0.0
        return min(_FIRST_SECONDS * 2.0 ** min(count - _PATIENCE, 10), _MAX_SECONDS)
