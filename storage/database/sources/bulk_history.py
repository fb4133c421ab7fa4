"""Bulk changes as one: list them, and undo all of one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Max, Min, QuerySet
from django.db.models.functions import Lower

from storage.database.errors import Invalid, NotFound
from storage.database.models import AuditEntry, KeywordList, Source
from storage.database.people.audit import record_operation, without_secrets
from storage.database.sources.bulk import delete_sources, new_batch
from storage.database.sources.history import restore
from storage.database.sources.source_config import present_names, source_fields
from storage.database.sources.sources import (
    Rewrite,
    change_sources,
    deletion_values,
    locked_sources,
)
from storage.database.sources.validation import (
    FORM_ONLY,
    HIDDEN,
    HIDDEN_CHANGED,
    Checks,
    is_hidden,
)
from storage.database.sources.versions import BEGINNINGS, Version, as_draft

UNDONE = "undo"
"""The action of the entries that undoing a bulk change writes."""
_BULK_CHANGE = "bulk change"
"""The kind of the entry that says which bulk change was undone, if it was undone as a whole."""
_UNDOING = "undone by"
"""What such an entry says of the bulk change that undid it; nothing in those of older programs."""


class UndoneBefore(Exception):
    """All of a bulk change was undone: there is nothing to put back."""


@dataclass(frozen=True, kw_only=True)
class BulkChange:
    """A bulk change: who did what to how many sources, and when the last of it was done.

    It has several ``people`` if each did a part of it, whoever began first.

    Its entries have one ``action``, but for those that undo an import: they say "delete" of what it
    added and "undo", the greater one, of what it changed. ``undone`` is when all of it was undone.
    """

    batch: str
    people: Sequence[str]
    action: str
    at: datetime
    sources: int
    undone: datetime | None = None

    @property
    def can_be_undone(self) -> bool:
        """Return whether it changed anything that can be put back."""
        return self.action != "visit now" and self.undone is None

    @property
    def is_addition(self) -> bool:
        """Return whether undoing it may delete sources."""
        return self.action in BEGINNINGS


@dataclass(frozen=True, kw_only=True)
class Undone:
    """What undoing a bulk change did.

    ``kept`` are the names of sources that somebody has changed since, or that are gone or there
    again: they stay as they are. ``lost_secrets`` are the names of sources whose secrets must be
    entered again.
    """

    sources: int
    kept: Sequence[str]
    lost_secrets: Sequence[str]


def bulk_changes(count: int, *, skip: int = 0) -> list[BulkChange]:
    """Return the latest bulk changes of sources, newest first, without the first ``skip``."""
    return _summed(_batches(), slice(skip, skip + count))


def find_bulk_change(batch: str) -> BulkChange | None:
    """Return a bulk change, None if there is no such one."""
    found = _summed(_batches().filter(batch=batch), slice(1))
    return found[0] if found else None


def _summed(entries: QuerySet[AuditEntry], page: slice) -> list[BulkChange]:
    """Return the bulk changes of these entries, newest first."""
    found = entries.values_list("batch").annotate(name=Max("action"), latest=Max("at"))
    counted = found.annotate(number=Count("pk")).order_by("-latest", "batch")
    rows = list(counted[page])
    batches = [batch for batch, *_others in rows]
    people, undone = _people(batches), _undone(batches)
    return [
        BulkChange(
            batch=batch,
            people=people[batch],
            action=action,
            at=at,
            sources=sources,
            undone=undone.get(batch),
        )
        for batch, action, at, sources in rows
    ]


def _people(batches: Sequence[str]) -> dict[str, list[str]]:
    """Return who took part in these bulk changes, whoever began first."""
    found = _batches().filter(batch__in=batches).values_list("batch", "who")
    people: dict[str, list[str]] = {batch: [] for batch in batches}
    for batch, who, _began in found.annotate(began=Min("pk")).order_by("began"):
        people[batch].append(who)
    return people


def count_bulk_changes() -> int:
    """Return how many bulk changes there are."""
    return _batches().values("batch").distinct().count()


def entries_of(batch: str, count: int, *, skip: int = 0) -> list[AuditEntry]:
    """Return entries of a bulk change by name of the source, without the first ``skip``."""
    found = _batches().filter(batch=batch).order_by(Lower("subject"), "pk")
    return list(found[skip : skip + count])


def added_any(batch: str) -> bool:
    """Return whether a bulk change added sources, which undoing it would delete."""
    return _batches().filter(batch=batch, action__in=BEGINNINGS, before__isnull=True).exists()


def undo(batch: str, who: str, *, checks: Checks = FORM_ONLY) -> Undone:
    """Put back what a bulk change changed, restore what it deleted and delete what it added, as a
    new bulk change.

    A source that was changed in the same fields since is left as it is; so is an added one that was
    changed at all. Raises NotFound, and UndoneBefore if all of it was undone and that was not.
    """
    with transaction.atomic():
        entries = list(_batches().filter(batch=batch).order_by("subject_id"))
        if not entries:
            raise NotFound("bulk change", batch)
        sources = locked_sources(int(entry.subject_id) for entry in entries)
        if batch in _undone([batch]):
            raise UndoneBefore
        deletions, additions, changes = [], [], []
        for entry in entries:
            if entry.action == "delete":
                deletions.append(entry)
            elif entry.action in BEGINNINGS and entry.before is None:
                additions.append(entry)
            elif entry.after and entry.before:
                changes.append(entry)
        undoing = new_batch()
        back = _put_back(changes, sources, who, undoing)
        deleted = _delete_added(additions, sources, who, undoing)
        restored = _restore(deletions, who, checks)
        parts = (back, deleted, restored)
        kept = [name for part in parts for name in part.kept]
        if not kept:
            record_operation(
                who,
                UNDONE,
                _BULK_CHANGE,
                entries[0].action,
                subject_id=batch,
                after={_UNDOING: undoing},
            )
    return Undone(
        sources=sum(part.sources for part in parts),
        kept=kept,
        lost_secrets=[name for part in parts for name in part.lost_secrets],
    )


def _undone(batches: Sequence[str]) -> dict[str, datetime]:
    """Return when those of these bulk changes were undone that were undone as a whole.

    What undid one may itself have been undone.
    """
    found = AuditEntry.objects.filter(kind=_BULK_CHANGE, action=UNDONE, subject_id__in=batches)
    times = {
        (entry.subject_id, (entry.after or {}).get(_UNDOING, "")): entry.at
        for entry in found.order_by("at")
    }
    if not times:
        return {}
    undone_again = _undone([undoing for _batch, undoing in times if undoing])
    return {batch: at for (batch, undoing), at in times.items() if undoing not in undone_again}


def _batches() -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(kind="source", batch__gt="").order_by()


def _put_back(
    changes: Sequence[AuditEntry], sources: Mapping[int, Source], who: str, undoing: str
) -> Undone:
    """Set the fields of these entries to what they were."""
    lists = set(KeywordList.objects.values_list("name", flat=True))
    rewrites, kept, lost = [], [], []
    for entry in changes:
        source = sources.get(int(entry.subject_id))
        if source is None:
            kept.append(entry.subject)
            continue
        former = _former(entry, source) if _is_as_left(source, entry) else None
        # Somebody has changed it since, or has deleted a list of keywords that it needs.
        if former is None or not lists.issuperset(former.config.keyword_lists):
            kept.append(source.name)
            continue
        reason = (entry.before or {}).get("pause_reason", source.pause_reason)
        rewrites.append(Rewrite(source, former.config, reason))
        if former.lost_secrets:
            lost.append(source.name)
    changed = change_sources(rewrites, who, action=UNDONE, batch=undoing)
    return Undone(sources=len(changed), kept=kept, lost_secrets=lost)


def _former(entry: AuditEntry, source: Source) -> Version:
    """Return the source with the fields of an entry as they were before. A secret that the entry
    changed keeps its present value, and is lost: the audit does not have the former one.
    """
    before = present_names(entry.before or {})
    fields = {name: value for name, value in before.items() if name in source_fields()}
    present = source.config()
    version = as_draft(fields, present)
    config = replace(version.config, enabled=fields.get("enabled", present.enabled))
    changed = tuple(name for name, value in (entry.after or {}).items() if _has_new_secret(value))
    return Version(config=config, lost_secrets=version.lost_secrets + changed)


def _is_as_left(source: Source, entry: AuditEntry) -> bool:
    """Return whether the fields of an entry still are what it made them."""
    present = without_secrets(deletion_values(source), None) or {}
    left = present_names(entry.after or {})
    return all(present.get(name) == _without_marks(value) for name, value in left.items())


def _has_new_secret(value: object) -> bool:
    return HIDDEN_CHANGED in (value.values() if isinstance(value, dict) else [value])


def _without_marks(value: object) -> object:
    """Return an audited value as it would be if it did not say which secrets it changed."""
    if isinstance(value, str):
        return value.removesuffix(f" {HIDDEN_CHANGED}")
    if isinstance(value, dict):
        return {name: HIDDEN if is_hidden(each) else each for name, each in value.items()}
    return value


def _delete_added(
    additions: Sequence[AuditEntry], sources: Mapping[int, Source], who: str, undoing: str
) -> Undone:
    """Delete the sources that were added, but for those that are gone already."""
    unchanged, kept = [], []
    for entry in additions:
        source = sources.get(int(entry.subject_id))
        if source is None:
            continue
        if _is_as_left(source, entry):
            unchanged.append(source)
        else:
            kept.append(source.name)
    delete_sources(unchanged, who, batch=undoing)
    return Undone(sources=len(unchanged), kept=kept, lost_secrets=[])


def _restore(deletions: Sequence[AuditEntry], who: str, checks: Checks) -> Undone:
    """Restore deleted sources; those that cannot be restored are kept."""
    count, kept, lost = 0, [], []
    for entry in deletions:
        try:
            restored = restore(entry.pk, who, checks=checks)
        except (Invalid, NotFound):
            kept.append(entry.subject)
            continue
        count += 1
        if restored.lost_secrets:
            lost.append(restored.source.name)
    return Undone(sources=count, kept=kept, lost_secrets=lost)
