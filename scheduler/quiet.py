"""For how long a source has been quiet, in its own time. Pure.

A clock that runs by hours shows nothing: a newspaper is quiet every night. This one runs by the
hours of the week in which the source usually publishes: an hour in which a new page is as good as
certain counts as one, an hour of its night as nothing. In this time a source has no nights and
weekends, so its gaps can be compared with one another.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

_TIMES_LONGEST = 2.5
"""A gap two and a half times as long as any before is unusual."""
MIN_HOURS = 2.0
"""Shorter gaps never count, however regular the source was."""
_KEPT_A_WEEK = 0.96
"""The longest gap is forgotten by half within four months."""


@dataclass(frozen=True)
class Quiet:
    """The present gap between two new pages.

    Attributes:
        hours: Active hours that the visits since the last new page have seen.
        longest: The longest gap before, likewise.
        since: Unix time of the last visit with a new page, 0.0 before the first one.
        learned: Whether every hour of the week was observed twice, so that the gap says something.
    """

    hours: float = 0.0
    longest: float = 0.0
    since: float = 0.0
    learned: bool = False

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Read what ``to_json`` wrote."""
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        """Return the fields as JSON values."""
        return {name: round(value, 3) for name, value in asdict(self).items()} | {
            "learned": self.learned
        }

    @property
    def limit(self) -> float:
        """The active hours after which the source is silent."""
        return max(_TIMES_LONGEST * self.longest, MIN_HOURS)

    @property
    def is_silent(self) -> bool:
        """Return whether nothing new has come for longer than is usual."""
        return self.learned and self.hours >= self.limit

    def after(
        self, active_hours: float, at: float, new: int, *, weeks: float, learned: bool
    ) -> "Quiet":
        """Return the gap after a visit at ``at`` that found so many new pages, ``weeks`` after the
        one before.

        When a gap ends, it counts as usual from now on; one that was unusual counts only as far as
        it was not.
        """
        longest, hours = self.longest * _KEPT_A_WEEK**weeks, self.hours + active_hours
        if not new:
            return Quiet(hours, longest, self.since, learned)
        return Quiet(0.0, max(longest, min(hours, self.limit)), at, learned)
