"""Judge sources as they are now, with few queries for some hundred of them.

What is judged here is kept by ``watch.events.upkeep``. Lists, filters and numbers of all sources
read what was kept (``watch.sources.summaries``); what a page says of single sources is judged when
it is asked for.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from django.db.models import (
    BooleanField,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
)
from django.db.models.functions import Cast
from django.utils import timezone

from scheduler.queue.port import LIST_TUBE, PAGE_TUBE
from scheduler.quiet import Quiet
from storage.channels import Channel
from storage.database.models import Run, Source, SourceStatus
from storage.database.port import RunRecord
from storage.database.searches.events import (
    DRIFT_CONDITION,
    MOVE_CONDITION,
    RECALL_CONDITION,
    KnownCondition,
    conditions_of,
)
from storage.database.sources.sources import open_runs_of
from storage.findings.signs import FailedAttempt, ListReport, PageMove
from storage.keys import host_name
from storage.learned.orders import PauseOrder, pauses_of, present_pauses
from storage.parts import in_parts
from watch.loading import Loaded, Outage, load
from watch.sources.silence import Silence, is_watched
from watch.sources.silent_sources import silent_among
from watch.sources.source_health import (
    HeldPages,
    SourceHealth,
    VisitOutcomes,
    Visits,
    judge,
    may_change_at,
)
from watch.sources.source_recalls import recall_of
from watch.sources.stored_days import per_day
from watch.stores import Stores

_Found = TypeVar("_Found")
RUNS_JUDGED = 3
_DAYS_KEPT = 35
_QUIET = {each.name: f"quiet_{each.name}" for each in fields(Quiet)}
_SHOWN = (
    "name",
    "channel",
    "address",
    "tags",
    "interval_seconds",
    "longest_interval_seconds",
    "pages_a_day",
    "pace_seconds",
    "priority",
    "region",
    "language",
    "time_zone",
    "enabled",
    "pause_reason",
    "created",
    "changed",
    "next_visit",
    "last_visit",
    "last_success",
    "last_stored_at",
    "last_unusable_at",
    "unusable_reason",
)
_KEPT = tuple(f"status__{name}" for name in ("state", "settled", "since", "version"))


@dataclass(frozen=True, kw_only=True)
class JudgedSource:
    """A source, its state, and what else lists are ordered by; see ``SourceStatus``.

    ``status`` is what was kept before, None for a source without any. ``silence`` is its silence,
    whatever the state. ``pauses`` are those of ops that stop its visits or pages.
    """

    source: Source
    status: SourceStatus | None
    state: SourceHealth
    silence: Silence | None
    pauses: Sequence[PauseOrder]
    per_day: float
    watched: bool
    judge_at: datetime


@dataclass(frozen=True, kw_only=True)
class _Signs:
    """What is known of sources besides their rows, by id."""

    attempts: Mapping[int, FailedAttempt] = field(default_factory=dict)
    reports: Mapping[int, ListReport] = field(default_factory=dict)
    days: Mapping[int, Mapping[date, int]] = field(default_factory=dict)
    silences: Mapping[int, Silence] = field(default_factory=dict)
    held: Mapping[int, HeldPages] = field(default_factory=dict)
    known: Mapping[str, KnownCondition] = field(default_factory=dict)
    #: Of all sources, as ops have ordered them.
    pauses: Sequence[PauseOrder] = ()


@dataclass(frozen=True, kw_only=True)
class Judgements:
    """Judged sources by id.

    During an ``outage`` of the counters, the states follow from the database alone, so they must
    not be kept.
    """

    found: Mapping[int, JudgedSource]
    outage: Outage | None = None


def judge_sources(
    source_ids: Iterable[int], stores: Stores, now: datetime, away: Outage | None = None
) -> Judgements:
    """Judge those of these sources that exist; ``away`` is as in ``judge_by_runs``."""
    sources = sources_with_runs(source_ids)
    return judge_by_runs(sources, _run_counts(sources), stores, now, away)


def judge_by_runs(
    sources: Sequence[Source],
    runs: Mapping[int, Sequence[VisitOutcomes]],
    stores: Stores,
    now: datetime,
    away: Outage | None = None,
) -> Judgements:
    """Judge sources of ``sources_with_runs`` by their latest runs, newest first.

    ``away`` is an outage of the stores that is known already.
    """
    quiet = quiet_of(sources)
    read = Loaded(outage=away) if away else load(lambda: _signs(sources, quiet, stores, now))
    signs = read.value or _Signs()
    found = {
        source.pk: _judged(source, runs[source.pk], signs, quiet.get(source.pk), now)
        for source in sources
    }
    return Judgements(found=found, outage=read.outage)


def current_states(
    sources: Sequence[Source], stores: Stores, away: Outage | None = None
) -> dict[int, SourceHealth]:
    """Return the state of each source, by id; ``away`` is as in ``judge_by_runs``.

    A source that was deleted meanwhile counts as never visited.
    """
    now, ids = timezone.now(), [source.pk for source in sources]
    found: dict[int, JudgedSource] = {}
    for some in in_parts(ids):
        judged = judge_sources(some, stores, now, away)
        # What the first question waited for in vain, the others need not wait for.
        found |= judged.found
        away = judged.outage
    states = {}
    for source in sources:
        if source.pk in found:
            states[source.pk] = found[source.pk].state
        else:
            states[source.pk] = judge(_visits(source, (), _Signs()), now)
    return states


def latest_runs(sources: Sequence[Source]) -> Mapping[int, list[RunRecord]]:
    """Return the latest runs of sources of ``sources_with_runs``, newest first, in one query."""
    rows = Run.objects.filter(pk__in=_all_run_ids(sources)).order_by()
    return _by_source(sources, {run.pk: run.record() for run in rows})


def sources_with_runs(source_ids: Iterable[int]) -> list[Source]:
    """Return the sources with these ids, with what was kept of their states and with the ids of
    their latest runs.

    The ids are read from an index without touching other runs.
    """
    places = {f"run_{place}": Subquery(_nth_run(place)) for place in range(RUNS_JUDGED)}
    chosen = Source.objects.filter(pk__in=list(source_ids)).select_related("status")
    return list(with_quiet(chosen).only(*_SHOWN, *_KEPT).annotate(**places).order_by())


def with_quiet(sources: QuerySet[Source]) -> QuerySet[Source]:
    """Return the sources without their rhythms, with the four numbers of their present gaps, which
    the database picks from the two kilobytes of each rhythm.
    """
    quiet = {alias: F(f"rhythm__quiet__{name}") for name, alias in _QUIET.items()}
    return sources.defer("rhythm").annotate(**quiet)


def silent_now(sources: Sequence[Source], stores: Stores, now: datetime) -> Mapping[int, Silence]:
    """Return which sources of ``with_quiet`` are silent. Raises Unavailable."""
    days = _stored_days(sources, stores, now)
    return silent_among(sources, days, quiet_of(sources), stores, now)


def _signs(
    sources: Sequence[Source], quiet: Mapping[int, Quiet], stores: Stores, now: datetime
) -> _Signs:
    """Ask the stores. Raises Unavailable."""
    ids = [source.pk for source in sources]
    attempts, reports = stores.findings().list_attempts_and_reports(ids)
    days = _stored_days(sources, stores, now)
    return _Signs(
        attempts=attempts,
        reports=reports,
        days=days,
        silences=silent_among(sources, days, quiet, stores, now),
        held=_held_pages(ids, stores),
        known=conditions_of(ids, DRIFT_CONDITION, MOVE_CONDITION, RECALL_CONDITION),
        pauses=present_pauses(stores.learned()),
    )


def _held_pages(source_ids: Sequence[int], stores: Stores) -> Mapping[int, HeldPages]:
    """Return the pages that wait because servers put them off, by source. Raises Unavailable."""
    put_off = stores.findings().put_off()
    runs = open_runs_of(put_off.keys() & set(source_ids))
    # The workers' own counts: those in the database are not collected for more than a day.
    counts = stores.counters().run_counts(list(runs))
    waiting: Counter[int] = Counter()
    for run_id, found in counts.items():
        waiting[runs[run_id]] += max(0, found.new - sum(found.pages.values()))
    held = {}
    for source_id, count in waiting.items():
        sign = put_off[source_id]
        held[source_id] = HeldPages(
            count=count, outcome=sign.outcome, since=sign.since, until=sign.until
        )
    return held


def _stored_days(
    sources: Sequence[Source], stores: Stores, now: datetime
) -> Mapping[int, Mapping[date, int]]:
    today = now.astimezone(UTC).date()
    first = today - timedelta(days=_DAYS_KEPT - 1)
    return stores.counters().stored_days([source.pk for source in sources], first, today)


def _judged(
    source: Source,
    runs: Sequence[VisitOutcomes],
    signs: _Signs,
    quiet: Quiet | None,
    now: datetime,
) -> JudgedSource:
    visits = _visits(source, runs, signs)
    state = judge(visits, now)
    status: SourceStatus | None = getattr(source, "status", None)
    # What is stored says since when, as long as it says the same.
    since = status.since if status and status.state == state.health else None
    recall = recall_of(source.pk, signs.known)
    days = signs.days.get(source.pk, {})
    today = now.astimezone(UTC).date()
    return JudgedSource(
        source=source,
        status=status,
        state=replace(state, since=since, recall=recall),
        silence=signs.silences.get(source.pk),
        pauses=visits.pauses,
        per_day=per_day(days, today, source.created.astimezone(UTC).date()),
        watched=source.enabled and is_watched(list(days), quiet),
        judge_at=may_change_at(visits, source.last_visit, now, spread=source.pk),
    )


def _visits(source: Source, runs: Sequence[VisitOutcomes], signs: _Signs) -> Visits:
    drift = signs.known.get(f"{DRIFT_CONDITION}{source.pk}")
    move = signs.known.get(f"{MOVE_CONDITION}{source.pk}")
    pauses = pauses_of(signs.pauses, tubes=(LIST_TUBE, PAGE_TUBE), host=_host(source))
    return Visits(
        enabled=source.enabled,
        interval_seconds=source.interval_seconds,
        next_visit=source.next_visit,
        runs=runs,
        unusable_outcome=source.unusable_outcome(),
        attempt=signs.attempts.get(source.pk),
        silence=signs.silences.get(source.pk),
        report=_present_report(source, signs),
        page_move=PageMove(**move.detail) if move else None,
        drift=drift.value if drift else "",
        last_visit=source.last_visit,
        held=signs.held.get(source.pk),
        pauses=pauses,
    )


def _host(source: Source) -> str:
    """Return the host of its lists as pauses name it."""
    try:
        return host_name(source.address)
    except ValueError:
        # A search channel's address has its keyword in the host.
        return ""


def _present_report(source: Source, signs: _Signs) -> ListReport | None:
    """Return the report of the source's list, unless it is about an address that the source had
    before.
    """
    report = signs.reports.get(source.pk)
    if report and source.channel != Channel.SEARCH and report.url != source.address:
        return None
    return report


def quiet_of(sources: Sequence[Source]) -> dict[int, Quiet]:
    """Return the present gap of those sources of ``sources_with_runs`` whose gaps are known."""
    found = {}
    for source in sources:
        values = {name: getattr(source, alias) for name, alias in _QUIET.items()}
        if None not in values.values():
            found[source.pk] = Quiet(**values)
    return found


class _RunCounts(NamedTuple):
    """The parts of a run that are judged.

    Nothing more is read of thousands of runs, because dates are slow.
    """

    id: str
    is_open: bool
    lists: Mapping[str, int]
    pages: Mapping[str, int]


def _run_counts(sources: Sequence[Source]) -> Mapping[int, list[_RunCounts]]:
    """Return the counts of the latest runs of each source, newest first, in one query."""
    # As texts: most of thousands of runs have the same few counts.
    counts = (Cast(name, TextField()) for name in ("lists", "pages"))
    runs = Run.objects.filter(pk__in=_all_run_ids(sources)).order_by()
    is_open = ExpressionWrapper(Q(finished=None), output_field=BooleanField())
    found = {
        pk: _RunCounts(pk, bool(waits), _counts(lists), _counts(pages))
        for pk, waits, lists, pages in runs.values_list("pk", is_open, *counts)
    }
    return _by_source(sources, found)


@lru_cache(maxsize=1_000)
def _counts(text: str) -> Mapping[str, int]:
    return MappingProxyType(json.loads(text))


def _by_source(sources: Sequence[Source], runs: Mapping[str, _Found]) -> dict[int, list[_Found]]:
    found = {}
    for source in sources:
        found[source.pk] = [runs[run_id] for run_id in _run_ids(source) if run_id in runs]
    return found


def _nth_run(index: int) -> QuerySet[Run, Any]:
    runs = Run.objects.filter(source=OuterRef("pk")).order_by("-started", "id")
    return runs.values("pk")[index : index + 1]


def _all_run_ids(sources: Sequence[Source]) -> list[str]:
    return [run_id for source in sources for run_id in _run_ids(source)]


def _run_ids(source: Source) -> list[str]:
    ids = (getattr(source, f"run_{place}") for place in range(RUNS_JUDGED))
    return [run_id for run_id in ids if run_id is not None]
