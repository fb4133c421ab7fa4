"""The ranges of time up to now over which counts are read and drawn.

Pure; ``now`` is Unix time.
"""

from dataclasses import dataclass, replace
from math import ceil

from storage.counters.events import Resolution

_HOUR = 3600
_FEWEST_STEPS = 6
"""Fewer columns would fill a chart like a wall, and none of its labels would differ."""


@dataclass(frozen=True, kw_only=True)
class TimeRange:
    """A time up to now that a chart may show, in ``steps`` steps.

    ``code`` names it in addresses.
    """

    code: str
    step_seconds: int
    steps: int

    @property
    def seconds(self) -> int:
        """The length of the range."""
        return self.step_seconds * self.steps

    @property
    def resolution(self) -> Resolution:
        """The coarsest counts that its steps can be made of."""
        if self.step_seconds >= _HOUR:
            return Resolution.HOUR
        return Resolution.MINUTE

    def starts(self, now: float) -> list[int]:
        """Return the beginnings of the steps; the last step holds ``now``."""
        return step_starts(now, self.step_seconds, self.steps)

    def begun(self, since: float, now: float) -> "TimeRange":
        """Return what of it lies after ``since``, at least a few steps."""
        known = ceil((now - since) / self.step_seconds)
        return replace(self, steps=min(self.steps, max(_FEWEST_STEPS, known)))

    def of_hours(self) -> "TimeRange":
        """Return the shortest range of full hours that covers this one."""
        if self.step_seconds >= _HOUR:
            return self
        return replace(self, step_seconds=_HOUR, steps=ceil(self.seconds / _HOUR) + 1)


RANGES = (
    TimeRange(code="1h", step_seconds=60, steps=60),
    TimeRange(code="3h", step_seconds=300, steps=36),
    TimeRange(code="24h", step_seconds=_HOUR, steps=24),
    TimeRange(code="7d", step_seconds=6 * _HOUR, steps=28),
    TimeRange(code="30d", step_seconds=24 * _HOUR, steps=30),
)
USUAL_RANGE = RANGES[1]


def range_of(code: str) -> TimeRange:
    """Return the range with this code, the usual one for anything else."""
    return next((each for each in RANGES if each.code == code), USUAL_RANGE)


def step_starts(now: float, seconds: int, steps: int) -> list[int]:
    """Return the beginnings of so many steps of this length; the last one holds ``now``."""
    newest = int(now // seconds)
    return [(newest - back) * seconds for back in range(steps - 1, -1, -1)]
