"""Repair the commonest faults of XML that programs put together from texts: signs and references
that XML does not have, and bare "&" and "<". Pure.
"""

import re
from html.entities import html5

_FORBIDDEN = bytes((*range(9), 0x0B, 0x0C, *range(0x0E, 0x20)))
_NUMBERED = rb"&#(?:\d{1,7}|[xX][\da-fA-F]{1,6});"
_FAULT = re.compile(
    rb"(?=[<&])(?:(?P<kept><!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z))"
    rb"|(?P<numbered>(?:" + _NUMBERED + rb")+)"
    rb"|&(?P<name>[A-Za-z][A-Za-z\d]{0,40};)"
    rb"|&(?P<bare>(?![A-Za-z_:][\w.:-]{0,40};))"
    rb"|<(?![A-Za-z_:/!?]))",
    re.DOTALL,
)
"""What is in CDATA or a comment stays. One without an end goes on to the end, as for a parser. The
look ahead spares most bytes of a large sitemap the alternatives.
"""
_NUMBER = re.compile(rb"&#(?:(\d+)|[xX]([\da-fA-F]+));")
_OF_XML = frozenset((b"amp;", b"lt;", b"gt;", b"quot;", b"apos;"))
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LAST_CHARACTER = 0x10FFFF


def repaired_xml(markup: bytes) -> bytes:
    """Return XML in UTF-8 without forbidden signs, with characters for the names of HTML, and with
    "&amp;" and "&lt;" for each "&" and "<" that begins nothing.
    """
    return _FAULT.sub(_repaired, markup.translate(None, _FORBIDDEN))


def _repaired(found: re.Match[bytes]) -> bytes:
    if found["kept"]:
        return found["kept"]
    if found["numbered"]:
        return _allowed(found["numbered"])
    if name := found["name"]:
        is_of_html = name not in _OF_XML and name.decode() in html5
        if is_of_html:
            return _references(html5[name.decode()])
        return found[0]
    return b"&lt;" if found[0] == b"<" else b"&amp;"


def _allowed(references: bytes) -> bytes:
    """Return a row of numbered references without those to no character.

    Two halves of UTF-16 become the character that they stand for.
    """
    numbers = (
        int(ten or b"0") or int(hexa or b"0", 16) for ten, hexa in _NUMBER.findall(references)
    )
    text = "".join(chr(number) for number in numbers if number <= _LAST_CHARACTER)
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    return _references(_NOT_XML.sub("", whole))


def _references(text: str) -> bytes:
    return "".join(f"&#{ord(char)};" for char in text).encode()
