"""Sites that move to another address: how a move is recognised, and the former hosts of a source.

Pure.
"""

from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

from storage.findings.signs import PageMove
from storage.keys import canonical_url, host_of, site_of

PERMANENT = frozenset({301, 308})
"""The statuses of permanent redirects (RFC 9110, 15.4.2 and 15.4.9)."""


def moved_to(url: str, target: str) -> str:
    """Return where a list has moved to, "" if it has not moved.

    Another scheme, a ``www.``, a closing slash or a session in the address is no move.

    Args:
        url: The address of the list.
        target: Where its permanent redirects lead, "" without any.
    """
    if target and _place(url) != _place(target):
        return target
    return ""


def former_hosts(known: Sequence[str], url: str, target: str) -> Sequence[str]:
    """Return the former hosts of a source: the ``known`` ones, and the host of ``url`` if it has
    moved to another.
    """
    if moved_to(url, target) and host_of(url) != host_of(target):
        return tuple(dict.fromkeys([*known, host_of(url)]))
    return known


def page_move(url: str, target: str) -> PageMove | None:
    """Return the move of a page whose address redirects permanently to ``target``, None if that is
    no move of its site.

    The page has the same path and query on another site. What leads elsewhere, such as a counter of
    clicks, is no move.
    """
    *old_site, old_path, old_query = _place(url)
    *new_site, new_path, new_query = _place(target)
    if old_site == new_site or (old_path, old_query) != (new_path, new_query):
        return None
    return PageMove(url=url, target=target)


def hosts_before(move: PageMove | None, hosts: Collection[str]) -> Sequence[str]:
    """Return the former host of pages that are now on one of these hosts."""
    if move and host_of(move.target) in hosts:
        return (host_of(move.url),)
    return ()


def _place(url: str) -> tuple[str, int | None, str, str]:
    parts = urlsplit(canonical_url(url))
    return site_of(url), parts.port, parts.path.rstrip("/"), parts.query
