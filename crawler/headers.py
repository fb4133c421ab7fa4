"""Decide which headers of a source a request may carry."""

from collections.abc import Mapping

from crawler.sites import domain_of_url
from scheduler.jobs import SourceSpec


def same_site(one: str, other: str) -> bool:
    """Say whether two URLs belong to one registered domain. An IP address or local name is a site of its own."""
    return domain_of_url(one) == domain_of_url(other)


def headers_for(url: str, source: SourceSpec) -> Mapping[str, str]:
    """Return the source's headers for a URL on its own site, and none for any other.

    Headers may hold a cookie or a key, and a list may link to any site.
    """
    return source.headers if source.headers and same_site(url, f"//{source.host}") else {}
