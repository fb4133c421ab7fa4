"""Bulk edits: one change to many sources, in one transaction, with an audit entry for each source
that changes.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from storage.database.clock import database_now
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import AuditEntry, Source
from storage.database.people.audit import entry_of
from storage.database.sources.sources import deletion_values, locked_sources
from storage.database.sources.statuses import judge_again, retag
from storage.database.sources.validation import (
    check_choice,
    check_entries,
    check_number,
    check_reason,
    check_text,
    check_words,
)

NUMBERS = ("interval_seconds", "priority", "pace_seconds", "pages_a_day")


@dataclass(frozen=True)
class Pause:
    """Pause the sources; ``reason`` may be empty."""

    reason: str = ""


@dataclass(frozen=True)
class Resume:
    """Resume the sources; paused ones become due now."""


@dataclass(frozen=True)
class SetNumber:
    """Set one of the fields in NUMBERS to the same value."""

    field: str
    value: float


@dataclass(frozen=True)
class SetChoice:
    """Set a field that has choices to the same one."""

    field: str
    value: str


@dataclass(frozen=True)
class File:
    """Set fields of FILING to the same texts; "" empties a field."""

    values: Mapping[str, str]


@dataclass(frozen=True)
class AddTags:
    """Append tags to those of each source."""

    tags: tuple[str, ...]


@dataclass(frozen=True)
class RemoveTags:
    """Remove these tags from sources that have them."""

    tags: tuple[str, ...]


@dataclass(frozen=True)
class VisitNow:
    """Make the sources due now; no field changes."""


@dataclass(frozen=True)
class Delete:
    """Delete the sources and their runs; documents stay."""


Edit = Pause | Resume | SetNumber | SetChoice | File | AddTags | RemoveTags | VisitNow | Delete
_ACTIONS: Mapping[type, str] = {
    Pause: "pause",
    Resume: "resume",
    VisitNow: "visit now",
    Delete: "delete",
}


@dataclass(frozen=True, kw_only=True)
class Edited:
    """How many sources a bulk change changed; ``batch`` names it, to be undone."""

    sources: int
    batch: str


def edit_sources(source_ids: Sequence[int], edit: Edit, who: str) -> Edited:
    """Apply ``edit`` to all these sources or to none.

    Raises:
        Invalid: with the problem of the value, of a source that would have too many tags, or with
            one problem for each source that no longer exists, under the last name it had.
    """
    problems = list(check_edit(edit))
    if problems:
        raise Invalid(problems)
    with transaction.atomic():
        found = list(locked_sources(source_ids).values())
        missing = sorted(set(source_ids) - {source.pk for source in found})
        if missing:
            raise Invalid(
                [FieldError("source", name, ErrorCode.SOURCE_GONE) for name in _names(missing)]
            )
        batch = new_batch()
        if isinstance(edit, Delete):
            delete_sources(found, who, batch=batch)
            return Edited(sources=len(found), batch=batch)
        entries = _change(found, edit, who, batch)
        AuditEntry.objects.bulk_create(entries)
        return Edited(sources=len(entries), batch=batch)


def delete_sources(sources: Sequence[Source], who: str, *, batch: str) -> None:
    """Delete these sources and their runs, as the bulk change ``batch`` or a part of it."""
    entries = [
        entry_of(who, "delete", each, before=deletion_values(each), batch=batch) for each in sources
    ]
    Source.objects.filter(pk__in=[source.pk for source in sources]).delete()
    AuditEntry.objects.bulk_create(entries)


def new_batch() -> str:
    """Return a name for a bulk change."""
    return secrets.token_hex(16)


def check_edit(edit: Edit) -> Iterator[FieldError]:
    """Return what is wrong with the value of an edit."""
    match edit:
        case Pause(reason):
            yield from check_reason(reason)
        case SetNumber(field, value):
            yield from check_number(field, value)
        case SetChoice(field, value):
            yield from check_choice(field, value)
        case File(values):
            if not values:
                yield FieldError("folder", "", ErrorCode.NOTHING_TO_SET)
            for field, text in values.items():
                yield from check_text(field, text)
        case AddTags(tags) | RemoveTags(tags):
            if not tags:
                yield FieldError("tags", "", ErrorCode.TAGS_MISSING)
            yield from check_words("tags", tags)
        case _:
            pass


def new_values(edit: Edit, tags: Sequence[str]) -> dict[str, Any]:
    """Return the fields that an edit sets on a source with these tags."""
    match edit:
        case Pause(reason):
            return {"enabled": False, "pause_reason": reason.strip()}
        case Resume():
            return {"enabled": True, "pause_reason": ""}
        case SetNumber(field, value) | SetChoice(field, value):
            return {field: value}
        case File(values):
            return dict(values)
        case AddTags(added):
            return {"tags": list(dict.fromkeys([*tags, *added]))}
        case RemoveTags(removed):
            return {"tags": [tag for tag in tags if tag not in removed]}
        case _:
            return {}


def _change(found: Sequence[Source], edit: Edit, who: str, batch: str) -> list[AuditEntry]:
    now = database_now()
    action = _ACTIONS.get(type(edit), "change")
    entries: list[AuditEntry] = []
    # One statement writes all sources that get the same values.
    alike: dict[str, tuple[dict[str, Any], list[int]]] = {}
    due: list[int] = []
    for source in found:
        after = new_values(edit, source.tags)
        before = {name: getattr(source, name) for name in after}
        if after and before == after:
            continue
        # A paused source keeps its pause, with the reason that somebody gave.
        if isinstance(edit, Pause) and not source.enabled:
            continue
        if isinstance(edit, AddTags) and (problems := list(check_entries("tags", after["tags"]))):
            raise Invalid(problems)
        entry = entry_of(
            who, action, source, before=before or None, after=after or None, batch=batch
        )
        entries.append(entry)
        alike.setdefault(repr(after), (after, []))[1].append(source.pk)
        if isinstance(edit, VisitNow) or (after.get("enabled") and not before["enabled"]):
            due.append(source.pk)
    for values, ids in alike.values():
        if values:
            Source.objects.filter(pk__in=ids).update(**values, changed=now)
        if "tags" in values:
            retag(dict.fromkeys(ids, values["tags"]))
    Source.objects.filter(pk__in=due).update(next_visit=now)
    if isinstance(edit, SetNumber) and edit.field == "interval_seconds":
        _not_later_than(now + timedelta(seconds=edit.value), [source.pk for source in found])
    judge_again(source.pk for source in found)
    return entries


def _not_later_than(latest: datetime, source_ids: Sequence[int]) -> None:
    """Apply a shorter interval from now on, without making all sources due at once."""
    Source.objects.filter(pk__in=source_ids, next_visit__gt=latest).update(next_visit=latest)


def _names(source_ids: Sequence[int]) -> list[str]:
    subjects = AuditEntry.objects.filter(
        kind="source", subject_id__in=[str(each) for each in source_ids]
    )
    known = dict(subjects.order_by("pk").values_list("subject_id", "subject"))
    return [known.get(str(each), str(each)) for each in source_ids]
