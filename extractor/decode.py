"""From bytes to text.

The bytes decide, a declaration is only a hint: byte order mark, strict UTF-8, then statistics over the bytes
(``resiliparse``). A declaration is used without them where it makes of the bytes East Asian text with its commonest
sign, and where there is too little foreign text for them, if what it makes of the bytes looks like writing. Labels are
read as the WHATWG encoding standard reads them (gb2312 means GB18030, iso-8859-1 means windows-1252).
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from resiliparse.parse.encoding import detect_encoding
from w3lib.encoding import resolve_encoding

from extractor.errors import UndecodableBytes

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_DECLARED = re.compile(r"""(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{2,40})""", re.ASCII | re.IGNORECASE)
_HEAD_BYTES = 4096
_DETECT_BYTES = 1 << 20
_ENOUGH_FOR_STATISTICS = 24
"""Non-ASCII bytes (12 Chinese characters) from which on the detector is surer than a declaration."""
_UNREADABLE_SHARE = 0.02
_CONTROLS = bytes((*range(9), *range(0x0E, 0x1B), *range(0x1C, 0x20)))
_NON_ASCII = bytes(range(0x80, 0x100))
_NAMED = "utf-8 gb18030 hz big5hkscs cp932 euc_jp iso2022_jp cp949 koi8-r koi8-u cp866 cp874 mac-roman mac-cyrillic"
_CODECS = frozenset(
    _NAMED.split() + [f"cp{number}" for number in range(1250, 1259)] + [f"iso8859-{number}" for number in range(2, 17)]
)
"""What a page may ask for; Python knows more, among them some that are no text encodings at all."""
_FREQUENT = {
    "gb18030": ("gb2312", 0xD7),
    "big5hkscs": ("big5", 0xC6),
    "cp932": ("cp932", 0x98),
    "euc_jp": ("euc_jp", 0xCF),
    "cp949": ("cp949", 0xC8),
}
"""The East Asian standards: strict codec, and last lead byte of its frequent characters."""
_COMMONEST = {"gb18030": "的", "big5hkscs": "的", "cp932": "の", "euc_jp": "の", "cp949": "다"}
_COMMON_SHARE = 0.01
"""Of the foreign characters; in a text read in the wrong encoding no single character comes near it by chance."""
_ODD_ALPHABETS = re.compile(
    r"[A-Za-z][\u0370-\u1fff]|[\u0370-\u1fff][A-Za-z]"  # two alphabets in one word
    r"|[\u00c0-\u024f]{4}"  # no Latin language writes four accented letters in a row
)
_WINDOWS = {
    "iso8859-2": "cp1250",
    "iso8859-5": "cp1251",
    "iso8859-6": "cp1256",
    "iso8859-7": "cp1253",
    "iso8859-8": "cp1255",
    "iso8859-13": "cp1257",
}
_WINDOWS_ONLY = re.compile(rb"[\x80-\x9f]")
"""Control characters in ISO 8859, letters and quotation marks on Windows: no page means the former."""
_HALF_WIDTH_KANA = re.compile("[\uff61-\uff9f]")


@dataclass(frozen=True)
class Decoded:
    """``encoding`` is the name of the Python codec that was used."""

    text: str
    encoding: str


def decode(body: bytes, headers: Mapping[str, str], override: str = "") -> Decoded:
    """The text of ``body``; single damaged bytes become U+FFFD.

    ``override`` is the operator's word and beats everything but a byte order mark. Raises ``UndecodableBytes``
    if ``override`` is no known encoding, or if what comes out is not readable text.
    """
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return _readable(_lenient(body[len(mark) :], encoding), body)
    if not override:
        return _readable(_unmarked(body, headers), body)
    codec = _codec(override)
    if not codec:
        raise UndecodableBytes(f"unknown encoding {override!r} set for this source")
    return _readable(_lenient(body, codec), body)


def content_type(headers: Mapping[str, str]) -> str:
    """The Content-Type header in lower case, whatever the case of its name; empty if absent."""
    return next((value for name, value in headers.items() if name.lower() == "content-type"), "").lower()


def _unmarked(body: bytes, headers: Mapping[str, str]) -> Decoded:
    if body[1:2] == b"\0" and body[3:4] == b"\0":
        return _lenient(body, "utf-16-le")
    if body[:1] == b"\0" and body[2:3] == b"\0":
        return _lenient(body, "utf-16-be")
    if b"\x1b" in body and b"\x1b$" in body and (text := _strict(body, "iso2022_jp")):
        return Decoded(text, "iso2022_jp")
    if (text := _strict(body, "utf-8")) is not None:
        return Decoded(text, "utf-8")
    foreign_bytes = _count_of(_NON_ASCII, body)
    believed = _looks_written if foreign_bytes < _ENOUGH_FOR_STATISTICS else _is_common_writing
    for declared in dict.fromkeys(_declarations(body, headers)):
        text = _strict(body, declared)
        if text is not None and believed(text, declared):
            return Decoded(text, declared)
    return _lenient(body, _detected(body))


def _detected(body: bytes) -> str:
    found = _codec(detect_encoding(body, max_len=_DETECT_BYTES) or "utf-8")
    if found and found != "utf-8":
        return _WINDOWS.get(found, found) if _WINDOWS_ONLY.search(body) else found
    # The detector has no answer for Korean and says utf-8 instead, as it does for damaged UTF-8.
    return min(("utf-8", "cp949"), key=lambda codec: body.decode(codec, "replace").count("\ufffd"))


def _declarations(body: bytes, headers: Mapping[str, str]) -> list[str]:
    head = body[:_HEAD_BYTES].decode("ascii", "ignore")
    labels = _DECLARED.findall(content_type(headers)) + _DECLARED.findall(head)
    return [codec for label in labels if (codec := _codec(label))]


def _codec(label: str) -> str:
    """Python's codec for a label, "" when the web has no such encoding."""
    codec = resolve_encoding(label) or ""
    return codec if codec in _CODECS else ""


def _strict(body: bytes, codec: str) -> str | None:
    try:
        return body.decode(codec)
    except UnicodeDecodeError:
        return None


def _lenient(body: bytes, codec: str) -> Decoded:
    return Decoded(body.decode(codec, "replace"), codec)


def _looks_written(text: str, codec: str) -> bool:
    """Whether the foreign characters form words, of frequent characters where a standard tells."""
    if _HALF_WIDTH_KANA.search(text):
        return False
    foreign = [char for char in text if char > "\x7f"]
    if codec not in _FREQUENT:
        return not _ODD_ALPHABETS.search(text) and all(unicodedata.category(char)[0] in "LMPZ" for char in foreign)
    strict, last_lead = _FREQUENT[codec]
    frequent = sum((char.encode(strict, "ignore") or b"\xff")[0] <= last_lead for char in foreign)
    return frequent >= 0.9 * len(foreign)


def _count_of(signs: bytes, body: bytes) -> int:
    return len(body) - len(body.translate(None, signs))


def _is_common_writing(text: str, codec: str) -> bool:
    """Whether an East Asian text has its commonest sign: a certainty that spares the dear statistics."""
    if codec not in _COMMONEST:
        return False
    return text.count(_COMMONEST[codec]) > _COMMON_SHARE * (len(text) - len(text.encode("ascii", "ignore")))


def _readable(decoded: Decoded, body: bytes) -> Decoded:
    text, codec = decoded.text, decoded.encoding
    # Controls are counted in bytes, a tenth of the time; in all codecs but UTF-16 they stand for themselves there.
    written = text.encode("utf-8", "replace") if codec.startswith("utf-16") else body
    broken = _count_of(_CONTROLS, written) + text.count("\ufffd")
    if broken > _UNREADABLE_SHARE * len(text) + 16:
        raise UndecodableBytes(f"{broken} of {len(text)} characters are unreadable as {codec}")
    return decoded
