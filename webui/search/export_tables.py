"""Search results as tables for spreadsheets: CSV and XLSX.

No cell is one that a spreadsheet would run as a formula.

CSV has one row for each document, with the statement of the export in the last columns of each row
(a line before the column names would be taken for them), in UTF-8 with a BOM so that Chinese is
decoded correctly. XLSX has the statement on a sheet of its own. It is written to a temporary file,
row by row, because the format ends with an index.
"""

import csv
import io
import tempfile
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

import xlsxwriter

from storage.documents.port import DOCUMENT_FIELDS, Citation
from storage.spreadsheet_cells import guarded
from webui.search.export_header import ExportHeader
from webui.search.export_rows import ExportRow

MAX_ROWS = 1_048_575
"""The rows that a sheet holds below the names of its columns."""
# Spreadsheets allow no longer cells; JSON Lines has the full text.
_MAX_CELL_LENGTH = 32_000
# What people read first; the other columns are in the order of the fields of a document.
_FIRST = (
    *("published", "collected", "title", "url", "site", "source", "channel", "kind", "lang"),
    *("author", "tags", "content", "id", "date_known"),
)
_FIELDS = {each.rules.column: each.name for each in DOCUMENT_FIELDS if each.rules.column}
_DOCUMENT = tuple(dict.fromkeys((*_FIRST, *_FIELDS, "story", "story_title", "note")))
_STATED = ("query", "filters", "exported", "matches", "words", "reserved")
_CHUNK_BYTES = 64 * 1024


def csv_lines(statement: ExportHeader, rows: Iterable[ExportRow]) -> Iterator[bytes]:
    """Yield the column names and one row for each document."""
    stated = dict.fromkeys(_STATED, "") | statement.texts()
    yield "\ufeff".encode() + _row((*_DOCUMENT, *_STATED))
    for row in rows:
        cells = {**_cells(row), **stated}
        yield _row(cell(cells[name]) for name in (*_DOCUMENT, *_STATED))


def workbook(statement: ExportHeader, rows: Iterable[ExportRow]) -> Iterator[bytes]:
    """Yield an XLSX file: a sheet of documents, and a sheet that states the export."""
    with tempfile.TemporaryDirectory(prefix="newsloom-export-") as folder:
        file = Path(folder) / "export.xlsx"
        _write(file, folder, statement, rows)
        with file.open("rb") as written:
            while chunk := written.read(_CHUNK_BYTES):
                yield chunk


def _write(file: Path, folder: str, statement: ExportHeader, rows: Iterable[ExportRow]) -> None:
    # Every text stays a text: never a formula, a number or a link.
    options = {
        "constant_memory": True,
        "tmpdir": folder,
        "strings_to_formulas": False,
        "strings_to_urls": False,
    }
    book = xlsxwriter.Workbook(str(file), options)
    sheet, about = book.add_worksheet("Documents"), book.add_worksheet("Export")
    left_out = 0
    sheet.freeze_panes(1, 0)
    for column, name in enumerate(_DOCUMENT):
        sheet.write_string(0, column, name)
    for number, row in enumerate(rows, 1):
        if number > MAX_ROWS:
            left_out += 1
            continue
        cells = _cells(row)
        for column, name in enumerate(_DOCUMENT):
            sheet.write_string(number, column, _cut(cells[name]))
    stated = statement.texts() | ({"left out": str(left_out)} if left_out else {})
    for number, (name, text) in enumerate(stated.items()):
        about.write_string(number, 0, name)
        about.write_string(number, 1, _cut(text))
    book.close()


def _cells(row: ExportRow) -> dict[str, str]:
    document = row.document
    return {
        **{column: _text(getattr(document, name)) for column, name in _FIELDS.items()},
        "date_known": "yes" if document.date_known else "no",
        "story": row.story,
        "story_title": row.story_title,
        "note": row.note,
    }


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case datetime():
            return value.isoformat()
        case tuple():
            return "; ".join(map(_text, value))
        case Citation():
            return value.url
        case _:
            return str(value)


def _row(cells: Iterable[str]) -> bytes:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue().encode()


def cell(text: str) -> str:
    """Return a text as a cell that no spreadsheet runs as a formula or finds too long."""
    return guarded(_cut(text))


def _cut(text: str) -> str:
    if len(text) <= _MAX_CELL_LENGTH:
        return text.replace("\0", "\ufffd")
    return f"{text[:_MAX_CELL_LENGTH]}…"
