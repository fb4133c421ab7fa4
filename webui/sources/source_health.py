"""Judge the health of a source. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from storage.outcomes import Outcome

_GOOD_LISTS = frozenset({Outcome.LISTED, Outcome.NOT_MODIFIED})
_KNOWN_PAGES = frozenset({Outcome.STORED, Outcome.DUPLICATE})
# A visit is late if it is overdue by this time or by a whole interval, whichever is longer.
_LATE = timedelta(minutes=5)
_ENOUGH_PAGES = 5


class SourceState(StrEnum):
    """The states of a source, as the list shows them."""

    PAUSED = "paused"
    NEW = "new"
    WORKING = "working"
    LATE = "late"
    FAILING = "failing"
    NOTHING_USABLE = "nothing_usable"
    HEALTHY = "healthy"


class VisitOutcomes(Protocol):
    """The outcomes of a visit's lists and pages."""

    @property
    def lists(self) -> Mapping[str, int]:
        """Lists by outcome."""

    @property
    def pages(self) -> Mapping[str, int]:
        """Pages by outcome."""


@dataclass(frozen=True, kw_only=True)
class Visits:
    """A source's visits. ``runs`` are the latest ones, newest first.

    ``unusable_outcome``: the outcome of most pages of the latest visit with several pages, if none was stored since,
    else "".
    """

    enabled: bool
    interval_seconds: int
    next_visit: datetime
    runs: Sequence[VisitOutcomes]
    unusable_outcome: str = ""


@dataclass(frozen=True, kw_only=True)
class SourceHealth:
    """A state and the outcome that explains it, or ""."""

    health: SourceState
    reason: str = ""


def judge(visits: Visits, now: datetime) -> SourceHealth:
    """Return the first state that applies: paused, late, new, failing, nothing usable, healthy."""
    if not visits.enabled:
        return SourceHealth(health=SourceState.PAUSED)
    if now - visits.next_visit > max(_LATE, timedelta(seconds=visits.interval_seconds)):
        return SourceHealth(health=SourceState.LATE)
    if not visits.runs:
        return SourceHealth(health=SourceState.NEW)
    answered = [run for run in visits.runs if run.lists]
    if not answered:
        return SourceHealth(health=SourceState.WORKING)
    return _judge_lists(answered, visits.unusable_outcome)


def _judge_lists(answered: Sequence[VisitOutcomes], unusable_outcome: str) -> SourceHealth:
    latest = answered[0]
    if not _GOOD_LISTS & set(latest.lists):
        return SourceHealth(health=SourceState.FAILING, reason=_most_frequent(latest.lists))
    pages: dict[str, int] = {}
    for run in answered:
        for outcome, count in run.pages.items():
            pages[outcome] = pages.get(outcome, 0) + count
    if _KNOWN_PAGES & set(pages):
        return SourceHealth(health=SourceState.HEALTHY)
    if sum(pages.values()) >= _ENOUGH_PAGES:
        return SourceHealth(health=SourceState.NOTHING_USABLE, reason=_most_frequent(pages))
    if unusable_outcome:
        # The latest visits found nothing new, which does not change that the last pages were unusable.
        return SourceHealth(health=SourceState.NOTHING_USABLE, reason=unusable_outcome)
    return SourceHealth(health=SourceState.HEALTHY)


def _most_frequent(counts: Mapping[str, int]) -> str:
    return max(counts, key=lambda name: (counts[name], name))
