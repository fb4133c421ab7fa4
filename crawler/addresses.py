"""Which network address a host name stands for, and whether Newsloom may go there.

A name is looked up once, checked, and the connection then goes to the very address that was checked, so that a
name server that answers differently the second time (DNS rebinding) gains nothing.
"""

import asyncio
import time
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any, Self

from twisted.internet import defer
from twisted.internet.error import DNSLookupError
from twisted.internet.interfaces import IResolverSimple
from zope.interface import implementer

from crawler.failures import FetchFailed
from storage.outcomes import Outcome

SETTING = "NEWSLOOM_ADDRESSES"
_KEEP_SECONDS = 300.0
_KEEP_NAMES = 20_000
_LOOK_UP_SECONDS = 15.0
_NAT64 = IPv6Network("64:ff9b::/96")


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Say whether an address lies on the public internet, also when an IPv4 address is wrapped in an IPv6 one."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in _NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    return address.is_global and not address.is_multicast


class AddressBook:
    """Looks names up and refuses private addresses, except those of the allowed networks."""

    def __init__(self, allow_networks: Sequence[IPv4Network | IPv6Network]) -> None:
        self._allow = tuple(allow_networks)
        self._known: dict[str, tuple[float, str]] = {}

    async def check(self, host: str) -> None:
        """Look ``host`` up unless it is known; raises FetchFailed (dns, private_address)."""
        if self.known(host) is None:
            address = self._choose(host, await _look_up(host))
            if len(self._known) >= _KEEP_NAMES:
                self._known.clear()
            self._known[host] = (time.monotonic() + _KEEP_SECONDS, address)

    def known(self, host: str) -> str | None:
        """Return the checked address of a host, or None when it has to be looked up (again)."""
        expires, address = self._known.get(host, (0.0, ""))
        return address if expires > time.monotonic() else None

    def _choose(self, host: str, found: list[str]) -> str:
        for text in found:
            address = ip_address(text.partition("%")[0])
            if not is_public(address) and not any(address in network for network in self._allow):
                raise FetchFailed(
                    Outcome.PRIVATE_ADDRESS,
                    f"{host} is the private address {text}; NEWSLOOM_ALLOW_NETWORKS says which may be visited",
                )
        return found[0]


async def _look_up(host: str) -> list[str]:
    """Return the addresses of a host, IPv4 first. ``*.localhost`` is loopback without asking (RFC 6761, 6.3)."""
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return ["127.0.0.1"]
    try:
        return [str(ip_address(name))]
    except ValueError:
        pass
    try:
        async with asyncio.timeout(_LOOK_UP_SECONDS):
            found = await asyncio.get_running_loop().getaddrinfo(name, None, proto=6)
    except (OSError, UnicodeError, TimeoutError) as error:
        raise FetchFailed(Outcome.DNS, f"{host} cannot be looked up: {error or 'no answer in time'}") from error
    return [str(entry[4][0]) for entry in sorted(found, key=lambda entry: entry[0])]


@implementer(IResolverSimple)
class CheckedResolver:
    """Twisted's resolver, answering from the address book alone: what was not checked cannot be reached."""

    def __init__(self, book: AddressBook, reactor: Any) -> None:
        self._book = book
        self._reactor = reactor

    @classmethod
    def from_crawler(cls, crawler: Any, reactor: Any) -> Self:
        """Build it from the address book in Scrapy's settings."""
        return cls(crawler.settings[SETTING], reactor)

    def install_on_reactor(self) -> None:
        """Make it the resolver of all connections."""
        self._reactor.installResolver(self)

    def getHostByName(self, name: str, timeout: Sequence[int] = ()) -> Any:  # noqa: ARG002, N802 Twisted's signature
        """Return a Deferred of the checked address."""
        address = self._book.known(name)
        return defer.succeed(address) if address else defer.fail(DNSLookupError(f"{name} was not looked up"))
