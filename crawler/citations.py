"""What a text cites: those of its links that lead to pages of other sites. Pure."""

import re
from collections.abc import Iterable

from crawler.sites import domain_of_url
from extractor.results import Link
from storage.documents.port import MAX_CITATIONS
from storage.keys import canonical_url

_MAX_ADDRESS = 2_000
"""Longest address that is kept, in characters: longer ones carry data, and name no page that others
would cite.
"""
_MAX_WORDS = 100
_SHARING = re.compile(r"/(?:share|sharer|share_?article|intent|sharer\.php)(?:/|$)", re.IGNORECASE)
"""Paths by which buttons pass a page on."""


def citations(links: Iterable[Link], url: str) -> tuple[Link, ...]:
    """Return the first pages of other sites that the text of the page at ``url`` links to, each
    once, with canonical URLs.

    A link without words is that of a picture or a button.
    """
    own = domain_of_url(url).removeprefix("www.")
    found: dict[str, Link] = {}
    for link in links:
        if not link.title or len(link.url) > _MAX_ADDRESS or not _leaves(link.url, own):
            continue
        try:
            address = canonical_url(link.url)
        except ValueError:
            continue
        found.setdefault(address, Link(url=address, title=link.title[:_MAX_WORDS]))
        if len(found) == MAX_CITATIONS:
            break
    return tuple(found.values())


def links_as_text(links: Iterable[Link]) -> str:
    """Return links as a job carries them: a line "address words" each."""
    return "\n".join(f"{link.url} {' '.join(link.title.split())}" for link in links)


def links_of_text(text: str) -> tuple[Link, ...]:
    """Return the links that a job carries."""
    parts = (line.partition(" ") for line in text.splitlines())
    return tuple(Link(url=url, title=words) for url, _, words in parts)


def _leaves(link: str, own: str) -> bool:
    """Return whether a link leads away from a registered domain, and does not pass a page of it on
    to others.

    Most links stay on their site, so this does not take them apart.
    """
    address, _, query = link.partition("?")
    _, _, rest = address.partition("//")
    authority, slash, path = rest.partition("/")
    host = authority.rpartition("@")[2].partition(":")[0].lower()
    is_own = host == own or host.endswith(f".{own}")
    return not (is_own or own in query or _SHARING.search(slash + path))
