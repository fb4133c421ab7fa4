"""Wrong documents as a labelled set that ``newsloom evaluate`` reads: docs/evaluation.md. Pure."""

import gzip
import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from extractor.errors import ExtractionError
from extractor.page.decode import decode
from storage.archive.port import Answer as Page
from storage.database.spot_checks.verdicts import Judged
from storage.documents.port import Document

_KINDS = {"article": "article", "thread": "forum"}
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, kw_only=True)
class Case:
    """A wrong document with its page, and the corrections by name (``verdicts.CORRECTIONS``)."""

    document: Document
    page: Page
    judged: Judged
    corrections: Mapping[str, str]


def is_possible(document: Document) -> bool:
    """Return whether a document can become a case: it was read from one page of the archive."""
    return document.kind in _KINDS and len(document.archived) == 1


def labelled_set(cases: Iterable[Case], name: str) -> bytes:
    """Return a ZIP file with the folder ``name``, a labelled set."""
    file, lines = io.BytesIO(), []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for case in cases:
            html = gzip.compress(_standing_alone(case.page), mtime=0)
            archive.writestr(f"{name}/html/{case.document.id}.html.gz", html)
            lines.append(json.dumps(gold(case), ensure_ascii=False))
        archive.writestr(f"{name}/gold.jsonl", "".join(f"{line}\n" for line in lines))
    return file.getvalue()


def gold(case: Case) -> dict[str, Any]:
    """Return the line of a case: what readers found right as it is stored, what they found wrong
    as they corrected it, and nothing of what they could not tell.
    """
    document, fixed = case.document, case.corrections
    is_right = case.judged.verdict
    record: dict[str, Any] = {
        "id": document.id,
        "url": document.url,
        "kind": _KINDS[document.kind],
        "lang": document.lang,
        "collected": case.page.fetched.isoformat(),
        "title": document.title if is_right("title") else fixed.get("title"),
        "date": _date(document) if is_right("time") else fixed.get("time"),
        "must": [text] if (text := fixed.get("missing")) else None,
        "must_not": [text] if (text := fixed.get("foreign")) else None,
    }
    if is_right("whole") and is_right("pure") and document.kind == "article":
        record["text"] = document.content
    return {name: value for name, value in record.items() if value}


def _date(document: Document) -> str | None:
    return None if document.published is None else document.published.isoformat()


def _standing_alone(page: Page) -> bytes:
    """Return the page as it came; in UTF-8 if only the headers, which a set does not have, say how
    to read it.
    """
    try:
        served = decode(page.body, page.headers).text
        alone = decode(page.body, {}).text
    except ExtractionError:
        return page.body
    return page.body if alone == served else _BOM + served.encode("utf-8", "replace")
