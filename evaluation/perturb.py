"""Perturb labelled pages: replace or remove what their elements and addresses say, or cut them to a
short thread, on a known site or not.
"""

import hashlib
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from lxml import etree

from evaluation.datasets import Gold, LabelledPage
from evaluation.errors import UnknownPerturbation
from extractor.page.decode import decode
from extractor.page.dom import Element

_HASHED = "hash-names"
_BARE = "bare"
_NO_ADDRESS = "no-address"
_CUTS = {"cut-1": 1, "cut-2": 2, "cut-3": 3}
"""How many posts each leaves."""
_KNOWN = {"known-1": "cut-1", "known-2": "cut-2", "known-3": "cut-3"}
"""The same cuts on a site whose longer threads were read before."""
PERTURBATIONS = (_HASHED, _BARE, _NO_ADDRESS, *_CUTS, *_KNOWN)
"""All names."""

_BOM = b"\xef\xbb\xbf"
"""Precedes a changed page, which is written as UTF-8, whatever it still declares."""
_NAMED = ("class", "id")
_KEPT = frozenset(("href", "src", "datetime"))
"""The attributes of a bare page: what readers see or follow."""
_NOWHERE = "https://page.invalid/1"
_LETTERS = string.ascii_lowercase
"""Without digits, which would look like the numbers of posts."""


def perturbed(pages: Sequence[LabelledPage], name: str) -> list[LabelledPage]:
    """Return the pages after the named change, each in the set ``set:name``.

    A cut leaves out pages whose posts are not labelled with their positions. "known" is a cut whose
    reader has seen the whole thread, as if it were another one of the site.

    Raises:
        UnknownPerturbation: There is no change of that name.
    """
    if name not in PERTURBATIONS:
        raise UnknownPerturbation(name, PERTURBATIONS)
    if name == _HASHED:
        return [_Hashed(**_of(page, name)) for page in pages]
    if name == _BARE:
        return [_Bare(**_of(page, name)) for page in pages]
    if name == _NO_ADDRESS:
        return [replace(page, set=f"{page.set}:{name}", url=_NOWHERE) for page in pages]
    return [
        _cut(page, name)
        for page in pages
        if page.gold.posts and all(post.xpath for post in page.gold.posts)
    ]


@dataclass(frozen=True, kw_only=True)
class _Hashed(LabelledPage):
    """A page with its class names and ids replaced."""

    def read(self) -> bytes:
        return hash_names(super().read())


@dataclass(frozen=True, kw_only=True)
class _Bare(LabelledPage):
    """A page whose elements have no attributes but those that readers see or follow."""

    def read(self) -> bytes:
        return strip_attributes(super().read())


@dataclass(frozen=True, kw_only=True)
class _Cut(LabelledPage):
    """A page without the posts at ``xpaths`` after the first ``keep``; ``is_known``: the reader
    knows it as a whole.
    """

    xpaths: tuple[str, ...]
    keep: int
    is_known: bool

    def read(self) -> bytes:
        return cut_posts(super().read(), self.xpaths, self.keep)

    def read_longer(self) -> bytes | None:
        return super().read() if self.is_known else None


def _of(page: LabelledPage, name: str) -> dict[str, Any]:
    values = {part.name: getattr(page, part.name) for part in fields(page)}
    return {**values, "set": f"{page.set}:{name}"}


def _cut(page: LabelledPage, name: str) -> LabelledPage:
    keep = _CUTS[_KNOWN.get(name, name)]
    posts = [post for post in page.gold.posts or () if not post.is_optional]
    gone = tuple(f"{post.xpath}/" for post in posts[keep:])
    return _Cut(
        **{**_of(page, name), "gold": _cut_gold(page.gold, gone)},
        xpaths=tuple(post.xpath for post in posts),
        keep=keep,
        is_known=name in _KNOWN,
    )


def _cut_gold(gold: Gold, gone: tuple[str, ...]) -> Gold:
    """Return the gold without the posts at or below the paths of ``gone``, each ending in "/"; the
    text is unknown.
    """
    left = tuple(post for post in gold.posts or () if not f"{post.xpath}/".startswith(gone))
    return replace(gold, text=None, posts=left)


def hash_names(html: bytes) -> bytes:
    """Replace every word of the page's ``class`` and ``id`` attributes, equal words by equal
    words.
    """
    root = _parse(html)
    for element in root.iter(etree.Element):
        for name in _NAMED:
            value = element.get(name)
            if value:
                element.set(name, " ".join(map(_hashed, value.split())))
    return _written(root)


def strip_attributes(html: bytes) -> bytes:
    """Remove all attributes of the page but ``href``, ``src`` and ``datetime``."""
    root = _parse(html)
    for element in root.iter(etree.Element):
        kept = [(name, value) for name in _KEPT if (value := element.get(name)) is not None]
        # One by one, an attribute with a broken name cannot be removed.
        element.attrib.clear()
        for name, value in kept:
            element.set(name, value)
    return _written(root)


def elements_at(html: bytes, xpaths: Sequence[str]) -> list[Element]:
    """Return the elements of a page at the paths of its labels.

    Paths that lead nowhere are skipped.
    """
    root = _parse(html)
    return [element for path in xpaths for element in _at(root, path)]


def cut_posts(html: bytes, xpaths: Sequence[str], keep: int) -> bytes:
    """Remove the posts at ``xpaths`` after the first ``keep`` from the page.

    The text after them stays.

    Their headers and footers go with them if these are siblings of the posts, and so do second
    copies of their text, which some forums print for readers without scripts.
    """
    root = _parse(html)
    found = [element for path in xpaths for element in _at(root, path)]
    kept, gone = found[:keep], found[keep:]
    around = {outer for element in kept for outer in (element, *element.iterancestors())}
    texts = [text for text in map(_print_of, gone) if len(text) >= _MIN_COPY_LENGTH]
    for element in (*gone, *_wrappers(found, gone), *_parts_beside(found, keep)):
        _remove_outside(around, element)
    own = " ".join(map(_print_of, kept))
    for text in texts:
        if text not in own:
            _remove_copies(root, text, around)
    return _written(root)


_MIN_COPY_LENGTH = 40
"""Fewest characters of a post whose second copies are searched for."""
_MAX_PRINT_LENGTH = 4_000
_COPY_MORE = 1.3
"""How many times as long as a post's text an element may be that counts as a copy of it."""


def _print_of(element: Element) -> str:
    """Return the letters and digits of the longest paragraph of an element."""
    longest = max(
        (text for text in element.itertext() if isinstance(text, str)), key=len, default=""
    )
    return "".join(filter(str.isalnum, longest[:_MAX_PRINT_LENGTH]))


def _wrappers(found: Sequence[Element], gone: Sequence[Element]) -> list[Element]:
    """Return the elements around the removed posts, one each, if they are of one form: they hold
    the headers.
    """
    tops = [_top_of(element, found) for element in gone]
    is_usual = (
        len(tops) > 1 and len({(str(top.tag), _words(top), top.getparent()) for top in tops}) == 1
    )
    return tops if is_usual else []


def _parts_beside(found: Sequence[Element], keep: int) -> list[Element]:
    """Return the headers or footers of the posts after the first ``keep``: siblings of one form
    beside every post.
    """
    tops = [_top_of(element, found) for element in found]
    parts: list[Element] = []
    for step in (etree._Element.getprevious, etree._Element.getnext):
        beside = [_beside(element, step, set(tops)) for element in tops]
        forms = [tuple((str(one.tag), _words(one)) for one in run) for run in beside]
        common = min(map(len, forms), default=0)
        while common and len({form[:common] for form in forms}) > 1:
            common -= 1
        parts += [part for run in beside[keep:] for part in run[:common]]
        if parts:
            break
    return parts


def _top_of(element: Element, posts: Sequence[Element]) -> Element:
    """Return the outermost element with this post and no other."""
    others = {
        outer for post in posts if post is not element for outer in (post, *post.iterancestors())
    }
    while (parent := element.getparent()) is not None and parent not in others:
        element = parent
    return element


def _beside(
    element: Element, step: Callable[[Element], Element | None], posts: set[Element]
) -> list[Element]:
    """Return the elements from a post to the next one on one side, nearest first."""
    run: list[Element] = []
    other = step(element)
    while other is not None and other not in posts:
        run.append(other)
        other = step(other)
    return run


def _words(element: Element) -> tuple[str, ...]:
    """Return the class names of an element without those that have digits."""
    return tuple(
        word for word in (element.get("class") or "").split() if not any(map(str.isdigit, word))
    )


def _remove_copies(root: Element, text: str, around: set[Element]) -> None:
    """Remove the elements that contain little more than a text, but nothing that is kept."""
    for element in [*root.iter(etree.Element)]:
        own = "".join(filter(str.isalnum, element.text or ""))
        if not own or (own not in text and text not in own) or len(own) < 0.9 * len(text):
            continue
        holder = element
        while (parent := holder.getparent()) is not None and parent not in around:
            whole = "".join(filter(str.isalnum, "".join(map(str, parent.itertext()))))
            if len(whole) > _COPY_MORE * len(text):
                break
            holder = parent
        _remove_outside(around, holder)


def _remove_outside(around: set[Element], element: Element) -> None:
    """Remove an element unless it is kept or around something kept."""
    parent = element.getparent()
    if parent is not None and element not in around:
        _remove(parent, element)


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
    return (
        [node for node in found if isinstance(node, etree._Element)]
        if isinstance(found, list)
        else []
    )


def _remove(parent: Element, element: Element) -> None:
    before = element.getprevious()
    tail = element.tail or ""
    if before is not None:
        before.tail = (before.tail or "") + tail
    else:
        parent.text = (parent.text or "") + tail
    parent.remove(element)
