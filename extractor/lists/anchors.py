"""A fetched list as a tree with its links."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from urllib.parse import urlsplit

from w3lib.url import safe_url_string

from extractor.page import dom
from extractor.page.decode import decode
from extractor.results import Headers

_MAX_TEXT_LENGTH = 300
"""Characters of a link's text that are kept: whole cards are links on some sites."""
_MAX_ABOVE = 3
"""Most elements between a link and its heading."""
_MAX_EVENTS = 1_000
"""Most starts and ends of elements that are walked for the text of one link: links that are never
closed nest in each other, and reading each to its end would take quadratic time.
"""
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
_FROM_ROOT = re.compile(r"/(?!/)[\w/.?=&%+,:~-]*", re.ASCII)
"""Most links. Joining them is unnecessary and would take longer than everything else."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


@dataclass(frozen=True, eq=False)
class Anchor:
    """A link: absolute ``url`` without fragment, ``href`` as the page writes it."""

    element: dom.Element
    url: str
    href: str

    @cached_property
    def text(self) -> str:
        """The text as readers see it, found when first used."""
        return text_of(self.element)

    @cached_property
    def is_headline(self) -> bool:
        """Return whether the link is in a heading or contains one."""
        if next(self.element.iter(*HEADINGS), None) is not None:
            return True
        above = islice(self.element.iterancestors(), _MAX_ABOVE)
        return any(element.tag in HEADINGS for element in above)

    @property
    def has_text(self) -> bool:
        """Return whether the link has a text of its own, beside pictures and labels."""
        return bool(dom.squeeze(_seen_text(self.element)))


@dataclass(frozen=True, eq=False)
class ListPage:
    """A page that lists other pages.

    Its links are relative to ``base``; ``lang`` is "" if the page does not say.
    """

    url: str
    root: dom.Element
    base: str
    lang: str
    encoding: str
    anchors: tuple[Anchor, ...]


def open_page(body: bytes, headers: Headers, url: str, charset: str = "") -> ListPage:
    """Decode and parse a page whose final address is ``url``; ``charset`` overrides what it
    declares.

    Raises:
        UndecodableBytes: No encoding turns the bytes into text.
        NotHtml: The bytes are not HTML.
    """
    decoded = decode(body, headers, charset)
    root = dom.parse(decoded.text)
    return as_list_page(root, url, decoded.encoding)


def as_list_page(root: dom.Element, url: str, encoding: str) -> ListPage:
    """Return a parsed page as a list page."""
    base = dom.base_url(root, url) or url
    lang = (root.get("lang") or root.get("xml:lang") or "").strip().lower()
    return ListPage(url, root, base, lang, encoding, tuple(_anchors(root, base, encoding)))


def absolute(base: str, href: str, encoding: str = "utf-8") -> str:
    """Return the http(s) URL that ``href`` means, without its fragment, or "" if there is none.

    Characters outside ASCII are percent-encoded as browsers do: the path in UTF-8, the query in the
    page's encoding.
    """
    if dom.is_simple(href):
        return href
    if _FROM_ROOT.fullmatch(href) and "/." not in href:
        origin = _origin(base)
        return origin and origin + href
    href = _CONTROLS.sub("", href).strip()
    url = dom.join(base, href).partition("#")[0] if href else ""
    if not url.isascii() or " " in url:
        url = _encoded(url, encoding)
    return url if _is_usable(url) else ""


def text_of(element: dom.Element) -> str:
    """Return the text that stands for an element in a list.

    This is its heading if it has one, else its text, its label for screen readers, the text of a
    picture, or its title.
    """
    texts = _texts(element)
    return next(filter(None, map(dom.squeeze, texts)), "")[:_MAX_TEXT_LENGTH]


def _texts(element: dom.Element) -> Iterator[str]:
    if len(element):
        heading = next(element.iter(*HEADINGS), None)
        if heading is not None:
            yield _seen_text(heading)
        yield _seen_text(element)
    else:
        yield element.text or ""
    yield element.get("aria-label") or ""
    for image in element.iter("img"):
        yield image.get("alt") or ""
    yield element.get("title") or ""


def _seen_text(element: dom.Element) -> str:
    """Return the first pieces of the text that readers see: no script, no style, no drawing."""
    # Few links have such an element, and without one the quick way sees the same.
    if next(element.iter(*dom.UNSEEN_TAGS), None) is None:
        return dom.start_of_text(element)
    pieces: list[str] = []
    for event, inner in islice(dom.walk(element), _MAX_EVENTS):
        if event == "start" and inner.tag not in dom.UNSEEN_TAGS:
            pieces.append(inner.text or "")
        if event == "end" and inner is not element:
            pieces.append(inner.tail or "")
    return "".join(pieces)


def _anchors(root: dom.Element, base: str, encoding: str) -> Iterator[Anchor]:
    known = {"": ""}
    for element in root.iter("a", "area"):
        href = (element.get("href") or "").strip()
        if href not in known:
            leads = not href.startswith(("#", "javascript:", "mailto:"))
            known[href] = absolute(base, href, encoding) if leads else ""
        if url := known[href]:
            yield Anchor(element, url, href)


@lru_cache(maxsize=64)
def _origin(base: str) -> str:
    if _is_usable(base):
        return "{0.scheme}://{0.netloc}".format(urlsplit(base))
    return ""


def _is_usable(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _encoded(url: str, encoding: str) -> str:
    try:
        return safe_url_string(url, encoding)
    except ValueError:
        return ""
