"""Decide which headers of a source a request may carry."""

from collections.abc import Mapping

from crawler.sites import domain_of_url
from scheduler.jobs import SourceSpec
from storage.keys import leaves_https


def same_site(one: str, other: str) -> bool:
    """Return whether two URLs belong to one registered domain.

    An IP address or local name is a site of its own.
    """
    return domain_of_url(one) == domain_of_url(other)


def headers_may_follow(origin: str, url: str) -> bool:
    """Return whether headers for one URL may go to another: one on the same site, and never from
    https to http.
    """
    return same_site(origin, url) and not leaves_https(origin, url)


def headers_for(url: str, source: SourceSpec) -> Mapping[str, str]:
    """Return the source's headers for a URL on its own site, and none for any other.

    Headers may hold a cookie or a key, and a list may link to any site. Those of an https source go
    over https only.
    """
    origin = f"{'https' if source.secure else 'http'}://{source.host}"
    if source.headers and headers_may_follow(origin, url):
        return source.headers
    return {}
