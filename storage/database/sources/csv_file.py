"""Read and write sources as CSV (RFC 4180): UTF-8, one column for each field, cells as ``cells``
writes them.
"""

import codecs
import csv
import difflib
import io
import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest

from storage.database.field_errors import ErrorCode, FieldError
from storage.database.sources.cells import write_cell
from storage.database.sources.rows import FileRow, RowError, RowWarning, Unreadable
from storage.database.sources.source_config import (
    CORE_FIELDS,
    FORMER_NAMES,
    SourceConfig,
    source_fields,
    value_of,
)
from storage.spreadsheet_cells import guarded, unguarded

_NEEDED = [name for name, field in CORE_FIELDS.items() if field.required]
_BOM = "\ufeff"
_DELIMITER_LINE = re.compile(r"\A\"?sep=.\"?[ \t]*(?=[\r\n])", re.IGNORECASE)


def write_csv(drafts: Iterable[SourceConfig]) -> bytes:
    """Return the sources as a CSV file, including headers with secrets."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(source_fields())
    for draft in drafts:
        writer.writerow(guarded(write_cell(value_of(draft, name))) for name in source_fields())
    # Spreadsheets recognise UTF-8 by its byte order mark.
    return (_BOM + text.getvalue()).encode()


def csv_rows(data: bytes) -> Iterator[FileRow | RowError | RowWarning]:
    """Yield the rows; columns are separated by comma, semicolon or tab, in UTF-8 or UTF-16.

    Raises Unreadable if the file is invalid.

    Columns that Newsloom does not know are left out, with a warning for each.
    """
    text = _decoded(data)
    stream = io.StringIO(text, newline="")
    reader = csv.reader(stream, delimiter=_delimiter(text), strict=True)
    try:
        heads = (cells for cells in reader if any(map(str.strip, cells)))
        columns = _columns(next(heads, []))
        yield from (_unknown(name) for name in columns if name and name not in source_fields())
        line = reader.line_num + 1
        for cells in reader:
            if any(cell.strip() for cell in cells):
                ends = stream.tell() < len(text) or text.endswith(("\n", "\r"))
                yield _row(line, columns, cells, ends=ends)
            line = reader.line_num + 1
    except csv.Error as error:
        raise Unreadable(reader.line_num, ErrorCode.CSV_INVALID, why=error) from error


def _decoded(data: bytes) -> str:
    """Return the text, with an empty line for the one by which Excel tells itself the delimiter."""
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    # A workbook, or UTF-16 that does not say so.
    if not is_wide and b"\0" in data.partition(b"\n")[0]:
        raise Unreadable(1, ErrorCode.CSV_NOT_UTF8)
    try:
        text = _DELIMITER_LINE.sub("", data.decode("utf-16" if is_wide else "utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(line, ErrorCode.CSV_NOT_UTF8) from error
    if not text.strip():
        raise Unreadable(1, ErrorCode.FILE_EMPTY)
    return text


def _delimiter(text: str) -> str:
    first = text.lstrip().partition("\n")[0]
    return max(",;\t", key=first.count)


def _columns(cells: list[str]) -> list[str]:
    given = [cell.strip().lower() for cell in cells]
    columns = [FORMER_NAMES.get(name, name) for name in given]
    missing = [name for name in _NEEDED if name not in columns]
    repeated = [name for name in source_fields() if columns.count(name) > 1]
    if missing or repeated:
        known = list(source_fields())
        raise Unreadable(1, ErrorCode.CSV_COLUMNS, missing=missing, repeated=repeated, known=known)
    return columns


def _unknown(name: str) -> RowWarning:
    near = difflib.get_close_matches(name, source_fields(), 1)
    params = {"name": name[:80], "near": near[0] if near else ""}
    return RowWarning(1, FieldError("", "", ErrorCode.CSV_COLUMN_UNKNOWN, params))


def _row(line: int, columns: list[str], cells: list[str], *, ends: bool) -> FileRow | RowError:
    """Return a row; ``ends``: a line break follows it, or another row."""
    counts = {"cells": len(cells), "columns": len(columns)}
    if not ends and len(cells) < len(columns):
        return RowError(line, FieldError("", "", ErrorCode.CSV_CUT_OFF, counts))
    # Spreadsheets write empty cells behind those of the longest line. Excel leaves out empty ones
    # at the end of a line whose neighbours have none there either.
    needed = max(map(columns.index, _NEEDED)) + 1
    if any(map(str.strip, cells[len(columns) :])) or len(cells) < needed:
        return RowError(line, FieldError("", "", ErrorCode.CSV_LINE, counts))
    return FileRow(
        line,
        {
            name: unguarded(cell)
            for name, cell in zip_longest(columns, cells[: len(columns)], fillvalue="")
            if name in source_fields()
        },
    )
