"""Feeds: RSS of every version, RDF and Atom with feedparser, JSON Feed with
``extractor.lists.json_feed``.

Bytes are decoded here, because feedparser believes wrong declarations. Nothing is fetched:
feedparser receives a stream, and entities are removed first.
"""

import io
import re
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any
from xml.parsers import expat

import feedparser

from extractor.dates.context import DateContext
from extractor.dates.date_matches import parse_date_text
from extractor.dates.zones import country_of
from extractor.errors import NotFeed
from extractor.lists.ampersands import escape_bare_ampersands
from extractor.lists.anchors import absolute
from extractor.lists.entry_text import post_text, title_text, whole_text
from extractor.lists.hubs import hub_of
from extractor.lists.json_feed import read_json_feed
from extractor.page import dom
from extractor.page.decode import decode
from extractor.page.scripts import script_language
from extractor.results import Headers, Link, Listing, Post

_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_ENTITY = re.compile(r"<!ENTITY[^>]{0,2000}>", re.IGNORECASE)
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ZONED = re.compile(
    r":\d\d(?:[.,]\d+)?\s*(?:Z|[+-]\d\d:?\d\d|(?![AP]M)[A-Z]{2,5})(?:\s*\([^)]*\))?\s*$",
    re.IGNORECASE,
)
_TITLES_FOR_LANGUAGE = 10
"""Titles that tell the language of a feed. Ten are enough words, and a feed may have thousands."""
_MAX_BROKEN_BYTES = 512 << 10
"""feedparser's parser for broken XML needs more than ten seconds of CPU for a megabyte, so larger
ones are refused.
"""


def read_feed(
    body: bytes,
    url: str,
    headers: Headers,
    collected: datetime,
    charset: str = "",
    *,
    time_zone: str = "",
) -> Listing:
    """Return the entries of a feed found at ``url``, in its order, and the next page of a paged
    feed (RFC 5005).

    Broken XML of less than 512 KB is read as far as it yields entries. Times without a zone are
    read as ``DateContext`` says: in ``time_zone``, the name of the zone that the operator gives the
    site, else in that of the domain's country or of the language.

    Raises:
        UndecodableBytes: No encoding turns the bytes into text.
        NotFeed: There is no feed, none of its entries has a link, or it is large and its XML is
            broken.
    """
    text = _text(body, headers, charset)
    if text.startswith("{"):
        return read_json_feed(text, url, headers, collected, time_zone)
    parsed = _parse(text, url)
    feed, entries = parsed.feed, parsed.entries
    context = _date_context(parsed, url, collected, time_zone)
    links = tuple(_links(entries, url, context))
    if not links and (entries or not parsed.get("version")):
        raise NotFeed(_complaint(text, len(entries)))
    hub = hub_of(url, headers, feed.get("links") or ())
    return Listing(links=links, next_url=_next(feed, url), hub=hub)


def read_entries(
    body: bytes,
    url: str,
    headers: Headers,
    collected: datetime,
    charset: str = "",
    *,
    time_zone: str = "",
) -> tuple[Post, ...]:
    """Return what the entries of a feed say, as in a feed of the comments below one article, in its
    order.

    Times without a zone are read as ``read_feed`` says.

    Raises:
        UndecodableBytes: No encoding turns the bytes into text.
        NotFeed: There is no RSS or Atom feed.
    """
    text = _text(body, headers, charset)
    parsed = _parse(text, url)
    if not parsed.get("version"):
        raise NotFeed(_complaint(text, 0))
    context = _date_context(parsed, url, collected, time_zone)
    posts = []
    for entry in parsed.entries:
        text = post_text(_longest_text(entry))
        published = _published(entry, context)
        posts.append(Post(body=text, author=_author(entry), published=published))
    return tuple(posts)


def _text(body: bytes, headers: Headers, charset: str) -> str:
    return _NOT_XML.sub("", decode(body, headers, charset).text).strip()


def _date_context(parsed: Any, url: str, collected: datetime, time_zone: str) -> DateContext:
    language = str(parsed.feed.get("language") or "").lower() or _language(parsed.entries)
    return DateContext(collected, language, country_of(dom.host_of(url)), time_zone)


def _parse(text: str, url: str) -> Any:
    text = _ENTITY.sub("", _DECLARATION.sub("", text))
    data = escape_bare_ampersands(text.encode("utf-8", "replace"))
    if len(data) >= _MAX_BROKEN_BYTES:
        _check_well_formed(data)
    try:
        return feedparser.parse(
            io.BytesIO(data),
            response_headers={
                "content-type": "application/xml; charset=utf-8",
                "content-location": url,
            },
            resolve_relative_uris=False,
            sanitize_html=False,
        )
    except Exception as error:  # feedparser's second parser may raise anything
        raise NotFeed(
            f"the feed is too broken to read ({type(error).__name__}: {error})"
        ) from error


def _check_well_formed(data: bytes) -> None:
    """Raise NotFeed for XML that feedparser would pass to its slow parser."""
    try:
        expat.ParserCreate("utf-8", namespace_separator=" ").Parse(data, True)
    except expat.ExpatError as error:
        start = dom.squeeze(data[:200].decode("utf-8", "replace"))[:60]
        raise NotFeed(
            f"the feed's XML is broken ({error}), and it is too large to repair: broken feeds are "
            f"read up to 512 KB; it begins with {start!r}; check the address, or choose another "
            "list of the site"
        ) from error


def _links(entries: Iterable[Any], url: str, context: DateContext) -> Iterator[Link]:
    seen: set[str] = set()
    for entry in entries:
        address = absolute(url, str(entry.get("link") or "") or _id_as_address(entry))
        if not address or address == url or address in seen:
            continue
        seen.add(address)
        yield Link(
            url=address,
            title=_title(entry),
            published=_published(entry, context),
            author=_author(entry),
            content=_content(entry),
            entry=str(entry.get("id") or ""),
            comments_url=_comments_url(entry, url),
        )


def _id_as_address(entry: Any) -> str:
    """Return the id of an entry without a link if it is a web address, else ""."""
    identifier = str(entry.get("id") or "").strip()
    return identifier if identifier.startswith(("http://", "https://")) else ""


def _title(entry: Any) -> str:
    """Return the title.

    What Atom declares as text has no markup: "<b>" in it is what a reader sees.
    """
    title = str(entry.get("title") or "")
    is_text = entry.get("title_detail", {}).get("type") == "text/plain"
    return dom.squeeze(title) if is_text else title_text(title)


def _comments_url(entry: Any, url: str) -> str:
    """Return the feed of an entry's comments: ``wfw:commentRss`` in RSS, or a link to replies (RFC
    4685) that names the type of a feed.

    RFC 4685 takes a link without a type for Atom, too; feedparser calls that one HTML, as most are.
    """
    for link in entry.get("links") or ():
        kind = str(link.get("type") or "")
        if link.get("rel") == "replies" and kind.endswith(("atom+xml", "rss+xml")):
            return absolute(url, str(link.get("href") or ""))
    return absolute(url, str(entry.get("wfw_commentrss") or ""))


def _longest_text(entry: Any) -> str:
    texts = [str(each.get("value") or "") for each in entry.get("content") or ()]
    return max((*texts, str(entry.get("summary") or "")), key=len)


def _content(entry: Any) -> str:
    texts = [str(each.get("value") or "") for each in entry.get("content") or ()]
    # Test with ``in``: feedparser answers for a missing summary with the content.
    summary = str(entry["summary"]) if "summary" in entry else ""
    return whole_text(max(texts, key=len, default=""), summary)


def _published(entry: Any, context: DateContext) -> datetime | None:
    for name in ("published", "created", "updated"):
        # Test with ``in``: for a missing "updated" feedparser warns and returns something else.
        if name in entry:
            moment = _moment(str(entry[name]), entry.get(f"{name}_parsed"), context)
            if moment:
                return moment
    return None


def _moment(raw: str, parsed: time.struct_time | None, context: DateContext) -> datetime | None:
    if parsed is not None and _ZONED.search(raw):
        try:
            return context.settle(datetime(*parsed[:6], tzinfo=UTC))
        except (ValueError, OverflowError):
            # feedparser returns years and seconds that datetime rejects.
            return None
    moment = parse_date_text(raw, context)
    return moment.value if moment else None


def _author(entry: Any) -> str:
    detail = entry.get("author_detail") or {}
    return title_text(str(detail.get("name") or entry.get("author") or ""))


def _language(entries: Iterable[Any]) -> str:
    titles = [str(entry.get("title") or "") for entry in islice(entries, _TITLES_FOR_LANGUAGE)]
    return script_language(" ".join(titles))


def _next(feed: Any, url: str) -> str:
    for link in feed.get("links") or ():
        if link.get("rel") != "next":
            continue
        address = absolute(url, str(link.get("href") or ""))
        if address and address != url:
            return address
    return ""


def _complaint(text: str, entries: int) -> str:
    if entries:
        return f"none of the feed's {entries} entries has a usable link"
    if not text:
        return "the feed is empty"
    return (
        f"this is not an RSS, Atom or JSON feed; it begins with {dom.squeeze(text)[:60]!r}; "
        "check the address"
    )
