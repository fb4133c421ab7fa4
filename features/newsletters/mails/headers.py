"""The headers of a mail or of one of its parts (RFC 5322, 2047, 2231). Pure.

Nothing here raises an error. The standard library's older policy (``compat32``) reads headers: the
newer one takes addresses apart in quadratic time and stumbles over some malformed ones, and mails
are written by anybody.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.parser import BytesParser
from email.policy import Compat32
from email.utils import getaddresses, parsedate_to_datetime

from w3lib.encoding import resolve_encoding

from extractor.dates.zones import WRITTEN, zone_named
from extractor.errors import UndecodableBytes
from extractor.page.decode import decode

_MAX_HEADER = 2_000
"""Characters of a header that are read; a subject has a hundred, a Content-Type with the name of a
file some hundred. The standard library takes time with the square of the length for some: a
quarter of a megabyte of semicolons in a parameter took 32 seconds.
"""
_MAX_HEAD_BYTES = 200_000
"""Bytes of a head that are read; those of letters that went through many servers have 30,000."""
_HEAD_END = re.compile(rb"\A(?:\r?\n|\r)|\r?\n\r?\n|\r\r")
_CODED = r"=\?[^?\s]+\?[bBqQ]\?.*?\?="
_CODED_WORDS = re.compile(rf"{_CODED}(?:\s*{_CODED})*")
"""Encoded words in a row: the blanks between them mean nothing, and a character may be cut."""
_HELD = re.compile("\ue000([0-9]+)\ue001")
"""What stands for encoded words while addresses are parsed. Both signs are for private use."""
_ONE_ADDRESS = re.compile(r'([^<>"]*)<\s*([^<>"\s@,;:]+@[^<>"\s@,;:]+)\s*>\s*')
"""A name without quotes, and one address. Careless programs quote no bracket and no "@"."""
_WITHOUT_BRACKETS = re.compile(r'([^<>"()@,;:]+\s)([^<>"()\s@,;:]+@[^<>"()\s@,;:]+)\s*')
_DOUBLED = re.compile(r"([<>])\1+")
_QUOTES = len("''")
_ANOTHER = re.compile(r"[^\s,;]@[^,;]*[,;]")
"""An address before a comma, behind which comes another."""
_ZONE = re.compile(rf"\d\s+({WRITTEN})(?![A-Za-z\d])", re.IGNORECASE)


class _Cut(Compat32):
    """The older policy, but headers are cut before anything else reads them."""

    def header_source_parse(self, sourcelines: Sequence[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(list(sourcelines))
        return name, value[:_MAX_HEADER]


_PARSER = BytesParser(policy=_Cut())


@dataclass(frozen=True)
class Address:
    """One address of a header: the name before it, and itself in lower case; "" for what lacks."""

    name: str
    address: str


def split_head(raw: bytes) -> tuple[Message, bytes]:
    """Return the head of a mail or part, and what comes after it."""
    end = _HEAD_END.search(raw)
    head, body = (raw[: end.end()], raw[end.end() :]) if end else (raw, b"")
    if len(head) > _MAX_HEAD_BYTES:
        # After a whole line, for half a name would end the head.
        head = head[: head.rfind(b"\n", 0, _MAX_HEAD_BYTES) + 1 or _MAX_HEAD_BYTES]
    message = _PARSER.parsebytes(head, headersonly=True)
    # A line that is no header ends the head without a blank line, and is text.
    begun = message.get_payload()
    return message, (_bytes_of(begun) + body if isinstance(begun, str) and begun else body)


def headers_of(message: Message) -> Mapping[str, str]:
    """Return the headers as they were sent, by names in lower case; the first one of a name."""
    return {name.lower(): str(value) for name, value in reversed(list(message.raw_items()))}


def text_of_header(raw: str, charset: str = "") -> str:
    """Return a header on one line with its encoded words decoded.

    Args:
        raw: The header as it was sent.
        charset: The encoding of the mail's text, which bytes without a label may be in.
    """
    return _one_line(_CODED_WORDS.sub(_decoded, _labelled(raw, charset)))


def addresses_of(raw: str, charset: str = "") -> list[Address]:
    """Return the addresses of a header; none of one that cannot be read, such as one of many nested
    comments, for which the standard library calls itself.

    They are parsed before words are decoded: a decoded name may hold a comma, "@" or a bracket.
    """
    words: list[str] = []

    def hold(found: re.Match[str]) -> str:
        words.append(_decoded(found))
        return f"\ue000{len(words) - 1}\ue001"

    def held(found: re.Match[str]) -> str:
        return "".join(words[int(found[1]) : int(found[1]) + 1])

    text = _labelled(raw, charset).replace("\ue000", "").replace("\ue001", "")
    parsed = _parsed(_CODED_WORDS.sub(hold, text)) if text else []
    if not any("@" in address for _name, address in parsed):
        # Some programs encode the address with the name.
        parsed = _parsed(_CODED_WORDS.sub(_decoded, text)) if words else parsed
    return [
        # A name with a comma that nobody quoted looks like an address of its own.
        Address(name=_one_line(_HELD.sub(held, name or address)), address="")
        if "@" not in address
        else Address(name=_unquoted(_one_line(_HELD.sub(held, name))), address=address.lower())
        for name, address in parsed
    ]


def _unquoted(name: str) -> str:
    """Return a name without the single quotes that some programs put around it."""
    is_quoted = len(name) > _QUOTES and name[0] == name[-1] == "'"
    return name[1:-1] if is_quoted else name


def _parsed(text: str) -> list[tuple[str, str]]:
    # The library takes an unquoted comma in a name for the end of an address.
    one = _ONE_ADDRESS.fullmatch(_DOUBLED.sub(r"\1", text)) or _WITHOUT_BRACKETS.fullmatch(text)
    if one and not _ANOTHER.search(one[1]):
        return [(one[1].strip(), one[2])]
    try:
        return getaddresses([text])
    except (RecursionError, ValueError, IndexError):
        return []


def time_of(text: str) -> datetime | None:
    """Return the time that a header names (aware, in UTC), None for none."""
    zone = _ZONE.search(text)
    try:
        named = _parsed_time(text)
        # The standard library takes names of zones that it does not know for UTC.
        if zone and (known := zone_named(zone[1], "")):
            named = named.replace(tzinfo=known)
        return (named if named.tzinfo else named.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def _parsed_time(text: str) -> datetime:
    """Return the time of a header as mails write it (RFC 5322), or as programs do (ISO 8601).

    Raises:
        ValueError: It is none.
    """
    try:
        named = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError):
        return datetime.fromisoformat(text.strip())
    # A year of three digits counts from 1900 (RFC 5322, 4.3).
    if 100 <= named.year < 1000:
        return named.replace(year=named.year + 1900)
    return named


def _decoded(found: re.Match[str]) -> str:
    """Return the text of encoded words; those that cannot be read stay as they are."""
    try:
        return "".join(_texts(found[0]))
    except (LookupError, ValueError, MessageError):
        return found[0]


def _texts(words: str) -> Iterator[str]:
    for raw, label in decode_header(words):
        if isinstance(raw, str):
            yield raw
            continue
        # A language may follow the charset (RFC 2231, 5).
        charset = (label or "").partition("*")[0]
        # Bytes that make letters of UTF-8 are no words of a Western language, whatever the label.
        labels = ("utf-8", charset) if resolve_encoding(charset) == "cp1252" else (charset,)
        yield _readable(raw, labels) or _as_it_looks(raw, charset)


def _as_it_looks(raw: bytes, charset: str) -> str:
    """Return bytes as the standard library reads their label, or as they look if it knows none."""
    with suppress(LookupError, ValueError):
        return raw.decode(charset)
    return _readable(raw, ("utf-8", "")) or raw.decode("utf-8", "replace")


def _labelled(raw: str, charset: str) -> str:
    """Return a header on one line, its bytes without a label decoded: as UTF-8, else as the text of
    the mail is, else as they look.
    """
    if not raw.isascii() or "\x1b$B" in raw:
        sent = _bytes_of(raw)
        raw = _readable(sent, ("utf-8", charset, "")) or sent.decode("ascii", "ignore")
    return " ".join(raw.split())


def _readable(raw: bytes, charsets: Sequence[str]) -> str:
    """Return bytes as text in the first of the encodings of which none is wrong, "" for none; ""
    among them stands for the one that they look like. Labels are those of the web: gb2312 means
    GB18030.
    """
    for charset in charsets:
        with suppress(UndecodableBytes):
            text = decode(raw, {}, charset).text
            if "\ufffd" not in text:
                return text
    return ""


def _bytes_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _one_line(text: str) -> str:
    return " ".join(text.encode("utf-8", "ignore").decode().replace("\0", "").split())
