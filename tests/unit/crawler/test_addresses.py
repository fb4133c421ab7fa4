"""Private addresses are refused, however they are written."""

import asyncio
from ipaddress import ip_address, ip_network

import pytest

from crawler.addresses import is_public
from crawler.downloader.resolver import AddressBook
from crawler.failures import FetchFailed
from storage.outcomes import Outcome

PRIVATE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
    "2002:7f00:1::",
]  # fmt: skip


@pytest.mark.parametrize("text", PRIVATE)
def test_private_addresses_are_known(text: str) -> None:
    assert not is_public(ip_address(text))


@pytest.mark.parametrize("text", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34"])
def test_public_addresses_are_let_through(text: str) -> None:
    assert is_public(ip_address(text))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "harbour.localhost", "[::1]", "10.0.0.8"])
def test_a_private_host_is_refused_unless_its_network_is_allowed(host: str) -> None:
    with pytest.raises(FetchFailed) as caught:
        asyncio.run(AddressBook(()).check(host))
    assert caught.value.outcome is Outcome.PRIVATE_ADDRESS
    assert "NEWSLOOM_ALLOW_NETWORKS" in caught.value.detail
    book = AddressBook([ip_network("127.0.0.0/8"), ip_network("10.0.0.0/8"), ip_network("::1/128")])
    asyncio.run(book.check(host))
    assert book.known(host)


def test_an_unknown_host_is_a_dns_failure() -> None:
    with pytest.raises(FetchFailed) as caught:
        asyncio.run(AddressBook(()).check("no-such-host.invalid"))
    assert caught.value.outcome is Outcome.DNS
