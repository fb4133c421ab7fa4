"""Rebuild versions of a source from the differences in the audit. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol
from urllib.parse import urlsplit

from storage.database.people.audit import without_secrets
from storage.database.sources.cells import write_cell
from storage.database.sources.source_config import (
    SourceConfig,
    own_fields,
    plain_values,
    present_names,
    source_fields,
    value_of,
    with_values,
)
from storage.database.sources.validation import HIDDEN_CHANGED, is_hidden
from storage.keys import DEFAULT_PORTS, OTHER_SCHEMES, leaves_https, site_of
from storage.proxies import HIDDEN_PASSWORD, with_password

_NEW = SourceConfig(name="", channel="", address="")
_PORTS = {**DEFAULT_PORTS, **OTHER_SCHEMES}
WITHOUT_FIELDS = ("visit now", "accept look", "mute", "unmute")
"""An entry of these actions changes no field, so it makes no version."""
BEGINNINGS = ("add", "restore", "import")
"""Before an entry of these actions that replaces nothing, the source did not exist."""


class AuditedChange(Protocol):
    """The part of an audit entry that versions need."""

    kind: str
    action: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


class Unrestorable(Exception):
    """The audit lacks something of a version."""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One changed field.

    Lists and mappings have only what was ``added`` and ``removed``, as lines of text.

    ``old`` and ``new`` are set for single values, and for lists of which only the order changed.
    """

    field: str
    old: str = ""
    new: str = ""
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def is_list(self) -> bool:
        """Return whether the change is described by ``added`` and ``removed``."""
        return bool(self.added or self.removed)


@dataclass(frozen=True, kw_only=True)
class Version:
    """An earlier source, without ``lost_secrets``, and without its proxy if that had a password.

    The audit does not have their secret values.
    """

    config: SourceConfig
    lost_secrets: tuple[str, ...] = ()


def differences(
    before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> list[Difference]:
    """Return the changed fields, in the order of their definition."""
    old, new = present_names(before or {}), present_names(after or {})
    changed = {*old, *new}
    names = [name for name in source_fields() if name in changed]
    # Entries of older versions, and of other kinds, have fields that no source has now.
    names += sorted(changed.difference(names))
    found = (_difference(name, old.get(name), new.get(name)) for name in names)
    return [each for each in found if each is not None]


def draft_differences(before: SourceConfig, after: SourceConfig) -> list[Difference]:
    """Return the fields in which two configurations differ, with secrets hidden."""
    old, new = plain_values(before), plain_values(after)
    return differences(without_secrets(old, None), without_secrets(new, old))


def entry_differences(entry: AuditedChange) -> list[Difference]:
    """Return what an entry changed: for a new source the fields without their default, which
    replace nothing; for a deletion nothing.
    """
    if entry.after is None:
        return []
    if entry.before is None and entry.kind == "source" and entry.action in BEGINNINGS:
        found = differences(plain_values(_NEW), entry.after)
        return [replace(each, old="", removed=()) for each in found]
    return differences(entry.before, entry.after)


def version_before(
    present: Mapping[str, Any] | None, later: Iterable[AuditedChange]
) -> dict[str, Any]:
    """Return the fields before all ``later`` entries (newest first), from those after them
    (``present``).

    ``present`` is None for a deleted source. Raises Unrestorable if an entry lacks what it changed.
    """
    version = None if present is None else dict(present)
    for entry in later:
        if entry.action in WITHOUT_FIELDS:
            continue
        if entry.action == "delete":
            version = present_names(entry.before or {})
        # Before it was added there was nothing.
        elif entry.action in BEGINNINGS and entry.before is None:
            version = None
        elif entry.before is None or version is None:
            raise Unrestorable(entry.action)
        else:
            version |= present_names(entry.before)
    if not version:
        raise Unrestorable
    return {name: value for name, value in version.items() if name in source_fields()}


def as_draft(fields: Mapping[str, Any], present: SourceConfig | None) -> Version:
    """Return the source that earlier fields describe.

    A hidden header value comes from the present source (``with_stored_secrets``), or its header is
    left out. Whether the source is paused does not change: a version says what to fetch, not when.
    Fields that are missing in the audit come from the present source, or have their defaults.
    """
    values = {**fields, "enabled": present.enabled} if present else fields
    config = with_stored_secrets(with_values(present or _NEW, values), present)
    lost = tuple(name for name, value in config.headers.items() if is_hidden(value))
    headers = {name: value for name, value in config.headers.items() if name not in lost}
    proxy = "" if HIDDEN_PASSWORD in config.proxy else config.proxy
    # Secrets are not in the audit log, so a former one is lost for good.
    lost += ("proxy",) if proxy != config.proxy else ()
    hidden = tuple(name for name in _passwords() if is_hidden(value_of(config, name)))
    of_channel = {name: value for name, value in config.of_channel.items() if name not in hidden}
    kept = replace(config, headers=headers, proxy=proxy, of_channel=of_channel)
    return Version(config=kept, lost_secrets=lost + hidden)


def with_stored_secrets(draft: SourceConfig, stored: SourceConfig | None) -> SourceConfig:
    """Return the draft with the stored values of its hidden headers and of a hidden password.

    They stay hidden, which the rules refuse, if the source has no such header or the draft's
    address is on another host or port, or no longer https: a stored secret must not be sent there.
    """
    if stored is None:
        return draft
    # The password of a proxy goes to the proxy, wherever the source is.
    proxy = with_password(draft.proxy.removesuffix(f" {HIDDEN_CHANGED}"), stored.proxy)
    draft = replace(draft, proxy=proxy)
    if not secrets_may_follow(stored.address, draft.address):
        return draft
    known = {name.lower(): value for name, value in stored.headers.items()}
    headers = dict(draft.headers)
    for name, value in draft.headers.items():
        if is_hidden(value):
            headers[name] = known.get(name.lower(), value)
    of_channel = dict(draft.of_channel)
    for name in _passwords():
        if is_hidden(value_of(draft, name)):
            of_channel[name] = value_of(stored, name)
    return replace(draft, headers=headers, of_channel=of_channel)


def _passwords() -> list[str]:
    return [name for name, each in own_fields().items() if each.is_password]


def secrets_may_follow(stored: str, address: str) -> bool:
    """Return whether headers for one address may be sent to another: the same site and port, and no
    less safe.
    """
    try:
        old, new = urlsplit(stored), urlsplit(address)
        # The ports of http and https differ, and still it is one server.
        upgraded = (old.scheme, new.scheme) == ("http", "https") and old.port is new.port is None
        same_port = upgraded or (old.port or _PORTS[old.scheme]) == (new.port or _PORTS[new.scheme])
        same_site = site_of(stored) == site_of(address)
        return same_port and same_site and not leaves_https(stored, address)
    except (KeyError, ValueError):
        return False


def _difference(name: str, old: object, new: object) -> Difference | None:
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
    if old == new:
        return None
    return Difference(field=name, old=", ".join(old), new=", ".join(new))


def _has_lines(value: object) -> bool:
    return isinstance(value, Mapping | Sequence) and not isinstance(value, str)


def _lines(value: object) -> list[str]:
    return write_cell(value).split("\n") if value else []


def _text(value: object) -> str:
    return "" if value is None else write_cell(value)
