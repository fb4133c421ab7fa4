"""The history of a source, and how to restore a version."""

from collections.abc import Sequence
from dataclasses import dataclass

from storage.database.models import AuditEntry
from storage.database.people.audit import EntryFilter, count_entries, entries
from storage.database.sources import history
from storage.database.sources.history import Restored
from storage.database.sources.versions import WITHOUT_FIELDS, Difference, entry_differences
from webui.paging import Paging
from webui.sources.services.checks import checks

PAGE = 50


@dataclass(frozen=True, kw_only=True)
class HistoryEntry:
    """An audit entry with its differences.

    ``is_version``: it made a version that can be restored. ``sources``: it stands for a bulk change
    of so many.
    """

    entry: AuditEntry
    differences: Sequence[Difference]
    is_version: bool = False
    sources: int = 1


@dataclass(frozen=True, kw_only=True)
class HistoryPage:
    """One page of changes, newest first."""

    changes: Sequence[HistoryEntry]
    paging: Paging


def change_page(wanted: EntryFilter, number: int) -> HistoryPage:
    """Return a page of the matching entries; a page number out of range becomes the nearest
    page.
    """
    paging = Paging.near(number, count_entries(wanted), PAGE)
    found = entries(PAGE, skip=paging.skipped, wanted=wanted)
    return HistoryPage(changes=[history_entry(entry) for entry in found], paging=paging)


def source_page(source_id: int, number: int) -> HistoryPage:
    """Return a page of the history of a source."""
    return change_page(EntryFilter(kind="source", subject_id=str(source_id)), number)


def return_to(source_id: int, entry_id: int, who: str) -> Restored:
    """Restore the source's version after this entry. Raises NotFound, Invalid."""
    return history.return_to(source_id, entry_id, who, checks=checks())


def deleted_page(number: int) -> HistoryPage:
    """Return a page of the deleted sources that were not restored."""
    paging = Paging.near(number, history.count_deleted(), PAGE)
    found = history.deleted_sources(PAGE, skip=paging.skipped)
    return HistoryPage(changes=[history_entry(entry) for entry in found], paging=paging)


def restore(entry_id: int, who: str) -> Restored:
    """Restore a deleted source. Raises NotFound, Invalid."""
    return history.restore(entry_id, who, checks=checks())


def history_entry(entry: AuditEntry) -> HistoryEntry:
    """Return an entry with its differences."""
    return HistoryEntry(
        entry=entry,
        differences=entry_differences(entry),
        is_version=entry.kind == "source"
        and entry.after is not None
        and entry.action not in WITHOUT_FIELDS,
    )
