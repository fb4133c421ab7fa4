"""Which site a host belongs to: its registered domain, such as ``example.co.uk``
(publicsuffix.org).

Hosting services that give each customer a name, such as ``github.io``, are suffixes too: their
customers are strangers.
"""

from functools import lru_cache
from urllib.parse import urlsplit

from tldextract import TLDExtract

# Without URLs of suffix lists, it reads the snapshot in its package and sends no request. Names
# below ``localhost`` (RFC 6761, 6.3) are domains like any other.
_domains = TLDExtract(
    suffix_list_urls=(),
    cache_dir=None,
    extra_suffixes=("localhost",),
    include_psl_private_domains=True,
)


@lru_cache(maxsize=4096)  # a list or sitemap names few hosts, and each of them up to 50,000 times
def registered_domain(host: str) -> str:
    """Return the registered domain of a host name.

    An IP address or local name is a domain of its own.
    """
    return _domains(host).top_domain_under_public_suffix or host


def domain_of_url(url: str) -> str:
    """Return the registered domain of a URL's host, "" if the URL has no host."""
    return registered_domain(urlsplit(url).hostname or "")
