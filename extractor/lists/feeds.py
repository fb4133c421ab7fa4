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
from extractor.lists.anchors import absolute
from extractor.lists.entry_text import post_text, title_text, whole_text
from extractor.lists.hubs import hub_of
from extractor.lists.json_feed import read_json_feed
from extractor.lists.shapes import same_site
from extractor.lists.xml_repair import repaired_xml
from extractor.page import dom
from extractor.page.decode import decode
from extractor.page.scripts import script_language
from extractor.results import Headers, Link, Listing, Post

_ROOT = re.compile(r"<(?P<name>(?:\w+:)?(?:rss|feed|RDF))\b", re.IGNORECASE)
_CLOSING = {"rss": "</channel></rss>", "feed": "</feed>"}
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ENTITY = re.compile(r"<!ENTITY[^>]{0,2000}>", re.IGNORECASE)
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ZONED = re.compile(
    r":\d\d(?:[.,]\d+)?\s*(?:Z|UTC?|GMT|[+-]\d\d:?\d\d)(?:\s*\([^)]*\))?\s*$", re.IGNORECASE
)
"""A zone that means the same everywhere. Of those with names, several share some."""
_MAIL = re.compile(r"(?:mailto:)?(?<![\w.+%-])[\w.+%-]++@[\w-]+(?:\.[\w-]+)*")
_AROUND_NAME = " ()<>[]\"',;-"
_HOST_ALONE = re.compile(r"(<(?:link|guid)\b[^<>]*>\s*(?:<!\[CDATA\[\s*)?)(?=www\.)", re.IGNORECASE)
"""What stands before an address without a scheme. A parser takes it for a path of the feed's
folder.
"""
_CHANNEL_LINK = re.compile(
    r"<channel\b(?:(?!<(?:item|image|textinput)\b).)*?"
    r"<link>\s*(?:<!\[CDATA\[\s*)?(https?://[^\s<>\]\"'&?#]+)",
    re.IGNORECASE | re.DOTALL,
)
_ITEM = re.compile(r"<item\b(?![^<>]*\bxml:base\b)", re.IGNORECASE)
_FEED_HEAD = 5_000
"""Characters in which a feed begins and names its site; its entries follow."""
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
    links = tuple(_links(entries, url, context, _author(feed) if _is_atom(parsed) else ""))
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
    text = _HOST_ALONE.sub(r"\1//", _ENTITY.sub("", _without_surroundings(text)))
    if site := _site_of(text, url):
        text = _ITEM.sub(lambda found: f'{found[0]} xml:base="{site}"', text)
    data = repaired_xml(text.encode("utf-8", "replace"))
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


def _without_surroundings(text: str) -> str:
    """Return the XML of a feed without the declaration and the messages of programs around it, up
    to the last whole entry if it is cut off: half an address leads to another page.
    """
    head = _COMMENT.sub(lambda found: " " * len(found[0]), text[:_FEED_HEAD])
    root = _ROOT.search(head)
    if not root:
        return text
    name, text = root["name"], text[root.start() :]
    # An element of an entry may begin with the same name, such as "feedburner:origLink".
    ends = [found.end() for found in re.finditer(rf"</{name}\s*+>", text)]
    if ends:
        return text[: ends[-1]]
    ends = [text.rfind(sign) + len(sign) for sign in ("</item>", "</entry>") if sign in text]
    if not ends:
        return text
    return text[: max(ends)] + _CLOSING.get(name.lower(), f"</{name}>")


def _site_of(text: str, url: str) -> str:
    """Return the site that an RSS feed at a service for feeds names as its own: the relative links
    of its entries lead there, those of the feed itself to the service. "" for any other feed.
    """
    site = _CHANNEL_LINK.search(text, 0, _FEED_HEAD)
    if not site or same_site(dom.host_of(site[1]), dom.host_of(url)):
        return ""
    return site[1]


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


def _is_atom(parsed: Any) -> bool:
    """Return whether the author of the feed is that of each entry without one, and that names no
    other feed as its source (RFC 4287, 4.2.1).

    What RSS names is who edits the feed.
    """
    return str(parsed.get("version")).startswith("atom")


def _links(
    entries: Iterable[Any], url: str, context: DateContext, feed_author: str
) -> Iterator[Link]:
    seen: set[str] = set()
    for entry in entries:
        address = absolute(url, str(entry.get("link") or "") or _id_as_address(entry))
        # Some feeds link each entry to themselves.
        if not address or address == url or address in seen:
            continue
        seen.add(address)
        yield Link(
            url=address,
            title=_title(entry),
            published=_published(entry, context),
            author=_author(entry) or _author(entry.get("source") or {}) or feed_author,
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
    if is_text:
        return dom.squeeze(title)
    return title_text(title)


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


def _author(holder: Any) -> str:
    """Return the name of who wrote an entry or feed. RSS asks for "mail (name)", and for the name
    feedparser cuts long domains in two.
    """
    written = str(holder.get("author") or "")
    name = _MAIL.sub("", written)
    if name != written:
        return title_text(name).strip(_AROUND_NAME)
    detail = holder.get("author_detail") or {}
    return title_text(str(detail.get("name") or written))


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
