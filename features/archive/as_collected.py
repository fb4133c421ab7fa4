"""Make an archived page safe to look at: nothing of it runs, and nothing is loaded for it. Pure.

The response's policy (``POLICY``) and the frame's sandbox keep the browser from both, whatever the
page holds. What they would block is removed here too, with the few things that they do not cover,
such as ``dns-prefetch``.
"""

import re

from lxml import etree, html

from extractor.page.decode import decode
from extractor.page.dom import parse
from features.archive.store.port import Answer
from webui.xml_text import as_xml

POLICY = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The Content-Security-Policy of an archived page. ``sandbox`` gives it an origin of its own,
without cookies.
"""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Content-Type": "text/html; charset=utf-8",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-DNS-Prefetch-Control": "off",
}
MAX_BYTES = 2_000_000
"""The largest page that is shown: the tree of a page takes up to 40 times its bytes."""
_REMOVED = ("script", "link", "base", "meta", "input")
_LOADING_OR_ASKING = (
    "applet audio button embed fieldset frame frameset iframe image math object optgroup option "
    "portal select source svg template textarea track video"
)
_UNWRAPPED = frozenset(_LOADING_OR_ASKING.split())
"""What loads, takes input or has rules of its own becomes a plain element: on damaged pages, the
text is inside it. Some pages are one form as a whole.
"""
_HARMLESS = (
    "abbr align alt aria-hidden aria-label aria-level bgcolor border cellpadding cellspacing class "
    "color cols colspan datetime dir face headers height hidden id label lang open reversed role "
    "rows rowspan scope size span start summary title type valign value width"
)
_KEPT = frozenset(_HARMLESS.split())
"""The attributes that stay: those that neither load, run nor lead anywhere."""
_LOADS = re.compile(
    r"@import[^;]*;?|url\(\s*(?![\"']?data:)[^)]*\)?|image-set\([^)]*\)?", re.IGNORECASE
)
_ESCAPED = re.compile(r"\\")


def cleaned(answer: Answer) -> bytes:
    """Return the page as HTML in UTF-8 that neither runs nor loads anything, in linear time.

    Raises:
        ExtractionError: The page is not readable as HTML.
    """
    decoded = decode(answer.body, answer.headers)
    root = parse(decoded.text, decoded.utf8)
    etree.strip_elements(root, *_REMOVED, with_tail=False)
    for element in root.iter():
        if isinstance(element.tag, str):
            _clean(element)
    page: bytes = html.tostring(root, encoding="utf-8", doctype="<!doctype html>")
    return page


def _clean(element: html.HtmlElement) -> None:
    # Deleting one attribute after the other would take quadratic time.
    attributes = [(name, as_xml(value)) for name, value in element.items()]
    element.attrib.clear()
    for name, value in attributes:
        if name == "style":
            element.set(name, _without_loads(value))
        elif name in _KEPT or (name == "src" and value.startswith("data:image/")):
            element.set(name, value)
    if element.tag in _UNWRAPPED:
        element.tag = "span"
    if element.tag == "form":
        element.tag = "div"
    if element.tag == "style":
        element.text = _without_loads(as_xml(element.text or ""))


def _without_loads(style: str) -> str:
    """Return CSS without what loads; CSS that hides it by escapes is left out."""
    if _ESCAPED.search(style):
        return ""
    return _LOADS.sub("none", style)
