"""The audit: who changed what, without secrets."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet

from storage.database.models import AuditEntry
from storage.database.sources.source_config import own_fields
from storage.database.sources.validation import (
    HIDDEN,
    HIDDEN_CHANGED,
    NAME_LENGTH,
    is_hidden,
)
from storage.proxies import hide_password

_HARMLESS = (
    "accept accept-charset accept-encoding accept-language cache-control dnt pragma priority "
    "referer save-data upgrade-insecure-requests user-agent x-requested-with"
)
_HARMLESS_HEADERS = frozenset(_HARMLESS.split())
_HARMLESS_PREFIXES = ("sec-fetch-", "sec-ch-")
"""What browsers send to every site. Any other header may carry a secret, whatever its name."""

Values = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class EntryFilter:
    """Which entries to return; an empty field does not filter.

    ``first`` is inclusive, ``last`` exclusive. With ``bulk_as_one``, the first entry of a bulk
    change stands for all of it.
    """

    who: str = ""
    kind: str = ""
    subject_id: str = ""
    first: datetime | None = None
    last: datetime | None = None
    bulk_as_one: bool = False


def record_change(
    who: str,
    action: str,
    subject: Model,
    *,
    before: Values | None = None,
    after: Values | None = None,
) -> None:
    """Write an entry in the caller's transaction, which also holds the change. See ``entry_of``."""
    entry_of(who, action, subject, before=before, after=after).save()


def entry_of(
    who: str,
    action: str,
    subject: Model,
    *,
    before: Values | None = None,
    after: Values | None = None,
    batch: str = "",
) -> AuditEntry:
    """Return an entry without writing it, as a part of the bulk change ``batch``.

    An entry of a change keeps only the fields that differ: undoing entries from the newest back
    gives every earlier version. Secret header values are hidden.
    """
    hidden_before, hidden_after = without_secrets(before, None), without_secrets(after, before)
    if hidden_before is not None and hidden_after is not None:
        differing = {name for name in hidden_after if hidden_after[name] != hidden_before.get(name)}
        hidden_before = {name: hidden_before.get(name) for name in differing}
        hidden_after = {name: hidden_after[name] for name in differing}
    return AuditEntry(
        who=who,
        action=action,
        kind=subject._meta.model_name or "",
        subject_id=str(subject.pk),
        subject=str(subject),
        before=hidden_before,
        after=hidden_after,
        batch=batch,
    )


def record_operation(
    who: str,
    action: str,
    kind: str,
    subject: str,
    *,
    subject_id: str = "",
    before: Values | None = None,
    after: Values | None = None,
) -> None:
    """Write an entry about something that is no row of a table, such as jobs of the queue, or that
    changes no field of it.
    """
    AuditEntry.objects.create(
        who=who,
        action=action,
        kind=kind,
        subject_id=subject_id,
        subject=subject[:NAME_LENGTH],
        before=dict(before) if before is not None else None,
        after=dict(after) if after is not None else None,
    )


def entries(count: int, *, skip: int = 0, wanted: EntryFilter = EntryFilter()) -> list[AuditEntry]:
    """Return up to ``count`` entries, newest first, without the newest ``skip``."""
    found = list(_rows(wanted)[skip : skip + count])
    for entry in found:
        if entry.kind == "source":
            entry.before, entry.after = hidden_again(entry.before), hidden_again(entry.after)
    return found


def count_entries(wanted: EntryFilter) -> int:
    """Return how many entries match."""
    return _rows(wanted).count()


def batch_sizes(batches: Iterable[str]) -> dict[str, int]:
    """Return how many entries these bulk changes have."""
    found = AuditEntry.objects.filter(batch__in=[each for each in batches if each]).order_by()
    return dict(found.values_list("batch").annotate(Count("pk")))


def authors() -> list[str]:
    """Return the name of every user who changed anything, sorted."""
    return sorted(AuditEntry.objects.order_by().values_list("who", flat=True).distinct())


def is_secret(header: str) -> bool:
    """Return whether a request header of this name may carry a secret."""
    name = header.lower()
    return name not in _HARMLESS_HEADERS and not name.startswith(_HARMLESS_PREFIXES)


def without_secrets(values: Values | None, earlier: Values | None) -> dict[str, Any] | None:
    """Return the values with secrets hidden; secrets that differ from ``earlier`` are marked as
    changed.
    """
    if values is None:
        return None
    shown = dict(values)
    passwords = {name: _hidden_whole for name, each in own_fields().items() if each.is_password}
    hiding = {**_HIDING, **passwords}
    for field in hiding.keys() & shown.keys():
        known = (earlier or {}).get(field)
        shown[field] = hiding[field](shown[field], known)
    return shown


def hidden_again(values: Values | None) -> dict[str, Any] | None:
    """Return what an entry says of a source with all header values hidden that are secret today:
    earlier versions hid fewer.
    """
    if values is None:
        return None
    shown = dict(values)
    if headers := values.get("headers"):
        shown["headers"] = dict(headers)
        for name, value in headers.items():
            if is_secret(name) and not is_hidden(value):
                shown["headers"][name] = HIDDEN
    return shown


def _rows(wanted: EntryFilter) -> QuerySet[AuditEntry]:
    rows = AuditEntry.objects.all()
    for name in ("who", "kind", "subject_id"):
        if value := getattr(wanted, name):
            rows = rows.filter(**{name: value})
    if wanted.bulk_as_one:
        earlier = AuditEntry.objects.filter(batch=OuterRef("batch"), pk__lt=OuterRef("pk"))
        rows = rows.filter(Q(batch="") | ~Exists(earlier))
    if wanted.first:
        rows = rows.filter(at__gte=wanted.first)
    if wanted.last:
        rows = rows.filter(at__lt=wanted.last)
    return rows


def _hidden_text(address: str, known: str | None) -> str:
    """Return a proxy's address without its password; say if only that differs from the earlier
    address.
    """
    hidden = hide_password(address)
    only_password = known is not None and known != address and hide_password(known) == hidden
    return f"{hidden} {HIDDEN_CHANGED}" if only_password else hidden


def _hidden_whole(secret: str, known: str | None) -> str:
    """Return what stands for a secret; "" without one."""
    if not secret:
        return ""
    if known and known != secret:
        return HIDDEN_CHANGED
    return HIDDEN


def _hidden_pairs(pairs: Mapping[str, str], known: Mapping[str, str] | None) -> dict[str, str]:
    """Return the pairs, those with a secret with what stands for it."""
    shown = dict(pairs)
    for name, value in pairs.items():
        if is_secret(name):
            was_changed = known is not None and known.get(name, value) != value
            shown[name] = HIDDEN_CHANGED if was_changed else HIDDEN
    return shown


_HIDING: Mapping[str, Callable[[Any, Any], Any]] = {
    "headers": _hidden_pairs,
    "proxy": _hidden_text,
}
"""How the secrets of each field are hidden: from a value and the earlier one, what is shown."""
