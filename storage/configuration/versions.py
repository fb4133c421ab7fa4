"""Versions of a source, from the differences that the audit keeps: pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from storage.configuration.audit import is_hidden, without_secrets
from storage.configuration.cells import write_cell
from storage.configuration.source_config import (
    SOURCE_FIELDS,
    SourceConfig,
    plain_values,
    present_names,
    typed_values,
)

_NEW = SourceConfig(name="", channel="", address="")
_PLACES = {name: place for place, name in enumerate(SOURCE_FIELDS)}
# A visit that was asked for changes no field.
_WITHOUT_FIELDS = ("visit now",)
# Before these the source was not there.
_BEGINNINGS = ("add", "restore")


class AuditedChange(Protocol):
    """What of an audit entry matters here."""

    kind: str
    action: str
    before: Any
    after: Any


class Unrestorable(Exception):
    """The audit does not tell enough of a version to make it again."""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One field of a change. Of lists and mappings only what was ``added`` and ``removed``, as lines of text.

    ``old`` and ``new`` are set for single values, and for lists that changed their order only.
    """

    field: str
    old: str = ""
    new: str = ""
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def is_list(self) -> bool:
        """True when it is told by what was added and removed."""
        return bool(self.added or self.removed)


@dataclass(frozen=True, kw_only=True)
class Version:
    """A source as it was. ``lost_headers`` had secret values, which the audit does not keep, and are not in it."""

    config: SourceConfig
    lost_headers: tuple[str, ...] = ()


def differences(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> list[Difference]:
    """Return what a change changed, in the order of the fields."""
    old, new = present_names(before or {}), present_names(after or {})
    names = sorted({*old, *new}, key=_place)
    found = (_difference(name, old.get(name), new.get(name)) for name in names)
    return [each for each in found if each is not None]


def draft_differences(before: SourceConfig, after: SourceConfig) -> list[Difference]:
    """Return the fields in which two drafts differ; secrets of headers are shown as hidden."""
    old, new = plain_values(before), plain_values(after)
    return differences(without_secrets(old, None), without_secrets(new, old))


def entry_differences(entry: AuditedChange) -> list[Difference]:
    """Return what an entry tells: of something new what is not as usual, of something deleted nothing."""
    if entry.after is None:
        return []
    is_new_source = entry.before is None and entry.kind == "source"
    return differences(plain_values(_NEW) if is_new_source else entry.before, entry.after)


def version_before(present: Mapping[str, Any] | None, later: Iterable[AuditedChange]) -> dict[str, Any]:
    """Return the fields as they were before all ``later`` entries, newest first; ``present``: after them all.

    ``present`` is None for a source that is deleted. Raises Unrestorable where an entry lacks what it changed.
    """
    version = None if present is None else dict(present)
    for entry in later:
        if entry.action in _WITHOUT_FIELDS:
            continue
        if entry.action == "delete":
            version = present_names(entry.before or {})
        elif entry.action in _BEGINNINGS:
            version = None
        elif entry.before is None or version is None:
            raise Unrestorable(entry.action)
        else:
            version |= present_names(entry.before)
    if not version:
        raise Unrestorable
    return {name: value for name, value in version.items() if name in SOURCE_FIELDS}


def as_draft(fields: Mapping[str, Any], present: SourceConfig | None) -> Version:
    """Return the draft of earlier fields.

    Hidden values of headers are taken from the present source where it has that header, else the header is left
    out. Whether the source is paused stays as it is now: a version says what is fetched, not when to rest.
    Fields that the audit does not know are those of the present source, or of a new one.
    """
    values = typed_values(fields)
    known = present.headers if present else {}
    headers = dict(values.get("headers", known))
    lost = tuple(name for name, value in headers.items() if is_hidden(value) and name not in known)
    values["headers"] = {
        name: known[name] if is_hidden(value) else value for name, value in headers.items() if name not in lost
    }
    if present:
        values["enabled"] = present.enabled
    return Version(config=replace(present or _NEW, **values), lost_headers=lost)


def _difference(name: str, old: Any, new: Any) -> Difference | None:
    if _has_lines(old) or _has_lines(new):
        return _difference_of_lines(name, _lines(old), _lines(new))
    if old == new:
        return None
    return Difference(field=name, old=_text(old), new=_text(new))


def _difference_of_lines(name: str, old: list[str], new: list[str]) -> Difference | None:
    added = tuple(line for line in new if line not in old)
    removed = tuple(line for line in old if line not in new)
    if added or removed:
        return Difference(field=name, added=added, removed=removed)
    return None if old == new else Difference(field=name, old=", ".join(old), new=", ".join(new))


def _has_lines(value: Any) -> bool:
    return isinstance(value, Mapping | Sequence) and not isinstance(value, str)


def _lines(value: Any) -> list[str]:
    return write_cell(value).split("\n") if value else []


def _text(value: Any) -> str:
    return "" if value is None else write_cell(value)


def _place(name: str) -> tuple[int, str]:
    return (_PLACES.get(name, len(_PLACES)), name)
