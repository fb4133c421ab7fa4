"""Search results as files that state the query, its time and the number of matches.

JSON Lines begins with this header under "export"; then follows one object for each document with all fields,
times in ISO 8601. CSV is for spreadsheets: one row for each document, with the header in the last columns of each row
(a line before the column names would be taken for them), UTF-8 with a BOM so that Chinese is decoded correctly, and
no cell that a spreadsheet would run as a formula.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime

from storage.documents.port import Document
from storage.documents.records import exported

# Spreadsheets allow no longer cells; JSON Lines has the full text.
_LONGEST_CELL = 32_000
# The characters that begin a formula, half or full width, after tabs and line ends.
_FORMULA = tuple("=+-@＝＋－＠\t\r\n")
_TEXTS = ("title", "url", "site", "source", "channel", "kind", "lang", "author")
_COLUMNS = (
    "published",
    "collected",
    *_TEXTS,
    "tags",
    "content",
    "id",
    "date_known",
    "pages",
    "page_count",
    "query",
    "filters",
    "exported",
    "matches",
)


@dataclass(frozen=True, kw_only=True)
class ExportHeader:
    """The header of an export. ``filters``: chosen values by name; ``exported`` is aware."""

    query: str
    exported: datetime
    matches: int
    filters: Mapping[str, list[str]] = field(default_factory=dict)


def json_lines(statement: ExportHeader, documents: Iterable[Document]) -> Iterator[bytes]:
    """Yield the header and one line for each document, in UTF-8."""
    yield _line({"export": asdict(statement)})
    for document in documents:
        yield _line(exported(document))


def csv_lines(statement: ExportHeader, documents: Iterable[Document]) -> Iterator[bytes]:
    """Yield the column names and one row for each document."""
    stated = {
        "query": statement.query,
        "filters": " ".join(f"{name}:{value}" for name, values in statement.filters.items() for value in values),
        "exported": statement.exported.isoformat(timespec="seconds"),
        "matches": str(statement.matches),
    }
    yield "\ufeff".encode() + _row(_COLUMNS)
    for document in documents:
        cells = {**{name: getattr(document, name) for name in (*_TEXTS, "content", "id")}, **stated}
        cells["published"] = document.published.isoformat() if document.published else ""
        cells |= {name: str(getattr(document, name)) for name in ("pages", "page_count")}
        cells["date_known"] = "yes" if document.date_known else "no"
        cells["collected"] = document.collected.isoformat()
        cells["tags"] = "; ".join(document.tags)
        yield _row(_cell(cells[name]) for name in _COLUMNS)


FORMS: Mapping[str, tuple[str, Callable[[ExportHeader, Iterable[Document]], Iterator[bytes]]]] = {
    "jsonl": ("application/jsonl; charset=utf-8", json_lines),
    "csv": ("text/csv; charset=utf-8", csv_lines),
}
"""The file formats by file extension: media type and writer."""


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, default=_plain).encode() + b"\n"


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"no JSON for {type(value).__name__}")


def _row(cells: Iterable[str]) -> bytes:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue().encode()


def _cell(text: str) -> str:
    cut = text.replace("\0", "\ufffd") if len(text) <= _LONGEST_CELL else f"{text[:_LONGEST_CELL]}…"
    return f"'{cut}" if cut.lstrip(" ").startswith(_FORMULA) else cut
