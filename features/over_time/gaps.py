"""Gaps in collection: the times in which nothing was collected, by what the stores have recorded.

Pure.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from storage.counters.events import TimeBucket
from watch.sources.source_health import SourceState
from watch.system.system_health import ProblemKind

if TYPE_CHECKING:
    from storage.database.models import TimelineEvent

STOPS = frozenset(
    {
        ProblemKind.STORE_AWAY,
        ProblemKind.STORE_READ_ONLY,
        ProblemKind.NO_WORKER,
        ProblemKind.NO_LIST_WORKER,
        ProblemKind.NO_PAGE_WORKER,
        ProblemKind.SCHEDULER_SILENT,
        ProblemKind.STANDSTILL,
    }
)
"""The problems of the system during which nothing is collected."""
NOT_READ = frozenset(
    {SourceState.FAILING, SourceState.BLOCKED, SourceState.MOVED, SourceState.NOTHING_USABLE}
)
"""The states of a source in which it is not read."""
_HOUR = timedelta(hours=1)
_MINUTE = timedelta(minutes=1)
# The scheduler records a gauge each minute; one that comes late is no gap.
_MIN_SILENCE = timedelta(minutes=3)


@dataclass(frozen=True, kw_only=True, order=True)
class Gap:
    """A time in which nothing was collected: by anyone, or of the source that ``source`` names."""

    start: datetime
    end: datetime
    source: str = ""

    def within(self, start: datetime, end: datetime) -> "Gap | None":
        """Return the part between two moments, None if there is none."""
        first, last = max(self.start, start), min(self.end, end)
        return Gap(start=first, end=last, source=self.source) if first < last else None


def of_events(
    events: "Sequence[TimelineEvent]",
    stops: Callable[[str], bool],
    last: Mapping[str, datetime],
    first: datetime,
    now: datetime,
) -> list[Gap]:
    """Return the gaps in collection that events of one kind show, between ``first`` and ``now``.

    A gap begins with an event whose state stops collection, and ends with the next event whose
    state does not.

    Args:
        events: All events of one kind since ``first``, oldest first. ``before`` and ``after`` are
            states.
        stops: Returns whether nothing is collected in a state.
        last: Since when each subject that is in such a state now has been in it.
        first: The start of the period. A gap whose beginning has no event begins here.
        now: The end of the period. A gap that lasts ends here.
    """
    # Gaps that began later have an event of their own.
    begun = {subject: since for subject, since in last.items() if since < first}
    gaps: list[Gap] = []
    for event in events:
        if stops(event.after):
            begun.setdefault(event.subject, event.at)
        elif stops(event.before):
            start = begun.pop(event.subject, first)
            gaps.append(Gap(start=start, end=event.at, source=event.subject))
    for subject, start in begun.items():
        gaps.append(Gap(start=start, end=now, source=subject))
    return gaps


def of_hours(hours: Sequence[TimeBucket], now: datetime) -> list[Gap]:
    """Return the times without a visit.

    ``hours`` has the hours with one, in order; what was before is not known.
    """
    visited = [
        datetime.fromtimestamp(hour.start, UTC) for hour in hours if hour.lists or hour.pages
    ]
    return _between(visited, _HOUR, now - _HOUR, _HOUR)


def of_minutes(minutes: Iterable[int], now: datetime) -> list[Gap]:
    """Return the times in which the scheduler recorded no gauge.

    ``minutes`` are Unix times, in order.
    """
    seen = [datetime.fromtimestamp(minute, UTC) for minute in minutes]
    return _between(seen, _MINUTE, now, _MIN_SILENCE)


def _between(
    seen: Sequence[datetime], length: timedelta, end: datetime, least: timedelta
) -> list[Gap]:
    """Return what is between the ends of buckets and the starts of the next, where those are
    further apart.
    """
    return [
        Gap(start=one + length, end=following)
        for one, following in pairwise([*seen, end] if seen else [])
        if following - one > least
    ]


def merged(gaps: Iterable[Gap]) -> list[Gap]:
    """Return gaps of everything in order; those that touch are one."""
    found: list[Gap] = []
    for gap in sorted(Gap(start=gap.start, end=gap.end) for gap in gaps if gap.start < gap.end):
        if found and gap.start <= found[-1].end:
            found[-1] = Gap(start=found[-1].start, end=max(found[-1].end, gap.end))
        else:
            found.append(gap)
    return found


def common(groups: Sequence[Sequence[Gap]]) -> list[Gap]:
    """Return the times that are gaps in each of the groups; none without groups."""
    if not groups:
        return []
    shared = merged(groups[0])
    for group in groups[1:]:
        parts = [one.within(other.start, other.end) for one in shared for other in merged(group)]
        shared = merged(part for part in parts if part)
    return shared


def covered(gaps: Sequence[Gap], start: datetime, end: datetime) -> bool:
    """Return whether gaps cover at least half of a time bucket, so that no match does not mean that
    there was none.
    """
    parts = [part.end - part.start for gap in gaps if (part := gap.within(start, end))]
    return 2 * sum(parts, timedelta()) >= end - start
