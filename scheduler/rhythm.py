"""When to visit an adaptive source next, from what it published by hour of the week. Pure.

The source is modelled as a Poisson process with a rate for each of the 168 hours of the week (UTC).
The next visit comes when one new page is to be expected, within the bounds that the operator set.
Older weeks count less and less. An hour of the week leans on the same hour of other days, and that
on the mean, as far as little was observed. What came lately, beside what was expected, scales all
hours: so a source that falls silent or wakes up is noticed within a day.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Self

from scheduler.quiet import Quiet

HOURS = 168
_HOUR = 3_600.0
_KEPT_A_WEEK = 0.75
"""How much a week counts beside the next one: half of what is known is from the last two and a half
weeks.
"""
_PRIOR_HOURS = 2.0
"""What an hour leans on counts like so many observed hours."""
_LATELY_SECONDS = 86_400.0
_PRIOR_PAGES = 2.0
"""Pages that came as expected, and count beside those of lately."""
_MAX_SCALE = 4.0
_LEARNED_HOURS = 24.0
"""Observed hours before the rhythm decides; until then, the source is visited at its shortest
interval.
"""
_EXPECTED_PAGES = 1.0
_SEEN_HOURS = 0.5
"""An hour of the week was observed if it was for so long; older weeks count less here, too."""
_DOUBTED_HOURS = 1.0
"""For how many hours, observed or not, nothing came: rates of few weeks count as lower than they
were.
"""
_LEARNED_WEEKS = 1.7
"""Two weeks, of which the older one counts less."""


@dataclass(frozen=True)
class Rhythm:
    """What a source published, by hour of the week from Monday 00:00 UTC.

    Attributes:
        pages: New pages, in each hour; older ones count less.
        hours: For how long each hour was observed, in hours, likewise.
        until: Unix time up to which it was observed, 0.0 before the first visit.
        came: New pages lately, within about a day.
        expected: Pages that were expected in that time.
        quiet: The gap since the last new page.
    """

    pages: tuple[float, ...] = (0.0,) * HOURS
    hours: tuple[float, ...] = (0.0,) * HOURS
    until: float = 0.0
    came: float = 0.0
    expected: float = 0.0
    quiet: Quiet = field(default_factory=Quiet)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Read what ``to_json`` wrote; anything else is an empty rhythm."""
        pages, hours, until = (
            values.get("pages", ()),
            values.get("hours", ()),
            values.get("until", 0.0),
        )
        if len(pages) != HOURS or len(hours) != HOURS:
            return cls()
        lately = values.get("came", 0.0), values.get("expected", 0.0)
        return cls(
            tuple(pages), tuple(hours), until, *lately, Quiet.from_json(values.get("quiet", {}))
        )

    def to_json(self) -> dict[str, Any]:
        """Return the rhythm as JSON values, about 2 KB."""
        return {
            "pages": [round(value, 3) for value in self.pages],
            "hours": [round(value, 3) for value in self.hours],
            "until": self.until,
            "came": round(self.came, 3),
            "expected": round(self.expected, 3),
            "quiet": self.quiet.to_json(),
        }

    def observed(self, visited: datetime, new: int) -> "Rhythm":
        """Return the rhythm after a visit that found so many new pages since the last one.

        What the first visit finds is no news, and it says nothing about when it was published. A
        visit that is not later than the last one changes nothing.
        """
        at = visited.timestamp()
        if at <= self.until:
            return self
        if not self.until:
            return replace(self, until=at)
        # A longer gap says nothing more about the hours of the week.
        start = max(self.until, at - HOURS * _HOUR)
        weeks = (at - self.until) / (HOURS * _HOUR)
        kept = _KEPT_A_WEEK**weeks
        pages, hours = ([value * kept for value in values] for values in (self.pages, self.hours))
        expected = active = 0.0
        for hour, seconds in _parts(start, at):
            expected += self._usual(hour) * seconds / _HOUR
            active += self.activity_of(hour) * seconds / _HOUR
            pages[hour] += new * seconds / (at - start)
            hours[hour] += seconds / _HOUR
        if self.is_learned:
            lately = math.exp((self.until - at) / _LATELY_SECONDS)
        else:
            lately = 0.0
        learned = sum(self.hours) >= _LEARNED_WEEKS * HOURS
        quiet = self.quiet.after(active, at, new, weeks=weeks, learned=learned)
        came, expected = self.came * lately + new, self.expected * lately + expected
        return Rhythm(tuple(pages), tuple(hours), at, came, expected, quiet)

    @property
    def is_learned(self) -> bool:
        """Return whether enough was observed to decide."""
        return sum(self.hours) >= _LEARNED_HOURS

    @cached_property
    def _mean(self) -> float:
        observed = sum(self.hours)
        if observed:
            return sum(self.pages) / observed
        return 0.0

    def per_hour(self, at: datetime) -> float:
        """Return how many new pages are to be expected in an hour at this time."""
        return self.per_hour_of(_hour_of(at.timestamp()))

    def per_hour_of(self, hour: int) -> float:
        """Return the same for an hour of the week, from 0."""
        if self.is_learned:
            scale = (self.came + _PRIOR_PAGES) / (self.expected + _PRIOR_PAGES)
        else:
            scale = 1.0
        return self._usual(hour) * min(scale, _MAX_SCALE)

    def activity_of(self, hour: int) -> float:
        """Return how probable a new page is in an hour of the week, in doubt less; 0.0 if it was
        not observed.
        """
        if self.hours[hour] < _SEEN_HOURS:
            return 0.0
        return -math.expm1(-self.pages[hour] / (self.hours[hour] + _DOUBTED_HOURS))

    def _usual(self, hour: int) -> float:
        same_hour = self._rate(range(hour % 24, HOURS, 24), self._mean)
        return self._rate([hour], same_hour)

    def _rate(self, hours: Iterable[int], prior: float) -> float:
        """Return pages an hour in these hours, each with half of its neighbours."""
        near = [
            (each, weight)
            for hour in hours
            for each, weight in ((hour - 1, 0.5), (hour, 1.0), (hour + 1, 0.5))
        ]
        pages = sum(self.pages[each % HOURS] * weight for each, weight in near)
        observed = sum(self.hours[each % HOURS] * weight for each, weight in near)
        return (pages + prior * _PRIOR_HOURS) / (observed + _PRIOR_HOURS)


def adaptive_seconds(rhythm: Rhythm, now: datetime, shortest: int, longest: int) -> int:
    """Return the seconds to the next visit: until one new page is to be expected, from ``shortest``
    to ``longest``.
    """
    if longest <= shortest or not rhythm.is_learned:
        return shortest
    start, passed, expected = now.timestamp(), 0.0, 0.0
    for hour, seconds in _parts(start, start + longest):
        pages = rhythm.per_hour_of(hour) * seconds / _HOUR
        if expected + pages >= _EXPECTED_PAGES:
            passed += (_EXPECTED_PAGES - expected) / pages * seconds
            return max(shortest, min(int(passed), longest))
        expected += pages
        passed += seconds
    return longest


def _parts(start: float, end: float) -> Iterator[tuple[int, float]]:
    """Yield the hours of the week between two Unix times, with the seconds in each."""
    while start < end:
        stop = min((start // _HOUR + 1) * _HOUR, end)
        yield _hour_of(start), stop - start
        start = stop


def _hour_of(at: float) -> int:
    time = datetime.fromtimestamp(at, UTC)
    return time.weekday() * 24 + time.hour
