"""Sites that move to another address: how a move is recognised, and the former hosts of a source. Pure."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from storage.keys import canonical_url, host_of, site_of


def moved_to(url: str, target: str) -> str:
    """Return where a list has moved to, "" if it has not moved.

    Another scheme, a ``www.``, a closing slash or a session in the address is no move.

    Args:
        url: The address of the list.
        target: Where its permanent redirects lead, "" without any.
    """
    return target if target and _place(url) != _place(target) else ""


def former_hosts(known: Sequence[str], url: str, target: str) -> Sequence[str]:
    """Return the former hosts of a source: the ``known`` ones, and the host of ``url`` if it has moved to another."""
    if moved_to(url, target) and host_of(url) != host_of(target):
        return tuple(dict.fromkeys([*known, host_of(url)]))
    return known


def _place(url: str) -> tuple[str, int | None, str, str]:
    parts = urlsplit(canonical_url(url))
    return site_of(url), parts.port, parts.path.rstrip("/"), parts.query
