"""Refuse private addresses, for every request and every redirect."""

from typing import Any, Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from crawler.downloader.middlewares.proxies import IS_OWN_PROXY, proxy_of
from crawler.downloader.resolver import ADDRESS_BOOK, AddressBook, check_from
from crawler.failures import FetchFailed
from storage.outcomes import Outcome

PAGE_ADDRESS = "newsloom_page_address"
"""In ``meta`` of a request of a page in a browser: the address that the page came from."""
ADDRESS = "newsloom_address"
"""In ``meta``: the checked address of the host, in the end the one that answered; "" if a proxy
looks the host up.
"""


class AddressMiddleware:
    """Looks the host up and checks it before the downloader connects; checks again who answered."""

    def __init__(self, book: AddressBook) -> None:
        self._book = book

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Build it from the address book in Scrapy's settings."""
        return cls(crawler.settings[ADDRESS_BOOK])

    async def process_request(self, request: Request) -> None:
        """Raise FetchFailed for a private address, an unknown host, or a scheme other than
        http(s).
        """
        parts = urlsplit(request.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise FetchFailed(
                Outcome.PRIVATE_ADDRESS, f"{request.url[:200]} is not an http or https address"
            )
        if (proxy := proxy_of(request)) is None:
            page_address = request.meta.get(PAGE_ADDRESS)
            request.meta[ADDRESS] = await self._book.check(parts.hostname, page_address)
            return
        request.meta[ADDRESS] = ""
        # The proxy looks the name up, so only what the URL itself says can be checked.
        self._book.check_literal(parts.hostname)
        await self._book.check_proxy(proxy.host, may_be_private=not request.meta[IS_OWN_PROXY])

    def process_response(self, request: Request, response: Response, *_args: Any) -> Response:
        """Return the response; raise FetchFailed if it is not for the page that asked.

        While a request waits for its turn, its address may expire, and another request, which may
        go to an allowed network, may look the name up again.
        """
        if request.meta.get(ADDRESS) and response.ip_address is not None:
            request.meta[ADDRESS] = address = str(response.ip_address)
            if (page_address := request.meta.get(PAGE_ADDRESS)) is not None:
                check_from(page_address, urlsplit(request.url).hostname or "", address)
        return response
