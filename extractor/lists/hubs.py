"""The hub of a feed and the address under which the hub knows it (W3C WebSub, section 4)."""

import re
from collections.abc import Iterable, Mapping

from extractor.lists.anchors import absolute
from extractor.results import Headers, Hub

# RFC 8288: <address>; name="value"; ... - the parameters may hold no comma outside of quotes.
_LINK = re.compile(r'<([^<>]{0,2000})>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^",;\s]+)){1,9})')
_MAX_URL_LENGTH = 2_000
_RELATION = re.compile(r'\brel\s*=\s*(?:"([^"]*)"|([^",;\s]+))', re.IGNORECASE)


def hub_of(url: str, headers: Headers, links: Iterable[Mapping[str, object]]) -> Hub | None:
    """Return the first hub that a feed offers, None without one.

    Args:
        url: The address of the feed.
        headers: Its response headers, which come before what the feed says.
        links: The links of the feed itself, each with ``rel`` and ``href``.
    """
    offered = [
        *_of_headers(headers),
        *((str(each.get("rel")), str(each.get("href"))) for each in links),
    ]
    hub = next(
        (found for rel, href in offered if rel == "hub" and (found := absolute(url, href))), ""
    )
    topic = next(
        (found for rel, href in offered if rel == "self" and (found := absolute(url, href))), url
    )
    return (
        Hub(address=hub, topic=topic)
        if hub and max(len(hub), len(topic)) <= _MAX_URL_LENGTH
        else None
    )


def _of_headers(headers: Headers) -> Iterable[tuple[str, str]]:
    for href, parameters in _LINK.findall(headers.get("link", "")):
        if found := _RELATION.search(parameters):
            yield from ((rel.lower(), href) for rel in (found[1] or found[2]).split())
