"""A fetched list as a tree with its links."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from urllib.parse import urlsplit

from w3lib.url import safe_url_string

from extractor.page import dom
from extractor.page.decode import decode
from extractor.results import Headers

_MAX_TEXT_LENGTH = 300
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
_FROM_ROOT = re.compile(r"/(?!/)[\w/.?=&%+,:~-]*", re.ASCII)
"""Most links. Joining them is unnecessary and would take longer than everything else."""
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


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

    This is its heading if it has one, else its text, the text of a picture, or its title.
    """
    if len(element):
        heading = next(element.iter(*_HEADINGS), None)
        text = dom.squeeze(dom.start_of_text(element if heading is None else heading))
        if not text:
            text = next(
                (
                    alt
                    for image in element.iter("img")
                    if (alt := dom.squeeze(image.get("alt") or ""))
                ),
                "",
            )
    else:
        text = dom.squeeze(element.text or "")
    return (text or dom.squeeze(element.get("title") or ""))[:_MAX_TEXT_LENGTH]


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
    return "{0.scheme}://{0.netloc}".format(urlsplit(base)) if _is_usable(base) else ""


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
