"""Whether an hour had far more matches than the same hour of the days before. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

FACTOR = 3
"""How many times the usual number is a spike."""
DAYS = 14
"""How many days before are compared."""
_MIN_DAYS = 3
_MIN_MATCHES = 5


@dataclass(frozen=True, kw_only=True)
class Spike:
    """The matches of an hour, and how many this hour usually has."""

    count: int
    usual: float


def spike(count: int, earlier: Sequence[int]) -> Spike | None:
    """Return the spike of an hour with ``count`` matches, or None.

    Args:
        count: The matches of the hour.
        earlier: Those of the same hour of each day before on which the search could find anything.
    """
    if len(earlier) < _MIN_DAYS or count < _MIN_MATCHES:
        return None
    usual = sum(earlier) / len(earlier)
    return Spike(count=count, usual=usual) if count >= FACTOR * usual else None
