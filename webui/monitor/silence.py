"""Which sources are silent longer than their own history explains. Pure: days in, sources out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

# Fewer days with something new show no rhythm yet.
_FEWEST_DAYS = 3
# Half as long again as the longest pause so far is out of the ordinary: a paper without a Sunday edition may be
# silent for two days, and is not missed before the fourth.
_TIMES_LONGEST = 1.5

Days = Sequence[date]
"""The days with a new document, in order."""


@dataclass(frozen=True, kw_only=True)
class Silence:
    """A source that should have brought something: its last day with a new document, and what is usual for it.

    ``days`` passed since ``last``; ``longest`` is the greatest distance of two of its days before.
    """

    source_id: int
    last: date
    days: int
    longest: int


def silences(sources: Mapping[int, Days], today: date) -> list[Silence]:
    """Return the sources that are silent for longer than usual, the most unusual first."""
    found = (_silence(source_id, days, today) for source_id, days in sources.items())
    return sorted(
        (one for one in found if one and one.days > _TIMES_LONGEST * one.longest),
        key=lambda one: (-one.days / one.longest, one.source_id),
    )


def watched(sources: Mapping[int, Days]) -> int:
    """Return how many sources have brought something often enough to have a rhythm."""
    return sum(len(days) >= _FEWEST_DAYS for days in sources.values())


def _silence(source_id: int, days: Days, today: date) -> Silence | None:
    if len(days) < _FEWEST_DAYS:
        return None
    longest = max((after - before).days for before, after in pairwise(days))
    return Silence(source_id=source_id, last=days[-1], days=(today - days[-1]).days, longest=longest)
