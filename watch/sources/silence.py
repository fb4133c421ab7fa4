"""Find sources that are silent for longer than is usual for them. Pure.

A source whose hours of the week are known is judged by them (``scheduler.quiet``). Before that,
days with a document have to do.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import pairwise

from scheduler.quiet import Quiet

# With fewer days it is not known what is usual.
_MIN_DAYS = 3
# One and a half times the longest gap so far is unusual. A paper without a Sunday edition may be
# silent for two days; it is reported on the fourth.
_TIMES_LONGEST = 1.5

Days = Sequence[date]
"""The days with a new document, in ascending order."""


@dataclass(frozen=True, kw_only=True)
class Silence:
    """A silent source: its last day with something new, and what is usual for it.

    ``days`` have passed since ``last``. ``gap`` is how long it has been silent and ``longest`` its
    longest gap before:
    in active hours if ``by_hour``, otherwise in days.
    """

    source_id: int
    last: date
    days: int
    gap: float
    longest: float
    by_hour: bool = False

    @property
    def times(self) -> float:
        """How many times as long as the longest gap before."""
        return self.gap / max(self.longest, 1.0)


def silences(
    sources: Mapping[int, Days], today: date, quiet: Mapping[int, Quiet] | None = None
) -> list[Silence]:
    """Return the silent sources, the most unusual first.

    Args:
        sources: The days of each source.
        today: The present day, in UTC.
        quiet: The present gaps of sources.
    """
    quiet = {source_id: one for source_id, one in (quiet or {}).items() if tells(one)}
    found = [_by_hour(source_id, one, today) for source_id, one in quiet.items()]
    for source_id, days in sources.items():
        # Hours tell sooner than days, where there are enough of them.
        if source_id not in quiet:
            found.append(_by_day(source_id, days, today))
    silent = [one for one in found if one]
    return sorted(silent, key=lambda one: (-one.times, one.source_id))


def is_watched(days: Days, quiet: Quiet | None) -> bool:
    """Return whether a source publishes often enough to tell when it is silent."""
    return len(days) >= _MIN_DAYS or (quiet is not None and tells(quiet))


def tells(quiet: Quiet) -> bool:
    """Return whether the hours of the week are known, and something new has come since."""
    return quiet.learned and bool(quiet.since)


def _by_hour(source_id: int, quiet: Quiet, today: date) -> Silence | None:
    if not quiet.is_silent:
        return None
    last = datetime.fromtimestamp(quiet.since, UTC).date()
    return Silence(
        source_id=source_id,
        last=last,
        days=(today - last).days,
        gap=quiet.hours,
        longest=quiet.longest,
        by_hour=True,
    )


def _by_day(source_id: int, days: Days, today: date) -> Silence | None:
    if len(days) < _MIN_DAYS:
        return None
    longest = max((after - before).days for before, after in pairwise(days))
    gap = (today - days[-1]).days
    if gap <= _TIMES_LONGEST * longest:
        return None
    return Silence(source_id=source_id, last=days[-1], days=gap, gap=gap, longest=longest)
