"""Decide which headers of a source a request may carry."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from crawler.sites import registered_domain
from scheduler.jobs import SourceSpec


def same_site(one: str, other: str) -> bool:
    """Say whether two URLs belong to one registered domain. An IP address or local name is a site of its own."""
    return site_of(one) == site_of(other)


def headers_for(url: str, source: SourceSpec) -> Mapping[str, str]:
    """Return the source's headers for a URL on its own site, and none for any other.

    Headers may hold a cookie or a key, and a list may link to any site.
    """
    return source.headers if source.headers and same_site(url, f"//{source.host}") else {}


def site_of(url: str) -> str:
    """Return the registered domain of a URL, or its IP address or local name."""
    return registered_domain(urlsplit(url).hostname or "")
