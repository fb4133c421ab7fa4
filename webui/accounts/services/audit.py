"""The whole audit log, for admins."""

from dataclasses import replace

from storage.database.people.audit import EntryFilter, authors, batch_sizes
from webui.sources.services.history import HistoryPage, change_page

__all__ = ["EntryFilter", "authors", "page"]


def page(wanted: EntryFilter, number: int) -> HistoryPage:
    """Return a page of the matching entries, newest first. A bulk change is one of them."""
    found = change_page(replace(wanted, bulk_as_one=True), number)
    sizes = batch_sizes(change.entry.batch for change in found.changes)
    changes = [
        replace(change, sources=sizes.get(change.entry.batch, 1)) for change in found.changes
    ]
    return replace(found, changes=changes)
