"""The whole audit log, for admins."""

from storage.database.people.audit import EntryFilter, authors
from webui.sources.services.history import HistoryPage, change_page

__all__ = ["EntryFilter", "authors", "page"]


def page(wanted: EntryFilter, number: int) -> HistoryPage:
    """Return a page of the matching entries, newest first."""
    return change_page(wanted, number)
