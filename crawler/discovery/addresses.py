"""Choose the addresses that discovery tries: what was typed, and usual places of feeds, sitemaps
and sections. Pure.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from types import MappingProxyType
from urllib.parse import urljoin, urlsplit

from crawler.discovery.values import FoundBy
from extractor.lists.anchors import ListPage, absolute
from extractor.lists.channel_page import view_address
from extractor.lists.header_links import header_links
from extractor.lists.judge import Judgement, judged
from extractor.lists.shapes import NEVER_ARTICLES, same_site
from extractor.lists.threads import is_later_page
from extractor.results import Headers, Link
from storage.keys import MAX_URL_LENGTH, is_on_web, without_feed_scheme

MAX_FEEDS = 10
MAX_SITEMAPS = 4
MAX_SECTIONS = 4
_FEED_TYPES = re.compile(
    r"(?:application|text)/(?:x-)?(?:rss|atom|rdf|feed)(?:\+(?:xml|json))?$"
    r"|application/json$|(?:application|text)/xml$",
    re.IGNORECASE,
)
_FEED_PATH = re.compile(r"[/._-](?:rss\d*|feeds?|atom|rdf)(?:$|[/._-])", re.IGNORECASE)
_FEED_QUERY = re.compile(r"(?:^|&)(?:feed|format|type)=(?:rss|atom|feed)", re.IGNORECASE)
_FEED_PLACES = (
    "/feed",
    "/rss.xml",
    "/atom.xml",
    "/feed.xml",
    "/rss",
    "/index.xml",
    "/feed.json",
    "/index.rdf",
)
_SITEMAP_PLACES = ("/news-sitemap.xml", "/sitemap_news.xml", "/sitemap.xml", "/sitemap_index.xml")
_FRONT = re.compile(r"/(?:index\.\w+|default\.\w+|home)?", re.IGNORECASE)
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):(?!\d)", re.IGNORECASE)
_MAX_LABEL_LENGTH = 24

Candidate = tuple[str, FoundBy]


class AddressProblem(StrEnum):
    """Why the typed text is not an address."""

    EMPTY = "empty"
    NO_WEB = "no_web"
    OTHER_SCHEME = "other_scheme"
    PASSWORD = "password"  # noqa: S105 the name of a problem
    MALFORMED = "malformed"


def typed_addresses(text: str) -> tuple[str, ...] | AddressProblem:
    """Return the addresses that the operator may mean, in the order in which to try them: https
    before http.
    """
    text = text.strip().strip("<>\"'")
    if not text:
        return AddressProblem.EMPTY
    text = without_feed_scheme(text).removeprefix("//")
    scheme = _SCHEME.match(text)
    if scheme and scheme[1].lower() in ("http", "https"):
        choices: tuple[str, ...] = (text,)
    elif not is_on_web(text):
        return AddressProblem.OTHER_SCHEME
    # "example.org:8080" has a host before its colon, "mailto:" has none.
    elif scheme and "." not in scheme[1] and scheme[1].lower() != "localhost":
        return AddressProblem.NO_WEB
    else:
        choices = (f"https://{text}", f"http://{text}")
    if problem := _problem(choices[0]):
        return problem
    return tuple(url if urlsplit(url).path else f"{url}/" for url in choices)


def feed_candidates(page: ListPage, headers: Headers = MappingProxyType({})) -> list[Candidate]:
    """Return possible addresses of the page's feeds, surest first: declared in the page or its
    headers, linked, then usual places.
    """
    found: dict[str, FoundBy] = {}
    for each in header_links(headers):
        if _declares_feed(each.relations, each.type):
            address = without_feed_scheme(each.href)
            found.setdefault(absolute(page.url, address), FoundBy.DECLARED)
    for link in page.root.iter("link"):
        relations = (link.get("rel") or "").lower().split()
        if _declares_feed(relations, link.get("type") or ""):
            address = without_feed_scheme((link.get("href") or "").strip())
            found.setdefault(absolute(page.base, address, page.encoding), FoundBy.DECLARED)
    for anchor in page.anchors:
        parts = urlsplit(anchor.url)
        is_feed = _FEED_PATH.search(parts.path) or _FEED_QUERY.search(parts.query)
        if is_feed and _is_near(page.url, anchor.url):
            found.setdefault(anchor.url, FoundBy.LINKED)
    known = [candidate for candidate in found.items() if candidate[0]][:MAX_FEEDS]
    if FoundBy.DECLARED in found.values():
        return known
    # Usual places are guesses; try them only if the page declares no feed.
    usual = ((urljoin(page.url, place), FoundBy.USUAL) for place in _FEED_PLACES)
    return [*known, *(candidate for candidate in usual if candidate[0] not in found)][:MAX_FEEDS]


def _declares_feed(relations: Sequence[str], kind: str) -> bool:
    """Return whether a link leads to a feed: by its relation (microformats.org), or by its media
    type, which may have parameters.
    """
    kind = kind.partition(";")[0].strip()
    return "feed" in relations or ("alternate" in relations and bool(_FEED_TYPES.match(kind)))


def sitemap_candidates(page_url: str, from_robots: Iterable[str]) -> list[Candidate]:
    """Return possible addresses of the site's sitemaps: those in robots.txt, news first, or else
    usual places.
    """
    named = sorted(dict.fromkeys(from_robots), key=lambda url: "news" not in url.lower())
    if named:
        return [(url, FoundBy.ROBOTS) for url in named if _is_near(page_url, url)][:MAX_SITEMAPS]
    return [(urljoin(page_url, place), FoundBy.USUAL) for place in _SITEMAP_PLACES]


def news_first(children: Sequence[Link]) -> str:
    """Return the part of a sitemap index that most likely holds the newest pages: one that its name
    says is for news or posts, then the one that changed last, as which the index's order is taken.
    """

    def rank(child: Link) -> tuple[bool, bool]:
        url = child.url.lower()
        return "news" in url, any(word in url for word in ("post", "article", "stor"))

    return max(children, key=rank).url


def channel_candidates(page: ListPage) -> list[Candidate]:
    """Return the web view of the public channel whose card the page is; any other page has none."""
    view = view_address(page)
    if view:
        return [(view, FoundBy.SECTION)]
    return []


def section_candidates(page: ListPage) -> list[Candidate]:
    """Return the targets of a front page's first links with short texts; any other page has
    none.
    """
    parts = urlsplit(page.url)
    # Whoever types an inner page means that one, and its short links are the menu of the site.
    if not _FRONT.fullmatch(parts.path) or parts.query:
        return []
    return [(url, FoundBy.SECTION) for url in dict.fromkeys(_labels(page))][:MAX_SECTIONS]


def _labels(page: ListPage) -> Iterator[str]:
    here = {page.url.partition("#")[0], urljoin(page.url, "/")}
    for anchor, judgement in judged(page).items():
        folders = urlsplit(anchor.url).path.lower().strip("/").split("/")
        if (
            judgement is Judgement.UNLIKELY
            and anchor.url not in here
            and 1 < len(anchor.text) <= _MAX_LABEL_LENGTH
            and not anchor.text.isdigit()
            and not is_later_page(anchor.url)
            and NEVER_ARTICLES.isdisjoint(folders)
        ):
            yield anchor.url


def _is_near(page_url: str, url: str) -> bool:
    host, other = urlsplit(page_url).hostname or "", urlsplit(url).hostname or ""
    return same_site(host, other) or "feed" in other


def _problem(url: str) -> AddressProblem | None:
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError:
        return AddressProblem.MALFORMED
    if "@" in parts.netloc:
        return AddressProblem.PASSWORD
    if not host or len(url) > MAX_URL_LENGTH or re.search(r"\s", url):
        return AddressProblem.MALFORMED
    # A word alone is no host of the web; an address of IPv6 has colons.
    is_host = "." in host or ":" in host or host == "localhost"
    return None if is_host else AddressProblem.MALFORMED
