"""Bulk changes as one: list them, and undo all of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, QuerySet

from storage.database.clock import database_now
from storage.database.connection import translated
from storage.database.errors import Invalid, NotFound
from storage.database.models import AuditEntry, Source
from storage.database.people.audit import entry_of
from storage.database.sources.bulk import record_batch
from storage.database.sources.history import restore
from storage.database.sources.statuses import judge_again, retag
from storage.database.sources.validation import FORM_ONLY, Checks

UNDONE = "undo"
"""The action of the entries that undoing a bulk change writes."""


@dataclass(frozen=True, kw_only=True)
class BulkChange:
    """A bulk change: who did what to how many sources."""

    batch: str
    who: str
    action: str
    at: datetime
    sources: int

    @property
    def can_be_undone(self) -> bool:
        """Return whether it changed anything that can be put back."""
        return self.action != "visit now"


@dataclass(frozen=True, kw_only=True)
class Undone:
    """What undoing a bulk change did.

    ``kept`` are the names of sources that somebody has changed since, or that are gone or there
    again: they stay as they are. ``lost_secrets`` are the names of restored sources whose secrets
    must be entered again.
    """

    sources: int
    kept: Sequence[str]
    lost_secrets: Sequence[str]


def bulk_changes(count: int, *, skip: int = 0) -> list[BulkChange]:
    """Return the latest bulk changes of sources, newest first, without the first ``skip``."""
    with translated():
        found = _batches().values_list("batch", "who", "action")
        counted = found.annotate(latest=Max("at"), number=Count("pk")).order_by("-latest", "batch")
        return [
            BulkChange(batch=batch, who=who, action=action, at=at, sources=sources)
            for batch, who, action, at, sources in counted[skip : skip + count]
        ]


def count_bulk_changes() -> int:
    """Return how many bulk changes there are."""
    with translated():
        return _batches().values("batch").distinct().count()


def entries_of(batch: str) -> list[AuditEntry]:
    """Return the entries of a bulk change by name of the source; none if there is no such one."""
    with translated():
        found = list(_batches().filter(batch=batch))
    return sorted(found, key=lambda entry: entry.subject.casefold())


def undo(batch: str, who: str, *, checks: Checks = FORM_ONLY) -> Undone:
    """Put back what a bulk change changed, as a new bulk change.

    A source that was changed in the same fields since is left as it is. Raises NotFound.
    """
    with translated(), transaction.atomic():
        entries = list(_batches().filter(batch=batch).order_by("subject_id"))
        if not entries:
            raise NotFound("bulk change", batch)
        deletions = [entry for entry in entries if entry.action == "delete"]
        changes = [entry for entry in entries if entry.action != "delete" and entry.before]
        back, kept = _put_back(changes, who)
        restored, lost, taken = _restore(deletions, who, checks)
        if back:
            record_batch(back)
        return Undone(sources=len(back) + restored, kept=[*kept, *taken], lost_secrets=lost)


def _batches() -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(kind="source", batch__gt="").order_by()


def _put_back(changes: Sequence[AuditEntry], who: str) -> tuple[list[AuditEntry], list[str]]:
    """Set the fields of these entries to what they were; return the entries to write, and the names
    of sources that stay.
    """
    ids = [int(entry.subject_id) for entry in changes]
    # Lock in a fixed order: two changes at once must not deadlock.
    rows = Source.objects.select_for_update().filter(pk__in=ids).order_by("pk")
    sources = {str(source.pk): source for source in rows}
    back, kept, now = [], [], database_now()
    for entry in changes:
        source, after, before = sources.get(entry.subject_id), entry.after or {}, entry.before or {}
        if source is None or any(getattr(source, name) != after[name] for name in after):
            kept.append(source.name if source else entry.subject)
            continue
        back.append(entry_of(who, UNDONE, source, before=after, after=before))
        _set(source, before, now)
    judge_again(int(entry.subject_id) for entry in back)
    return back, kept


def _set(source: Source, values: dict[str, Any], now: datetime) -> None:
    resumed = {"next_visit": now} if values.get("enabled") else {}
    Source.objects.filter(pk=source.pk).update(**values, **resumed, changed=now)
    if "tags" in values:
        retag({source.pk: values["tags"]})


def _restore(
    deletions: Sequence[AuditEntry], who: str, checks: Checks
) -> tuple[int, list[str], list[str]]:
    """Restore deleted sources; return how many, those that lost secrets, and those that cannot be
    restored, by name.
    """
    count, lost, taken = 0, [], []
    for entry in deletions:
        try:
            restored = restore(entry.pk, who, checks=checks)
        except (Invalid, NotFound):
            taken.append(entry.subject)
            continue
        count += 1
        if restored.lost_secrets:
            lost.append(restored.source.name)
    return count, lost, taken
