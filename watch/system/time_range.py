"""The ranges of time up to now over which counts are read and drawn.

Pure; ``now`` is Unix time.
"""

from dataclasses import dataclass

from storage.counters.events import Resolution

_HOUR = 3600


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
        return Resolution.HOUR if self.step_seconds >= _HOUR else Resolution.MINUTE

    def starts(self, now: float) -> list[int]:
        """Return the beginnings of the steps; the last step holds ``now``."""
        return step_starts(now, self.step_seconds, self.steps)

    def of_hours(self) -> "TimeRange":
        """Return the shortest range of full hours that covers this one, at least a day."""
        return self if self.step_seconds >= _HOUR else _DAY


_DAY = TimeRange(code="24h", step_seconds=_HOUR, steps=24)
RANGES = (
    TimeRange(code="1h", step_seconds=60, steps=60),
    TimeRange(code="3h", step_seconds=300, steps=36),
    _DAY,
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
