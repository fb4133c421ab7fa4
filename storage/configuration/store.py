"""The port over Django's ORM, for MySQL and SQLite alike."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import IntegrityError, connection, transaction
from django.db.models import DurationField, ExpressionWrapper, F
from django.db.models.expressions import Combinable

from storage.configuration.clock import DatabaseNow, database_now
from storage.configuration.connection import translated
from storage.configuration.models import LeaderLock, Run, Source
from storage.configuration.port import RunRecord, SourceRecord
from storage.outcomes import Outcome

_LOCK = "scheduler"
_READ = (Outcome.LISTED, Outcome.NOT_MODIFIED)
_KEPT = (Outcome.STORED, Outcome.DUPLICATE)
# Fewer refused pages than that say nothing of their source.
_SEVERAL_PAGES = 5


class DjangoConfiguration:
    """``port.Configuration``. Needs Django to be set up; each thread has a connection of its own."""

    def due_sources(self, now: datetime, limit: int) -> list[SourceRecord]:
        """Return enabled sources that are due: by priority, then longest overdue, then oldest."""
        with translated():
            due = Source.objects.filter(enabled=True, next_visit__lte=now).prefetch_related("keyword_lists")
            return [source.record() for source in due.order_by("priority", "next_visit", "id")[:limit]]

    def start_run(self, run: RunRecord, next_visit: datetime) -> None:
        """Record the run and move the source's next visit, in one transaction.

        A run that is recorded already changes nothing. Neither does one of a source that was deleted meanwhile.
        """
        with translated(), transaction.atomic():
            # The row is locked first: two calls for one source come one after the other, on both databases.
            source = Source.objects.select_for_update().filter(pk=run.source_id).first()
            if source is None or Run.objects.filter(pk=run.id).exists():
                return
            Run.objects.create(id=run.id, source=source, started=run.started, **_counts(run))
            Source.objects.filter(pk=source.pk).update(next_visit=next_visit, last_visit=run.started)

    def reschedule(self, source_id: int, next_visit: datetime) -> None:
        """Move the source's next visit without a run. Safe to repeat."""
        with translated():
            Source.objects.filter(pk=source_id).update(next_visit=next_visit)

    def unfinished_runs(self, source_ids: Sequence[int]) -> list[RunRecord]:
        """Return the newest run of each of these sources, if it is not finished."""
        with translated():
            newest = Run.objects.filter(source__in=source_ids, started=F("source__last_visit"))
            return [run.record() for run in newest.filter(finished=None)]

    def open_runs(self, since: datetime) -> list[RunRecord]:
        """Return runs started at or after ``since`` that are not finished, oldest first."""
        with translated():
            rows = Run.objects.filter(finished=None, started__gte=since).order_by("started", "id")
            return [run.record() for run in rows]

    def save_runs(self, runs: Sequence[RunRecord]) -> None:
        """Write the counts of these runs, in one transaction; runs that are not recorded are passed over."""
        with translated(), transaction.atomic():
            # Always in the same order, so that two writers cannot wait for each other.
            for run in sorted(runs, key=lambda each: each.id):
                Run.objects.filter(pk=run.id).update(**_counts(run))
                if any(run.lists.get(outcome) for outcome in _READ):
                    _note(run, "last_success")
                if any(run.pages.get(outcome) for outcome in _KEPT):
                    _note(run, "last_stored_at")
                elif sum(run.pages.values()) >= _SEVERAL_PAGES:
                    _note(
                        run,
                        "last_unusable_at",
                        unusable_reason=max(run.pages, key=lambda name: (run.pages[name], name)),
                    )

    def drop_runs(self, before: datetime) -> int:
        """Delete runs that finished before this time, or that began before it and never finished; return how many."""
        with translated():
            old = Run.objects.filter(finished__lt=before) | Run.objects.filter(finished=None, started__lt=before)
            return old.delete()[0]

    def now(self) -> datetime:
        """Return the time by the database's clock."""
        with translated():
            return database_now()

    def bring_forward(self, now: datetime, tolerance: float) -> int:
        """Make due at ``now`` what is further away than its interval explains; return how many sources that are."""
        microseconds = int(1_000_000 * (1 + tolerance))
        latest = now + ExpressionWrapper(F("interval_seconds") * microseconds, output_field=DurationField())
        with translated():
            return Source.objects.filter(enabled=True, next_visit__gt=latest).update(next_visit=now)

    def acquire_lease(self, holder: str, ttl_seconds: int) -> bool:
        """Take or prolong the scheduler's lock, by the database's clock; see ``port.Configuration``."""
        ttl = timedelta(seconds=ttl_seconds)
        expires = DatabaseNow() + ttl
        with translated():
            rows = LeaderLock.objects.filter(name=_LOCK)
            # One statement decides: of several that see the same expired row, the database lets one update it.
            free = rows.filter(holder=holder) | rows.filter(expires__lte=DatabaseNow())
            # Nobody writes such a time, unless the database's clock was set back since.
            free |= rows.filter(expires__gt=expires + ttl)
            if free.update(holder=holder, expires=expires):
                return True
            if rows.exists():
                return False
            return _first_lock(holder, expires)

    def release_lease(self, holder: str) -> None:
        """Give the lock up, if it is held by ``holder``."""
        with translated():
            LeaderLock.objects.filter(name=_LOCK, holder=holder).delete()

    def next_due(self) -> datetime | None:
        """Return the earliest next visit of any enabled source, or None."""
        with translated():
            visits = Source.objects.filter(enabled=True).order_by("next_visit")
            return visits.values_list("next_visit", flat=True).first()

    def close(self) -> None:
        """Release this thread's connection; a later call opens a new one."""
        connection.close()


def _counts(run: RunRecord) -> dict[str, object]:
    return {
        "jobs": run.jobs,
        "found": run.found,
        "new": run.new,
        "lists": dict(run.lists),
        "pages": dict(run.pages),
        "finished": run.finished,
    }


def _note(run: RunRecord, name: str, **more: str) -> None:
    """Write the visit's time to this column of its source, unless a later visit stands there."""
    sources = Source.objects.filter(pk=run.source_id)
    earlier = sources.filter(**{name: None}) | sources.filter(**{f"{name}__lte": run.started})
    earlier.update(**{name: run.started}, **more)


def _first_lock(holder: str, expires: Combinable) -> bool:
    try:
        with transaction.atomic():
            LeaderLock.objects.create(name=_LOCK, holder=holder, expires=expires)
    except IntegrityError:
        return False
    return True
