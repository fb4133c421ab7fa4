"""Sources as files: OPML for feed readers, CSV for spreadsheets."""

from storage.configuration import transfer
from storage.configuration.transfer import ChangedSource, ImportPlan
from storage.configuration.versions import Difference, draft_differences
from webui.sources.services.checks import checks
from webui.sources.services.sources import all_drafts

__all__ = ["FORMS", "ImportPlan", "apply", "differences", "read", "write"]

FORMS = {"opml": "text/x-opml+xml; charset=utf-8", "csv": "text/csv; charset=utf-8"}


def write(form: str) -> bytes:
    """Return all sources in one of FORMS."""
    drafts = all_drafts()
    return transfer.write_opml(drafts) if form == "opml" else transfer.write_csv(drafts)


def read(data: bytes) -> ImportPlan:
    """Return the plan of an import. A file that begins with ``<`` is OPML, any other file is CSV."""
    is_xml = data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
    read_form = transfer.read_opml if is_xml else transfer.read_csv
    return read_form(data, checks=checks())


def apply(plan: ImportPlan, who: str, *, partly: bool, numbered: bool) -> int:
    """Save new and changed sources. Raises Invalid and NotFound."""
    return transfer.apply_plan(plan, who, partly=partly, numbered=numbered, checks=checks())


def differences(change: ChangedSource) -> list[Difference]:
    """Return the differences between file and configuration, with hidden secrets."""
    return draft_differences(change.before, change.after)
