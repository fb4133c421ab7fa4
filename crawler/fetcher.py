"""One request through Scrapy's downloader, to the bytes of a page or a named failure."""

import itertools
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any

from scrapy import Request

from crawler.failures import CrossHostRedirect, check_status, classify
from crawler.middlewares.limits import SOURCE_HEADERS, STAY_ON_HOST, Cookies
from crawler.middlewares.robots import ROBOTS
from crawler.robots import RobotsCache, RobotsRules
from storage.seen.port import Validators


@dataclass(frozen=True, kw_only=True)
class Fetched:
    """An answer. ``url`` is where redirects ended; header names are in lower case; ``status`` is 2xx or 304."""

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def validators(self) -> Validators:
        """What the server said of the page's version."""
        return Validators(etag=self.headers.get("etag", ""), last_modified=self.headers.get("last-modified", ""))


class Fetcher:
    """Fetches with Scrapy's engine: its connections, its middlewares, and ours."""

    def __init__(self, crawler: Any, user_agent: str) -> None:
        self._crawler = crawler
        self._jars = itertools.count()
        self._cookies: Cookies = crawler.get_downloader_middleware(Cookies)
        # Sites address a crawler by its product token (RFC 9309, 2.2.1), not by the whole header.
        self.robots = RobotsCache(user_agent.partition("/")[0], self._fetch_robots)

    async def robots_rules(self, url: str) -> RobotsRules:
        """Return what robots.txt says to this crawler; raises FetchFailed."""
        return await self.robots.rules(url)

    async def fetch(
        self,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        validators: Validators | None = None,
        obey_robots: bool = True,
        stay_on_host: bool = False,
    ) -> Fetched:
        """Fetch a page, redirects followed; raises FetchFailed for anything but 2xx and 304.

        With ``stay_on_host`` a redirect to another host raises Redirected, so that it can wait for its turn there.
        """
        meta: dict[str, Any] = {ROBOTS: self.robots} if obey_robots else {}
        meta |= {SOURCE_HEADERS: tuple(headers or ()), STAY_ON_HOST: stay_on_host}
        return await self._download(url, {**(headers or {}), **_conditional(validators)}, meta)

    async def _fetch_robots(self, url: str) -> bytes:
        return (await self._download(url, {}, {})).body

    async def _download(self, url: str, headers: Mapping[str, str], meta: dict[str, Any]) -> Fetched:
        jar = f"job-{next(self._jars)}"
        try:
            request = _request(url, headers, {**meta, "cookiejar": jar})
            response = await self._crawler.engine.download_async(request)
        except CrossHostRedirect:
            raise
        except Exception as error:  # whatever the network and the downloader raise becomes an outcome
            raise classify(error) from error
        finally:
            self._cookies.forget(jar)
        found = {
            name.decode("latin-1").lower(): values[0].decode("latin-1")
            for name, values in response.headers.items()
            if values
        }
        check_status(response.status, found.get("retry-after", ""), time.time())
        return Fetched(url=response.url, status=response.status, headers=found, body=response.body)


def _request(url: str, headers: Mapping[str, str], meta: dict[str, Any]) -> Request:
    """Return the request; a Cookie header becomes cookies of this host, which is all that Scrapy sends."""
    cookie = SimpleCookie(next((value for name, value in headers.items() if name.lower() == "cookie"), ""))
    return Request(
        url,
        headers={name: value for name, value in headers.items() if name.lower() != "cookie"},
        cookies={name: morsel.value for name, morsel in cookie.items()},
        meta=meta,
        dont_filter=True,
    )


def _conditional(validators: Validators | None) -> dict[str, str]:
    """Return the headers of a conditional request (RFC 9110, 13.1)."""
    if validators is None:
        return {}
    headers = {"If-None-Match": validators.etag, "If-Modified-Since": validators.last_modified}
    return {name: value for name, value in headers.items() if value}
