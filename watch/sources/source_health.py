"""Judge the health of a source. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Protocol

from scheduler.queue.port import LIST_TUBE
from storage.findings.signs import FailedAttempt, ListReport, PageMove
from storage.learned.orders import PauseKind, PauseOrder
from storage.outcomes import BLOCKED, DOCUMENT_EXISTS, LIST_WORKS, Outcome
from watch.sources.recall import Recall
from watch.sources.silence import Silence

# A visit is late if it is overdue by this time or by a whole interval, whichever is longer.
_LATE = timedelta(minutes=5)
# Servers ask to wait for a minute or two in the usual course of things.
_HELD_SECONDS = 300.0
_ENOUGH_PAGES = 5
# A failed attempt to read a list shows while its visit is open. Attempts are ever further apart, so
# looks at a visit may be, too.
_MIN_BETWEEN_LOOKS = timedelta(seconds=10)
# Silence is counted by days of UTC. Not all sources are judged in the same minute of the night.
_DAY = timedelta(days=1)
_NIGHT_SECONDS = 3600
# The server answers, and the answer is that Newsloom may not read (RFC 9110, 15.5.2, 15.5.4,
# 15.5.8; RFC 7725).
_REFUSALS = frozenset({"HTTP 401", "HTTP 403", "HTTP 407", "HTTP 451"})


class SourceState(StrEnum):
    """The states of a source, as the list shows them."""

    PAUSED = "paused"
    NEW = "new"
    WORKING = "working"
    LATE = "late"
    RETRYING = "retrying"
    HELD_BACK = "held_back"
    FAILING = "failing"
    BLOCKED = "blocked"
    MOVED = "moved"
    CHANGED = "changed"
    NOTHING_USABLE = "nothing_usable"
    SILENT = "silent"
    HEALTHY = "healthy"


URGENCY = (
    SourceState.FAILING,
    SourceState.BLOCKED,
    SourceState.NOTHING_USABLE,
    SourceState.CHANGED,
    SourceState.MOVED,
    SourceState.RETRYING,
    SourceState.HELD_BACK,
    SourceState.SILENT,
    SourceState.LATE,
    SourceState.WORKING,
    SourceState.NEW,
    SourceState.PAUSED,
    SourceState.HEALTHY,
)
"""All states; those that need action come first."""
UNWELL = frozenset(
    {
        SourceState.FAILING,
        SourceState.BLOCKED,
        SourceState.NOTHING_USABLE,
        SourceState.CHANGED,
        SourceState.MOVED,
        SourceState.SILENT,
    }
)
"""The states in which a source gives less than it should, and which do not pass by themselves."""


class VisitOutcomes(Protocol):
    """One visit, and the outcomes of its lists and pages."""

    @property
    def id(self) -> str:
        """The id of the run."""

    @property
    def is_open(self) -> bool:
        """Whether jobs of it still wait."""

    @property
    def lists(self) -> Mapping[str, int]:
        """Lists by outcome."""

    @property
    def pages(self) -> Mapping[str, int]:
        """Pages by outcome."""


@dataclass(frozen=True, kw_only=True)
class HeldPages:
    """Pages of a source that its server puts off, and none of which it has given meanwhile.

    ``count`` are the pages that wait, ``since`` and ``until``, the time of the next attempt, Unix
    times. ``outcome`` is that of the last attempt.
    """

    count: int
    outcome: str
    since: float
    until: float


@dataclass(frozen=True, kw_only=True)
class Visits:
    """A source's visits. ``runs`` are the latest ones, newest first.

    ``unusable_outcome``: the outcome of most pages of the latest visit with several pages, if none
    was stored since, else "". ``attempt``: the latest failed attempt to read one of its lists that
    is to be repeated. ``silence``: its silence, if it is longer than usual. ``report``: what became
    of the list at its present address at the latest visit. ``drift``: what changed in its pages, ""
    if nothing did. ``page_move``: one of its pages, if they have moved. ``last_visit``: when the
    newest of ``runs`` began. ``held``: the pages that its server puts off, if it gives none.
    ``pauses``: those of ops that stop its visits or its pages.
    """

    enabled: bool
    interval_seconds: int
    next_visit: datetime
    runs: Sequence[VisitOutcomes]
    unusable_outcome: str = ""
    attempt: FailedAttempt | None = None
    silence: Silence | None = None
    report: ListReport | None = None
    drift: str = ""
    page_move: PageMove | None = None
    last_visit: datetime | None = None
    held: HeldPages | None = None
    pauses: Sequence[PauseOrder] = ()

    @property
    def pause(self) -> PauseOrder | None:
        """The pause of ops that stops its visits; one of the queue of pages does not. Of several
        the one that ends last: until then no visit comes.
        """
        stops = (
            each
            for each in self.pauses
            if each.kind is not PauseKind.TUBE or each.name == LIST_TUBE
        )
        return max(stops, key=lambda each: each.until or math.inf, default=None)


@dataclass(frozen=True, kw_only=True)
class SourceHealth:
    """A state and the outcome that explains it, or ""; ``of_pages`` if that is what became of pages
    of a list that works.

    ``attempt`` is set while the latest visit repeats a failed attempt, ``silence`` for a silent
    source, ``held`` for one that is held back, ``moved_to`` if permanent redirects lead from its
    address to another, ``page_move`` if they lead only from its pages. ``detail`` is what the
    server or the list said. For a changed source, ``reason`` names what changed. ``since`` is when
    the state was first noticed, None if that is not recorded yet. ``recall`` is how much it finds
    of what others of its site show, None if that is not known. ``pause`` is the order of ops that
    stops its visits.
    """

    health: SourceState
    reason: str = ""
    of_pages: bool = False
    attempt: FailedAttempt | None = None
    silence: Silence | None = None
    detail: str = ""
    moved_to: str = ""
    page_move: PageMove | None = None
    held: HeldPages | None = None
    since: datetime | None = None
    recall: Recall | None = None
    pause: PauseOrder | None = None

    @property
    def unwell(self) -> bool:
        """Return whether the source gives less than it should, and somebody should look."""
        return self.health in UNWELL

    @property
    def misses(self) -> bool:
        """Return whether nothing else is wrong but that it misses more than it finds."""
        return self.health is SourceState.HEALTHY and self.recall is not None and self.recall.is_low


def by_urgency(counts: Mapping[SourceState, int]) -> list[tuple[SourceState, int]]:
    """Return the states that occur with their counts, the most urgent first."""
    return [(state, counts[state]) for state in URGENCY if counts.get(state)]


def judge(visits: Visits, now: datetime) -> SourceHealth:
    """Return the first state that applies, in the order of the branches below."""
    if not visits.enabled:
        return SourceHealth(health=SourceState.PAUSED)
    return replace(_judge_enabled(visits, now), pause=visits.pause)


def _judge_enabled(visits: Visits, now: datetime) -> SourceHealth:
    # A visit that ops hold back is not late: it comes when the pause ends.
    if not visits.pause and now - visits.next_visit > _latest_delay(visits):
        return SourceHealth(health=SourceState.LATE)
    if not visits.runs:
        return SourceHealth(health=SourceState.NEW)
    answered = [run for run in visits.runs if run.lists]
    found = _judge_visits(answered, visits, now)
    attempt = _open_attempt(visits)
    if attempt is None:
        hides_nothing = found.health in (SourceState.HEALTHY, SourceState.WORKING)
        if hides_nothing and _waits_too_long(visits, now):
            return SourceHealth(health=SourceState.LATE)
        return found
    if found.health in (SourceState.FAILING, SourceState.BLOCKED):
        return replace(found, attempt=attempt, detail=found.detail or attempt.detail)
    return SourceHealth(
        health=SourceState.RETRYING, reason=attempt.outcome, attempt=attempt, detail=attempt.detail
    )


def may_change_at(
    visits: Visits, last_visit: datetime | None, now: datetime, *, spread: int
) -> datetime:
    """Return until when the state stays as it is, unless something happens to the source.

    ``spread`` is a number of the source, by which its daily look is placed within the hour after
    midnight.
    """
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + _DAY
    at = midnight + timedelta(seconds=spread % _NIGHT_SECONDS)
    if not visits.enabled:
        return at
    late = visits.next_visit + _latest_delay(visits)
    if late > now:
        at = min(at, late)
    else:
        # Ops may pause or resume its host meanwhile, which no source is told of.
        at = min(at, now + max(_LATE, (now - late) / 2))
    if visits.runs and not visits.runs[0].lists and last_visit:
        at = min(at, now + max(_MIN_BETWEEN_LOOKS, (now - last_visit) / 2))
    return at


def _latest_delay(visits: Visits) -> timedelta:
    return max(_LATE, timedelta(seconds=visits.interval_seconds))


def _waits_too_long(visits: Visits, now: datetime) -> bool:
    """Return whether the newest visit has begun, and no worker has read a list of it for long."""
    newest = visits.runs[0]
    if visits.pause or newest.lists or not newest.is_open or visits.last_visit is None:
        return False
    return now - visits.last_visit > _latest_delay(visits)


def _open_attempt(visits: Visits) -> FailedAttempt | None:
    """Return the failed attempt of the latest visit, unless the visit has read a list since."""
    newest, attempt = visits.runs[0], visits.attempt
    if attempt and attempt.run_id == newest.id and not newest.lists:
        return attempt
    return None


def _judge_visits(answered: Sequence[VisitOutcomes], visits: Visits, now: datetime) -> SourceHealth:
    if not answered:
        return SourceHealth(health=SourceState.WORKING)
    found = _judge_lists(answered, visits.unusable_outcome)
    report = visits.report
    if found.health is SourceState.FAILING:
        return _explained_failure(found, report)
    if visits.held and _holds_back(visits.held, now):
        return SourceHealth(
            health=SourceState.HELD_BACK, reason=visits.held.outcome, held=visits.held
        )
    # It works as long as the old address is forwarded, which nobody promises.
    if report and report.moved_to:
        return SourceHealth(health=SourceState.MOVED, moved_to=report.moved_to)
    if visits.page_move and found.health is SourceState.HEALTHY:
        return SourceHealth(health=SourceState.MOVED, page_move=visits.page_move)
    # Its lists can be read, but the site refuses the pages that they name.
    if found.health is SourceState.NOTHING_USABLE and (
        found.reason in BLOCKED or found.reason == Outcome.HTTP_4XX
    ):
        return replace(found, health=SourceState.BLOCKED)
    if visits.drift and found.health in (SourceState.HEALTHY, SourceState.NOTHING_USABLE):
        return SourceHealth(health=SourceState.CHANGED, reason=visits.drift)
    # Only a source that works is silent: any other has a reason for what it lacks.
    if found.health is SourceState.HEALTHY and visits.silence:
        return SourceHealth(health=SourceState.SILENT, silence=visits.silence)
    return found


def _holds_back(held: HeldPages, now: datetime) -> bool:
    """Return whether pages wait for long: a server that is busy for a moment is no news."""
    return held.count > 0 and max(held.until, now.timestamp()) - held.since >= _HELD_SECONDS


def _explained_failure(found: SourceHealth, report: ListReport | None) -> SourceHealth:
    """Return a failure with what the server said, as blocked if the site refuses to be read."""
    # What the server said last may be about another failure than the one that is judged.
    if report is None or report.outcome != found.reason:
        if found.reason in BLOCKED:
            return replace(found, health=SourceState.BLOCKED)
        return found
    refused = found.reason in BLOCKED or (
        found.reason == Outcome.HTTP_4XX and report.detail[:8] in _REFUSALS
    )
    health = SourceState.BLOCKED if refused else SourceState.FAILING
    return replace(found, health=health, detail=report.detail, moved_to=report.moved_to)


def _judge_lists(answered: Sequence[VisitOutcomes], unusable_outcome: str) -> SourceHealth:
    latest = answered[0]
    if not LIST_WORKS & set(latest.lists):
        return SourceHealth(health=SourceState.FAILING, reason=_most_frequent(latest.lists))
    pages: dict[str, int] = {}
    for run in answered:
        for outcome, count in run.pages.items():
            pages[outcome] = pages.get(outcome, 0) + count
    if DOCUMENT_EXISTS & set(pages):
        return SourceHealth(health=SourceState.HEALTHY)
    if sum(pages.values()) >= _ENOUGH_PAGES:
        return _nothing_usable(_most_frequent(pages))
    if unusable_outcome:
        # The latest visits found nothing new, which does not change that the last pages were
        # unusable.
        return _nothing_usable(unusable_outcome)
    return SourceHealth(health=SourceState.HEALTHY)


def _nothing_usable(outcome: str) -> SourceHealth:
    return SourceHealth(health=SourceState.NOTHING_USABLE, reason=outcome, of_pages=True)


def _most_frequent(counts: Mapping[str, int]) -> str:
    return max(counts, key=lambda name: (counts[name], name))
