"""Recognise what fetched bytes are: a feed, a sitemap, a list of a channel that a feature brings, a
forum's board, a list of articles.

Pure.
"""

import json
import re
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from crawler.channels.fetched_list import FetchedList
from extractor.dates.zones import country_of, home_zone_name
from extractor.errors import ExtractionError
from extractor.extraction import extract
from extractor.lists.anchors import ListPage, open_page
from extractor.lists.boards import is_board, read_board
from extractor.lists.channel_page import channel_title, read_channel
from extractor.lists.entry_text import title_text
from extractor.lists.feeds import read_feed
from extractor.lists.links import distinct, likely_articles
from extractor.lists.shapes import same_site, weight
from extractor.lists.sitemaps import read_sitemap
from extractor.lists.threads import engine_of
from extractor.page import dom
from extractor.page.decode import decode
from extractor.page.scripts import script_language
from extractor.results import Article, Hints, Kind, Link, Listing
from storage.channels import own_channels

_HEAD_BYTES = 2_000
_FEED_SIGNS = re.compile(rb"<(?:\w+:)?(?:rss|feed|rdf)\b|jsonfeed\.org", re.IGNORECASE)
_SITEMAP_SIGNS = re.compile(rb"<(?:\w+:)?(?:urlset|sitemapindex)\b|\A\x1f\x8b", re.IGNORECASE)
_NEWS_SIGN = b"sitemap-news/0.9"
_FIRST_TITLE = re.compile(
    r"<(?:\w+:)?title\b[^>]*>(.*?)</(?:\w+:)?title>", re.IGNORECASE | re.DOTALL
)
_FIRST_ENTRY = re.compile(r"<(?:\w+:)?(?:item|entry)\b", re.IGNORECASE)
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_TITLE_PARTS = re.compile(r"\s+[|–—·_-]\s+|\s*[|_]\s*")
_MAX_TITLE_LENGTH = 80
_MIN_LINKS = 4
_MIN_ON_FRONT = 2
_MIN_BESIDE_TEXT = 15
"""The threshold for a page with text: an article links to others too, but a front page links to
more.
"""
_MIN_THREADS = 3
_TITLES_FOR_LANGUAGE = 10


@dataclass(frozen=True, kw_only=True)
class RecognisedList:
    """A recognised list.

    ``children``: parts of a sitemap index. ``next_url``: the next page of the list, "" if it has
    one page. ``by_engine``: its URLs are a forum engine's.
    """

    channel: str
    title: str = ""
    links: tuple[Link, ...] = ()
    children: tuple[Link, ...] = ()
    next_url: str = ""
    is_news: bool = False
    by_engine: bool = False


def recognise(page: FetchedList) -> RecognisedList | None:
    """Return the fetched feed, sitemap or list of a feature, or None for anything else."""
    head = page.body[:_HEAD_BYTES].lstrip()
    # A feed's root element is certain; what a feature recognises may be any JSON or XML.
    if _FEED_SIGNS.search(head):
        return _feed(page)
    if found := _of_features(page):
        return found
    return _sitemap(page) if _SITEMAP_SIGNS.search(head) else None


def opened(page: FetchedList) -> ListPage | None:
    """Return the page with its links, or None if it is not readable HTML."""
    try:
        return open_page(page.body, page.headers, page.url)
    except ExtractionError:
        return None


def listed(page: FetchedList, tree: ListPage) -> RecognisedList | None:
    """Return the page as a public channel, a board or a list of articles, or None if too few of its
    links look like either.
    """
    channel = read_channel(tree)
    if channel and channel.links:
        return RecognisedList(
            channel="list",
            title=channel_title(tree),
            links=channel.links,
            next_url=channel.next_url,
        )
    here = tree.url.partition("#")[0]
    fewest = _fewest_links(page)
    articles = distinct(anchor for anchor in likely_articles(tree) if anchor.url != here)
    reading = read_board(page.body, page.url, page.headers)
    found = RecognisedList(
        channel="board",
        title=page_title(tree),
        links=tuple(link for link in reading.links if engine_of(link.url)),
        next_url=reading.next_url,
        by_engine=True,
    )
    others = sum(engine_of(link.url) is None for link in articles)
    # The surest sign first: the addresses of a forum's program, the form of a board, many articles.
    if len(found.links) >= max(_MIN_THREADS, others):
        return found
    if len(reading.links) >= fewest and is_board(tree):
        return replace(found, links=reading.links, by_engine=False)
    if len(articles) >= fewest:
        return replace(found, channel="list", links=articles, by_engine=False)
    if sum(weight(link.title) > 0 for link in reading.links) >= fewest:
        return replace(found, links=reading.links, by_engine=False)
    return None


def _fewest_links(page: FetchedList) -> int:
    """Return how many links make the page a list: a small site's front page may show a whole text
    and few links.
    """
    if urlsplit(page.url).path in ("", "/"):
        return _MIN_ON_FRONT
    return _MIN_BESIDE_TEXT if _has_text(page) else _MIN_LINKS


def _has_text(page: FetchedList) -> bool:
    hints = Hints(collected=page.collected, require_date=True)
    result = extract(page.body, page.url, page.headers, hints)
    return isinstance(result, Article) and result.kind is Kind.ARTICLE


def page_title(tree: ListPage) -> str:
    """Return a page's name: its site's name if the page declares one, else the first part of its
    title.
    """
    for meta in tree.root.iter("meta"):
        is_name = (meta.get("property") or "").lower() == "og:site_name"
        if is_name and (name := dom.squeeze(meta.get("content") or "")):
            return name[:_MAX_TITLE_LENGTH]
    titles = ("".join(element.itertext()) for element in tree.root.iter("title"))  # type: ignore[arg-type]
    title = next(map(dom.squeeze, titles), "")
    first = next(filter(None, _TITLE_PARTS.split(title)), title)
    return first[:_MAX_TITLE_LENGTH]


def shared_part(found: RecognisedList, tree: ListPage | None) -> float:
    """Return the share of the list's entries, 0 to 1, that the page also links to."""
    if tree is None or not found.links:
        return 0.0
    linked = {_key(anchor.url) for anchor in tree.anchors}
    return sum(_key(link.url) in linked for link in found.links) / len(found.links)


def time_zone(address: str, found: RecognisedList, tree: ListPage | None) -> str:
    """Return the name of the zone of the site's country or language; "" if neither implies one."""
    declared = str(tree.root.get("lang") or "") if tree else ""
    written = script_language(" ".join(link.title for link in found.links[:_TITLES_FOR_LANGUAGE]))
    # Templates declare English around the text of any language.
    lang = declared if declared.startswith(written) else written
    return home_zone_name(lang, country_of(urlsplit(address).hostname or ""))


def same_place(found: RecognisedList, page_url: str) -> bool:
    """Return whether at least half of the links lead to the page's own site."""
    host = urlsplit(page_url).hostname or ""
    near = sum(same_site(host, urlsplit(link.url).hostname or "") for link in found.links)
    return 2 * near >= len(found.links)


def _feed(page: FetchedList) -> RecognisedList | None:
    try:
        listing = read_feed(page.body, page.url, page.headers, page.collected)
        text = decode(page.body, page.headers, "").text
    except ExtractionError:
        return None
    if not listing.links:
        return None
    title = _feed_title(text)[:_MAX_TITLE_LENGTH]
    return RecognisedList(channel="feed", title=title, links=listing.links)


def _feed_title(text: str) -> str:
    if text.lstrip("\ufeff \r\n\t").startswith("{"):
        try:
            title = json.loads(text.lstrip("\ufeff")).get("title")
        except (ValueError, AttributeError, RecursionError):
            return ""
        if isinstance(title, str):
            return dom.squeeze(title)
        return ""
    entry = _FIRST_ENTRY.search(text)
    # From the first entry on, titles are those of entries.
    title = _FIRST_TITLE.search(text, 0, entry.start() if entry else len(text))
    if title:
        return title_text(_CDATA.sub(r"\1", title[1]))
    return ""


def _sitemap(page: FetchedList) -> RecognisedList | None:
    try:
        listing = read_sitemap(page.body, page.url, page.headers, page.collected)
    except ExtractionError:
        return None
    # An empty sitemap tells nothing of what the site will put there.
    if not listing.links and not listing.children:
        return None
    is_news = _NEWS_SIGN in page.body[:_HEAD_BYTES]
    return RecognisedList(
        channel="sitemap", links=listing.links, children=listing.children, is_news=is_news
    )


def _of_features(page: FetchedList) -> RecognisedList | None:
    for name, own in own_channels().items():
        listing: Listing | None = own.reading().recognised(page)
        if listing and listing.links:
            return RecognisedList(channel=name, links=listing.links, next_url=listing.next_url)
    return None


def _key(url: str) -> str:
    """Return a URL without scheme, tracking query and final slash: feeds add parameters that count
    readers.
    """
    parts = urlsplit(url)
    query = "" if parts.query.startswith("utm_") else parts.query
    return f"{parts.netloc}{parts.path.rstrip('/')}{query}"
