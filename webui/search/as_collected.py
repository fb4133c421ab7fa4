"""Make an archived page safe to look at: nothing of it runs, and nothing is loaded for it. Pure.

The response's policy (``POLICY``) and the frame's sandbox keep the browser from both, whatever the
page holds. What they would block is removed here too, with the few things that they do not cover,
such as ``dns-prefetch``.
"""

import re

from lxml import html

from extractor.errors import ExtractionError
from extractor.page.decode import decode
from extractor.page.dom import parse
from storage.archive.port import Answer

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
_REMOVED = ("script", "link", "base", "meta")
_UNWRAPPED = {"object", "embed", "applet", "iframe", "frame", "frameset", "portal", "audio", "video", "source", "track",
              "svg", "math", "template", "image"}  # fmt: skip
"""What loads or has rules of its own becomes a plain element: on damaged pages, the text is inside
it.
"""
_KEPT = frozenset(
    re.findall(
        r"\S+",
        """
        abbr align alt bgcolor border cellpadding cellspacing checked class color cols colspan datetime dir disabled
        face headers height hidden id label lang open reversed role rows rowspan scope selected size span start style
        summary title type valign value width
        """,
    )
)
"""The attributes that stay: those that neither load, run nor lead anywhere."""
_LOADS = re.compile(
    r"@import[^;]*;?|url\(\s*(?![\"']?data:)[^)]*\)?|image-set\([^)]*\)?", re.IGNORECASE
)
_ESCAPED = re.compile(r"\\")


class NotShown(Exception):
    """The page cannot be shown; the reason is a sentence for people."""


def shown_page(answer: Answer) -> bytes:
    """Return the page as HTML in UTF-8 that neither runs nor loads anything. Raises NotShown."""
    if len(answer.body) > MAX_BYTES:
        raise NotShown(
            f"the page has {len(answer.body):,} bytes; pages of more than {MAX_BYTES:,} are not "
            "shown"
        )
    try:
        decoded = decode(answer.body, answer.headers)
        root = parse(decoded.text, decoded.utf8)
    except ExtractionError as error:
        raise NotShown(f"the page is not readable as HTML: {error}") from error
    for element in list(root.iter(*_REMOVED)):
        _drop(element)
    for element in root.iter():
        if isinstance(element.tag, str):
            _clean(element)
    page: bytes = html.tostring(root, encoding="utf-8", doctype="<!doctype html>")
    return page


def _drop(element: html.HtmlElement) -> None:
    """Remove an element, but not the text after it."""
    parent = element.getparent()
    if parent is None:
        raise NotShown("the page has no content")
    before = element.getprevious()
    if element.tail:
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def _clean(element: html.HtmlElement) -> None:
    for name, value in list(element.attrib.items()):
        if name == "src" and value.startswith("data:image/"):
            continue
        if name == "style":
            element.set(name, _without_loads(value))
        elif name not in _KEPT and not name.startswith("aria-"):
            del element.attrib[name]
    if element.tag in _UNWRAPPED:
        element.tag = "span"
    if element.tag == "style":
        element.text = _without_loads(element.text or "")


def _without_loads(style: str) -> str:
    """Return CSS without what loads; CSS that hides it by escapes is left out."""
    return "" if _ESCAPED.search(style) else _LOADS.sub("none", style)
