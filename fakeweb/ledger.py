"""The ledger: everything that was published, as a perfect crawler would have stored it."""

from typing import Any, Final

from fakeweb import boards, times
from fakeweb.model import Site, ThreadPost
from fakeweb.urls import Addresses

_NEVER: Final = {"404", "410", "loop", "bomb", "pdf", "private", "truncate", "reset", "length"}
_PERHAPS: Final = {"octet", "robots-500", "rubbish"}
_CHANNEL_KINDS: Final = {
    "rss2": "feed",
    "rss1": "feed",
    "atom": "feed",
    "jsonfeed": "feed",
    "sitemap-news": "sitemap",
    "sitemap-gz": "sitemap",
}


def ledger(addresses: Addresses, *, bodies: bool = True) -> list[dict[str, Any]]:
    """Return one entry for each article and thread, by host, oldest first; without texts if
    ``bodies`` is False.
    """
    world = addresses.world
    return [
        _entry(addresses, site, index, bodies)
        for site in world.writing()
        for index in range(world.count(site))
    ]


def channel_kind(channel: str) -> str:
    """Return the crawler's channel: feed, search, list, board or sitemap."""
    return _CHANNEL_KINDS.get(channel, channel.partition(":")[0])


def expectation(addresses: Addresses, site: Site, index: int) -> str:
    """Return whether a correct crawler stores this article: ``yes``, ``no``, or ``either`` if both
    are acceptable.
    """
    if site.withheld:
        return "no"
    if "deny" in site.features:
        return "no" if addresses.world.path(site, index).startswith("/private/") else "yes"
    if site.fault in _PERHAPS:
        return "either"
    return "no" if site.fault in _NEVER else "yes"


def _entry(addresses: Addresses, site: Site, index: int, bodies: bool) -> dict[str, Any]:
    world = addresses.world
    entry = {
        "host": site.host,
        "lang": site.lang,
        "channels": sorted({channel_kind(channel) for channel in site.channels}),
        "title": world.title(site, index),
        "published": times.iso(world.published(site, index)),
        "appeared": times.iso(world.appeared(site, index)),
        "initial": world.appeared(site, index) < world.started,
        "expected": expectation(addresses, site, index),
    }
    about = (
        _thread(addresses, site, index)
        if site.kind == "forum"
        else _article(addresses, site, index)
    )
    if not bodies:
        about.pop("paragraphs", None)
        about.pop("posts", None)
    return {**about, **entry}


def _article(addresses: Addresses, site: Site, index: int) -> dict[str, Any]:
    text = addresses.world.text(site, index)
    return {
        "kind": "article",
        "url": addresses.article(site, index),
        "alternatives": addresses.alternatives(site, index),
        "paragraphs": list(text.paragraphs),
        "parts": addresses.parts(site, index),
        "dated": "undated" not in site.features,
        "gate": site.gate,
        "author": text.author,
        "marker": text.marker,
        "keyword": text.keyword,
    }


def _thread(addresses: Addresses, site: Site, index: int) -> dict[str, Any]:
    world, root = addresses.world, addresses.root(site)
    posts = world.posts(site, index)
    pages = [
        root + boards.thread_path(site, index, page + 1)
        for page in range(boards.page_counts(world, site, index))
    ]
    return {
        "kind": "thread",
        "url": pages[0],
        "alternatives": [],
        "pages": pages,
        "author": posts[0].author,
        "marker": world.prose.marker(site, index),
        "keyword": world.prose.keyword(site, index),
        "posts": [_post(post) for post in posts],
    }


def _post(post: ThreadPost) -> dict[str, Any]:
    return {
        "floor": post.floor,
        "author": post.author,
        "time": times.iso(post.published),
        "body": post.body,
        "quoted": post.quoted,
    }
