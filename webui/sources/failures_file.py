"""The recent failures of a source as CSV, for people who go through them elsewhere."""

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime

from storage.findings.signs import RecentFailure
from watch.details import shown_detail
from webui.search.export_tables import cell


def failures_csv(name: str, failures: Iterable[RecentFailure]) -> bytes:
    """Return one row for each address of the source called ``name``: when, what and why."""
    rows = [["source", "time", "outcome", "reason", "url"]]
    for each in failures:
        at = datetime.fromtimestamp(each.at, UTC).isoformat(timespec="seconds")
        rows.append([cell(name), at, each.outcome, cell(shown_detail(each.detail)), cell(each.url)])
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return b"\xef\xbb\xbf" + text.getvalue().encode()
