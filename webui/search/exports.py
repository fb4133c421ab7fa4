"""Search results as files that state the query, its time and the number of matches.

JSON Lines begins with this header under "export"; then follows one object for each document with
all fields and its earlier texts, times in ISO 8601.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from functools import partial

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.http import content_disposition_header
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from storage.documents.port import Document, DocumentVersion
from storage.documents.records import exported
from webui.address_fields import AddressFields
from webui.search.citations import bibtex, ris
from webui.search.export_header import ExportHeader
from webui.search.export_rows import ExportRow
from webui.search.export_tables import csv_lines, workbook
from webui.search.services import documents as service

_DEFAULT = "jsonl"
_NAMED = 60


def json_lines(
    statement: ExportHeader,
    rows: Iterable[ExportRow],
    versions: Callable[[Document], Sequence[DocumentVersion]],
) -> Iterator[bytes]:
    """Yield the header and one line for each document with its earlier texts, its story and its
    note, in UTF-8.
    """
    yield _line({"export": asdict(statement)})
    for row in rows:
        record = exported(row.document, versions(row.document))
        more = {"story": row.story, "story_title": row.story_title, "note": row.note}
        yield _line({**record, **{name: text for name, text in more.items() if text}})


FORMS: Mapping[str, tuple[str, Callable[[ExportHeader, Iterable[ExportRow]], Iterator[bytes]]]] = {
    "jsonl": ("application/jsonl; charset=utf-8", partial(json_lines, versions=service.versions)),
    "csv": ("text/csv; charset=utf-8", csv_lines),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", workbook),
    "ris": ("application/x-research-info-systems; charset=utf-8", ris),
    "bib": ("application/x-bibtex; charset=utf-8", bibtex),
}
"""The file formats by file extension: media type and writer."""


def export_response(
    request: HttpRequest, statement: ExportHeader, rows: Iterable[ExportRow]
) -> HttpResponse | StreamingHttpResponse:
    """Return documents as a file to download, in the format that the request asks for; JSON Lines
    if it asks for none, and what is wrong if it is not one of FORMS or all documents are reserved.
    """
    # Models can be imported only after Django is set up.
    from webui.search.services.stories import with_stories
    from webui.uses import note_export

    asked = AddressFields(request.GET)
    ending = asked.choice("format", _("Format"), FORMS) or _DEFAULT
    if asked.problems:
        return refused_export(asked.problems)
    if statement.reserved and not statement.matches:
        # An empty file would look like a search that finds nothing: two formats have no header.
        return refused_export([_("There is nothing to export: all documents reserve such use.")])
    note_export(request, statement.what(), ending, statement.matches)
    media_type, write = FORMS[ending]
    response = StreamingHttpResponse(write(statement, with_stories(rows)), content_type=media_type)
    name = file_name(statement.query, statement.exported, ending)
    response["Content-Disposition"] = content_disposition_header(True, name)
    return response


def refused_export(problems: Iterable[str]) -> HttpResponse:
    """Return why there is no file: one of something else would look like what was asked for."""
    text = "".join(f"{each}\n" for each in problems)
    return HttpResponse(text, status=400, content_type="text/plain; charset=utf-8")


def file_name(query: str, at: datetime, ending: str) -> str:
    """Return the name of a file with the results of a query, so that several can be told apart."""
    words = "-".join(re.findall(r"\w+", query))[:_NAMED].strip("-")
    return (
        "-".join(filter(None, ("newsloom", words, f"{localtime(at):%Y-%m-%d-%H%M}"))) + f".{ending}"
    )


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, default=_plain).encode() + b"\n"


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"no JSON for {type(value).__name__}")
