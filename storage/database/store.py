"""The port *configuration* over Django's ORM, for MySQL and SQLite."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import IntegrityError, connection, transaction
from django.db.models import DurationField, ExpressionWrapper, F, QuerySet
from django.db.models.expressions import Combinable
from django.db.models.functions import Greatest

from storage.database.by_key import update_each
from storage.database.clock import DatabaseNow, database_now
from storage.database.errors import UnreadableSource
from storage.database.models import LeaderLock, RevisitPlace, Run, Source
from storage.database.port import RunRecord, RunStart, SourceRecord
from storage.database.sources.added_words import Added, added_words
from storage.database.sources.statuses import judge_again
from storage.documents.port import FoundAt
from storage.outcomes import DOCUMENT_EXISTS, LIST_WORKS

_LOCK = "scheduler"
# Fewer rejected pages say nothing about their source.
_SEVERAL_PAGES = 5


class DjangoConfiguration:
    """``port.Configuration``. Django must be set up; each thread has its own connection."""

    def __init__(self, lock: str = _LOCK) -> None:
        """``lock`` names the lease: the scheduler's, or that of another role of which one process
        leads.
        """
        self.lease = lock

    def due_sources(self, now: datetime, limit: int) -> list[SourceRecord]:
        """Return enabled sources that are due: by priority, then longest overdue, then oldest."""
        due = Source.objects.filter(enabled=True, next_visit__lte=now)
        return _records(due.order_by("priority", "next_visit", "id")[:limit])

    def start_runs(self, starts: Sequence[RunStart]) -> None:
        """Record the runs and what their sources get with them; see ``port.Configuration``."""
        with transaction.atomic():
            # Lock the rows first, in a fixed order: on both databases, two calls for one source run
            # one after the other, and calls for several sources do not deadlock.
            wanted = Source.objects.select_for_update().filter(
                pk__in={start.run.source_id for start in starts}
            )
            sources = dict(wanted.order_by("pk").values_list("pk", "next_visit"))
            runs = Run.objects.filter(pk__in=[start.run.id for start in starts])
            recorded = set(runs.values_list("pk", flat=True))
            rows, next_visits, last_visits, rhythms = [], {}, {}, {}
            for each in starts:
                run = each.run
                if run.source_id not in sources or run.id in recorded:
                    continue
                rows.append(_row(run))
                next_visit = sources[run.source_id]
                # If it is later than this run, somebody wants another visit, for example because
                # the address has changed.
                if next_visit <= run.started:
                    next_visit = each.next_visit
                next_visits[run.source_id] = next_visit
                last_visits[run.source_id] = run.started
                rhythms[run.source_id] = each.rhythm
            Run.objects.bulk_create(rows)
            update_each(Source, next_visit=next_visits, last_visit=last_visits, rhythm=rhythms)
            judge_again(next_visits)

    def newest_runs(self, source_ids: Sequence[int]) -> dict[int, RunRecord]:
        """Return the newest run of each of these sources that has one, by source."""
        newest = Run.objects.filter(source__in=source_ids, started=F("source__last_visit"))
        return {run.source_id: run.record() for run in newest}

    def reschedule(self, next_visits: Mapping[int, datetime]) -> None:
        """Move the next visits of these sources, by their numbers, without a run.

        Safe to repeat.
        """
        with transaction.atomic():
            update_each(Source, next_visit=next_visits)
            judge_again(next_visits)

    def open_runs(self, since: datetime) -> list[RunRecord]:
        """Return runs started at or after ``since`` that are not finished, oldest first."""
        rows = Run.objects.filter(finished=None, started__gte=since).order_by("started", "id")
        return [run.record() for run in rows]

    def save_runs(self, runs: Sequence[RunRecord]) -> None:
        """Write the counts of these runs in one transaction; skip runs that are not recorded."""
        with transaction.atomic():
            # Write in a fixed order: two writers at once must not deadlock.
            for run in sorted(runs, key=lambda each: each.id):
                Run.objects.filter(pk=run.id).update(**_counts(run))
                if any(run.lists.get(outcome) for outcome in LIST_WORKS):
                    _note(run, "last_success")
                if any(run.pages.get(outcome) for outcome in DOCUMENT_EXISTS):
                    _note(run, "last_stored_at")
                elif sum(run.pages.values()) >= _SEVERAL_PAGES:
                    _note(
                        run,
                        "last_unusable_at",
                        unusable_reason=max(run.pages, key=lambda name: (run.pages[name], name)),
                    )
            judge_again({run.source_id for run in runs})

    def drop_runs(self, before: datetime) -> int:
        """Delete runs that finished before this time, or started before it and never finished;
        return how many.
        """
        old = Run.objects.filter(finished__lt=before) | Run.objects.filter(
            finished=None, started__lt=before
        )
        return old.delete()[0]

    def revisited_sources(self) -> list[SourceRecord]:
        """Return the enabled sources whose articles are visited again, by number."""
        wanted = Source.objects.filter(enabled=True).exclude(revisit="never")
        return _records(wanted.order_by("id"))

    def revisit_places(self) -> dict[int, FoundAt]:
        """Return the places by age."""
        rows = RevisitPlace.objects.all()
        return {row.age_seconds: FoundAt(row.found, row.document_id) for row in rows}

    def keep_revisit_places(self, places: Mapping[int, FoundAt]) -> None:
        """Write the places, and delete those of other ages, in one transaction."""
        with transaction.atomic():
            RevisitPlace.objects.exclude(pk__in=list(places)).delete()
            for age, place in sorted(places.items()):
                values = {"found": place.moment, "document_id": place.id}
                RevisitPlace.objects.update_or_create(pk=age, defaults=values)

    def now(self) -> datetime:
        """Return the time of the database's clock."""
        return database_now()

    def bring_forward(self, now: datetime, tolerance: float) -> int:
        """Make sources due at ``now`` if their interval does not explain their next visit; return
        how many.
        """
        longest = Greatest(F("interval_seconds"), F("longest_interval_seconds"))
        microseconds = int(1_000_000 * (1 + tolerance))
        latest = now + ExpressionWrapper(longest * microseconds, output_field=DurationField())
        return Source.objects.filter(enabled=True, next_visit__gt=latest).update(next_visit=now)

    def acquire_lease(self, holder: str, ttl_seconds: int) -> bool:
        """Take or extend the scheduler's lock by the database's clock; see
        ``port.Configuration``.
        """
        ttl = timedelta(seconds=ttl_seconds)
        expires = DatabaseNow() + ttl
        rows = LeaderLock.objects.filter(name=self.lease)
        # One statement decides: if several see the same expired row, the database lets one
        # update it.
        free = rows.filter(holder=holder) | rows.filter(expires__lte=DatabaseNow())
        # Such a time is written only if the database's clock has been set back since.
        free |= rows.filter(expires__gt=expires + ttl)
        if free.update(holder=holder, expires=expires):
            return True
        if rows.exists():
            return False
        return _first_lock(self.lease, holder, expires)

    def release_lease(self, holder: str) -> None:
        """Release the lock if ``holder`` holds it."""
        LeaderLock.objects.filter(name=self.lease, holder=holder).delete()

    def next_due(self) -> datetime | None:
        """Return the earliest next visit of any enabled source, or None."""
        visits = Source.objects.filter(enabled=True).order_by("next_visit")
        return visits.values_list("next_visit", flat=True).first()

    def close(self) -> None:
        """Release this thread's connection; a later call opens a new one."""
        connection.close()


def _records(wanted: QuerySet[Source]) -> list[SourceRecord]:
    sources = list(wanted.prefetch_related("keyword_lists"))
    added = added_words(each.pk for source in sources for each in source.keyword_lists.all())
    return [_record(source, added) for source in sources]


def _record(source: Source, added: Added) -> SourceRecord:
    try:
        return source.record(added)
    except (TypeError, ValueError, AttributeError) as error:
        raise UnreadableSource(source.pk, str(error)) from error


def _row(run: RunRecord) -> Run:
    return Run(
        id=run.id,
        source_id=run.source_id,
        started=run.started,
        last_job=run.last_job,
        **_counts(run),
    )


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
    """Write the visit's time to this column of its source unless the column has a later visit."""
    sources = Source.objects.filter(pk=run.source_id)
    earlier = sources.filter(**{name: None}) | sources.filter(**{f"{name}__lte": run.started})
    earlier.update(**{name: run.started}, **more)


def _first_lock(name: str, holder: str, expires: Combinable) -> bool:
    try:
        with transaction.atomic():
            LeaderLock.objects.create(name=name, holder=holder, expires=expires)
    except IntegrityError:
        return False
    return True
