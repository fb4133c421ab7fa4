"""Which network addresses Newsloom may connect to: the public internet, and what the settings
allow.

Pages and webhooks obey the same rules. This module needs nothing but the standard library, so that
a role which never fetches a page does not load a downloader for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Networks = Sequence[IPv4Network | IPv6Network]
Address = IPv4Address | IPv6Address

_NAT64 = IPv6Network("64:ff9b::/96")
# IANA's registry of special IPv6 networks has these too, but ``ipaddress`` calls them global.
_SPECIAL = (
    IPv6Network("::/96"),  # IPv4-compatible (RFC 4291, 2.5.5.1)
    IPv6Network("::ffff:0:0:0/96"),  # IPv4-translated (RFC 7915)
    IPv6Network("64:ff9b:1::/48"),  # NAT64 within one site (RFC 8215)
    IPv6Network("3fff::/20"),  # documentation (RFC 9637)
    IPv6Network("5f00::/16"),  # segment routing (RFC 9602)
    IPv6Network("fec0::/10"),  # site-local (RFC 3879)
)


@dataclass(frozen=True)
class AddressRefusal:
    """Why Newsloom may not connect to a host: one of its addresses, and the setting that decides.

    Its text is for logs and the details of outcomes.
    """

    host: str
    address: str
    setting: str
    is_denied: bool
    """The setting denies the address; else the address is private and the setting may allow it."""

    def __str__(self) -> str:
        if self.is_denied:
            return f"{self.host} has the address {self.address}, which {self.setting} denies"
        return (
            f"{self.host} has the private address {self.address}. Add its network to "
            f"{self.setting} to allow it"
        )


@dataclass(frozen=True, kw_only=True)
class NetworkRules:
    """What may be reached beyond the public internet, and what may not.

    Attributes:
        allow: Private networks that may be reached.
        deny: Networks that may never be reached. They win over ``allow``.
        setting: The setting that holds ``allow``; the reason for a refusal names it.
    """

    allow: Networks = ()
    deny: Networks = ()
    setting: str = "NEWSLOOM_ALLOW_NETWORKS"

    def refusal(self, host: str, found: Sequence[str]) -> AddressRefusal | None:
        """Return why Newsloom may not connect to a host, or None if it may connect to all its
        addresses.

        Args:
            host: The name of the host, for the reason.
            found: Its addresses as ``getaddrinfo`` writes them; an IPv6 one may name its interface
                (``%eth0``).
        """
        for text in found:
            address = ip_address(text.partition("%")[0])
            # What is denied is so in each form: an embedded IPv4 address is another name of the
            # same machine.
            if any(form in network for form in _forms(address) for network in self.deny):
                return AddressRefusal(host, text, "NEWSLOOM_DENY_NETWORKS", is_denied=True)
            if not is_public(address) and not any(address in network for network in self.allow):
                return AddressRefusal(host, text, self.setting, is_denied=False)
        return None


def is_public(address: Address) -> bool:
    """Return whether an address is on the public internet, also when an IPv4 address is embedded in
    an IPv6 one.
    """
    embedded = _embedded(address)
    if embedded is not None:
        return is_public(embedded)
    special = any(address in network for network in _SPECIAL)
    return address.is_global and not address.is_multicast and not special


def _forms(address: Address) -> list[Address]:
    """Return the address, and the IPv4 address embedded in it."""
    embedded = _embedded(address)
    if embedded is None:
        return [address]
    return [address, embedded]


def _embedded(address: Address) -> IPv4Address | None:
    """Return the IPv4 address that packets to an IPv4-mapped, 6to4 or NAT64 address reach (RFC
    4291, 3056, 6052).
    """
    if isinstance(address, IPv4Address):
        return None
    # Such an address leads through a gateway to the IPv4 one in its last 32 bits.
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour
