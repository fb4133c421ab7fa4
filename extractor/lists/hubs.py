"""The hub of a feed and the address under which the hub knows it (W3C WebSub, section 4)."""

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from extractor.lists.anchors import absolute
from extractor.lists.header_links import header_links
from extractor.results import Headers, Hub

_MAX_URL_LENGTH = 2_000
"""Longer addresses are refused, because they come from the network and are kept."""


def hub_of(url: str, headers: Headers, links: Iterable[Mapping[str, object]]) -> Hub | None:
    """Return the first hub that a feed offers, None without one.

    Addresses with a user or password do not count: they would be stored, shown and sent on.

    Args:
        url: The address of the feed.
        headers: Its response headers, which come before what the feed says.
        links: The links of the feed itself, each with ``rel`` and ``href``.
    """
    offered: list[tuple[str, str]] = []
    for header in header_links(headers):
        offered += [(rel, header.href) for rel in header.relations]
    for link in links:
        offered.append((str(link.get("rel")), str(link.get("href"))))
    offered.append(("self", url))
    first: dict[str, str] = {}
    for rel, href in offered:
        address = absolute(url, href)
        if address and "@" not in urlsplit(address).netloc:
            first.setdefault(rel, address)
    hub, topic = first.get("hub", ""), first.get("self", "")
    if not hub or not topic or max(len(hub), len(topic)) > _MAX_URL_LENGTH:
        return None
    return Hub(address=hub, topic=topic)
