"""Restore an earlier version of a source, or the last version of a deleted one."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import BigIntegerField, Exists, OuterRef, QuerySet
from django.db.models.functions import Cast

from storage.database.clock import database_now
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import AuditEntry, Source
from storage.database.people.audit import record_change, without_secrets
from storage.database.sources.source_config import plain_values
from storage.database.sources.sources import change_source, checked_lists, columns
from storage.database.sources.validation import FORM_ONLY, Checks
from storage.database.sources.versions import Unrestorable, Version, as_draft, version_before


@dataclass(frozen=True, kw_only=True)
class Restored:
    """A restored source. ``lost_secrets`` held secrets, which the operator must enter again."""

    source: Source
    lost_secrets: tuple[str, ...]


def earlier_version(source_id: int, entry_id: int) -> Version:
    """Return the source as the entry left it.

    Raises NotFound if the source or entry does not exist, Invalid if the audit lacks something of
    this version.
    """
    source = Source.objects.prefetch_related("keyword_lists").filter(pk=source_id).first()
    if source is None or not _entries_of(source_id).filter(pk=entry_id).exists():
        raise NotFound("version", entry_id)
    present = source.config()
    later = _entries_of(source_id).filter(pk__gt=entry_id).order_by("-pk")
    try:
        fields = version_before(without_secrets(plain_values(present), None), later)
    except Unrestorable as error:
        raise Invalid([_not_enough(source.name)]) from error
    return as_draft(fields, present)


def return_to(source_id: int, entry_id: int, who: str, *, checks: Checks = FORM_ONLY) -> Restored:
    """Restore the source as it was after this entry, as a new change. Raises NotFound, Invalid."""
    with transaction.atomic():
        version = earlier_version(source_id, entry_id)
        source = change_source(source_id, version.config, who, checks=checks, action="return")
    return Restored(source=source, lost_secrets=version.lost_secrets)


def deleted_sources(count: int, *, skip: int = 0) -> list[AuditEntry]:
    """Return the deletions of sources that are still deleted, newest first, without the first
    ``skip``.
    """
    return list(_deletions()[skip : skip + count])


def addresses_of_deleted() -> list[str]:
    """Return the addresses of the sources that are still deleted."""
    found = _deletions().order_by().values_list("before__address", flat=True)
    return [address for address in found if address]


def count_deleted() -> int:
    """Return how many sources are deleted."""
    return _deletions().count()


def restore(entry_id: int, who: str, *, checks: Checks = FORM_ONLY) -> Restored:
    """Restore a deleted source under its old id, so that its history and documents still belong to
    it.

    Raises NotFound if the entry did not delete a source or the source exists again, Invalid with
    every problem.
    """
    with transaction.atomic():
        entry = _deletions().filter(pk=entry_id).first()
        if entry is None:
            raise NotFound("deleted source", entry_id)
        try:
            version = as_draft(version_before(None, [entry]), None)
        except Unrestorable as error:
            raise Invalid([_not_enough(entry.subject)]) from error
        lists = checked_lists(version.config, 0, checks)
        reason = (entry.before or {}).get("pause_reason", "")
        state = {"pause_reason": reason, "next_visit": database_now()}
        source = Source.objects.create(pk=int(entry.subject_id), **state, **columns(version.config))
        source.keyword_lists.set(lists)
        record_change(who, "restore", source, after=plain_values(source.config()))
    return Restored(source=source, lost_secrets=version.lost_secrets)


def _entries_of(source_id: int) -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(kind="source", subject_id=str(source_id))


def _deletions() -> QuerySet[AuditEntry]:
    deletions = AuditEntry.objects.filter(kind="source", action="delete")
    later = deletions.filter(subject_id=OuterRef("subject_id"), pk__gt=OuterRef("pk"))
    there = Source.objects.filter(pk=Cast(OuterRef("subject_id"), BigIntegerField()))
    return deletions.filter(~Exists(later), ~Exists(there))


def _not_enough(name: str) -> FieldError:
    return FieldError("name", name, ErrorCode.HISTORY_INCOMPLETE)
