"""The texts of a mail (RFC 2045 and 2046): all parts that a reader sees. Pure.

Nothing here raises an error. Parts are split one level after the other, so that the work grows with
the size of a mail and no faster: the parser of the standard library compares each line with the
boundaries of all parts around it.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from email.errors import MessageError
from email.message import Message
from html import escape
from typing import NamedTuple

from extractor.errors import UndecodableBytes
from extractor.page.decode import decode
from features.newsletters.mails.headers import split_head
from features.newsletters.mails.plain import paragraphs_of

_MAX_PARTS = 200
"""Parts of one mail that are read. A letter has one for each of its pictures."""
_MAX_DEPTH = 10
"""Parts around a part. A letter that was forwarded three times has nine."""
_MAX_TEXT_BYTES = 400_000
"""Bytes of a text that are read. Mail programs show the first 100 KB of a newsletter."""
_ENCODING = "content-transfer-encoding"
_ENCODING_NAME = re.compile(r"[\w-]+")
_LINE_END = re.compile(rb"\A(?:\r\n|\r|\n)")
_HTML = ("text/html", "application/xhtml+xml")
_PLAIN = ("text/plain", "text/markdown", "text/x-markdown")
_MESSAGES = ("message/rfc822", "message/global")


class Texts(NamedTuple):
    """The text of a mail as HTML, "" without one, and without markup; and the encoding that its
    first text declares.
    """

    html: str
    plain: str
    charset: str


class _PartText(NamedTuple):
    """The text of one part; ``is_file`` if it bears the name of a file."""

    text: str
    is_html: bool
    is_file: bool


class _Views(NamedTuple):
    """The texts of a part as a program shows them that reads HTML, and as one that does not."""

    shown: list[_PartText]
    plain: list[_PartText]


def texts_of(head: Message, body: bytes) -> Texts:
    """Return the texts of a mail: of all its parts in their order, of alternatives the best one.

    Attachments are left out, and so are files that are shown in their place, unless there is no
    other text.
    """
    reader = _PartReader()
    shown, plain = (_without_files(texts) for texts in reader.read(head, body, depth=0))
    has_html = any(each.is_html for each in shown)
    return Texts(
        html="\n".join(map(_as_html, shown)) if has_html else "",
        plain="\n".join(each.text for each in plain),
        charset=reader.charset,
    )


class _PartReader:
    """Reads the parts of one mail, as many as it may have."""

    def __init__(self) -> None:
        self.charset = ""
        self._parts = 0
        self._bytes_left = _MAX_TEXT_BYTES

    def read(self, head: Message, body: bytes, depth: int) -> _Views:
        """Return the texts of a part, at so many parts around it."""
        self._parts += 1
        kind = _kind(head)
        if kind in (*_HTML, *_PLAIN):
            return self._read_text(head, body, is_html=kind in _HTML)
        if depth == _MAX_DEPTH:
            return _Views([], [])
        if kind in _MESSAGES:
            return self.read(*split_head(_payload(head, body)), depth + 1)
        if not kind.startswith("multipart/"):
            return _Views([], [])
        inner: list[_Views] = []
        for each in _inner_parts(head, body):
            if self._parts == _MAX_PARTS:
                break
            inner.append(self.read(*each, depth + 1))
        if kind == "multipart/alternative":
            return _best(inner)
        return _Views(
            [text for each in inner for text in each.shown],
            [text for each in inner for text in each.plain],
        )

    def _read_text(self, head: Message, body: bytes, *, is_html: bool) -> _Views:
        if _parameter(head, Message.get_content_disposition) == "attachment":
            return _Views([], [])
        charset = _parameter(head, Message.get_content_charset)
        sent = _payload(head, body)[: self._bytes_left]
        self._bytes_left -= len(sent)
        self.charset = self.charset or charset
        text = _decoded(sent, charset)
        # An empty part beside one with the text must not count as a view of the mail.
        if not text.strip():
            return _Views([], [])
        is_file = bool(_parameter(head, Message.get_filename))
        if is_html:
            return _Views([_PartText(text, is_html=True, is_file=is_file)], [])
        whole = paragraphs_of(
            text,
            is_flowed=_of_type(head, "format") == "flowed",
            deletes_blanks=_of_type(head, "delsp") == "yes",
        )
        views = [_PartText(whole, is_html=False, is_file=is_file)]
        return _Views(views, views)


def _best(alternatives: Sequence[_Views]) -> _Views:
    """Return the best of some alternatives: the last one with HTML, else the last one."""
    shown = [each.shown for each in alternatives if each.shown]
    with_html = [texts for texts in shown if any(each.is_html for each in texts)]
    plain = [each.plain for each in alternatives if each.plain]
    return _Views((with_html or shown or [[]])[-1], (plain or [[]])[0])


def _without_files(texts: Sequence[_PartText]) -> Sequence[_PartText]:
    return [each for each in texts if not each.is_file] or texts


def _as_html(part: _PartText) -> str:
    if part.is_html:
        return part.text
    return "".join(f"<p>{escape(line)}</p>" for line in part.text.splitlines() if line.strip())


def _inner_parts(head: Message, body: bytes) -> Iterator[tuple[Message, bytes]]:
    """Yield the parts that the boundary of a part divides; the end of the last may be missing."""
    boundary = _parameter(head, Message.get_boundary).encode("utf-8", "surrogateescape")
    if not boundary:
        return
    line = re.compile(rb"(?:\A|\r?\n|\r)--" + re.escape(boundary) + rb"(--)?[ \t]*(?=[\r\n]|\Z)")
    is_digest = _kind(head) == "multipart/digest"
    start = -1
    for found in line.finditer(body):
        if start >= 0:
            yield _inner_part(body[start : found.start()], is_digest=is_digest)
        start = found.end()
        if found[1]:
            return
    if start >= 0:
        yield _inner_part(body[start:], is_digest=is_digest)


def _inner_part(raw: bytes, *, is_digest: bool) -> tuple[Message, bytes]:
    head, body = split_head(_LINE_END.sub(b"", raw, count=1))
    head.set_default_type("message/rfc822" if is_digest else "text/plain")
    return head, body


def _kind(head: Message) -> str:
    return _parameter(head, Message.get_content_type)


def _of_type(head: Message, name: str) -> str:
    """Return a parameter of the type of a part in lower case, "" without one."""
    return _parameter(head, lambda part: part.get_param(name)).lower()


def _parameter(head: Message, get: Callable[[Message], object]) -> str:
    """Return what a head says, "" if it does not or cannot be read."""
    try:
        said = get(head)
    except (LookupError, ValueError, TypeError, MessageError):
        return ""
    return said if isinstance(said, str) else ""


def _payload(head: Message, body: bytes) -> bytes:
    """Return the bytes of a part as they were before they were encoded for the mail."""
    head.set_payload(body.decode("ascii", "surrogateescape"))
    # The standard library knows no name with a blank, quotes or a comment.
    if named := _ENCODING_NAME.search(str(head.get(_ENCODING, ""))):
        head.replace_header(_ENCODING, named[0])
    try:
        payload = head.get_payload(decode=True)
    except (LookupError, ValueError, MessageError):
        return b""
    return payload if isinstance(payload, bytes) else b""


def _decoded(payload: bytes, charset: str) -> str:
    headers = {"content-type": f"text/html; charset={charset}"} if charset else {}
    try:
        return decode(payload, headers, "").text.replace("\0", "")
    except UndecodableBytes:
        return ""
