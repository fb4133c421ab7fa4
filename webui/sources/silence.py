"""Find sources that are silent for longer than is usual for them. Pure: days in, sources out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

# With fewer days it is not known what is usual.
_FEWEST_DAYS = 3
# One and a half times the longest gap so far is unusual. A paper without a Sunday edition may be silent for two
# days; it is reported on the fourth.
_TIMES_LONGEST = 1.5

Days = Sequence[date]
"""The days with a new document, in ascending order."""


@dataclass(frozen=True, kw_only=True)
class Silence:
    """A silent source: its last day with a new document, and what is usual for it.

    ``days`` have passed since ``last``; ``longest`` is its longest gap before, in days.
    """

    source_id: int
    last: date
    days: int
    longest: int


def silences(sources: Mapping[int, Days], today: date) -> list[Silence]:
    """Return the silent sources, the most unusual first."""
    found = (_silence(source_id, days, today) for source_id, days in sources.items())
    return sorted(
        (one for one in found if one and one.days > _TIMES_LONGEST * one.longest),
        key=lambda one: (-one.days / one.longest, one.source_id),
    )


def watched(sources: Mapping[int, Days]) -> int:
    """Return how many sources publish often enough to be watched."""
    return sum(len(days) >= _FEWEST_DAYS for days in sources.values())


def _silence(source_id: int, days: Days, today: date) -> Silence | None:
    if len(days) < _FEWEST_DAYS:
        return None
    longest = max((after - before).days for before, after in pairwise(days))
    return Silence(source_id=source_id, last=days[-1], days=(today - days[-1]).days, longest=longest)
