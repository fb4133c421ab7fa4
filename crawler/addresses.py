"""Which network addresses Newsloom may connect to: the public internet and what NEWSLOOM_ALLOW_NETWORKS names.

Pages and webhooks obey the same rule. This module needs nothing but the standard library, so that a role which never
fetches a page does not load a downloader for it.
"""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Networks = Sequence[IPv4Network | IPv6Network]

_NAT64 = IPv6Network("64:ff9b::/96")


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Say whether an address is on the public internet, also when an IPv4 address is wrapped in an IPv6 one."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in _NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    return address.is_global and not address.is_multicast


def first_private(found: Sequence[str], allow: Networks) -> str | None:
    """Return the first address that Newsloom may not connect to, or None if it may connect to all.

    Args:
        found: The addresses of one host as ``getaddrinfo`` writes them; an IPv6 one may name its interface (``%eth0``).
        allow: Private networks that may be reached.
    """
    for text in found:
        address = ip_address(text.partition("%")[0])
        if not is_public(address) and not any(address in network for network in allow):
            return text
    return None
