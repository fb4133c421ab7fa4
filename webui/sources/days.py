"""Two weeks of a source's counts: articles per day, and why pages were not stored. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from storage.outcomes import Outcome, OutcomeGroup, group_of
from watch.sources.stored_days import DAYS, per_day

_DAY = timedelta(days=1)
_NOT_STORED = (OutcomeGroup.REJECTED, OutcomeGroup.FAILED)
# With fewer pages a share means nothing.
_ENOUGH_PAGES = 5


@dataclass(frozen=True, kw_only=True)
class SourceDays:
    """``stored``: (day, articles stored) of the DAYS days up to today, in order.

    ``not_stored``: what was rejected or given up, by outcome, the most frequent first. A page that
    was given up counts again at each visit that finds it and fails.

    ``pages`` is what was stored and what was not. ``per_day`` is the
    mean of the full days since the source was added, or today's count on its first day. ``created``
    is the day on which it was added.
    """

    stored: tuple[tuple[date, int], ...]
    not_stored: tuple[tuple[str, int], ...]
    pages: int
    per_day: float
    created: date

    @property
    def total(self) -> int:
        """The articles stored on all these days."""
        return sum(count for _, count in self.stored)

    @property
    def counts(self) -> tuple[int | None, ...]:
        """The articles of each day, None before the source was added."""
        return tuple(count if count or day >= self.created else None for day, count in self.stored)

    @property
    def share_stored(self) -> float | None:
        """The share of pages that were stored, 0 to 1; None with too few pages."""
        if self.pages >= _ENOUGH_PAGES:
            return self.total / self.pages
        return None

    @property
    def share_not_stored(self) -> float | None:
        """The rest; None with too few pages."""
        if self.share_stored is None:
            return None
        return 1 - self.share_stored


def source_days(
    counted: Mapping[date, Mapping[str, int]], today: date, created: date
) -> SourceDays:
    """Sum up the outcomes of each day. ``created`` is the day on which the source was added."""
    days = [today - (DAYS - 1 - number) * _DAY for number in range(DAYS)]
    stored = tuple((day, counted.get(day, {}).get(Outcome.STORED, 0)) for day in days)
    lost: dict[str, int] = {}
    for day in days:
        for outcome, count in counted.get(day, {}).items():
            if group_of(outcome) in _NOT_STORED:
                lost[outcome] = lost.get(outcome, 0) + count
    ranked = tuple(sorted(lost.items(), key=lambda item: (-item[1], item[0])))
    return SourceDays(
        stored=stored,
        not_stored=ranked,
        pages=sum(count for _, count in stored) + sum(lost.values()),
        per_day=per_day(dict(stored), today, created),
        created=created,
    )
