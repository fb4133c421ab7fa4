"""Who changed what, without secrets."""

import re
from collections.abc import Mapping
from typing import Any

from storage.configuration.connection import translated
from storage.configuration.draft import SourceDraft
from storage.configuration.models import AuditEntry, KeywordList, Source

HIDDEN = "(hidden)"
HIDDEN_CHANGED = "(hidden, changed)"
_SECRET_HEADER = re.compile(r"cookie|auth|token|secret|key|password|session|credential", re.IGNORECASE)

Values = Mapping[str, Any]


def record_change(
    who: str, action: str, subject: Source | KeywordList, *, before: Values | None = None, after: Values | None = None
) -> None:
    """Write an entry; the caller opens the transaction that also holds the change.

    Of a change only the fields that differ are kept. Values of headers that carry secrets are hidden.
    """
    hidden_before, hidden_after = _without_secrets(before, None), _without_secrets(after, before)
    if hidden_before is not None and hidden_after is not None:
        differing = {name for name in hidden_after if hidden_after[name] != hidden_before.get(name)}
        hidden_before = {name: hidden_before.get(name) for name in differing}
        hidden_after = {name: hidden_after[name] for name in differing}
    AuditEntry.objects.create(
        who=who,
        action=action,
        kind=subject._meta.model_name or "",
        subject_id=str(subject.pk),
        subject=subject.name,
        before=hidden_before,
        after=hidden_after,
    )


def entries(count: int, *, kind: str = "", subject_id: str = "") -> list[AuditEntry]:
    """Return the latest entries, newest first."""
    with translated():
        rows = AuditEntry.objects.all()
        if kind:
            rows = rows.filter(kind=kind)
        if subject_id:
            rows = rows.filter(subject_id=subject_id)
        return list(rows[:count])


def values_of(draft: SourceDraft) -> dict[str, Any]:
    """Return a draft as an entry shows it."""
    return draft.columns() | {"keyword_lists": list(draft.keyword_lists)}


def is_secret(header: str) -> bool:
    """Tell whether a request header of this name usually carries a secret."""
    return bool(_SECRET_HEADER.search(header))


def _without_secrets(values: Values | None, earlier: Values | None) -> dict[str, Any] | None:
    if values is None:
        return None
    shown = dict(values)
    if "headers" in shown:
        known = dict((earlier or {}).get("headers", {}))
        shown["headers"] = {name: _shown(name, value, known) for name, value in shown["headers"].items()}
    return shown


def _shown(name: str, value: str, known: Mapping[str, str]) -> str:
    if not is_secret(name):
        return value
    return HIDDEN_CHANGED if name in known and known[name] != value else HIDDEN
