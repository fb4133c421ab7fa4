"""Read and write sources as CSV (RFC 4180): UTF-8, one column for each field, cells as ``cells``
writes them.
"""

import csv
import difflib
import io
import re
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from storage.database.sources.cells import write_cell
from storage.database.sources.rows import FileRow, RowError, RowWarning, Unreadable
from storage.database.sources.source_config import FORMER_NAMES, SOURCE_FIELDS, SourceConfig

_NEEDED = [name for name, field in SOURCE_FIELDS.items() if field.required]
_BOM = "\ufeff"
# Spreadsheets read a cell that begins like this as a formula. An apostrophe in front makes it text;
# reading removes exactly one apostrophe, so every text survives the round trip.
_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
_QUOTED_FORMULA = re.compile(r"'+[=+\-@\t\r＝＋－＠]")


def write_csv(drafts: Iterable[SourceConfig]) -> bytes:
    """Return the sources as a CSV file, including headers with secrets."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(SOURCE_FIELDS)
    for draft in drafts:
        writer.writerow(_guarded(write_cell(getattr(draft, name))) for name in SOURCE_FIELDS)
    # Spreadsheets recognise UTF-8 by its byte order mark.
    return (_BOM + text.getvalue()).encode()


def csv_rows(data: bytes) -> Iterator[FileRow | RowError | RowWarning]:
    """Yield the rows; columns are separated by comma, semicolon or tab.

    Raises Unreadable if the file is invalid.

    Columns that Newsloom does not know are left out, with a warning for each.
    """
    text = _decoded(data)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    try:
        columns = _columns(next(reader, []))
        yield from (_unknown(name) for name in columns if name not in SOURCE_FIELDS)
        line = reader.line_num + 1
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield _row(line, columns, cells)
            line = reader.line_num + 1
    except csv.Error as error:
        raise Unreadable(reader.line_num, _("The file is not valid CSV: %s") % error) from error


def _decoded(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(line, _("The file is not UTF-8. Save it as “CSV UTF-8”.")) from error
    if not text.strip():
        raise Unreadable(1, _("The file is empty."))
    return text


def _delimiter(text: str) -> str:
    first = text.lstrip().partition("\n")[0]
    return max(",;\t", key=first.count)


def _columns(cells: list[str]) -> list[str]:
    given = [cell.strip().lower() for cell in cells]
    columns = [FORMER_NAMES.get(name, name) for name in given]
    problems = [_("column “%s” is missing") % name for name in _NEEDED if name not in columns]
    problems += [
        _("column “%s” appears twice") % name for name in SOURCE_FIELDS if columns.count(name) > 1
    ]
    if problems:
        raise Unreadable(
            1, f"{'; '.join(problems[:10])}. {_('The columns are: %s.') % ', '.join(SOURCE_FIELDS)}"
        )
    return columns


def _unknown(name: str) -> RowWarning:
    near = difflib.get_close_matches(name, SOURCE_FIELDS, 1)
    message = _("Newsloom does not know the column “%s” and leaves it out.") % name[:80]
    if near:
        message = f"{message} " + _("Did you mean “%s”?") % near[0]
    return RowWarning(1, message)


def _row(line: int, columns: list[str], cells: list[str]) -> FileRow | RowError:
    if len(cells) != len(columns):
        message = _("The line has %(cells)d cells, but the file has %(columns)d columns.")
        return RowError(line, "", message % {"cells": len(cells), "columns": len(columns)})
    return FileRow(
        line,
        {
            name: _unguarded(cell)
            for name, cell in zip(columns, cells, strict=True)
            if name in SOURCE_FIELDS
        },
    )


def _guarded(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if _QUOTED_FORMULA.match(cell) else cell
