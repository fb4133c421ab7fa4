"""Labelled pages changed on purpose: without names to hold on to, or as a short thread."""

import hashlib
import string
from collections.abc import Sequence

from lxml import etree

from extractor.decode import decode
from extractor.dom import Element

_BOM = b"\xef\xbb\xbf"
"""In front of a changed page: it is written as UTF-8, whatever it still declares."""
_NAMED = ("class", "id")
_LETTERS = string.ascii_lowercase
"""No digits: they would look like the numbers of posts."""


def hash_names(html: bytes) -> bytes:
    """The page with every word of its ``class`` and ``id`` attributes replaced, the same word by the same."""
    root = _parse(html)
    for element in root.iter(etree.Element):
        for name in _NAMED:
            value = element.get(name)
            if value:
                element.set(name, " ".join(map(_hashed, value.split())))
    return _written(root)


def cut_posts(html: bytes, xpaths: Sequence[str], keep: int) -> bytes:
    """The page without the posts at ``xpaths`` behind the first ``keep``; the text behind them stays."""
    root = _parse(html)
    found = [element for path in xpaths for element in _at(root, path)]
    kept = found[:keep]
    around = {outer for element in kept for outer in (element, *element.iterancestors())}
    for element in found[keep:]:
        parent = element.getparent()
        if parent is not None and element not in around:
            _remove(parent, element)
    return _written(root)


def _parse(html: bytes) -> Element:
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, no_network=True)
    return etree.fromstring(decode(html, {}).text.encode("utf-8", "replace"), parser)


def _written(root: Element) -> bytes:
    return _BOM + bytes(etree.tostring(root, method="html", encoding="utf-8"))


def _hashed(word: str) -> str:
    digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest)


def _at(root: Element, path: str) -> list[Element]:
    found = root.xpath(path)
    return [node for node in found if isinstance(node, etree._Element)] if isinstance(found, list) else []


def _remove(parent: Element, element: Element) -> None:
    before = element.getprevious()
    tail = element.tail or ""
    if before is not None:
        before.tail = (before.tail or "") + tail
    else:
        parent.text = (parent.text or "") + tail
    parent.remove(element)
