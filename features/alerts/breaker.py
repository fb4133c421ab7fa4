"""Leave receivers alone that do not answer (a circuit breaker). Pure: the caller gives the time."""

from collections.abc import Hashable
from dataclasses import dataclass

_FAILURES = 3
_FIRST_PAUSE_SECONDS = 60.0
_MAX_PAUSE_SECONDS = 900.0
_MAX_RECEIVERS = 10_000


@dataclass(frozen=True)
class _Silence:
    failures: int
    ends: float


class CircuitBreaker:
    """Pauses a receiver after three attempts in a row without an answer, for one minute, then two,
    four, up to 15.
    """

    def __init__(self) -> None:
        self._silent: dict[Hashable, _Silence] = {}

    def is_open(self, receiver: Hashable, now: float) -> bool:
        """Return whether to leave the receiver alone for now."""
        silence = self._silent.get(receiver)
        return silence is not None and now < silence.ends

    def record(self, receiver: Hashable, now: float, *, answered: bool) -> None:
        """Record the result of an attempt."""
        if answered:
            self._silent.pop(receiver, None)
            return
        if len(self._silent) >= _MAX_RECEIVERS:
            self._silent.clear()
        failures = self._silent.get(receiver, _Silence(0, 0.0)).failures + 1
        doubled = _FIRST_PAUSE_SECONDS * 2.0 ** min(failures - _FAILURES, 10)
        pause = min(doubled, _MAX_PAUSE_SECONDS) if failures >= _FAILURES else 0.0
        self._silent[receiver] = _Silence(failures, now + pause)
