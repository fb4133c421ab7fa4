"""The data of the table of sources, with few queries whatever the number of sources."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from storage.configuration.connection import translated
from storage.configuration.models import Run, Source
from storage.configuration.port import RunRecord
from storage.stats.port import RunCounts
from webui.apps import stores
from webui.loading import Outage, load
from webui.sources.days import DAYS, SourceDays, per_day, source_days
from webui.sources.next_visit import next_visit_reason
from webui.sources.source_health import SourceHealth, SourceState, VisitOutcomes, Visits, judge
from webui.sources.table import (
    SourceRow,
    TableParams,
    arranged,
    fits,
    health_counts,
    last_error,
    tags_in_use,
)

_Found = TypeVar("_Found")
RUNS_JUDGED = 3
_SHOWN = (
    "name",
    "channel",
    "address",
    "tags",
    "interval_seconds",
    "enabled",
    "pause_reason",
    "created",
    "next_visit",
    "last_success",
    "last_stored_at",
    "last_unusable_at",
    "unusable_reason",
)


@dataclass(frozen=True, kw_only=True)
class SourceTable:
    """The matching rows, in order. ``healths`` ignores the filter by health; ``total`` counts all sources."""

    rows: Sequence[SourceRow]
    healths: Sequence[tuple[SourceState, int]]
    tags: Sequence[tuple[str, int]]
    total: int
    outage: Outage | None = None

    @property
    def fitting(self) -> int:
        """How many sources match the filter except for health."""
        return sum(count for _, count in self.healths)


def table(params: TableParams) -> SourceTable:
    """Return all rows in order; ``completed`` completes those that are shown.

    Only the order by articles per day needs the counters of all rows; without counters, rows are ordered by name.
    """
    sources = _sources()
    fitting = [source for source in sources if fits(source, params)]
    counts, now = _run_counts(fitting), timezone.now()
    rows = [SourceRow(source=source, verdict=_verdict(source, counts[source.pk], now)) for source in fitting]
    outage = None
    if params.sort == "daily":
        rows, outage = _with_means(rows, now.astimezone(UTC).date())
    return SourceTable(
        rows=arranged(rows, params),
        healths=health_counts(rows),
        tags=tags_in_use(sources),
        total=len(sources),
        outage=outage,
    )


def completed(rows: Sequence[SourceRow]) -> tuple[list[SourceRow], Outage | None]:
    """Return rows of ``table`` with all data; during an outage, without counts by day and with the outage."""
    runs, now = _runs([row.source for row in rows]), timezone.now()
    counted = load(lambda: days_of([row.source for row in rows], now.astimezone(UTC).date()))
    days = counted.value or {}
    counts = _open_counts(run for each in runs.values() for run in each[:1])
    found = [replace(_explained(row, runs[row.source.pk], counts, now), days=days.get(row.source.pk)) for row in rows]
    return found, counted.outage


def days_of(sources: Sequence[Source], today: date) -> Mapping[int, SourceDays]:
    """Return the counts by day of each source. Raises Unavailable."""
    ids = [source.pk for source in sources]
    counted = stores().stats().source_days(ids, today - timedelta(days=DAYS - 1), today) if ids else {}
    return {source.pk: source_days(counted.get(source.pk, {}), today, _created(source)) for source in sources}


def row_of(source: Source, runs: Sequence[RunRecord], now: datetime) -> SourceRow:
    """Return the row of a source from its latest runs, newest first, without counts by day."""
    row = SourceRow(source=source, verdict=_verdict(source, runs[:RUNS_JUDGED], now))
    return _explained(row, runs, _open_counts(runs[:1]), now)


def fitting_ids(params: TableParams) -> list[int]:
    """Return the ids of all sources that match the filter."""
    return [row.source.pk for row in table(replace(params, sort="name")).rows]


def _verdict(source: Source, runs: Sequence[VisitOutcomes], now: datetime) -> SourceHealth:
    visits = Visits(
        enabled=source.enabled,
        interval_seconds=source.interval_seconds,
        next_visit=source.next_visit,
        runs=runs,
        unusable_outcome=source.unusable_outcome(),
    )
    return judge(visits, now)


def _explained(row: SourceRow, runs: Sequence[RunRecord], counts: Mapping[str, RunCounts], now: datetime) -> SourceRow:
    source, newest = row.source, runs[0] if runs else None
    why = next_visit_reason(
        enabled=source.enabled,
        next_visit=source.next_visit,
        interval_seconds=source.interval_seconds,
        newest=newest,
        counts=counts.get(newest.id) if newest else None,
        now=now,
    )
    return replace(row, why=why, last_error=last_error(runs))


def _open_counts(newest: Iterable[RunRecord]) -> Mapping[str, RunCounts]:
    """Return the workers' counts of the visits that are not finished; without counters, none."""
    ids = [run.id for run in newest if run.finished is None]
    return load(lambda: stores().stats().run_counts(ids) if ids else {}).value or {}


def _with_means(rows: Sequence[SourceRow], today: date) -> tuple[list[SourceRow], Outage | None]:
    counted = load(lambda: stores().stats().stored_days(today - timedelta(days=DAYS - 1), today))
    if counted.value is None:
        return list(rows), counted.outage
    days = counted.value
    means = (per_day(days.get(row.source.pk, {}), today, _created(row.source)) for row in rows)
    return [replace(row, per_day=mean) for row, mean in zip(rows, means, strict=True)], None


def _created(source: Source) -> date:
    return source.created.astimezone(UTC).date()


class _RunCounts(NamedTuple):
    """The parts of a run that are judged. Nothing more is read of thousands of runs, because dates are slow."""

    lists: Mapping[str, int]
    pages: Mapping[str, int]


def _run_counts(sources: Sequence[Source]) -> Mapping[int, list[_RunCounts]]:
    """Return the counts of the latest runs of each of ``_sources``, newest first, in one query."""
    with translated():
        rows = Run.objects.filter(pk__in=_all_run_ids(sources)).order_by().values_list("pk", "lists", "pages")
        found = {run_id: _RunCounts(lists, pages) for run_id, lists, pages in rows}
    return _by_source(sources, found)


def _runs(sources: Sequence[Source]) -> Mapping[int, list[RunRecord]]:
    """Return the latest runs of each of ``_sources``, newest first, in one query."""
    with translated():
        found = {run.pk: run.record() for run in Run.objects.filter(pk__in=_all_run_ids(sources)).order_by()}
    return _by_source(sources, found)


def _by_source(sources: Sequence[Source], runs: Mapping[str, _Found]) -> dict[int, list[_Found]]:
    return {source.pk: [runs[run_id] for run_id in _run_ids(source) if run_id in runs] for source in sources}


def _sources() -> list[Source]:
    """Return every source with the ids of its latest runs, read from an index without touching other runs."""
    places = {f"run_{place}": Subquery(_nth_run(place)) for place in range(RUNS_JUDGED)}
    with translated():
        return list(Source.objects.only(*_SHOWN).annotate(**places).order_by())


def _nth_run(place: int) -> QuerySet[Run, Any]:
    runs = Run.objects.filter(source=OuterRef("pk")).order_by("-started", "id")
    return runs.values("pk")[place : place + 1]


def _all_run_ids(sources: Sequence[Source]) -> list[str]:
    return [run_id for source in sources for run_id in _run_ids(source)]


def _run_ids(source: Source) -> list[str]:
    ids = (getattr(source, f"run_{place}") for place in range(RUNS_JUDGED))
    return [run_id for run_id in ids if run_id is not None]
