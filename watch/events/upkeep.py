"""Keep the states of sources: judge those whose state may have changed, and store what follows.

Whatever changes a source lets it be judged (``storage.database.sources.statuses``), and each
judgement says when time alone may change it. So a look costs as much as has happened since the last
one, however many sources there are. The observer does it all the time. A page does it for a source
that it finds in another state than was kept, or whose user has just changed it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from storage.database.clock import database_now
from storage.database.connection import short_wait
from storage.database.sources.judgements import (
    SourceJudgement,
    SourceSigns,
    due_for_judgement,
    keep,
    source_signs,
)
from storage.parts import in_parts
from watch.events.changes import SourceBefore, of_source, reached
from watch.loading import Outage, load
from watch.sources.states import JudgedSource, judge_sources
from watch.stores import Stores
from watch.system.system_health import OBSERVER_SECONDS

_AT_ONCE = 100
_OF_A_PAGE = 100
"""A page judges so many sources at most, in a twentieth of a second."""


def judge_due(stores: Stores, most: int) -> tuple[int, Outage | None]:
    """Judge the sources whose state may have changed, those that wait longest first.

    Return how many were judged, and the outage that kept the rest from it. Raises Unavailable.
    """
    due = due_for_judgement(most)
    return len(due), judge_again(due, stores)


def judge_again(source_ids: Sequence[int], stores: Stores) -> Outage | None:
    """Judge these sources, unless the counters do not answer. Raises Unavailable."""
    for some in in_parts(source_ids, _AT_ONCE):
        now = database_now()
        judged = judge_sources(some, stores, now)
        if judged.outage:
            return judged.outage
        keep({pk: judgement for pk, one in judged.found.items() if (judgement := _kept(one, now))})
    return None


def judge_for_page(
    stores: Stores, source_ids: Sequence[int] = (), signs: SourceSigns | None = None
) -> Outage | None:
    """Judge these sources before a page shows them, and a few that are due if no observer does.

    It may be left out, for the outage that is returned: then the page says of which time the states
    are. ``signs`` are those that the page has asked for already.
    """

    def judge() -> Outage | None:
        due = _unobserved(signs or source_signs())
        wanted = [*source_ids, *(each for each in due if each not in source_ids)]
        if wanted:
            with short_wait():
                return judge_again(wanted, stores)
        return None

    found = load(judge)
    return found.outage or found.value


def _unobserved(signs: SourceSigns) -> list[int]:
    """Return a few sources that are due and that no observer judges."""
    if signs.waiting_since is None or signs.waiting_since > signs.now:
        return []
    # An observer is at work, and comes to them in its turn.
    if signs.looked and signs.now - signs.looked < timedelta(seconds=OBSERVER_SECONDS):
        return []
    return due_for_judgement(_OF_A_PAGE)


def _kept(one: JudgedSource, now: datetime) -> SourceJudgement | None:
    status, state = one.status, one.state
    if status is None:  # deleted meanwhile
        return None
    before = SourceBefore(state=status.state, settled=status.settled, since=status.since)
    change = of_source(one.source.pk, one.source.name, before, state, now)
    return SourceJudgement(
        version=status.version,
        state=state.health,
        reason=state.reason,
        settled=change.settled,
        since=change.since,
        reached=reached(state),
        stored_at=one.source.last_stored_at,
        per_day=one.per_day,
        silent_times=one.silence.times if one.silence else None,
        watched=one.watched,
        judge_at=one.judge_at,
        event=change.event,
    )
