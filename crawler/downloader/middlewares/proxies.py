"""Send requests through the source's proxy, or that of the installation, and check the addresses of
both ends.
"""

import base64
from collections.abc import Sequence
from typing import Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler

from crawler.failures import FetchFailed
from storage.outcomes import Outcome
from storage.proxies import Proxy, read_proxy

PROXY_CHOICE = "PROXY_CHOICE"
"""The key of ``ProxyChoice`` among the settings of Scrapy."""
SOURCE_PROXY = "newsloom_source_proxy"
"""In ``meta``: the address of the source's own proxy, "" without one."""
IS_OWN_PROXY = "newsloom_is_own_proxy"
"""In ``meta`` of a request through a proxy: whether it is the source's, which must not be in a
private network.
"""
_PROXY = "proxy"  # Scrapy's name


class ProxyChoice:
    """Chooses the proxy of a request.

    The source's comes first. The installation's is not used for hosts that ``no_proxy`` names, with
    their subdomains; ``*`` names all.
    """

    def __init__(self, installation: str, no_proxy: Sequence[str]) -> None:
        self._installation = read_proxy(installation) if installation else None
        self._direct = tuple(name.lower().lstrip(".") for name in no_proxy)

    def proxy_for(self, host: str, own: str) -> Proxy | None:
        """Return the proxy for a host name, None to connect directly.

        Raises ValueError for a wrong ``own``.
        """
        if own:
            return read_proxy(own)
        if self._is_direct(host.lower()):
            return None
        return self._installation

    def _is_direct(self, host: str) -> bool:
        return any(name in ("*", host) or host.endswith(f".{name}") for name in self._direct)


class ProxyMiddleware:
    """Puts the chosen proxy and its credentials into each request, also after a redirect."""

    def __init__(self, choice: ProxyChoice) -> None:
        self._choice = choice

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Build it from the choice in Scrapy's settings."""
        return cls(crawler.settings[PROXY_CHOICE])

    def process_request(self, request: Request) -> None:
        """Set the proxy of the request, or raise FetchFailed if the source's cannot be read."""
        for name in (_PROXY, IS_OWN_PROXY):
            request.meta.pop(name, None)
        # A redirect copies the request: the password of one proxy must not reach another.
        request.headers.pop("Proxy-Authorization", None)
        own = request.meta.get(SOURCE_PROXY, "")
        try:
            proxy = self._choice.proxy_for(urlsplit(request.url).hostname or "", own)
        except ValueError as error:
            raise FetchFailed(
                Outcome.CONNECT, f"the proxy of the source cannot be used: {error}"
            ) from error
        if proxy is None:
            return
        request.meta.update({_PROXY: proxy.url, IS_OWN_PROXY: bool(own)})
        if proxy.user:
            token = base64.b64encode(f"{proxy.user}:{proxy.password}".encode())
            request.headers["Proxy-Authorization"] = b"Basic " + token


def proxy_of(request: Request) -> Proxy | None:
    """Return the proxy of a request that ``ProxyMiddleware`` has seen, without credentials."""
    url = request.meta.get(_PROXY)
    return read_proxy(url) if url else None
