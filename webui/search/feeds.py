"""Matches of a saved search as RSS 2.0, Atom or JSON Feed 1.1.

Pure: the same matches give the same bytes.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urljoin

from django.utils.feedgenerator import Atom1Feed, Rss201rev2Feed, SyndicationFeed

from storage.documents.port import Document, Hit
from storage.keys import is_on_web
from webui.xml_text import as_xml


@dataclass(frozen=True, kw_only=True)
class SearchFeed:
    """A feed: its title, the search's address, its own address, its matches, and its last change
    (aware).
    """

    title: str
    page: str
    address: str
    hits: Sequence[Hit]
    updated: datetime
    language: str


def rss(feed: SearchFeed) -> bytes:
    """Return RSS 2.0."""
    return _written(Rss201rev2Feed, feed)


def atom(feed: SearchFeed) -> bytes:
    """Return Atom (RFC 4287)."""
    return _written(Atom1Feed, feed)


def json_feed(feed: SearchFeed) -> bytes:
    """Return JSON Feed 1.1."""
    items = [
        {
            "id": f"urn:newsloom:{hit.document.id}",
            "url": _address(hit.document, feed),
            "title": hit.document.title,
            "content_text": _beginning(hit),
            **(
                {"date_published": hit.document.published.isoformat()}
                if hit.document.published
                else {}
            ),
            "language": hit.document.lang or "und",
            "authors": [{"name": hit.document.author or hit.document.site}],
            "tags": [hit.document.site, *hit.document.tags],
        }
        for hit in feed.hits
    ]
    content = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "home_page_url": feed.page,
        "feed_url": feed.address,
        "items": items,
    }
    return json.dumps(content, ensure_ascii=False).encode()


FORMS: Mapping[str, tuple[str, Callable[[SearchFeed], bytes]]] = {
    "rss": ("application/rss+xml; charset=utf-8", rss),
    "atom": ("application/atom+xml; charset=utf-8", atom),
    "json": ("application/feed+json; charset=utf-8", json_feed),
}
"""The feed formats by the extension of the address: media type and writer."""


class _Dated:
    """Set the time of a feed's last change; Django would use its newest entry or now."""

    updated: datetime

    def latest_post_date(self) -> datetime:
        return self.updated


def _written(kind: type[SyndicationFeed], feed: SearchFeed) -> bytes:
    dated: type[SyndicationFeed] = type("Dated", (_Dated, kind), {"updated": feed.updated})
    written = dated(
        title=as_xml(feed.title),
        link=feed.page,
        description=as_xml(feed.title),
        language=feed.language,
        feed_url=feed.address,
        feed_guid=feed.page,
    )
    for hit in feed.hits:
        document = hit.document
        written.add_item(
            title=as_xml(document.title),
            link=as_xml(_address(document, feed)),
            description=as_xml(_beginning(hit)),
            author_name=as_xml(document.author or document.site),
            pubdate=document.published,
            updateddate=document.modified or document.published or document.collected,
            unique_id=f"urn:newsloom:{document.id}",
            unique_id_is_permalink=False,
            categories=tuple(map(as_xml, (document.site, *document.tags))),
        )
    return written.writeString("utf-8").encode()


def _beginning(hit: Hit) -> str:
    return " … ".join(snippet.text for snippet in hit.snippets)


def _address(document: Document, feed: SearchFeed) -> str:
    """Return where a reader opens a document: at its site or, if it is not on the web, here."""
    if not is_on_web(document.url):
        return urljoin(feed.page, f"/documents/{document.id}/")
    return document.url
