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
    offered = [
        *((rel, link.href) for link in header_links(headers) for rel in link.relations),
        *((str(each.get("rel")), str(each.get("href"))) for each in links),
    ]
    found = [(rel, absolute(url, href)) for rel, href in [*offered, ("self", url)]]
    public = [(rel, address) for rel, address in found if address and not _has_password(address)]
    hub = next((address for rel, address in public if rel == "hub"), "")
    topic = next((address for rel, address in public if rel == "self"), "")
    return (
        Hub(address=hub, topic=topic)
        if hub and topic and max(len(hub), len(topic)) <= _MAX_URL_LENGTH
        else None
    )


def _has_password(address: str) -> bool:
    return "@" in urlsplit(address).netloc
