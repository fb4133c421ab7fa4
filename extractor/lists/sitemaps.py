"""Sitemaps (sitemaps.org, protocol 0.9): URL sets, indexes, the news extension, plain text; any of
them gzipped.

This streaming reader is our own: it needs memory only for the links, resolves no entity and fetches
nothing.
"""

import io
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime

from lxml import etree

from extractor.dates.context import DateContext
from extractor.dates.date_matches import parse_date_text
from extractor.errors import NotFeed
from extractor.lists.anchors import absolute
from extractor.lists.patterns import Patterns
from extractor.page import dom
from extractor.page.scripts import script_language
from extractor.results import Link, Listing

_GZIP = b"\x1f\x8b"
_MAX_BYTES = 50 << 20
"""The protocol's limit for an uncompressed sitemap."""
_FACTS = frozenset(("loc", "lastmod", "publication_date", "title", "language"))

_Facts = dict[str, str]


def read_sitemap(
    body: bytes, url: str, collected: datetime, *, patterns: Iterable[str] = ()
) -> Listing:
    """Return the pages of a sitemap that a pattern matches (all without patterns), or the sitemaps
    of an index.

    A truncated sitemap is read as far as it goes, and ``problem`` says so.

    Raises:
        NotFeed: The body is not a sitemap, or inflates to more than 50 MiB.
        UnusablePattern: A pattern is invalid or too slow.
    """
    chosen = Patterns(tuple(patterns))
    body, problem = _inflated(body)
    if not body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return Listing(links=chosen.fitting(_links(_lines(body), url, collected)), problem=problem)
    parser = _Reader(body)
    links = chosen.fitting(_links(parser.pages(), url, collected))
    children = tuple(
        dict.fromkeys(
            child for loc in parser.children if (child := absolute(url, loc)) and child != url
        )
    )
    if parser.kind not in ("urlset", "sitemapindex"):
        raise NotFeed(
            f"this is not a sitemap: its outermost element is {parser.kind or 'missing'}; check "
            "the address"
        )
    return Listing(links=links, children=children, problem=problem or parser.problem)


def _inflated(body: bytes) -> tuple[bytes, str]:
    """Return the body without gzip, and its problem if it is truncated."""
    if not body.startswith(_GZIP):
        return body, ""
    inflater = zlib.decompressobj(wbits=31)
    try:
        text = inflater.decompress(body, _MAX_BYTES + 1)
    except zlib.error as error:
        raise NotFeed(f"the compressed sitemap is broken: {error}") from error
    if len(text) > _MAX_BYTES:
        raise NotFeed("the compressed sitemap inflates to more than 50 MiB, the limit for sitemaps")
    return text, "" if inflater.eof else "the compressed sitemap is cut short"


class _Reader:
    """One pass over a sitemap's XML. Everything but the pages is known once ``pages`` has ended."""

    def __init__(self, body: bytes) -> None:
        self.kind = ""
        self.children: list[str] = []
        self.problem = ""
        self._body = body

    def pages(self) -> Iterator[_Facts]:
        """Yield the contents of each ``url`` element by local name."""
        facts: _Facts = {}
        try:
            for event, element in self._events():
                name = _local_name(element)
                if event == "start":
                    self.kind = self.kind or name
                    continue
                if name == "url":
                    yield facts
                elif name == "sitemap":
                    self.children.append(facts.get("loc", ""))
                elif name in _FACTS and _counts(element, name):
                    facts.setdefault(name, dom.squeeze(element.text or ""))
                    continue
                if name in ("url", "sitemap"):
                    facts = {}
                    _forget(element)
        except etree.LxmlError as error:
            self.problem = f"the sitemap's XML is broken, so the rest was not read: {error}"

    def _events(self) -> Iterator[tuple[str, dom.Element]]:
        events: Iterator[tuple[str, dom.Element]] = etree.iterparse(
            io.BytesIO(self._body),
            events=("start", "end"),
            resolve_entities=False,
            load_dtd=False,
            no_network=True,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        return events


def _local_name(element: dom.Element) -> str:
    """Return the tag without its namespace.

    ``etree.QName`` raises ValueError for a namespace with a brace.
    """
    return str(element.tag).rpartition("}")[2]


def _counts(element: dom.Element, name: str) -> bool:
    """Return whether an element belongs to the page, and not to a picture or video with its own
    ``loc`` and ``title``.
    """
    parent = element.getparent()
    holder = _local_name(parent) if parent is not None else ""
    return (
        holder in ("url", "sitemap")
        if name in ("loc", "lastmod")
        else holder in ("news", "publication")
    )


def _forget(element: dom.Element) -> None:
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def _lines(body: bytes) -> Iterator[_Facts]:
    lines = body.decode("utf-8-sig", "replace").split()
    if not lines or not lines[0].startswith(("http://", "https://")):
        raise NotFeed(
            f"this is not a sitemap; it begins with {' '.join(lines)[:60]!r}; check the address"
        )
    return ({"loc": line} for line in lines if line.startswith(("http://", "https://")))


def _links(pages: Iterable[_Facts], url: str, collected: datetime) -> Iterator[Link]:
    seen: set[str] = set()
    for facts in pages:
        address = absolute(url, facts.get("loc", ""))
        if not address or address in seen:
            continue
        seen.add(address)
        title = facts.get("title", "")
        context = DateContext(
            collected, facts.get("language", "").lower() or script_language(title)
        )
        moment = parse_date_text(facts.get("publication_date") or facts.get("lastmod", ""), context)
        yield Link(url=address, title=title, published=moment.value if moment else None)
