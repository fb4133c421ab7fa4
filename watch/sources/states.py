"""The states of sources, with few queries whatever their number.

All pages, the API and the metrics read them here.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from django.core.cache import cache
from django.db.models import OuterRef, QuerySet, Subquery, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from storage.channels import Channel
from storage.database.connection import translated
from storage.database.models import Run, Source
from storage.database.port import RunRecord
from storage.database.searches.events import (
    DRIFT_CONDITION,
    MOVE_CONDITION,
    RECALL_CONDITION,
    SOURCE_CONDITION,
    Condition,
    conditions,
)
from storage.findings.port import FailedAttempt, ListReport, PageMove
from watch.loading import Outage, load
from watch.sources.silence import Silence
from watch.sources.silent_sources import silent_sources
from watch.sources.source_health import SourceHealth, SourceState, VisitOutcomes, Visits, judge
from watch.sources.source_recalls import recall_of
from watch.stores import Stores

_Found = TypeVar("_Found")
RUNS_JUDGED = 3
_COUNTS_KEY = "source-states"
_COUNTS_SECONDS = 10
_SHOWN = (
    "name",
    "channel",
    "address",
    "tags",
    "interval_seconds",
    "longest_interval_seconds",
    "enabled",
    "pause_reason",
    "created",
    "changed",
    "next_visit",
    "last_success",
    "last_stored_at",
    "last_unusable_at",
    "unusable_reason",
)


@dataclass(frozen=True, kw_only=True)
class SourceSignals:
    """What the counters know of the state of sources, by id.

    During an ``outage`` they know nothing.
    """

    attempts: Mapping[int, FailedAttempt]
    silences: Mapping[int, Silence]
    reports: Mapping[int, ListReport]
    known: Mapping[str, Condition]
    outage: Outage | None = None


def read_signs(now: datetime, stores: Stores) -> SourceSignals:
    """Ask the counters."""
    found = load(lambda: _signs(now, stores))
    return found.value or SourceSignals(
        attempts={}, silences={}, reports={}, known={}, outage=found.outage
    )


def _signs(now: datetime, stores: Stores) -> SourceSignals:
    silent = silent_sources(stores, now.astimezone(UTC).date())
    attempts, reports = stores.findings().list_signs()
    return SourceSignals(
        attempts=attempts,
        silences=silent.silences,
        reports=reports,
        known=conditions(SOURCE_CONDITION, DRIFT_CONDITION, MOVE_CONDITION, RECALL_CONDITION),
    )


def state_of(
    source: Source, runs: Sequence[VisitOutcomes], signs: SourceSignals, now: datetime
) -> SourceHealth:
    """Judge one source by its latest runs, newest first."""
    visits = Visits(
        enabled=source.enabled,
        interval_seconds=source.interval_seconds,
        next_visit=source.next_visit,
        runs=runs[:RUNS_JUDGED],
        unusable_outcome=source.unusable_outcome(),
        attempt=signs.attempts.get(source.pk),
        silence=signs.silences.get(source.pk),
        report=_present_report(source, signs),
        page_move=PageMove(**move.detail)
        if (move := signs.known.get(f"{MOVE_CONDITION}{source.pk}"))
        else None,
        drift=drift.value if (drift := signs.known.get(f"{DRIFT_CONDITION}{source.pk}")) else "",
    )
    state, known = judge(visits, now), signs.known.get(f"{SOURCE_CONDITION}{source.pk}")
    since = known.since if known and known.value == state.health else None
    return replace(state, since=since, recall=recall_of(source.pk, signs.known))


def states_of(
    sources: Sequence[Source], signs: SourceSignals, now: datetime
) -> dict[int, SourceHealth]:
    """Judge sources of ``all_sources``, by id."""
    counts = _run_counts(sources)
    return {source.pk: state_of(source, counts[source.pk], signs, now) for source in sources}


def current_states(sources: Sequence[Source], stores: Stores) -> dict[int, SourceHealth]:
    """Return the state of each source, by id.

    A source that was deleted meanwhile counts as never visited.
    """
    now, ids = timezone.now(), [source.pk for source in sources]
    signs = read_signs(now, stores)
    known = states_of(all_sources(ids), signs, now)
    return {
        source.pk: known.get(source.pk) or state_of(source, (), signs, now) for source in sources
    }


def count_states(stores: Stores) -> Mapping[SourceState, int]:
    """Return how many sources are in each state, at most ten seconds old."""
    counts = cache.get(_COUNTS_KEY)
    if not isinstance(counts, dict):
        now, sources = timezone.now(), all_sources()
        states = states_of(sources, read_signs(now, stores), now)
        counts = dict(Counter(str(state.health) for state in states.values()))
        cache.set(_COUNTS_KEY, counts, _COUNTS_SECONDS)
    return {SourceState(state): count for state, count in counts.items()}


def latest_runs(sources: Sequence[Source]) -> Mapping[int, list[RunRecord]]:
    """Return the latest runs of sources of ``all_sources``, newest first, in one query."""
    with translated():
        found = {
            run.pk: run.record()
            for run in Run.objects.filter(pk__in=_all_run_ids(sources)).order_by()
        }
    return _by_source(sources, found)


def all_sources(source_ids: Iterable[int] | None = None) -> list[Source]:
    """Return every source, or those with these ids, with the ids of its latest runs.

    The ids are read from an index without touching other runs.
    """
    places = {f"run_{place}": Subquery(_nth_run(place)) for place in range(RUNS_JUDGED)}
    chosen = (
        Source.objects.all()
        if source_ids is None
        else Source.objects.filter(pk__in=list(source_ids))
    )
    with translated():
        return list(chosen.only(*_SHOWN).annotate(**places).order_by())


def _present_report(source: Source, signs: SourceSignals) -> ListReport | None:
    """Return the report of the source's list, unless it is about an address that the source had
    before.
    """
    report = signs.reports.get(source.pk)
    if report and source.channel != Channel.SEARCH and report.url != source.address:
        return None
    return report


class _RunCounts(NamedTuple):
    """The parts of a run that are judged.

    Nothing more is read of thousands of runs, because dates are slow.
    """

    id: str
    lists: Mapping[str, int]
    pages: Mapping[str, int]


def _run_counts(sources: Sequence[Source]) -> Mapping[int, list[_RunCounts]]:
    """Return the counts of the latest runs of each source, newest first, in one query."""
    with translated():
        # As texts: most of thousands of runs have the same few counts.
        counts = (Cast(name, TextField()) for name in ("lists", "pages"))
        rows = (
            Run.objects.filter(pk__in=_all_run_ids(sources)).order_by().values_list("pk", *counts)
        )
        found = {pk: _RunCounts(pk, _counts(lists), _counts(pages)) for pk, lists, pages in rows}
    return _by_source(sources, found)


@lru_cache(maxsize=1_000)
def _counts(text: str) -> Mapping[str, int]:
    return MappingProxyType(json.loads(text))


def _by_source(sources: Sequence[Source], runs: Mapping[str, _Found]) -> dict[int, list[_Found]]:
    return {
        source.pk: [runs[run_id] for run_id in _run_ids(source) if run_id in runs]
        for source in sources
    }


def _nth_run(index: int) -> QuerySet[Run, Any]:
    runs = Run.objects.filter(source=OuterRef("pk")).order_by("-started", "id")
    return runs.values("pk")[index : index + 1]


def _all_run_ids(sources: Sequence[Source]) -> list[str]:
    return [run_id for source in sources for run_id in _run_ids(source)]


def _run_ids(source: Source) -> list[str]:
    ids = (getattr(source, f"run_{place}") for place in range(RUNS_JUDGED))
    return [run_id for run_id in ids if run_id is not None]
