"""Which of a source's headers a request may carry."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from tldextract import TLDExtract

from scheduler.jobs import SourceSpec

# Without addresses of lists it reads the snapshot in the package and asks nobody.
_domains = TLDExtract(suffix_list_urls=(), cache_dir=None)


def same_site(one: str, other: str) -> bool:
    """Say whether two URLs or host names belong to one registered domain; addresses and local names to themselves."""
    return _site(one) == _site(other)


def headers_for(url: str, source: SourceSpec) -> Mapping[str, str]:
    """Return the source's headers for a URL of its own site, and none for any other.

    They may hold a cookie or a key, and a list links wherever its author likes.
    """
    return source.headers if source.headers and same_site(url, f"//{source.host}") else {}


def _site(url: str) -> str:
    host = urlsplit(url).hostname or ""
    return _domains(host).top_domain_under_public_suffix or host
