"""The data of the table of sources.

Its queries read short rows with indexes, and only the rows of a page are judged as they are now.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple, Self

from django.db.models import Count, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone

from scheduler.open_visits import may_hold_back
from storage.counters.events import RunCounts
from storage.database.models import Source, SourceStatus, SourceTag
from storage.database.port import RunRecord
from storage.database.sources.judgements import source_signs, waiting_since
from storage.database.sources.sources import run_history
from storage.database.sources.status_models import TAG_LENGTH
from watch.events.upkeep import judge_for_page
from watch.loading import Loaded, Outage, load
from watch.sources.source_health import URGENCY, SourceState, by_urgency
from watch.sources.states import (
    JudgedSource,
    judge_by_runs,
    judge_sources,
    latest_runs,
    sources_with_runs,
)
from watch.sources.stored_days import DAYS
from watch.sources.summaries import states_as_of
from webui.apps import stores
from webui.paging import Paging
from webui.sources.days import SourceDays, source_days
from webui.sources.next_visit import next_visit_reason
from webui.sources.services.filing import filed_in_use
from webui.sources.table import SourceRow, TableParams, last_error


@dataclass(frozen=True, kw_only=True)
class SourceTable:
    """One page of the matching sources.

    ``healths`` ignores the filter by health; it and the filter are those of the states that were
    judged last, ``states_as_of`` is their time if that is not just now. ``filed`` are the tags,
    folders and so on of all sources, by field. ``outage`` is that of the counters, without which
    there are no counts by day.
    """

    rows: Sequence[SourceRow]
    paging: Paging
    healths: Sequence[tuple[SourceState, int]]
    filed: Mapping[str, Sequence[tuple[str, int]]]
    has_sources: bool
    states_as_of: datetime | None
    outage: Outage | None

    @property
    def fitting(self) -> int:
        """How many sources match the filter except for health."""
        return sum(count for _, count in self.healths)


def table(params: TableParams, page: int, size: int) -> SourceTable:
    """Return a page of the table; a number out of range becomes that of the nearest page."""
    signs = source_signs()
    away = judge_for_page(stores(), signs=signs)
    rows, counted = _counted(_fitting(params), params)
    counts = counted.states
    if params.health:
        total = counts.get(SourceState(params.health), 0)
    else:
        total = sum(counts.values())
    paging = Paging.near(page, total, size)
    ids = _places(rows, params, counts, paging.skipped, size)
    has_sources = bool(counts) or SourceStatus.objects.exists()
    shown, outage = _rows(ids, away)
    return SourceTable(
        rows=shown,
        paging=paging,
        healths=by_urgency(counts),
        filed=filed_in_use(signs.last_change),
        has_sources=has_sources,
        states_as_of=counted.as_of,
        outage=outage,
    )


def fitting_ids(params: TableParams) -> list[int]:
    """Return the ids of all sources that match the filter."""
    judge_for_page(stores())
    rows = _fitting(params)
    wanted = rows.filter(state=params.health) if params.health else rows
    return list(wanted.values_list("pk", flat=True))


def find_sources(
    params: TableParams, *, enabled: bool | None, skip: int, most: int
) -> tuple[int, list[Source]]:
    """Return how many sources match the filter except for health, and some of them by name."""
    rows = _fitting(params)
    if enabled is not None:
        # Of these an index tells the numbers; rows of sources are wide.
        asked = {"source__in": Source.objects.filter(enabled=False).values("pk")}
        rows = rows.exclude(**asked) if enabled else rows.filter(**asked)
    ids = list(rows.order_by(*_ORDERS["name"]).values_list("pk", flat=True)[skip : skip + most])
    found = Source.objects.prefetch_related("keyword_lists").in_bulk(ids)
    return rows.count(), [found[each] for each in ids if each in found]


def days_of(sources: Sequence[Source], today: date) -> Mapping[int, SourceDays]:
    """Return the counts by day of each source. Raises Unavailable."""
    ids = [source.pk for source in sources]
    if ids:
        counted = stores().counters().source_days(ids, today - timedelta(days=DAYS - 1), today)
    else:
        counted = {}
    return {
        source.pk: source_days(
            counted.get(source.pk, {}), today, source.created.astimezone(UTC).date()
        )
        for source in sources
    }


def row_of(source: Source, runs: Sequence[RunRecord], now: datetime) -> SourceRow:
    """Return the row of a source from its latest runs, newest first, without counts by day."""
    judged = judge_sources([source.pk], stores(), now).found[source.pk]
    if judged.status is None or judged.status.state != judged.state.health:
        judge_for_page(stores(), [source.pk])
    return _explained(judged, runs, _open_counts(runs[:1]), now)


def row_now(source: Source) -> SourceRow:
    """Return the row of a source without counts by day."""
    return row_of(source, run_history(source.pk, 1), timezone.now())


_FEW = 2_000
# Each has an index, which is read backwards for the reverse order. Sources that never had a
# document come first, then those whose last one is oldest.
_ORDERS = {
    "name": ("sort_name", "pk"),
    "document": ("stored_at", "sort_name", "pk"),
    "daily": ("-per_day", "sort_name", "pk"),
}


def _fitting(params: TableParams) -> QuerySet[SourceStatus]:
    """Return the sources that match the filter except for health, in any order."""
    rows = SourceStatus.objects.order_by()
    if params.text:
        column = "sort_name" if params.names_only else "text"
        rows = rows.filter(**{f"{column}__contains": params.text.casefold()})
    if params.channel:
        rows = rows.filter(channel=params.channel)
    if params.tag:
        tagged = SourceTag.objects.filter(tag=params.tag[:TAG_LENGTH])
        rows = rows.filter(source__in=tagged.values("source"))
    if params.filed:
        filed = Source.objects.filter(**params.filed)
        rows = rows.filter(source__in=filed.order_by().values("pk"))
    return rows


class _Counts(NamedTuple):
    """How many sources are in each state, and the time of the oldest one as in ``SourceTable``."""

    states: Mapping[SourceState, int]
    as_of: datetime | None

    @classmethod
    def of(cls, found: Iterable[tuple[str, int, datetime]]) -> Self:
        """Return the counts of rows of a state, a number of sources, and ``waiting_since``."""
        rows = list(found)
        states: Counter[SourceState] = Counter()
        for state, count, _ in rows:
            states[SourceState(state)] += count
        return cls(states, states_as_of(since for *_, since in rows))


def _counted(
    rows: QuerySet[SourceStatus], params: TableParams
) -> tuple[QuerySet[SourceStatus], _Counts]:
    """Return the rows of a filter as they are best read from here on, and their states.

    The few that a usual text finds are looked up by number: databases would look for them along the
    order of the table, row by row. Of a text that is everywhere, that finds a page soon.
    """
    if params.text:
        few = list(rows.values_list("pk", "state", waiting_since())[: _FEW + 1])
        if len(few) <= _FEW:
            by_number = SourceStatus.objects.order_by().filter(pk__in=[pk for pk, *_ in few])
            return by_number, _Counts.of((state, 1, since) for _, state, since in few)
    # With a condition on the text, MySQL would read row by row along the index of states.
    states = rows.values_list(Lower("state") if params.text else "state")
    return rows, _Counts.of(states.annotate(number=Count("*"), since=waiting_since()))


def _places(
    rows: QuerySet[SourceStatus],
    params: TableParams,
    counts: Mapping[SourceState, int],
    skip: int,
    most: int,
) -> list[int]:
    """Return the ids of a page in order."""
    if params.sort == "health":
        return _by_urgency(rows, params, counts, skip, most)
    wanted = rows.filter(state=params.health) if params.health else rows
    ordered = wanted.order_by(*_ORDERS[params.sort])
    return list(
        (ordered.reverse() if params.backwards else ordered).values_list("pk", flat=True)[
            skip : skip + most
        ]
    )


def _by_urgency(
    rows: QuerySet[SourceStatus],
    params: TableParams,
    counts: Mapping[SourceState, int],
    skip: int,
    most: int,
) -> list[int]:
    """Return the ids of a page, state by state, because states have no order in the database."""
    found: list[int] = []
    for state in URGENCY[::-1] if params.backwards else URGENCY:
        count = counts.get(state, 0)
        if params.health in ("", state) and skip < count:
            by_name = rows.filter(state=state).order_by(*_ORDERS["name"])
            wanted = by_name.values_list("pk", flat=True)[skip : skip + most - len(found)]
            found += wanted
        if params.health in ("", state):
            # The page may begin in the middle of a state, and end in another.
            skip = max(0, skip - count)
    return found


def _rows(ids: Sequence[int], away: Outage | None) -> tuple[list[SourceRow], Outage | None]:
    """Return the rows of these sources with all data; during an outage, without counts by day and
    with the outage. ``away`` is one that is known already.

    All that workers note is on one server: if it was away just now, each further question would
    wait for it as long.
    """
    now = timezone.now()
    sources = sources_with_runs(ids)
    runs = latest_runs(sources)
    judgements = judge_by_runs(sources, runs, stores(), now, away)
    judged = [judgements.found[each] for each in ids if each in judgements.found]
    away = judgements.outage
    today = now.astimezone(UTC).date()
    counted = Loaded(outage=away) if away else load(lambda: days_of(sources, today))
    days = counted.value or {}
    counts = {} if away else _open_counts(run for each in runs.values() for run in each[:1])
    rows = [
        replace(
            _explained(one, runs[one.source.pk], counts, now),
            days=days.get(one.source.pk),
        )
        for one in judged
    ]
    return rows, counted.outage


def _explained(
    judged: JudgedSource,
    runs: Sequence[RunRecord],
    counts: Mapping[str, RunCounts],
    now: datetime,
) -> SourceRow:
    source, newest = judged.source, runs[0] if runs else None
    why = next_visit_reason(
        enabled=source.enabled,
        next_visit=source.next_visit,
        interval_seconds=source.interval_seconds,
        is_adaptive=bool(source.longest_interval_seconds),
        changed=source.changed,
        is_retried=judged.state.attempt is not None,
        newest=newest,
        counts=counts.get(newest.id) if newest else None,
        now=now,
    )
    return SourceRow(
        source=source,
        verdict=judged.state,
        why=why,
        last_error=last_error(runs),
        pauses=judged.pauses,
    )


def _open_counts(newest: Iterable[RunRecord]) -> Mapping[str, RunCounts]:
    """Return the workers' counts of the visits that may fill the queue; without counters, none."""
    ids = [run.id for run in newest if run.finished is None and may_hold_back(run)]
    return load(lambda: stores().counters().run_counts(ids) if ids else {}).value or {}
