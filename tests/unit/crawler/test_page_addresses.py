"""Pages that a browser reads: where they came from decides for the whole visit what their scripts
may reach.
"""

import asyncio
from ipaddress import ip_address, ip_network

import pytest
from scrapy import Request
from scrapy.http import Response

from crawler.downloader import resolver
from crawler.downloader.middlewares.addresses import ADDRESS, PAGE_ADDRESS, AddressMiddleware
from crawler.downloader.resolver import AddressBook
from crawler.failures import FetchFailed
from storage.outcomes import Outcome

PUBLIC, OTHER, PRIVATE = "93.184.216.34", "1.1.1.1", "10.0.0.8"
ALLOWED = [ip_network("10.0.0.0/8")]


class Names:
    """A name server whose answers change."""

    def __init__(self, **addresses: str) -> None:
        self.addresses = addresses

    def look_up(self, name: str) -> list[str]:
        return [self.addresses[name.partition(".")[0]]]


@pytest.fixture(autouse=True)
def short_lived(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known of a name expires at once."""
    monkeypatch.setattr(resolver, "_KEEP_SECONDS", 0.0)


def ask(names: Names, url: str, **meta: object) -> str:
    """Return the address to which a request goes. Raises FetchFailed."""
    middleware = AddressMiddleware(AddressBook(ALLOWED, look_up=names.look_up))
    request = Request(url, meta=meta)
    asyncio.run(middleware.process_request(request))
    address: str = request.meta[ADDRESS]
    return address


def test_a_page_keeps_its_address_when_its_name_leads_elsewhere() -> None:
    names = Names(page=PUBLIC, intranet=PRIVATE)
    came_from = ask(names, "http://page.example/")
    assert came_from == PUBLIC
    names.addresses["page"] = PRIVATE
    for url in ("http://page.example/data", "http://intranet.example/data"):
        with pytest.raises(FetchFailed, match="public internet must not ask") as refused:
            ask(names, url, **{PAGE_ADDRESS: came_from})
        assert refused.value.outcome is Outcome.PRIVATE_ADDRESS


def test_a_refused_address_is_not_known_to_the_requests_that_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(resolver, "_KEEP_SECONDS", 300.0)
    names = Names(page=PRIVATE)
    book = AddressBook(ALLOWED, look_up=names.look_up)
    with pytest.raises(FetchFailed):
        asyncio.run(book.check("page.example", PUBLIC))
    assert book.address_of("page.example") is None


def test_pages_of_an_allowed_network_ask_both_sides() -> None:
    names = Names(page=PRIVATE, cdn=PUBLIC)
    assert ask(names, "http://page.example/data", **{PAGE_ADDRESS: PRIVATE}) == PRIVATE
    assert ask(names, "http://cdn.example/a.js", **{PAGE_ADDRESS: PRIVATE}) == PUBLIC


def test_a_page_through_a_proxy_is_taken_for_a_public_one() -> None:
    names = Names(intranet=PRIVATE, cdn=OTHER)
    with pytest.raises(FetchFailed):
        ask(names, "http://intranet.example/data", **{PAGE_ADDRESS: ""})
    assert ask(names, "http://cdn.example/a.js", **{PAGE_ADDRESS: ""}) == OTHER


def test_other_requests_reach_allowed_networks() -> None:
    assert ask(Names(intranet=PRIVATE), "http://intranet.example/feed") == PRIVATE


def test_an_answer_counts_from_the_address_that_gave_it() -> None:
    """Another request may have looked the name up again while this one waited for its turn."""
    names = Names(page=PUBLIC)
    middleware = AddressMiddleware(AddressBook(ALLOWED, look_up=names.look_up))

    def answered(peer: str, **meta: object) -> object:
        request = Request("http://page.example/data", meta=meta)
        asyncio.run(middleware.process_request(request))
        response = Response(request.url, ip_address=ip_address(peer))
        assert middleware.process_response(request, response) is response
        return request.meta[ADDRESS]

    assert answered(PRIVATE) == PRIVATE
    assert answered(OTHER, **{PAGE_ADDRESS: PUBLIC}) == OTHER
    with pytest.raises(FetchFailed, match="public internet must not ask"):
        answered(PRIVATE, **{PAGE_ADDRESS: PUBLIC})
