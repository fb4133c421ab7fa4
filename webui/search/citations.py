"""Search results as references for literature managers: RIS and BibTeX, with the statement of the
export.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from storage.documents.port import Document
from storage.documents.records import authors_in
from storage.keys import is_on_web
from webui.search.export_header import ExportHeader
from webui.search.export_rows import ExportRow

_RIS_KINDS = {"article": "NEWS", "thread": "ELEC", "post": "ELEC"}
# Characters that TeX would act on.
_TEX: Mapping[int, str] = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "%": r"\%",
        "#": r"\#",
        "&": r"\&",
        "$": r"\$",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
    }
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]+")
# An address is verbatim in BibTeX, so only what would end or upset the entry is encoded.
_IN_ADDRESS = {ord(sign): f"%{ord(sign):02X}" for sign in '{}\\" '}


def ris(statement: ExportHeader, rows: Iterable[ExportRow]) -> Iterator[bytes]:
    """Yield one RIS record for each document."""
    for row in rows:
        document = row.document
        fields = [
            ("TY", _RIS_KINDS[document.kind]),
            ("TI", document.title),
            *(("AU", name) for name in authors_in(document.author)),
            ("T2", document.site),
            ("PY", f"{document.published:%Y}" if document.published else ""),
            ("DA", f"{document.published:%Y/%m/%d}" if document.published else ""),
            ("Y2", f"{document.collected:%Y/%m/%d}"),
            ("UR", _web_address(document)),
            ("LA", document.lang),
            *(("KW", tag) for tag in document.tags),
            ("N1", row.note),
            ("N1", f"Newsloom export. {statement.line()}"),
        ]
        lines = [f"{name}  - {_one_line(text)}" for name, text in fields if text]
        yield ("\r\n".join([*lines, "ER  - ", "", ""])).encode()


def bibtex(statement: ExportHeader, rows: Iterable[ExportRow]) -> Iterator[bytes]:
    """Yield the statement as a comment, and one entry for each document."""
    yield f"% Newsloom export. {_one_line(statement.line())}\n\n".encode()
    for row in rows:
        document = row.document
        # In braces of its own, a name is not taken apart.
        names = (f"{{{_tex(name)}}}" for name in authors_in(document.author))
        fields = {
            "title": f"{{{_tex(document.title)}}}",
            "author": " and ".join(names),
            "howpublished": _tex(document.site),
            "year": f"{document.published:%Y}" if document.published else "",
            "date": f"{document.published:%Y-%m-%d}" if document.published else "",
            "url": _one_line(_web_address(document)).translate(_IN_ADDRESS),
            "urldate": f"{document.collected:%Y-%m-%d}",
            "language": _tex(document.lang),
            "keywords": _tex(", ".join(document.tags)),
            "annotation": _tex(row.note),
        }
        lines = [f"  {name} = {{{text}}}," for name, text in fields.items() if text]
        yield ("\n".join([f"@misc{{newsloom-{document.id},", *lines, "}", "", ""])).encode()


def _web_address(document: Document) -> str:
    """Return the address that a browser opens, "" for what is not on the web."""
    return document.url if is_on_web(document.url) else ""


def _one_line(text: str) -> str:
    return _CONTROL.sub(" ", text).strip()


def _tex(text: str) -> str:
    return _one_line(text).translate(_TEX)
