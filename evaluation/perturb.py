"""Perturb labelled pages: replace their class names and ids, or cut them to a short thread."""

import hashlib
import string
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from lxml import etree

from evaluation.datasets import Gold, LabelledPage
from evaluation.errors import UnknownPerturbation
from extractor.page.decode import decode
from extractor.page.dom import Element

_HASHED = "hash-names"
_CUTS = {"cut-1": 1, "cut-2": 2, "cut-3": 3}
"""How many posts each leaves."""
PERTURBATIONS = (_HASHED, *_CUTS)
"""All names."""

_BOM = b"\xef\xbb\xbf"
"""Precedes a changed page, which is written as UTF-8, whatever it still declares."""
_NAMED = ("class", "id")
_LETTERS = string.ascii_lowercase
"""Without digits, which would look like the numbers of posts."""


def perturbed(pages: Sequence[LabelledPage], name: str) -> list[LabelledPage]:
    """Return the pages after the named change, each in the set ``set:name``.

    A cut leaves out pages whose posts are not labelled with their positions.

    Raises:
        UnknownPerturbation: There is no change of that name.
    """
    if name not in PERTURBATIONS:
        raise UnknownPerturbation(name, PERTURBATIONS)
    if name == _HASHED:
        return [_Hashed(**_of(page, name)) for page in pages]
    return [_cut(page, name) for page in pages if page.gold.posts and all(post.xpath for post in page.gold.posts)]


@dataclass(frozen=True, kw_only=True)
class _Hashed(LabelledPage):
    """A page with its class names and ids replaced."""

    def read(self) -> bytes:
        return hash_names(super().read())


@dataclass(frozen=True, kw_only=True)
class _Cut(LabelledPage):
    """A page without the posts at ``xpaths`` after the first ``keep``."""

    xpaths: tuple[str, ...]
    keep: int

    def read(self) -> bytes:
        return cut_posts(super().read(), self.xpaths, self.keep)


def _of(page: LabelledPage, name: str) -> dict[str, Any]:
    values = {part.name: getattr(page, part.name) for part in fields(page)}
    return {**values, "set": f"{page.set}:{name}"}


def _cut(page: LabelledPage, name: str) -> LabelledPage:
    keep = _CUTS[name]
    posts = [post for post in page.gold.posts or () if not post.is_optional]
    gone = tuple(f"{post.xpath}/" for post in posts[keep:])
    return _Cut(
        **{**_of(page, name), "gold": _cut_gold(page.gold, gone)},
        xpaths=tuple(post.xpath for post in posts),
        keep=keep,
    )


def _cut_gold(gold: Gold, gone: tuple[str, ...]) -> Gold:
    """Return the gold without the posts at or below the paths of ``gone``, each ending in "/"; the text is unknown."""
    left = tuple(post for post in gold.posts or () if not f"{post.xpath}/".startswith(gone))
    return replace(gold, text=None, posts=left)


def hash_names(html: bytes) -> bytes:
    """Replace every word of the page's ``class`` and ``id`` attributes, equal words by equal words."""
    root = _parse(html)
    for element in root.iter(etree.Element):
        for name in _NAMED:
            value = element.get(name)
            if value:
                element.set(name, " ".join(map(_hashed, value.split())))
    return _written(root)


def cut_posts(html: bytes, xpaths: Sequence[str], keep: int) -> bytes:
    """Remove the posts at ``xpaths`` after the first ``keep`` from the page. The text after them stays."""
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
