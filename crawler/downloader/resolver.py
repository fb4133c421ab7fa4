"""Look host names up and refuse private addresses.

Newsloom looks a name up once, checks the addresses, and connects to the address that it checked. So
a name server that gives another answer the second time (DNS rebinding) gains nothing.
"""

import time
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Self

from scrapy.crawler import Crawler
from twisted.internet import defer
from twisted.internet.base import ReactorBase
from twisted.internet.error import DNSLookupError
from twisted.internet.interfaces import IResolverSimple
from zope.interface import implementer

from crawler.addresses import NetworkRules, Networks, is_public
from crawler.downloader.lookups import BlockingLookup, NameLookups, system_addresses
from crawler.failures import FetchFailed
from storage.outcomes import Outcome

ADDRESS_BOOK = "ADDRESS_BOOK"
"""The key of the crawler's address book among the settings of Scrapy."""
_KEEP_SECONDS = 300.0
_KEEP_NAMES = 20_000


class AddressBook:
    """Looks names up and refuses private addresses, except those of the allowed networks."""

    def __init__(
        self,
        allow_networks: Networks,
        deny_networks: Networks = (),
        *,
        proxy_networks: Networks = (),
        look_up: BlockingLookup = system_addresses,
    ) -> None:
        self._rules = NetworkRules(allow=allow_networks, deny=deny_networks)
        self._proxy_rules = NetworkRules(
            allow=proxy_networks, deny=deny_networks, setting="NEWSLOOM_PROXY_ALLOW_NETWORKS"
        )
        self._lookups = NameLookups(look_up)
        self._known: dict[str, tuple[float, str]] = {}
        # Apart from the others: a page must not reach a private address because a proxy may.
        self._proxies: dict[tuple[str, bool], tuple[float, str]] = {}

    async def check(self, host: str, page_address: str | None = None) -> str:
        """Look ``host`` up unless its address is known; return the address.

        ``page_address`` is that of the page that asks for the host, see ``check_from``, None if
        none does.

        Raises FetchFailed (dns, private_address).
        """
        address = self.known(host)
        is_known = address is not None
        if address is None:
            address = _choose(self._rules, host, await self._look_up(host))
        if page_address is not None:
            # Before the address is known to others, which may wait for their turn.
            check_from(page_address, host, address)
        if not is_known:
            if len(self._known) >= _KEEP_NAMES:
                self._known.clear()
            self._known[host] = (time.monotonic() + _KEEP_SECONDS, address)
        return address

    def check_literal(self, host: str) -> None:
        """Raise FetchFailed if the host is a private address or a local name; look nothing up."""
        if (found := _literal(host)) is not None:
            _choose(self._rules, host, [found])

    async def check_proxy(self, host: str, *, may_be_private: bool) -> None:
        """Look the host of a proxy up unless its address is known; raise FetchFailed as ``check``.

        ``may_be_private`` is for the proxy of the installation. A source's may be private only in
        the networks that the installation allows for proxies.
        """
        expires, _ = self._proxies.get((host, may_be_private), (0.0, ""))
        if expires <= time.monotonic():
            found = await self._look_up(host)
            address = found[0] if may_be_private else _choose(self._proxy_rules, host, found)
            self._proxies[host, may_be_private] = (time.monotonic() + _KEEP_SECONDS, address)

    def address_of(self, host: str) -> str | None:
        """Return the checked address of a host or proxy to connect to."""
        if known := self.known(host):
            return known
        for private in (False, True):
            expires, address = self._proxies.get((host, private), (0.0, ""))
            if expires > time.monotonic():
                return address
        return None

    def known(self, host: str) -> str | None:
        """Return the checked address of a host, or None if ``check`` has to look it up first."""
        expires, address = self._known.get(host, (0.0, ""))
        return address if expires > time.monotonic() else None

    async def _look_up(self, host: str) -> list[str]:
        """Return the addresses of a host.

        ``*.localhost`` is loopback without a lookup (RFC 6761, 6.3).
        """
        if (found := _literal(host)) is not None:
            return [found]
        try:
            return await self._lookups.addresses(_name(host))
        except (OSError, UnicodeError) as error:
            raise FetchFailed(Outcome.DNS, f"no address found for {host}: {error}") from error


def check_from(page_address: str, host: str, address: str) -> None:
    """Raise FetchFailed if a page of the public internet asks a private address, also an allowed
    one: the scripts of a page may be anybody's (Private Network Access, WICG).

    What the name of the page means by now does not count.

    Args:
        page_address: The address that the page came from; "" if through a proxy: then it is taken
            for one of the public internet.
        host: The host that it asks.
        address: The address of that host.
    """
    is_page_public = not page_address or is_public(ip_address(page_address))
    if is_page_public and not is_public(ip_address(address)):
        raise FetchFailed(
            Outcome.PRIVATE_ADDRESS,
            f"a page of the public internet must not ask {host} ({address})",
        )


def _choose(rules: NetworkRules, host: str, found: list[str]) -> str:
    if refusal := rules.refusal(host, found):
        raise FetchFailed(Outcome.PRIVATE_ADDRESS, str(refusal))
    return found[0]


def _literal(host: str) -> str | None:
    """Return the address that a host name itself says, None for any other.

    ``*.localhost`` is loopback.
    """
    name = _name(host)
    if name == "localhost" or name.endswith(".localhost"):
        return "127.0.0.1"
    try:
        return str(ip_address(name))
    except ValueError:
        return None


def _name(host: str) -> str:
    return host.strip("[]").rstrip(".").lower()


@implementer(IResolverSimple)
class CheckedResolver:
    """Twisted's resolver.

    It knows only checked addresses, so no connection can go anywhere else.
    """

    def __init__(self, book: AddressBook, reactor: ReactorBase) -> None:
        self._book = book
        self._reactor = reactor

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: ReactorBase) -> Self:
        """Build it from the address book in Scrapy's settings."""
        return cls(crawler.settings[ADDRESS_BOOK], reactor)

    def install_on_reactor(self) -> None:
        """Make it the resolver of all connections."""
        self._reactor.installResolver(self)  # type: ignore[arg-type]  # mypy does not see zope.interface

    def getHostByName(self, name: str, timeout: Sequence[int] = ()) -> defer.Deferred[str]:  # noqa: ARG002, N802 Twisted's signature
        """Return a Deferred of the checked address."""
        address = self._book.address_of(name)
        if address is None:
            return defer.fail(DNSLookupError(f"{name} was not looked up"))
        return defer.succeed(address)
