"""Texts from the web as XML may hold them, which is also all that lxml takes."""

import re

_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def as_xml(text: str) -> str:
    """Return a text with U+FFFD in place of each character that XML 1.0 does not allow."""
    return _NOT_XML.sub("\ufffd", text)
