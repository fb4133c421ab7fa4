"""Declare and apply encodings: correctly, wrongly or not at all."""

from dataclasses import dataclass
from typing import Final

from fakeweb.model import Site

_LABELS: Final = {
    "utf-8": "utf-8",
    "gbk": "gbk",
    "gb18030": "gb18030",
    "big5": "Big5",
    "shift_jis": "Shift_JIS",
    "cp1252": "iso-8859-1",
}
_WRONG_META: Final = {"utf-8": "gb2312"}


@dataclass(frozen=True)
class Declaration:
    """The charset named in the Content-Type header and in the page's meta element; None if it is
    not named.
    """

    header: str | None
    meta: str | None

    def content_type(self) -> str:
        """Return the Content-Type header."""
        return "text/html" if self.header is None else f"text/html; charset={self.header}"

    def meta_element(self, *, modern: bool) -> str:
        """Return the meta element, in HTML 5 form if ``modern``; "" if the page declares
        nothing.
        """
        if self.meta is None:
            return ""
        if modern:
            return f'<meta charset="{self.meta}">'
        return f'<meta http-equiv="Content-Type" content="text/html; charset={self.meta}">'


def declaration(site: Site) -> Declaration:
    """Return what a host declares about its encoding; ``wrong-header`` and ``wrong-meta`` declare a
    wrong one there.
    """
    label = _LABELS[site.codec]
    match site.declared:
        case "header":
            return Declaration(label, None)
        case "meta":
            return Declaration(None, label)
        case "none":
            return Declaration(None, None)
        case "wrong-header":
            return Declaration("iso-8859-1", label)
        case "wrong-meta":
            return Declaration(None, _WRONG_META.get(site.codec, "utf-8"))
    return Declaration(label, label)
