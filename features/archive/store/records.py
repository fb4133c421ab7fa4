"""WARC records from answers and back, and the members of a file (WARC 1.1, ISO 28500:2017; gzip,
RFC 1952). Pure.

Other modules know no WARC library.
"""

import gzip
import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from http.client import responses
from io import BytesIO
from typing import Any, BinaryIO, NamedTuple
from urllib.parse import quote

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from crawler.redirects import Redirect
from features.archive.store.port import Answer

VERSION = "WARC/1.1"
_JOB = "Newsloom-Job"
_LEADS_TO = "Newsloom-Leads-To"
"""Names the page to which a redirect led. Its record follows that of the page."""
PICTURE_ADDRESS = "urn:view:"
"""What is before a page's address in that of its picture, as crawlers with browsers write it."""
_CHUNK = 1 << 16
_GZIP = zlib.MAX_WBITS | 16
# These tell the client a secret, or describe the transfer instead of the body.
_LEFT_OUT = re.compile(
    r"set-cookie2?|transfer-encoding|content-encoding|content-length|connection|keep-alive"
    r"|trailer|upgrade|"
    r"proxy-.*|.*authenticat.*|.*authoriz.*|.*token.*|.*session.*|.*csrf.*|.*xsrf.*|.*secret.*"
    r"|.*api-?key.*",
    re.IGNORECASE,
)
_HEAD_BYTES = 16 << 10
_ADDRESS = re.compile(
    rb"^(?:WARC-(?:Refers-To-)?Target-URI|%s): <?([^\r\n>]+)" % _LEADS_TO.encode(),
    re.MULTILINE | re.IGNORECASE,
)
_REDIRECT = re.compile(rb"^%s:" % _LEADS_TO.encode(), re.MULTILINE | re.IGNORECASE)
# With the lines that continue it.
_JOB_LINE = re.compile(
    rb"^%s:[^\n]*\n(?:[ \t][^\n]*\n)*" % _JOB.encode(), re.MULTILINE | re.IGNORECASE
)
# No name and no time, deflate, and a comment follows.
_COMMENTED = b"\x1f\x8b\x08\x10" + bytes(4) + b"\x02\xff"
_NOTHING = (
    b"WARC/1.1\r\nWARC-Type: metadata\r\n"
    b"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n"
    b"WARC-Date: 1970-01-01T00:00:00Z\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_FOREIGN = re.compile(r"[^\x00-\x7f]+")


class Member(NamedTuple):
    """A whole gzip member of a file: where it begins and ends, and its compressed bytes."""

    start: int
    end: int
    packed: bytes


class RecordToWrite(NamedTuple):
    """A record to write, and what a later record with the same payload refers to."""

    packed: bytes
    digest: str
    date: str


class Indexed(NamedTuple):
    """What an index says of a record: the address, when it came, and what its payload is.

    ``status`` is "" for a picture. ``digest`` is the payload's, such as "sha1:...".
    """

    url: str
    date: datetime
    mime: str
    status: str
    digest: str


def file_record(name: str, software: str) -> bytes:
    """Return the first record of a file, which describes it."""
    buffer = BytesIO()
    writer = _writer(buffer)
    info = {
        "software": software,
        "format": "WARC File Format 1.1",
        "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
    }
    writer.write_record(writer.create_warcinfo_record(name, info))
    return buffer.getvalue()


def response_record(answer: Answer) -> RecordToWrite:
    """Return the record of an answer with its body."""
    buffer = BytesIO()
    writer = _writer(buffer)
    record = writer.create_warc_record(
        answer.url,
        "response",
        payload=BytesIO(answer.body),
        length=len(answer.body),
        http_headers=_http_headers(answer),
        warc_headers_dict=_warc_headers(answer),
    )
    writer.write_record(record)
    given = record.rec_headers.get_header
    return RecordToWrite(buffer.getvalue(), given("WARC-Payload-Digest"), given("WARC-Date"))


def revisit_record(answer: Answer, digest: str, first_url: str, first_date: str) -> bytes:
    """Return the record of an answer whose payload another record has: headers only (WARC 1.1,
    6.7.2).
    """
    buffer = BytesIO()
    writer = _writer(buffer)
    record = writer.create_revisit_record(
        answer.url,
        digest,
        first_url,
        first_date,
        http_headers=_http_headers(answer),
        warc_headers_dict=_warc_headers(answer),
    )
    writer.write_record(record)
    return buffer.getvalue()


def picture_record(answer: Answer) -> bytes:
    """Return the record of an answer's picture, which follows that of the answer."""
    buffer = BytesIO()
    writer = _writer(buffer)
    record = writer.create_warc_record(
        PICTURE_ADDRESS + answer.url,
        "resource",
        payload=BytesIO(answer.picture),
        length=len(answer.picture),
        warc_content_type="image/jpeg",
        warc_headers_dict={"WARC-Date": _date(answer.fetched)},
    )
    writer.write_record(record)
    return buffer.getvalue()


def redirect_record(redirect: Redirect, page_url: str) -> bytes:
    """Return the record of an answer that led to a page: its status and where it led."""
    buffer = BytesIO()
    writer = _writer(buffer)
    status = f"{redirect.status} {responses.get(redirect.status, '')}".strip()
    location = _in_ascii(_CONTROL.sub(" ", redirect.location))
    record = writer.create_warc_record(
        redirect.url,
        "response",
        payload=BytesIO(),
        length=0,
        http_headers=StatusAndHeaders(status, [("location", location)], protocol="HTTP/1.1"),
        warc_headers_dict={"WARC-Date": _date(redirect.at), _LEADS_TO: _in_ascii(page_url)},
    )
    writer.write_record(record)
    return buffer.getvalue()


def is_redirect(packed: bytes) -> bool:
    """Return whether a record is that of a redirect."""
    return bool(_REDIRECT.search(_head_of(packed)))


def picture_of(packed: bytes) -> bytes:
    """Return the picture of a record, b"" for any other record or a damaged one."""
    try:
        for record in ArchiveIterator(BytesIO(packed), check_digests="raise"):
            address = record.rec_headers.get_header("WARC-Target-URI") or ""
            is_picture = record.rec_type == "resource" and address.startswith(PICTURE_ADDRESS)
            picture: bytes = record.content_stream().read() if is_picture else b""
            return picture
    except (ArchiveLoadFailed, zlib.error, EOFError):
        pass
    return b""


def indexed(packed: bytes) -> Indexed:
    """Return what an index says of the record of an answer or a picture.

    Raises ValueError if it is damaged.
    """
    try:
        record = next(iter(ArchiveIterator(BytesIO(packed))))
    except (ArchiveLoadFailed, zlib.error, EOFError, StopIteration) as error:
        raise ValueError(f"damaged record: {error}") from error
    given = record.rec_headers.get_header
    page = record.http_headers
    content_type = (page.get_header("Content-Type") if page else given("Content-Type")) or ""
    return Indexed(
        # As a browser asks for it.
        url=_in_ascii(given("WARC-Target-URI")),
        date=datetime.fromisoformat(given("WARC-Date")),
        mime=content_type.partition(";")[0].strip().lower() or "application/octet-stream",
        status=page.get_statuscode() if page else "",
        digest=given("WARC-Payload-Digest") or given("WARC-Block-Digest"),
    )


def answer_of(packed: bytes) -> Answer | None:
    """Return the answer of a record, None for one that is no page: without a body of its own, or of
    a redirect.

    Raises ValueError if it is damaged.
    """
    try:
        for record in ArchiveIterator(BytesIO(packed), check_digests="raise"):
            leads_on = record.rec_headers.get_header(_LEADS_TO)
            if record.rec_type == "response" and not leads_on:
                return _answer(record)
            return None
    except (ArchiveLoadFailed, zlib.error, EOFError) as error:
        raise ValueError(f"damaged record: {error}") from error
    raise ValueError("no record")


def addresses_of(packed: bytes) -> tuple[str, ...]:
    """Return the addresses that a record is about: its own, and that of the record it refers to; of
    a picture or a redirect, that of its page.
    """
    return tuple(
        found.decode("utf-8", "replace").removeprefix(PICTURE_ADDRESS)
        for found in _ADDRESS.findall(_head_of(packed))
    )


def _head_of(packed: bytes) -> bytes:
    """Return the WARC headers of a record."""
    return zlib.decompressobj(_GZIP).decompress(packed, _HEAD_BYTES).partition(b"\r\n\r\n")[0]


def without_job(packed: bytes) -> bytes:
    """Return a record without the job that fetched the page, which tells of its source; everything
    else stays as it is.
    """
    head, end, content = gzip.decompress(packed).partition(b"\r\n\r\n")
    # The last header keeps its line end while lines are removed.
    kept = _JOB_LINE.sub(b"", head + b"\r\n").removesuffix(b"\r\n")
    return gzip.compress(kept + end + content, mtime=0)


def filler(length: int) -> bytes:
    """Return a member of this many bytes with a record that says nothing; any record is longer than
    the shortest filler.
    """
    for content in (_NOTHING, b""):
        packing = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        deflated = packing.compress(content) + packing.flush()
        trailer = struct.pack("<II", zlib.crc32(content), len(content))
        # A gzip header may have a comment of any length (RFC 1952, 2.3).
        comment = length - len(_COMMENTED) - 1 - len(deflated) - len(trailer)
        if comment >= 0:
            break
    return _COMMENTED + b" " * comment + b"\0" + deflated + trailer


def is_filler(packed: bytes) -> bool:
    """Return whether a member is one of ``filler``: the only members whose header has a comment."""
    return packed.startswith(_COMMENTED)


def members(file: BinaryIO, start: int = 0) -> Iterator[Member]:
    """Yield the whole gzip members of a file from an offset on; stop at the first that is damaged
    or cut.
    """
    file.seek(start)
    rest, begin = b"", start
    while True:
        member = _member(file, rest)
        if member is None:
            return
        packed, rest = member
        yield Member(begin, begin + len(packed), packed)
        begin += len(packed)


def page_members(file: BinaryIO, start: int) -> Iterator[Member]:
    """Yield the member at an offset, and those of its picture and of the redirects to it.

    Of these, some may have been erased before the others.
    """
    for member in members(file, start):
        # What was erased leaves a filler of its length, so that the places of all others stay true.
        if member.start > start and is_filler(member.packed):
            continue
        if member.start > start and not (picture_of(member.packed) or is_redirect(member.packed)):
            return
        yield member


def whole_bytes(file: BinaryIO) -> int:
    """Return how many bytes from the beginning of a file are whole members."""
    end = 0
    for member in members(file):
        end = member.end
    return end


def _member(file: BinaryIO, rest: bytes) -> tuple[bytes, bytes] | None:
    """Return the bytes of the member that begins with ``rest``, and what follows of the last
    chunk.
    """
    unpacking = zlib.decompressobj(_GZIP)
    packed = bytearray()
    chunk = rest or file.read(_CHUNK)
    while chunk:
        try:
            unpacking.decompress(chunk)
        # A worker that was killed may have left half a member at the end.
        except zlib.error:
            return None
        if unpacking.eof:
            packed += chunk[: len(chunk) - len(unpacking.unused_data)]
            return bytes(packed), unpacking.unused_data
        packed += chunk
        chunk = file.read(_CHUNK)
    return None


def _writer(buffer: BytesIO) -> Any:
    return WARCWriter(buffer, gzip=True, warc_version=VERSION)


def _warc_headers(answer: Answer) -> dict[str, str]:
    headers = {"WARC-Date": _date(answer.fetched)}
    if answer.job:
        return {**headers, _JOB: answer.job}
    return headers


def _date(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _http_headers(answer: Answer) -> StatusAndHeaders:
    kept = {
        _in_ascii(name): _in_ascii(_CONTROL.sub(" ", value))
        for name, value in answer.headers.items()
        if not _LEFT_OUT.fullmatch(name)
    }
    status = f"{answer.status} {responses.get(answer.status, '')}".strip()
    return StatusAndHeaders(
        status, [*kept.items(), ("content-length", str(len(answer.body)))], protocol="HTTP/1.1"
    )


def _in_ascii(text: str) -> str:
    """Return a part of a header in ASCII: the library cannot write every other one."""
    return _FOREIGN.sub(lambda found: quote(found[0]), text)


def _answer(record: Any) -> Answer:
    headers: Mapping[str, str] = {
        name.lower(): value for name, value in record.http_headers.headers
    }
    body: bytes = record.content_stream().read()
    given = record.rec_headers.get_header
    return Answer(
        url=given("WARC-Target-URI"),
        status=int(record.http_headers.get_statuscode()),
        headers=headers,
        body=body,
        fetched=datetime.fromisoformat(given("WARC-Date")),
        job=given(_JOB) or "",
    )
