"""Decode bytes to text.

The bytes decide, and a declaration is only a hint. The order is: byte order mark, strict UTF-8,
then statistics over the bytes (``resiliparse``). A declaration is used without statistics in two
cases: it yields East Asian text that contains the commonest character of its language; or there is
too little foreign text for statistics and the result looks like writing. If the statistics have no
answer, the encodings that they do not know are tried in turn. Labels are read as the WHATWG
encoding standard reads them (gb2312 means GB18030, iso-8859-1 means windows-1252).

Western pages that mix UTF-8 and windows-1252, as programs that paste texts together write them, are
read in both.

Two cases stay ambiguous: a few accented letters under a wrong declaration of another encoding for
the same alphabet, because both readings are words; and a few foreign letters without a declaration.
"""

import codecs
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from resiliparse.parse.encoding import detect_encoding
from w3lib.encoding import resolve_encoding

from extractor.errors import UndecodableBytes

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_DECLARED = re.compile(
    r"""(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{2,40})""", re.ASCII | re.IGNORECASE
)
_HEAD_BYTES = 4096
"""Bytes in which a page must declare its encoding: four times what HTML asks for."""
_DETECT_BYTES = 1 << 20
"""Bytes that the detection reads. More cost time and change nothing."""
_ENOUGH_FOR_STATISTICS = 24
"""Least number of non-ASCII bytes (12 Chinese characters) at which the detector beats a
declaration.
"""
_UNREADABLE_SHARE = 0.02
"""Largest share of unreadable characters in a text whose encoding is right; 16 more are free, for
short pages.
"""
_CONTROLS = bytes((*range(9), *range(0x0E, 0x1B), *range(0x1C, 0x20)))
_NON_ASCII = bytes(range(0x80, 0x100))
_NAMED = (
    "utf-8 gb18030 hz big5hkscs cp932 euc_jp iso2022_jp cp949 koi8-r koi8-u cp866 cp874 "
    "mac-roman mac-cyrillic"
)
_CODECS = frozenset(
    _NAMED.split()
    + [f"cp{number}" for number in range(1250, 1259)]
    + [f"iso8859-{number}" for number in range(2, 17)]
)
"""The codecs that a page may ask for. Python has more, some of which are not text encodings at all.
"""
_FREQUENT = {
    "gb18030": ("gb2312", 0xD7),
    "big5hkscs": ("big5", 0xC6),
    "cp932": ("cp932", 0x98),
    "euc_jp": ("euc_jp", 0xCF),
    "cp949": ("cp949", 0xC8),
}
"""The East Asian standards: strict codec, and last lead byte of its frequent characters."""
_COMMONEST = {
    "gb18030": "的",
    "big5hkscs": "的嘅係唔佢喺",
    "cp932": "の",
    "euc_jp": "の",
    "cp949": "다",
}
"""The commonest characters by codec. Hong Kong also writes spoken Cantonese, with its own particles
and pronouns.
"""
_COMMON_SHARE = 0.01
"""Share of the foreign characters. In text read in a wrong encoding no single character reaches it
by chance.
"""
_ODD_ALPHABETS = re.compile(
    r"[A-Za-z][\u0370-\u1fff]|[\u0370-\u1fff][A-Za-z]"  # two alphabets in one word
    r"|[\u00c0-\u024f]{4}"  # no Latin language writes four accented letters in a row
    # A capital after a small letter: KOI8 and Windows-1251 swap their cases.
    r"|[\u0430-\u045f][\u0400-\u042f]"
)
_WINDOWS = {
    "iso8859-2": "cp1250",
    "iso8859-6": "cp1256",
    "iso8859-7": "cp1253",
    "iso8859-8": "cp1255",
    "iso8859-13": "cp1257",
}
_WIDER = {"koi8-r": "koi8-u", "iso8859-16": "cp1250"}
"""What some answers of the detector mean.

KOI8-U has Ukrainian letters where KOI8-R has box drawings. For Romanian the statistics know only
the older form of the letters, which cp1250 has in the same places.
"""
_UNKNOWN_TO_DETECTOR = ("cp949", "big5hkscs", "cp1251")
"""Encodings that the detector misses: Korean always, Cantonese and Ukrainian sometimes."""
_FOREIGN_RUN = re.compile(r"[^\x00-\x7f]+(?:[A-Za-z][^\x00-\x7f]+)*")
_FOREIGN_BYTES = re.compile(rb"[\x80-\xff]+")
_FOREIGN_WORD = re.compile("[\u0400-\u04ff]{3}|[\u4e00-\u9fff]{2}|[\uac00-\ud7a3]{2}")
"""Excludes English with a few quotation marks or currency signs of Windows."""
_DAMAGED_SHARE = 0.1
"""Share of the non-ASCII bytes that are wrong, at and above which the text is in another encoding.
"""
_FEW = 3
"""Wrong bytes that even a short text may have."""
_UTF8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_SAMPLE_BYTES = 1 << 16
"""Bytes from which foreign letters are taken."""
_LETTERS_NOWHERE = b"\x81\x8d\x8f\x90\x9d\xff"
"""Bytes that are letters in few encodings. A stray one makes the detector exclude all others."""
_MAX_SIGN_LENGTH = 4
"""No encoding has longer characters. A page that was cut off may end inside one."""
_WINDOWS_ONLY = re.compile(rb"[\x80\x82-\x8c\x8e\x91-\x9c\x9e\x9f]")
"""Control characters in ISO 8859, quotation marks and letters on Windows. No page means the former.
"""
_WINDOWS_IN_UTF8 = "newsloom.windows-1252"
"""The name of the error handler for UTF-8."""
_LATIN_LEADS = b"\xc2\xc3\xc4\xc5"
"""The bytes that begin the letters of European languages in UTF-8."""
_OTHER_LETTER = re.compile(
    "[\u0100-\u0151\u0154-\u015f\u0162-\u0177\u0179-\u017c\u017f-\u024f"
    "\u0370-\u1dff\u3040-\ud7ff\uf900-\ufaff]"
)
"""A letter that windows-1252 does not have."""
_UTF8_IN_WINDOWS = re.compile(
    rb"\xc2[\xa0-\xbf]|\xc3[\x80-\xbf]|\xe2\x80[\x93\x94\x98\x99\x9c\x9d\xa6]"
)
"""The commonest Western characters of UTF-8, which windows-1252 has too."""
_CURRENCIES = "€£¥"
_EURO = 0x80
_EURO_IN_GB = "newsloom.euro"
"""The name of the error handler for GB18030."""
_HALF_WIDTH_KANA = re.compile("[\uff61-\uff9f]")


@dataclass(frozen=True)
class Decoded:
    """The text, and the name of the Python codec that decoded it.

    ``utf8`` is the body if it is valid UTF-8.
    """

    text: str
    encoding: str
    utf8: bytes | None = field(default=None, repr=False, compare=False)


def decode(body: bytes, headers: Mapping[str, str], override: str = "") -> Decoded:
    """Return the text of ``body``. Single damaged bytes become U+FFFD, unless they are letters of
    windows-1252 in a Western page.

    Args:
        body: The bytes of the page.
        headers: The headers of the answer.
        override: The operator's encoding. It takes precedence over everything but a byte order
            mark.

    Raises:
        UndecodableBytes: ``override`` is not a known encoding, or the result is not readable text.
    """
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return _readable(_lenient(body[len(mark) :], encoding), body)
    if not override:
        return _readable(_unmarked(body, headers), body)
    codec = _codec(override)
    if not codec:
        raise UndecodableBytes(
            f"the source sets an unknown encoding {override!r}; correct it in the source"
        )
    return _readable(_lenient(body, codec), body)


def content_type(headers: Mapping[str, str]) -> str:
    """Return the Content-Type header in lower case, whatever the case of its name, or ""."""
    return next(
        (value for name, value in headers.items() if name.lower() == "content-type"), ""
    ).lower()


def _unmarked(body: bytes, headers: Mapping[str, str]) -> Decoded:
    if body[1:2] == b"\0" and body[3:4] == b"\0":
        return _lenient(body, "utf-16-le")
    if body[:1] == b"\0" and body[2:3] == b"\0":
        return _lenient(body, "utf-16-be")
    if b"\x1b" in body and b"\x1b$B" in body and _count_of(_NON_ASCII, body) <= _FEW:
        return _lenient(body, "iso2022_jp")
    if (text := _strict(body, "utf-8")) is not None:
        is_whole = not text.endswith("\ufffd")  # the last character is cut off
        return Decoded(text, "utf-8", body if is_whole else None)
    foreign_bytes = _count_of(_NON_ASCII, body)
    believed = _looks_written if foreign_bytes < _ENOUGH_FOR_STATISTICS else _is_common_writing
    declared = _declarations(body, headers)
    for codec in declared:
        text = _strict(body, codec)
        if text is not None and believed(text, codec):
            return Decoded(text, codec)
    return _western(body, _detected(body, declared))


def _western(body: bytes, codec: str) -> Decoded:
    """Decode a body whose encoding is detected; one that mixes the two Western encodings in both.

    A body with many wrong bytes is no text, so it is not worth the time.
    """
    if codec == "cp1252":
        body = _UTF8_IN_WINDOWS.sub(lambda found: found[0].decode().encode("cp1252"), body)
    decoded = _lenient(body, codec)
    wrong = decoded.text.count("\ufffd") if codec == "utf-8" else 0
    is_text = 0 < wrong <= _UNREADABLE_SHARE * len(decoded.text) + 16
    if is_text and not _OTHER_LETTER.search(decoded.text):
        return Decoded(body.decode(codec, _WINDOWS_IN_UTF8), codec)
    return decoded


def _letter_of_windows(error: UnicodeError) -> tuple[str, int]:
    """Decode a wrong byte of UTF-8 as windows-1252, unless it is a character of UTF-8 that was cut
    off.
    """
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    is_cut = len(wrong) > 1 or wrong in _LATIN_LEADS
    return "\ufffd" if is_cut else wrong.decode("cp1252", "replace"), error.end


def _euro_of_windows(error: UnicodeError) -> tuple[str, int]:
    """Decode the byte 0x80, which is no character of GB18030, as the web does: it is the euro sign
    of Windows (Encoding Standard, 10.2.1).
    """
    if not isinstance(error, UnicodeDecodeError):
        raise error
    is_euro = error.object[error.start] == _EURO
    if is_euro:
        return ("€", error.start + 1)
    return ("\ufffd", error.end)


codecs.register_error(_WINDOWS_IN_UTF8, _letter_of_windows)
codecs.register_error(_EURO_IN_GB, _euro_of_windows)


def _detected(body: bytes, declared: Sequence[str]) -> str:
    if _is_damaged_utf8(body):
        return "utf-8"
    found = _asked(body)
    if found not in _FREQUENT:
        strays = bytes(sign for sign in _LETTERS_NOWHERE if 0 < body.count(sign) <= _FEW)
        found = _asked(body.translate(None, strays)) if strays else found
    foreign = _count_of(_NON_ASCII, body)
    # East Asian text reads as that of a neighbour far too well to believe what is declared.
    narrow = [codec for codec in declared if codec not in _FREQUENT]
    for codec in (*narrow, *_UNKNOWN_TO_DETECTOR) if _is_no_answer(found, body) else ():
        text = body.decode(codec, "replace")
        whole = text.replace("\ufffd", "")
        fits = len(text) - len(whole) <= _DAMAGED_SHARE * foreign and _FOREIGN_WORD.search(
            _foreign_parts(whole)
        )
        if fits and (_is_common_writing(whole, codec) or _looks_written(whole, codec)):
            return codec
    if found and found != "utf-8":
        found = _WIDER.get(found, found)
        if _WINDOWS_ONLY.search(body):
            return _WINDOWS.get(found, found)
        return found
    return "cp1252"


def _is_no_answer(found: str, body: bytes) -> bool:
    """Return whether the detector found nothing.

    It then answers utf-8, which this is not, or the encoding that accepts any byte.
    """
    if found == "cp1252":
        return bool(_ODD_ALPHABETS.search(_foreign_parts(body.decode(found, "replace"))))
    return found in ("", "utf-8")


def _asked(body: bytes) -> str:
    return _codec(detect_encoding(body, max_len=_DETECT_BYTES) or "utf-8")


def _is_damaged_utf8(body: bytes) -> bool:
    """Return whether most non-ASCII bytes are whole UTF-8 characters, which no other encoding
    produces by chance.
    """
    sample = b" ".join(_FOREIGN_BYTES.findall(body[:_SAMPLE_BYTES]))
    foreign = _count_of(_NON_ASCII, sample)
    return _count_of(
        _NON_ASCII, _UTF8.sub(b"", sample)
    ) <= _DAMAGED_SHARE * foreign + _FEW and bool(_UTF8.search(sample))


def _declarations(body: bytes, headers: Mapping[str, str]) -> list[str]:
    """Return the codecs that the header and the head name, each once. That of Western Europe comes
    last: servers name it for all their pages.
    """
    head = body[:_HEAD_BYTES].decode("ascii", "ignore")
    labels = _DECLARED.findall(content_type(headers)) + _DECLARED.findall(head)
    named = dict.fromkeys(codec for label in labels if (codec := _codec(label)))
    return sorted(named, key=lambda codec: codec == "cp1252")


def _codec(label: str) -> str:
    """Return Python's codec for a label, or "" if the web has no such encoding.

    "x-" before a name, as in x-gbk and x-sjis, means the same encoding.
    """
    codec = resolve_encoding(label) or resolve_encoding(label.lower().removeprefix("x-")) or ""
    return codec if codec in _CODECS else ""


def _strict(body: bytes, codec: str) -> str | None:
    """Return the text, or None if a byte is wrong.

    A last character that is cut off becomes U+FFFD.
    """
    try:
        return body.decode(codec)
    except UnicodeDecodeError as error:
        cut_off = len(body) - error.start < _MAX_SIGN_LENGTH and not body[: error.start].isascii()
        return body.decode(codec, "replace") if cut_off else None


def _lenient(body: bytes, codec: str) -> Decoded:
    return Decoded(body.decode(codec, _EURO_IN_GB if codec == "gb18030" else "replace"), codec)


def _looks_written(text: str, codec: str) -> bool:
    """Return whether the foreign characters form words, made of frequent characters where a
    standard ranks them.
    """
    parts = _foreign_parts(text)
    if _HALF_WIDTH_KANA.search(parts):
        return False
    foreign = [char for char in parts if char > "\x7f"]
    if codec not in _FREQUENT:
        return not _ODD_ALPHABETS.search(parts) and all(
            unicodedata.category(char)[0] in "LMPZ" or char in _CURRENCIES for char in set(foreign)
        )
    strict, last_lead = _FREQUENT[codec]
    frequent = sum((char.encode(strict, "ignore") or b"\xff")[0] <= last_lead for char in foreign)
    return frequent >= 0.9 * len(foreign)


def _foreign_parts(text: str) -> str:
    """Return all runs of foreign characters, each with the characters beside it, because most of a
    page is ASCII.
    """
    return "\n".join(
        text[max(found.start() - 1, 0) : found.end() + 1] for found in _FOREIGN_RUN.finditer(text)
    )


def _count_of(signs: bytes, body: bytes) -> int:
    return len(body) - len(body.translate(None, signs))


def _is_common_writing(text: str, codec: str) -> bool:
    """Return whether an East Asian text contains its commonest character, which makes slow
    statistics unnecessary.
    """
    if codec not in _COMMONEST:
        return False
    foreign = len(text) - len(text.encode("ascii", "ignore"))
    return any(text.count(sign) > _COMMON_SHARE * foreign for sign in _COMMONEST[codec])


def _readable(decoded: Decoded, body: bytes) -> Decoded:
    text, codec = decoded.text, decoded.encoding
    # Count control characters in bytes, which takes a tenth of the time. In all codecs but UTF-16
    # they are single bytes.
    written = text.encode("utf-8", "replace") if codec.startswith("utf-16") else body
    broken = _count_controls(written)
    if "\ufffd" in text:  # which takes no time if there is none
        broken += text.count("\ufffd")
    if broken > _UNREADABLE_SHARE * len(text) + 16:
        raise UndecodableBytes(f"{broken} of {len(text)} characters are unreadable as {codec}")
    return decoded


def _count_controls(body: bytes) -> int:
    written = np.frombuffer(body, np.uint8)
    return _count_of(_CONTROLS, written[written < ord(" ")].tobytes())
