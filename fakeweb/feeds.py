"""Feeds of the newest articles: RSS 2.0, RSS 1.0, Atom and JSON Feed."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Final

from fakeweb import times
from fakeweb.message import Response
from fakeweb.model import Site, Text
from fakeweb.urls import Addresses

FEED_LENGTH: Final = 50


@dataclass(frozen=True)
class FeedEntry:
    """One article in a feed; ``content`` is HTML, empty if the feed has only summaries."""

    address: str
    path: str
    text: Text
    published: int
    content: str


@dataclass(frozen=True)
class FeedData:
    """The values that all feed formats contain."""

    site: Site
    root: str
    entries: tuple[FeedEntry, ...]
    hub: str = ""


def _feed(addresses: Addresses, site: Site) -> FeedData:
    entries = []
    for index in addresses.world.newest(site, FEED_LENGTH):
        text, address = addresses.world.text(site, index), addresses.tracked(site, index)
        content = (
            "".join(f"<p>{_xml(part)}</p>" for part in text.paragraphs)
            if "fulltext" in site.features
            else ""
        )
        entries.append(
            FeedEntry(
                address,
                addresses.world.path(site, index),
                text,
                addresses.world.published(site, index),
                content,
            )
        )
    return FeedData(site, addresses.root(site), tuple(entries), addresses.hub)


def _hub_links(feed: FeedData, path: str = "", prefix: str = "") -> str:
    """Return the link to the hub, and the one to the feed at ``path``, which a feed with a hub must
    have.
    """
    links: dict[str, str] = {}
    if feed.hub:
        links["hub"] = feed.hub
    if feed.hub and path:
        links["self"] = f"{feed.root}{path}"
    return "".join(
        f'<{prefix}link rel="{rel}" href="{_xml(href)}"/>' for rel, href in links.items()
    )


def _xml(text: str) -> str:
    return escape(text, quote=True)


def _rss2(feed: FeedData) -> str:
    def item(entry: FeedEntry) -> str:
        full = f"<content:encoded>{_xml(entry.content)}</content:encoded>" if entry.content else ""
        return (
            f"<item><title>{_xml(entry.text.title)}</title><link>{_xml(entry.address)}</link>"
            f'<guid isPermaLink="false">{_xml(entry.path)}</guid>'
            f"<pubDate>{times.mail_date(times.local(entry.published, feed.site.zone))}</pubDate>"
            f"<dc:creator>{_xml(entry.text.author)}</dc:creator>"
            f"<description>{_xml(entry.text.summary)}</description>{full}</item>"
        )

    return (
        '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:content="http://purl.org/rss/1.0/modules/content/" '
        'xmlns:atom="http://www.w3.org/2005/Atom"><channel>'
        f"{_hub_links(feed, '/rss.xml', 'atom:')}"
        f"<title>{_xml(feed.site.title)}</title><link>{feed.root}/</link>"
        f"<description>{_xml(feed.site.title)}</description>"
        f"{''.join(map(item, feed.entries))}</channel></rss>"
    )


def _rss1(feed: FeedData) -> str:
    def item(entry: FeedEntry) -> str:
        return (
            f'<item rdf:about="{_xml(entry.address)}"><title>{_xml(entry.text.title)}</title>'
            f"<link>{_xml(entry.address)}</link>"
            f"<description>{_xml(entry.text.summary)}</description>"
            f"<dc:date>{times.local(entry.published, feed.site.zone).isoformat()}</dc:date>"
            f"<dc:creator>{_xml(entry.text.author)}</dc:creator></item>"
        )

    contents = "".join(f'<rdf:li rdf:resource="{_xml(entry.address)}"/>' for entry in feed.entries)
    return (
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns="http://purl.org/rss/1.0/"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<channel rdf:about="{feed.root}/index.rdf"><title>{_xml(feed.site.title)}</title>'
        f"<link>{feed.root}/</link><description>{_xml(feed.site.title)}</description><items>"
        f"<rdf:Seq>{contents}</rdf:Seq></items>"
        f"</channel>{''.join(map(item, feed.entries))}</rdf:RDF>"
    )


def _atom(feed: FeedData) -> str:
    relative = "relative-feed" in feed.site.features

    def full(entry: FeedEntry) -> str:
        return f'<content type="html">{_xml(entry.content)}</content>' if entry.content else ""

    def item(entry: FeedEntry) -> str:
        moment = times.iso(entry.published)
        return (
            f"<entry><title>{_xml(entry.text.title)}</title>"
            f"<id>tag:{feed.site.host},2026:{_xml(entry.path)}</id>"
            '<link rel="alternate" type="text/html" '
            f'href="{_xml(entry.path if relative else entry.address)}"/>'
            f"<published>{moment}</published><updated>{moment}</updated>"
            f"<author><name>{_xml(entry.text.author)}</name></author>"
            f'<summary type="text">{_xml(entry.text.summary)}</summary>{full(entry)}</entry>'
        )

    updated = times.iso(feed.entries[0].published if feed.entries else 0)
    return (
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="{feed.root}/">'
        f"<title>{_xml(feed.site.title)}</title>"
        f'<id>tag:{feed.site.host},2026:feed</id><link rel="self" href="{feed.root}/atom.xml"/>'
        f"{_hub_links(feed)}<updated>{updated}</updated>{''.join(map(item, feed.entries))}</feed>"
    )


def _json_feed(feed: FeedData) -> str:
    items = [
        {
            "id": entry.path,
            "url": entry.address,
            "title": entry.text.title,
            "summary": entry.text.summary,
            "content_text": entry.text.summary,
            "date_published": times.iso(entry.published),
            "authors": [{"name": entry.text.author}],
        }
        for entry in feed.entries
    ]
    version = "https://jsonfeed.org/version/1.1"
    head: dict[str, object] = {
        "version": version,
        "title": feed.site.title,
        "home_page_url": f"{feed.root}/",
    }
    if feed.hub:
        head |= {
            "feed_url": f"{feed.root}/feed.json",
            "hubs": [{"type": "WebSub", "url": feed.hub}],
        }
    return json.dumps({**head, "items": items}, ensure_ascii=False)


FEEDS: Final[dict[str, tuple[str, str, Callable[[FeedData], str]]]] = {
    "rss2": ("/rss.xml", "application/rss+xml", _rss2),
    "rss1": ("/index.rdf", "application/rdf+xml", _rss1),
    "atom": ("/atom.xml", "application/atom+xml", _atom),
    "jsonfeed": ("/feed.json", "application/feed+json", _json_feed),
}
_BY_PATH: Final = {path: (content_type, write) for path, content_type, write in FEEDS.values()}


def feed_at(addresses: Addresses, site: Site, path: str) -> Response | None:
    """Return the feed at a path, or None; a host with the feature ``rubbish-feed`` returns broken
    markup.
    """
    if path not in _BY_PATH:
        return None
    content_type, write = _BY_PATH[path]
    if "rubbish-feed" in site.features:
        return Response(
            200,
            b'<?xml version="1.0"?><rss><channel><item><title>&nbsp;<<</titel>\x00\xff\xfe<link>',
            content_type,
        )
    text = write(_feed(addresses, site))
    if path.endswith(".json"):
        return Response(200, text.encode(), content_type)
    encoding = "gb2312" if "feed-gbk" in site.features else "utf-8"
    document = f'<?xml version="1.0" encoding="{encoding}"?>\n{text}'
    return Response(200, document.encode("gbk" if encoding == "gb2312" else encoding), content_type)
