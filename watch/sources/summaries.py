"""What is known of all sources together, by the states that were judged last."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.utils import timezone

from storage.database.models import Source, SourceStatus
from storage.database.sources.judgements import waiting_since
from watch.sources.silence import Silence
from watch.sources.source_health import SourceState
from watch.sources.states import silent_now, with_quiet
from watch.stores import Stores
from watch.system.system_health import OBSERVER_SECONDS

_SHOWN = 20
# The observer judges what has changed every few seconds, a hundred thousand sources in a minute. On
# a busy machine it may be late by as much as it takes to say that it has stopped.
_SOON = timedelta(seconds=OBSERVER_SECONDS)


@dataclass(frozen=True, kw_only=True)
class SourceCounts:
    """How many sources are in each state, and how many are silent of the ``watched`` ones, which
    publish regularly.

    ``as_of`` is the time of which the oldest state is, if that is not just now: nobody judges them,
    or there is more to judge than is done.
    """

    states: Mapping[SourceState, int]
    watched: int = 0
    silent: int = 0
    as_of: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class SilentSource:
    """A silent source as the page shows it."""

    name: str
    silence: Silence


@dataclass(frozen=True, kw_only=True)
class SilenceSummary:
    """How many sources are silent, of ``watched`` ones, and the most unusual ones."""

    worst: Sequence[SilentSource]
    count: int
    watched: int


def count_states() -> SourceCounts:
    """Return how many sources are in each state. Raises Unavailable."""
    rows = list(
        SourceStatus.objects.order_by()
        .values_list("state")
        .annotate(
            number=Count("*"),
            since=waiting_since(),
            of_watched=Count("watched", filter=Q(watched=True)),
            # A source that is not silent has no such number.
            of_silent=Count("silent_times"),
        )
    )
    return SourceCounts(
        states={SourceState(state): count for state, count, *_ in rows},
        watched=sum(watched for *_, watched, _ in rows),
        silent=sum(silent for *_, silent in rows),
        as_of=states_as_of(since for _, _, since, *_ in rows),
    )


def states_as_of(since: Iterable[datetime]) -> datetime | None:
    """Return the time of which the oldest state is, if that is not just now, by ``waiting_since``
    in the rows of a query.
    """
    found = next(iter(since), None)
    if found and timezone.now() - found > _SOON:
        return found
    return None


def silence_summary(stores: Stores, counts: SourceCounts) -> SilenceSummary:
    """Return the silent sources, which have been counted. Raises Unavailable."""
    # An index of the statuses has both; sorting the sources would read their wide rows.
    by_silence = SourceStatus.objects.order_by("-silent_times", "-source_id")
    silent = by_silence.filter(silent_times__isnull=False).values_list("source_id", flat=True)
    worst_ids = list(silent[:_SHOWN])
    by_id = with_quiet(Source.objects.all()).in_bulk(worst_ids)
    worst = [by_id[each] for each in worst_ids if each in by_id]
    found = silent_now(worst, stores, timezone.now())
    return SilenceSummary(
        worst=[
            SilentSource(name=each.name, silence=found[each.pk])
            for each in worst
            if each.pk in found
        ],
        count=counts.silent,
        watched=counts.watched,
    )
