"""Sitemaps (sitemaps.org, protocol 0.9): URL sets, indexes, the news extension, plain text, feeds;
any of them gzipped.

This streaming reader is our own: it needs memory only for the links, resolves no entity and fetches
nothing.
"""

import io
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from lxml import etree

from extractor.dates.context import DateContext
from extractor.dates.date_matches import parse_date_text
from extractor.errors import NotFeed
from extractor.lists.anchors import absolute
from extractor.lists.entry_text import title_text
from extractor.lists.feeds import read_feed
from extractor.lists.patterns import Patterns
from extractor.lists.shapes import same_site
from extractor.lists.xml_repair import repaired_xml
from extractor.page import dom
from extractor.page.decode import decode
from extractor.page.scripts import script_language
from extractor.results import Headers, Link, Listing

_GZIP = b"\x1f\x8b"
_MAX_BYTES = 50 << 20
"""The protocol's limit for an uncompressed sitemap."""
_FACTS = frozenset(("loc", "lastmod", "publication_date", "title", "language"))
# What holds an address and its date; all other facts are of the news extension.
_OF_SITEMAPS = ("url", "sitemap")
_OF_NEWS = ("news", "publication")
_ROOT = re.compile(rb"<(?:\w+:)?(?:urlset|sitemapindex|(?P<feed>rss|feed|RDF))\b")
_END = re.compile(rb"</(?:\w+:)?(?:urlset|sitemapindex)\s*>")
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_MAX_BEFORE_ROOT = 5_000
"""What stands before the first element: comments, style sheets, and the messages of programs."""

_MAX_MEMBERS = 1_000
"""Parts of a file of gzip that are read: 50 MiB in blocks of 64 KiB have 800. Each one costs a copy
of all behind it.
"""
_MAX_AFTER_END = 5_000
"""What stands after the last element: comments and the messages of programs."""

_Facts = dict[str, str]


def read_sitemap(
    body: bytes, url: str, headers: Headers, collected: datetime, *, patterns: Iterable[str] = ()
) -> Listing:
    """Return the pages of a sitemap that a pattern matches (all without patterns), or the sitemaps
    of an index, those that changed last first.

    Instead of a sitemap there may be a feed, as the protocol allows. A truncated sitemap is read as
    far as it goes, and ``problem`` says so.

    Raises:
        UndecodableBytes: No encoding turns the bytes into text.
        NotFeed: The body is not a sitemap, or inflates to more than 50 MiB.
        UnusablePattern: A pattern is invalid or too slow.
    """
    chosen = Patterns(tuple(patterns))
    body, problem = _inflated(body)
    decoded = decode(body, headers)
    body = decoded.utf8 or decoded.text.encode("utf-8", "replace")
    head = _COMMENT.sub(lambda found: b" " * len(found[0]), body[:_MAX_BEFORE_ROOT])
    root = _ROOT.search(head)
    if root and root["feed"]:
        feed = read_feed(body, url, headers, collected)
        return replace(feed, links=chosen.fitting(feed.links), problem=problem)
    # A declaration goes: it may name another encoding than the text has now.
    if root:
        body = _up_to_last_entry(body[root.start() :])
    else:
        body = body.lstrip()
    if not body.startswith(b"<"):
        named = _distinct(_links(_lines(body), url, collected))
        return Listing(links=chosen.fitting(named), problem=problem)
    parser = _SitemapPass(repaired_xml(body))
    links = chosen.fitting(_distinct(_links(parser.pages(), url, collected)))
    if parser.kind not in ("urlset", "sitemapindex"):
        raise NotFeed(
            f"this is not a sitemap: its outermost element is {parser.kind or 'missing'}; check "
            "the address"
        )
    return Listing(
        links=links,
        children=_newest_first(parser.children, url, collected),
        problem=problem or parser.problem,
    )


def _newest_first(parts: Iterable[_Facts], url: str, collected: datetime) -> tuple[Link, ...]:
    """Return the sitemaps of an index by their last change, and then those without one."""

    def age(child: Link) -> float:
        if child.published:
            return -child.published.timestamp()
        return 0.0

    children = []
    for facts in parts:
        for link in _links([facts], url, collected):
            # An index that names itself would be read for ever.
            if link.url != url:
                children.append(replace(link, version=facts.get("lastmod", "")))
    return tuple(sorted(_distinct(children), key=age))


def _inflated(body: bytes) -> tuple[bytes, str]:
    """Return the body without gzip, and its problem if it is truncated."""
    if not body.startswith(_GZIP):
        return body, ""
    texts: list[bytes] = []
    left = _MAX_BYTES + 1
    is_whole = True
    for _ in range(_MAX_MEMBERS):
        inflater = zlib.decompressobj(wbits=31)
        try:
            texts.append(inflater.decompress(body, left))
        except zlib.error as error:
            if not texts:
                raise NotFeed(f"the compressed sitemap is broken: {error}") from error
            # What stands behind a whole member may be no other one.
            break
        is_whole = inflater.eof
        left -= len(texts[-1])
        body = inflater.unused_data
        if not left or not body.startswith(_GZIP):
            break
    else:
        is_whole = False
    if not left:
        raise NotFeed("the compressed sitemap inflates to more than 50 MiB, the limit for sitemaps")
    return b"".join(texts), "" if is_whole else "the compressed sitemap is cut short"


class _SitemapPass:
    """One pass over a sitemap's XML. Everything but the pages is known once ``pages`` has ended."""

    def __init__(self, body: bytes) -> None:
        self.kind = ""
        self.children: list[_Facts] = []
        self.problem = ""
        self._body = body

    def pages(self) -> Iterator[_Facts]:
        """Yield the contents of each ``url`` element by local name."""
        facts: _Facts = {}
        events = self._events()
        try:
            for event, element in events:
                name = _local_name(element)
                if event == "start":
                    self.kind = self.kind or name
                    continue
                if name == "url":
                    yield facts
                elif name == "sitemap":
                    self.children.append(facts)
                elif name in _FACTS and _is_of_page(element, name):
                    facts.setdefault(name, dom.squeeze(element.text or ""))
                    continue
                if name in ("url", "sitemap"):
                    facts = {}
                    _forget(element)
        except etree.LxmlError as error:
            self.problem = f"the sitemap's XML is broken, so the rest was not read: {error}"
        # A namespace that is not declared is no more than an error, and nothing is lost.
        if fatal := events.error_log.filter_from_fatals():
            self.problem = (
                "the sitemap's XML is broken, so some of it may be missing: "
                f"{fatal[0].message} in line {fatal[0].line}"
            )

    def _events(self) -> etree.iterparse:
        return etree.iterparse(
            io.BytesIO(self._body),
            events=("start", "end"),
            recover=True,
            resolve_entities=False,
            load_dtd=False,
            no_network=True,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )


def _up_to_last_entry(body: bytes) -> bytes:
    """Return a sitemap that is cut off up to its last whole entry, any other as it is.

    The parser would close what is open, and half an address leads to another page.
    """
    if _END.search(body, len(body) - _MAX_AFTER_END):
        return body
    ends = [body.rfind(sign) + len(sign) for sign in (b"url>", b"sitemap>") if sign in body]
    # A sitemap without any entry may be an empty element.
    return body[: max(ends, default=len(body))]


def _local_name(element: dom.Element) -> str:
    """Return the tag without its namespace, or a prefix that no namespace is declared for.

    ``etree.QName`` raises ValueError for a namespace with a brace.
    """
    return str(element.tag).rpartition("}")[2].rpartition(":")[2]


def _is_of_page(element: dom.Element, name: str) -> bool:
    """Return whether an element belongs to the page, and not to a picture or video with its own
    ``loc`` and ``title``.
    """
    parent = element.getparent()
    holder = _local_name(parent) if parent is not None else ""
    return holder in (_OF_SITEMAPS if name in ("loc", "lastmod") else _OF_NEWS)


def _forget(element: dom.Element) -> None:
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def _lines(body: bytes) -> Iterator[_Facts]:
    lines = body.decode("utf-8", "replace").split()
    if not lines or not lines[0].startswith(("http://", "https://")):
        raise NotFeed(
            f"this is not a sitemap; it begins with {' '.join(lines)[:60]!r}; check the address"
        )
    return ({"loc": line} for line in lines if line.startswith(("http://", "https://")))


def _written(address: str, own_host: str) -> str:
    """Return an address that was escaped twice, or that has no scheme, as a link writes it."""
    address = address.replace("&amp;", "&")
    host = address.partition("/")[0].lower()
    has_host = bool(host) and (host.startswith("www.") or same_site(host, own_host))
    return f"//{address}" if has_host else address


def _links(pages: Iterable[_Facts], url: str, collected: datetime) -> Iterator[Link]:
    for facts in pages:
        if not (address := absolute(url, _written(facts.get("loc", ""), dom.host_of(url)))):
            continue
        title = title_text(facts.get("title", ""))
        language = facts.get("language", "").lower() or script_language(title)
        date = facts.get("publication_date") or facts.get("lastmod", "")
        moment = parse_date_text(date, DateContext(collected, language))
        yield Link(url=address, title=title, published=moment.value if moment else None)


def _distinct(links: Iterable[Link]) -> Iterator[Link]:
    seen: set[str] = set()
    for link in links:
        if link.url not in seen:
            seen.add(link.url)
            yield link
