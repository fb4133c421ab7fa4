"""The evidence file of a document: its pages as they were collected, in a WACZ file, with what
Newsloom made of them.
"""

import hashlib
import json
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any

from features.archive.public import Answer, ArchiveReader, answer_of, picture_of, without_job
from features.evidence.wacz import Package, write_wacz
from storage.documents.port import Document, DocumentVersion
from storage.documents.records import exported
from storage.documents.uses import forbidding
from storage.keys import place_of
from storage.version import VERSION

_DESCRIPTION = """\
The page {url} as Newsloom collected it on {fetched}, with the headers of the server's answer.

* `archive/data.warc.gz` holds the records as they were written when the page came, but for the line
  `Newsloom-Job`, which says how the source is collected: it was left out. The bodies have no
  transfer or content encoding; cookies, tokens and similar headers were left out.{notes}
* A redirect that led to the page has a record with its status, its time and the header
  `Location` alone.
* Pictures, styles and scripts of the page are not in this file.
* `newsloom/document.json` is what Newsloom read from the page, with earlier texts.
  `newsloom/evidence.json` lists times, sizes and SHA-256 of each body.
* All times are those of the collecting machines. This file is not signed: its hashes show whether
  it was changed after it was made, not who made it.
"""
_RENDERED = """
* A browser had run the page's scripts: the body is the page's HTML after that, and
  `newsloom/picture-N.jpg` shows its beginning, up to 2,000 pixels, without its pictures."""

_SAME_BODY = """
* The answer at {url} had the same body, byte for byte, as that of {kept_url}, which came earlier.
  The archive keeps it once: address, time and headers in this file are those of the earlier one."""


def forbidding_evidence(document: Document, obeyed: Collection[str]) -> tuple[str, ...]:
    """Return the rights signals that speak against an evidence file: it is a copy of the page, and
    an export.
    """
    found = [
        *forbidding(document.rights, "archive", obeyed),
        *forbidding(document.rights, "export", obeyed),
    ]
    return tuple(dict.fromkeys(found))


def write_evidence(
    document: Document,
    versions: Sequence[DocumentVersion],
    archive: ArchiveReader,
    created: datetime,
) -> bytes:
    """Return the WACZ file of a document that has pages in the archive.

    Raises Gone if the archive no longer has one of them, and Unavailable.
    """
    pages = [_Page(archive.packed(place)) for place in document.archived]
    files = {"newsloom/document.json": _json(exported(document, versions))}
    for number, page in enumerate(pages, 1):
        if page.picture:
            files[f"newsloom/picture-{number}.jpg"] = page.picture
    files["newsloom/evidence.json"] = _json(
        {
            "document": document.id,
            "url": document.url,
            "software": f"Newsloom/{VERSION}",
            "created": created,
            "pages": [each.facts() for each in pages],
        }
    )
    description = _DESCRIPTION.format(
        url=document.url,
        fetched=f"{pages[0].answer.fetched.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC",
        notes=_notes(document, pages),
    )
    return write_wacz(
        Package(
            title=document.title or document.url,
            description=description,
            software=f"Newsloom/{VERSION}",
            created=created,
            records=[record for each in pages for record in each.records],
            files=files,
        )
    )


def _notes(document: Document, pages: Sequence["_Page"]) -> str:
    """Return what else is to be known of the records."""
    notes = ""
    if any(each.picture for each in pages):
        notes += _RENDERED
    kept_url = pages[0].answer.url
    # The same page has several forms of its address, such as with http and https.
    if place_of(kept_url) != place_of(document.url):
        notes += _SAME_BODY.format(url=document.url, kept_url=kept_url)
    return notes


class _Page:
    """A page of a document in the archive."""

    def __init__(self, records: tuple[bytes, ...]) -> None:
        answer = answer_of(records[0])
        assert answer is not None  # the archive returns records of answers only
        self.records = tuple(map(without_job, records))
        self.answer: Answer = answer
        self.picture = next(filter(None, map(picture_of, records[1:])), b"")

    def facts(self) -> dict[str, Any]:
        """Return when the page came from where, and its hashes."""
        picture = {"picture_sha256": _sha256(self.picture)} if self.picture else {}
        return {
            "url": self.answer.url,
            "status": self.answer.status,
            "fetched": self.answer.fetched,
            "headers": dict(self.answer.headers),
            "body_bytes": len(self.answer.body),
            "body_sha256": _sha256(self.answer.body),
            "after_scripts": bool(self.picture),
            **picture,
        }


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _json(value: object) -> bytes:
    return json.dumps(value, indent=2, ensure_ascii=False, default=_plain).encode()


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{value!r} has no JSON form")
