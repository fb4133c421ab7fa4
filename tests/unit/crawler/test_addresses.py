"""Private addresses are refused, however they are written."""

import asyncio
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.addresses import Address, NetworkRules, is_public
from crawler.downloader.resolver import AddressBook
from crawler.failures import FetchFailed
from storage.outcomes import Outcome

PRIVATE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
    "2002:7f00:1::",
]  # fmt: skip
REFUSED = [
    ip_network(text)
    for text in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16",
        "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4", "::/96", "::ffff:0:0:0/96", "64:ff9b:1::/48", "100::/64",
        "2001:db8::/32", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
    )
]  # fmt: skip
AZURE_HOST = ip_network("168.63.129.16/32")


def addresses(draw: st.DrawFn) -> Address:
    """Draw an address of a refused network; the first and the last of each are as likely as one in
    between.
    """
    network = draw(st.sampled_from(REFUSED))
    last = network.num_addresses - 1
    return network[draw(st.sampled_from((0, last)) | st.integers(0, last))]


def wrapped(address: IPv4Address) -> list[IPv6Address]:
    """Return the IPv4-mapped, 6to4 and NAT64 forms."""
    number = int(address)
    ways = (0xFFFF << 32 | number, 0x2002 << 112 | number << 80 | 1, 0x64FF9B << 96 | number)
    return [IPv6Address(way) for way in ways]


def texts(address: Address) -> list[str]:
    """Return every way to write an address; of an IPv4 one, what URLs may hold and the resolver
    understands, too.
    """
    if isinstance(address, IPv6Address):
        tail = IPv4Address(int(address) & 0xFFFFFFFF)
        dotted = f"{address.exploded.rpartition(':')[0].rpartition(':')[0]}:{tail}"
        return [str(address), address.exploded, str(address).upper(), f"{address}%eth0", dotted]
    return [str(address), *(text for each in wrapped(address) for text in texts(each))]


@pytest.mark.parametrize("text", PRIVATE)
def test_private_addresses_are_known(text: str) -> None:
    assert not is_public(ip_address(text))


@pytest.mark.parametrize("text", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34"])
def test_public_addresses_are_let_through(text: str) -> None:
    assert is_public(ip_address(text))


@given(st.composite(addresses)())
def test_every_address_of_a_refused_network_is_refused_in_every_form(address: Address) -> None:
    for text in texts(address):
        assert NetworkRules().refusal("host", [text]), text


@given(
    st.sampled_from([network for network in REFUSED if isinstance(network, IPv4Network)]), st.data()
)
def test_numbers_in_a_url_are_refused_as_well(network: IPv4Network, data: st.DataObject) -> None:
    number = int(network[data.draw(st.integers(0, network.num_addresses - 1))])
    for host in (
        str(number),
        f"0x{number:08x}",
        f"0{number:o}",
        f"{number >> 24}.{number & 0xFFFFFF}",
    ):
        with pytest.raises(FetchFailed) as caught:
            asyncio.run(AddressBook(()).check(host))
        assert caught.value.outcome in (Outcome.PRIVATE_ADDRESS, Outcome.DNS), host


@given(st.integers(0, 2**32 - 1))
def test_a_wrapped_address_is_public_if_and_only_if_the_inner_one_is(number: int) -> None:
    address = IPv4Address(number)
    assert {is_public(each) for each in wrapped(address)} == {is_public(address)}


def test_denied_networks_win_over_allowed_ones_in_every_form() -> None:
    rules = NetworkRules(
        allow=[ip_network("10.0.0.0/8")], deny=[AZURE_HOST, ip_network("10.1.0.0/16")]
    )
    assert rules.refusal("host", ["10.0.0.1", "93.184.216.34"]) is None
    for text in [*texts(IPv4Address("10.1.2.3")), *texts(IPv4Address("168.63.129.16"))]:
        assert "NEWSLOOM_DENY_NETWORKS" in str(rules.refusal("host", ["93.184.216.34", text]))
    with pytest.raises(FetchFailed) as caught:
        asyncio.run(AddressBook((), [AZURE_HOST]).check("168.63.129.16"))
    assert caught.value.outcome is Outcome.PRIVATE_ADDRESS


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "harbour.localhost", "[::1]", "10.0.0.8"]
)
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
