"""JSON Feed, versions 1 and 1.1 (jsonfeed.org)."""

import json
import math
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from html import escape, unescape

import chompjs

from extractor.dates.context import DateContext
from extractor.dates.date_matches import parse_date_text
from extractor.dates.zones import country_of
from extractor.errors import NotFeed
from extractor.lists.anchors import absolute
from extractor.lists.entry_text import whole_text
from extractor.lists.hubs import hub_of
from extractor.lists.json_repair import up_to_last_object
from extractor.page import dom
from extractor.page.scripts import script_language
from extractor.results import Headers, Link, Listing


def read_json_feed(
    text: str, url: str, headers: Headers, collected: datetime, time_zone: str = ""
) -> Listing:
    """Return the items of a JSON feed, of one that is cut off the whole ones. Times without a
    zone are read as ``read_feed`` says.

    Raises:
        NotFeed: The text is not a JSON feed, or none of its items has a link.
    """
    try:
        feed = _loaded(text)
    except (ValueError, RecursionError) as error:
        raise NotFeed(f"the JSON feed is broken: {error}") from error
    if not isinstance(feed, dict) or not isinstance(feed.get("items"), list):
        raise NotFeed("the JSON is not a feed: it has no list named items; check the address")
    items = [item for item in feed["items"] if isinstance(item, dict)]
    titles = " ".join(_text(item, "title") for item in items[:10])
    lang = _text(feed, "language").lower() or script_language(titles)
    context = DateContext(collected, lang, country_of(dom.host_of(url)), time_zone)
    links = tuple(_links(items, url, context, _author(feed)))
    # An empty feed is fine, one whose items lead nowhere is not.
    if items and not links:
        raise NotFeed(f"none of the JSON feed's {len(items)} items has a usable url")
    offered = [{"rel": "self", "href": _text(feed, "feed_url")}, *_hubs(feed)]
    return Listing(
        links=links,
        next_url=absolute(url, _text(feed, "next_url")),
        hub=hub_of(url, headers, offered),
    )


def _loaded(text: str) -> object:
    """Return the value that a text begins with, whatever follows it.

    Raises:
        ValueError: It is no JSON, nor a script's, nor is it only cut off.
    """
    decoder = json.JSONDecoder(strict=False)
    try:
        return decoder.raw_decode(text)[0]
    except ValueError:
        with suppress(ValueError):
            return chompjs.parse_js_object(text, loader_kwargs={"strict": False})
        with suppress(ValueError):
            return decoder.decode(up_to_last_object(text))
        raise


def _hubs(feed: dict[str, object]) -> Iterator[dict[str, str]]:
    hubs = feed.get("hubs")
    for hub in hubs if isinstance(hubs, list) else ():
        if isinstance(hub, dict) and _text(hub, "type").lower() == "websub":
            yield {"rel": "hub", "href": _text(hub, "url")}


def _links(
    items: Iterable[dict[str, object]], url: str, context: DateContext, feed_author: str
) -> Iterator[Link]:
    seen: set[str] = set()
    for item in items:
        address = absolute(url, _text(item, "url", "external_url") or _address_as_id(item))
        if not address or address in seen:
            continue
        seen.add(address)
        content = _text(item, "content_html") or _as_markup(_text(item, "content_text"))
        yield Link(
            url=address,
            title=dom.squeeze(unescape(_text(item, "title"))),
            published=_published(item, context),
            author=dom.squeeze(_author(item) or feed_author),
            content=whole_text(content),
            entry=_identifier(item),
        )


def _as_markup(text: str) -> str:
    """Return a text without markup as HTML, a line a paragraph."""
    return "".join(f"<p>{escape(line)}</p>" for line in text.splitlines())


def _address_as_id(item: dict[str, object]) -> str:
    """Return the id if it is a web address, as the format recommends, else ""."""
    identifier = _text(item, "id").strip()
    return identifier if identifier.startswith(("http://", "https://")) else ""


def _published(item: dict[str, object], context: DateContext) -> datetime | None:
    """Return the time of an item.

    The format asks for RFC 3339. Some feeds give seconds or milliseconds since 1970.
    """
    for name in ("date_published", "date_modified"):
        value = item.get(name)
        if isinstance(value, float):
            value = int(value) if math.isfinite(value) else ""
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        moment = parse_date_text(value, context) if isinstance(value, str) else None
        if moment:
            return moment.value
    return None


def _author(holder: dict[str, object]) -> str:
    """Return the first author of an item, or of the feed, whose items are theirs unless they say
    otherwise.

    Version 1.1 has a list of objects in ``authors``, version 1 an object in ``author``. Some feeds
    put the object, or the name alone, in the place of either.
    """
    for value in (holder.get("authors"), holder.get("author")):
        for author in value if isinstance(value, list) else [value]:
            name = _text(author, "name") if isinstance(author, dict) else author
            if isinstance(name, str) and name.strip():
                return name
    return ""


def _identifier(item: dict[str, object]) -> str:
    """Return the id of an item. The format takes a number for the text that it would be."""
    value = item.get("id")
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number else _text(item, "id")


def _text(item: dict[str, object], *names: str) -> str:
    """Return the first of these members that is a non-empty string."""
    for value in map(item.get, names):
        if isinstance(value, str) and value.strip():
            return value
    return ""
