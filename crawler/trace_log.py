"""The steps of a worker's jobs on their way to the traces: kept in memory, and stored together
every few seconds.
"""

from collections import deque

from storage.errors import Unavailable
from storage.traces.steps import Recorded, Shown
from storage.traces.store import Traces

_MAX_WAITING = 20_000
_TOGETHER = 2_000


class TraceLog:
    """Collects steps without a call of a store for each page.

    A killed worker loses the steps of the last seconds. If the store does not answer, the newest
    steps wait for it.
    """

    def __init__(self, traces: Traces) -> None:
        self._traces = traces
        self._steps: deque[Recorded] = deque(maxlen=_MAX_WAITING)
        self._shown: dict[tuple[int, str], Shown] = {}

    def add(self, step: Recorded | None) -> None:
        """Keep a step, if there is one, for the next ``flush``."""
        if step:
            self._steps.append(step)

    def add_shown(self, shown: Shown) -> None:
        """Keep what a list shows for the next ``flush``, in place of what it showed before."""
        self._shown[shown.source_id, shown.list_url] = shown

    def flush(self) -> None:
        """Store what waits, from any one thread.

        Raises what the store raises; what it did not take waits on.
        """
        while self._steps or self._shown:
            steps = [self._steps.popleft() for _ in range(min(len(self._steps), _TOGETHER))]
            shown = dict(self._shown)
            try:
                self._traces.record(steps, list(shown.values()))
            except Unavailable:
                self._steps.extendleft(reversed(steps))
                raise
            finally:
                for key, stored in shown.items():
                    if self._shown.get(key) is stored:
                        del self._shown[key]

    def close(self) -> None:
        """Release connections and files."""
        self._traces.close()
