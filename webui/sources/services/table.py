"""The data of the table of sources, with few queries whatever the number of sources."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from django.utils import timezone

from scheduler.open_visits import may_hold_back
from storage.counters.port import RunCounts
from storage.database.models import Source
from storage.database.port import RunRecord
from storage.database.sources.sources import run_history
from watch.loading import Outage, load
from watch.sources.source_health import SourceState
from watch.sources.states import all_sources, latest_runs, read_signs, state_of, states_of
from webui.apps import stores
from webui.sources.days import DAYS, SourceDays, per_day, source_days
from webui.sources.next_visit import NextVisitReason, next_visit_reason
from webui.sources.table import (
    SourceRow,
    TableParams,
    arranged,
    fits,
    health_counts,
    last_error,
    tags_in_use,
)


@dataclass(frozen=True, kw_only=True)
class SourceTable:
    """The matching rows, in order.

    ``healths`` ignores the filter by health; ``total`` counts all sources.
    """

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

    Only the order by articles per day needs the counters of all rows; without counters, rows are
    ordered by name.
    """
    sources, now = all_sources(), timezone.now()
    fitting = [source for source in sources if fits(source, params)]
    signs = read_signs(now, stores())
    states = states_of(fitting, signs, now)
    rows = [SourceRow(source=source, verdict=states[source.pk]) for source in fitting]
    outage = signs.outage
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
    """Return rows of ``table`` with all data; during an outage, without counts by day and with the
    outage.
    """
    runs, now = latest_runs([row.source for row in rows]), timezone.now()
    counted = load(lambda: days_of([row.source for row in rows], now.astimezone(UTC).date()))
    days = counted.value or {}
    counts = _open_counts(run for each in runs.values() for run in each[:1])
    found = [
        replace(_explained(row, runs[row.source.pk], counts, now), days=days.get(row.source.pk))
        for row in rows
    ]
    return found, counted.outage


def days_of(sources: Sequence[Source], today: date) -> Mapping[int, SourceDays]:
    """Return the counts by day of each source. Raises Unavailable."""
    ids = [source.pk for source in sources]
    counted = (
        stores().counters().source_days(ids, today - timedelta(days=DAYS - 1), today) if ids else {}
    )
    return {
        source.pk: source_days(counted.get(source.pk, {}), today, _created(source))
        for source in sources
    }


def row_of(source: Source, runs: Sequence[RunRecord], now: datetime) -> SourceRow:
    """Return the row of a source from its latest runs, newest first, without counts by day."""
    row = SourceRow(source=source, verdict=state_of(source, runs, read_signs(now, stores()), now))
    return _explained(row, runs, _open_counts(runs[:1]), now)


def waits(source: Source) -> bool:
    """Return whether a visit of this source is in the queue, so that no other one starts now."""
    row = row_of(source, run_history(source.pk, 1), timezone.now())
    return row.why in (NextVisitReason.RETRY, NextVisitReason.WAITING)


def fitting_ids(params: TableParams) -> list[int]:
    """Return the ids of all sources that match the filter."""
    return [row.source.pk for row in table(replace(params, sort="name")).rows]


def _explained(
    row: SourceRow, runs: Sequence[RunRecord], counts: Mapping[str, RunCounts], now: datetime
) -> SourceRow:
    source, newest = row.source, runs[0] if runs else None
    why = next_visit_reason(
        enabled=source.enabled,
        next_visit=source.next_visit,
        interval_seconds=source.interval_seconds,
        is_adaptive=bool(source.longest_interval_seconds),
        changed=source.changed,
        is_retried=row.verdict.attempt is not None,
        newest=newest,
        counts=counts.get(newest.id) if newest else None,
        now=now,
    )
    return replace(row, why=why, last_error=last_error(runs))


def _open_counts(newest: Iterable[RunRecord]) -> Mapping[str, RunCounts]:
    """Return the workers' counts of the visits that may fill the queue; without counters, none."""
    ids = [run.id for run in newest if run.finished is None and may_hold_back(run)]
    return load(lambda: stores().counters().run_counts(ids) if ids else {}).value or {}


def _with_means(rows: Sequence[SourceRow], today: date) -> tuple[list[SourceRow], Outage | None]:
    counted = load(lambda: stores().counters().stored_days(today - timedelta(days=DAYS - 1), today))
    if counted.value is None:
        return list(rows), counted.outage
    days = counted.value
    means = (per_day(days.get(row.source.pk, {}), today, _created(row.source)) for row in rows)
    return [replace(row, per_day=mean) for row, mean in zip(rows, means, strict=True)], None


def _created(source: Source) -> date:
    return source.created.astimezone(UTC).date()
