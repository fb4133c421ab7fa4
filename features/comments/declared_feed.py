"""The feed in which a page declares the comments below its article."""

import re
from collections.abc import Iterable
from urllib.parse import parse_qsl, urlsplit

from extractor.page import dom
from extractor.page.dom import Element

_OF_ONE_PAGE = re.compile(r"/\d+/comments(?:/|$)")
"""How Blogger names the comments below one page; those of the whole blog have no number."""


def find_comments_feed(links: Iterable[Element], base: str, url: str) -> str:
    """Return the address of the feed of this page's comments, "" if it declares none.

    A page says so with ``rel=replies``, the relation of RFC 4685. WordPress and its like only
    declare feeds, of which one is below the page's own address and has its comments; the others
    have the articles or the comments of the whole site.
    """
    feeds: list[str] = []
    for link in links:
        relations = (link.get("rel") or "").lower().split()
        if not _is_feed(link.get("type") or "", is_reply="replies" in relations):
            continue
        address = dom.join(base, link.get("href") or "")
        if not address.lower().startswith(("http:", "https:")):
            continue
        # This names the page's own comments, so nothing that follows can be better.
        if "replies" in relations:
            return address
        if "alternate" in relations:
            feeds.append(address)
    return next((each for each in feeds if _is_of_page(each, url)), "")


def _is_feed(kind: str, *, is_reply: bool) -> bool:
    """Return whether a type is that of a feed. RFC 4685 takes replies without one for Atom."""
    kind = kind.lower().strip()
    return kind.startswith(("application/rss+xml", "application/atom+xml")) or (
        is_reply and not kind
    )


def _is_of_page(feed: str, url: str) -> bool:
    there, here = urlsplit(feed), urlsplit(url)
    if there.netloc != here.netloc:
        return False
    if _OF_ONE_PAGE.search(there.path):
        return True
    if own := parse_qsl(here.query):
        # ?feed=rss2&p=12 is the feed of ?p=12.
        return there.path == here.path and set(own) < set(parse_qsl(there.query))
    place = here.path.rstrip("/")
    return bool(place) and there.path.startswith(f"{place}/")
