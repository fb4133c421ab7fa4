"""Keep the states of sources as they were judged, with the events that follow from them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime

from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Subquery

from storage.database.by_key import update_each
from storage.database.clock import DatabaseNow
from storage.database.models import AuditEntry
from storage.database.searches.events import Happening, observer_look, store_events
from storage.database.sources.status_models import SourceStatus


@dataclass(frozen=True, kw_only=True)
class SourceJudgement:
    """What was judged of a source; the fields are those of ``SourceStatus``.

    ``version`` is the one that the judgement is about. ``event`` is what follows from it, if
    anything.
    """

    version: int
    state: str
    reason: str
    settled: str
    since: datetime
    reached: bool | None
    stored_at: datetime | None
    per_day: float
    silent_times: float | None
    watched: bool
    judge_at: datetime
    event: Happening | None


_COLUMNS = tuple(
    name for name in SourceJudgement.__dataclass_fields__ if name not in ("version", "event")
)


def due_for_judgement(most: int) -> list[int]:
    """Return the sources whose state may have changed by now, those that wait longest first."""
    due = SourceStatus.objects.filter(judge_at__lte=DatabaseNow()).order_by("judge_at", "pk")
    return list(due.values_list("pk", flat=True)[:most])


@dataclass(frozen=True, kw_only=True)
class SourceSigns:
    """Whether what is kept of sources is of now: the time, when the observer looked last, since
    when a source waits to be judged or when the first one will be, and the number of the last entry
    in the audit; None for nothing yet.
    """

    now: datetime
    looked: datetime | None
    waiting_since: datetime | None
    last_change: int | None


def source_signs() -> SourceSigns:
    """Return what pages ask first, in one query."""
    # A database has its first migration, so it has one row to answer with.
    rows = MigrationRecorder(connection).migration_qs.order_by("pk")
    asked = rows.annotate(
        now=DatabaseNow(),
        looked=observer_look(),
        waiting_since=waiting_since(),
        last_change=Subquery(AuditEntry.objects.order_by("-pk").values("pk")[:1]),
    )
    names = [each.name for each in fields(SourceSigns)]
    return SourceSigns(**asked.values(*names)[0])


def waiting_since() -> Subquery:
    """Return, as part of another query, since when a source waits to be judged, or when the first
    one will be.
    """
    return Subquery(SourceStatus.objects.order_by("judge_at").values("judge_at")[:1])


def unreached_hosts() -> dict[str, str]:
    """Return the hosts that do not answer one of their sources, with the reason."""
    rows = SourceStatus.objects.filter(reached=False).exclude(host="").order_by()
    return dict(rows.values_list("host", "reason").distinct())


def answering_hosts(hosts: Iterable[str]) -> dict[str, bool]:
    """Return whether those of these hosts that have a source answer one of them."""
    rows = SourceStatus.objects.filter(host__in=list(hosts)).order_by()
    found: dict[str, bool] = {}
    for host, reached in rows.values_list("host", "reached").distinct():
        found[host] = found.get(host, False) or bool(reached)
    return found


def keep(judged: Mapping[int, SourceJudgement]) -> None:
    """Write judgements by source, and their events: all or nothing.

    A judgement is left out if something has happened to its source since, or if somebody else has
    judged it: then the source is due again.
    """
    with transaction.atomic():
        # Lock in a fixed order: two writers at once must not deadlock.
        rows = SourceStatus.objects.select_for_update().filter(pk__in=judged).order_by("pk")
        versions = dict(rows.values_list("pk", "version"))
        kept = {pk: judged[pk] for pk, version in versions.items() if judged[pk].version == version}
        columns = {name: {pk: getattr(one, name) for pk, one in kept.items()} for name in _COLUMNS}
        update_each(
            SourceStatus, **columns, version={pk: one.version + 1 for pk, one in kept.items()}
        )
        store_events([one.event for one in kept.values() if one.event])
