"""Which site a host belongs to: its registered domain, such as ``example.co.uk`` (publicsuffix.org)."""

from functools import lru_cache

from tldextract import TLDExtract

# Without URLs of suffix lists, it reads the snapshot in its package and sends no request. Names below ``localhost``
# (RFC 6761, 6.3) are domains like any other.
_domains = TLDExtract(suffix_list_urls=(), cache_dir=None, extra_suffixes=("localhost",))


@lru_cache(maxsize=4096)  # a list or sitemap names few hosts, and each of them up to 50,000 times
def registered_domain(host: str) -> str:
    """Return the registered domain of a host name. An IP address or local name is a domain of its own."""
    return _domains(host).top_domain_under_public_suffix or host
