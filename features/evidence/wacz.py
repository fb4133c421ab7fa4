"""A WACZ file: records of the archive in a ZIP that web archive players open (WACZ 1.1.1,
https://specs.webrecorder.net/wacz/1.1.1/). Pure.

    archive/data.warc.gz        the records
    indexes/index.cdx.gz        where each record is, as CDXJ; index.idx leads to its block
    pages/pages.jsonl           the pages that a player lists
    datapackage.json            all other files with size and SHA-256
    datapackage-digest.json     the SHA-256 of datapackage.json

Index and block index follow what players read: SURT keys in order, one gzip member for all lines.
"""

import gzip
import hashlib
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from features.archive.public import PICTURE_ADDRESS, Indexed, file_record, indexed

MEDIA_TYPE = "application/wacz"
VERSION = "1.1.1"
_WARC = "data.warc.gz"
_WWW = re.compile(r"^www\d*\.")
_FIRST_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time of an entry of a ZIP: the real times are inside, and equal content makes equal
files."""


@dataclass(frozen=True, kw_only=True)
class Package:
    """What goes into a WACZ file.

    ``records`` are gzip members with a record each, at least one; of their pages, the first is
    shown first. ``files`` are further files by path, such as
    "newsloom/document.json". ``description`` is Markdown.
    """

    title: str
    description: str
    software: str
    created: datetime
    records: Sequence[bytes]
    files: Mapping[str, bytes]


def write_wacz(package: Package) -> bytes:
    """Return a WACZ file. Raises ValueError if a record is damaged."""
    warc, entries = _warc(package)
    index = gzip.compress(_cdxj(entries), mtime=0)
    pages = [each for each in entries if each.is_page]
    files = {
        f"archive/{_WARC}": warc,
        "indexes/index.cdx.gz": index,
        "indexes/index.idx": _block_index(entries, index),
        "pages/pages.jsonl": _page_list(pages, package.title),
        **package.files,
    }
    main = pages[0].record
    manifest = _json(
        {
            "profile": "data-package",
            "wacz_version": VERSION,
            "title": package.title,
            "description": package.description,
            "created": _time(package.created),
            "software": package.software,
            "mainPageUrl": main.url,
            "mainPageDate": _time(main.date),
            "resources": [_resource(path, content) for path, content in files.items()],
        }
    )
    digest = _json({"path": "datapackage.json", "hash": _sha256(manifest)})
    files |= {"datapackage.json": manifest, "datapackage-digest.json": digest}
    return _zipped(files)


@dataclass(frozen=True)
class _Entry:
    """A record in the WARC file, with its key, offset and length."""

    record: Indexed
    offset: int
    length: int

    @property
    def is_page(self) -> bool:
        """Return whether it is neither a picture nor a redirect."""
        is_picture = self.record.url.startswith(PICTURE_ADDRESS)
        return not is_picture and not self.record.status.startswith("3")

    @property
    def key(self) -> str:
        return f"{surt(self.record.url)} {_stamp(self.record.date)}"


def _warc(package: Package) -> tuple[bytes, list[_Entry]]:
    content = bytearray(file_record(_WARC, package.software))
    entries = []
    for packed in package.records:
        entries.append(_Entry(indexed(packed), len(content), len(packed)))
        content += packed
    return bytes(content), entries


def _cdxj(entries: Sequence[_Entry]) -> bytes:
    lines = sorted(f"{each.key} {json.dumps(_fields(each))}\n" for each in entries)
    return "".join(lines).encode()


def _fields(entry: _Entry) -> dict[str, str]:
    record = entry.record
    fields = {
        "url": record.url,
        "mime": record.mime,
        "status": record.status,
        "digest": record.digest,
        "length": str(entry.length),
        "offset": str(entry.offset),
        "filename": _WARC,
    }
    return {name: value for name, value in fields.items() if value}


def _block_index(entries: Sequence[_Entry], index: bytes) -> bytes:
    """Return the index of the compressed index, which is one block."""
    about = {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}
    block = {
        "offset": 0,
        "length": len(index),
        "digest": _sha256(index),
        "filename": "index.cdx.gz",
    }
    first = min(each.key for each in entries)
    return f"!meta 0 {json.dumps(about)}\n{first} {json.dumps(block)}\n".encode()


def _page_list(pages: Sequence[_Entry], title: str) -> bytes:
    lines: list[dict[str, Any]] = [
        {"format": "json-pages-1.0", "id": "pages", "title": "All Pages"}
    ]
    lines += [
        {
            "id": str(number),
            "url": each.record.url,
            "ts": _time(each.record.date),
            "title": title,
        }
        for number, each in enumerate(pages, 1)
    ]
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines).encode()


def _resource(path: str, content: bytes) -> dict[str, Any]:
    return {
        "name": PurePosixPath(path).name,
        "path": path,
        "hash": _sha256(content),
        "bytes": len(content),
    }


def _zipped(files: Mapping[str, bytes]) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, _FIRST_TIME)
            # Players read parts of what is compressed already, so it must be as it is.
            is_packed = path.endswith((".gz", ".jpg"))
            entry.compress_type = zipfile.ZIP_STORED if is_packed else zipfile.ZIP_DEFLATED
            package.writestr(entry, content)
    return buffer.getvalue()


def surt(url: str) -> str:
    """Return an address as players look it up, with its host turned round and its parameters in
    order: "org,example)/a?b=c".
    """
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https"):
        return url.lower()
    host = ",".join(reversed(_WWW.sub("", parts.hostname or "").split(".")))
    port = f":{parts.port}" if parts.port else ""
    # Players look up both forms under one.
    path = parts.path.rstrip("/") or "/"
    parameters = "&".join(sorted(parts.query.lower().split("&")))
    query = f"?{parameters}" if parameters else ""
    return f"{host}{port}){path}{query}".lower().replace(" ", "%20")


def _sha256(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def _json(value: object) -> bytes:
    return json.dumps(value, indent=2, ensure_ascii=False).encode()


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%d%H%M%S")
