"""What is known of all sources together, by the states that were judged last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count
from django.utils import timezone

from storage.database.connection import translated
from storage.database.models import SourceStatus
from storage.database.sources.judgements import waiting_since
from watch.sources.silence import Silence
from watch.sources.source_health import SourceState
from watch.sources.states import judge_sources
from watch.stores import Stores

_SHOWN = 20
# The observer judges what has changed every few seconds, a hundred thousand sources in a minute.
_SOON = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class SourceCounts:
    """How many sources are in each state.

    ``as_of`` is the time of which the oldest state is, if that is not just now: nobody judges them,
    or there is more to judge than is done.
    """

    states: Mapping[SourceState, int]
    as_of: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class SilentSource:
    """A silent source as the page shows it."""

    name: str
    silence: Silence


@dataclass(frozen=True, kw_only=True)
class SilenceSummary:
    """How many sources are silent, of ``watched`` ones that publish regularly, and the most unusual
    ones.
    """

    worst: Sequence[SilentSource]
    count: int
    watched: int


def count_states() -> SourceCounts:
    """Return how many sources are in each state. Raises Unavailable."""
    with translated():
        rows = SourceStatus.objects.order_by().values_list("state").annotate(Count("pk"))
        states = {SourceState(state): count for state, count in rows}
    return SourceCounts(states=states, as_of=states_as_of())


def states_as_of() -> datetime | None:
    """Return the time of which the oldest state is, None if all are of now. Raises Unavailable."""
    since = waiting_since()
    return since if since and timezone.now() - since > _SOON else None


def silence_summary(stores: Stores) -> SilenceSummary:
    """Return the silent sources. Raises Unavailable."""
    with translated():
        watched = SourceStatus.objects.filter(watched=True)
        silent = watched.filter(silent_times__isnull=False)
        worst = list(silent.order_by("-silent_times", "-pk").values_list("pk", flat=True)[:_SHOWN])
        # A source that is not silent has no such number.
        counts = watched.aggregate(watched=Count("pk"), silent=Count("silent_times"))
    judged = judge_sources(worst, stores, timezone.now()).found
    found = [judged[each] for each in worst if each in judged]
    return SilenceSummary(
        worst=[
            SilentSource(name=one.source.name, silence=one.silence) for one in found if one.silence
        ],
        count=counts["silent"],
        watched=counts["watched"],
    )
