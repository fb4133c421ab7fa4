"""Sources as files: OPML for feed readers, CSV for spreadsheets."""

from storage.database.sources import transfer
from storage.database.sources.bulk import Edited
from storage.database.sources.source_config import SourceConfig
from storage.database.sources.transfer import ChangedSource, ImportPlan
from storage.database.sources.versions import Difference, draft_differences
from webui.sources.services.checks import checks
from webui.sources.services.sources import all_drafts

__all__ = ["FORMS", "ImportPlan", "apply", "differences", "read", "write"]

FORMS = {"opml": "text/x-opml+xml; charset=utf-8", "csv": "text/csv; charset=utf-8"}


def write(form: str) -> bytes:
    """Return all sources in one of FORMS."""
    drafts = all_drafts()
    if form == "opml":
        return transfer.write_opml(drafts)
    return transfer.write_csv(drafts)


def sample() -> bytes:
    """Return a CSV file with a source of each of the common channels."""
    site = "https://news.example.org"
    return transfer.write_csv(
        [
            SourceConfig(
                name="Example News", channel="feed", address=f"{site}/feed.xml", tags=("news", "en")
            ),
            SourceConfig(
                name="Example News, economy",
                channel="list",
                address=f"{site}/economy/",
                patterns=(r"/economy/\d{4}/\d{2}/\d+\.html$",),
                max_pages=3,
                interval_seconds=1800,
            ),
            SourceConfig(
                name="Example Forum",
                channel="board",
                address="https://forum.example.org/board-1.html",
                max_pages=5,
            ),
        ]
    )


def read(data: bytes) -> ImportPlan:
    """Return the plan of an import.

    A file that begins with ``<`` is OPML, any other file is CSV.
    """
    is_xml = data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
    read_form = transfer.read_opml if is_xml else transfer.read_csv
    return read_form(data, checks=checks())


def apply(plan: ImportPlan, who: str, *, partly: bool, numbered: bool, known: bool) -> Edited:
    """Save new and changed sources, as a bulk change. Raises Invalid and NotFound."""
    return transfer.apply_plan(
        plan, who, partly=partly, numbered=numbered, known=known, checks=checks()
    )


def differences(change: ChangedSource) -> list[Difference]:
    """Return the differences between file and configuration, with hidden secrets."""
    return draft_differences(change.before, change.after)
