"""One request through Scrapy's downloader, to the bytes of a page or a named failure."""

import itertools
import time
from collections.abc import Mapping
from http.cookies import SimpleCookie
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from crawler.downloader.failures import classify
from crawler.downloader.middlewares.limits import SOURCE_HEADERS, STAY_ON_HOST, Cookies
from crawler.downloader.middlewares.robots import ROBOTS, ROBOTS_BYTES
from crawler.failures import CrossHostRedirect, check_status
from crawler.fetcher import Fetched
from crawler.headers import headers_for
from crawler.robots import MOST_BYTES, RobotsCache, RobotsRules
from scheduler.jobs import SourceSpec
from storage.seen.port import Validators


class ScrapyFetcher:
    """A ``crawler.fetcher.Fetcher`` on Scrapy's engine: its connections, its middlewares, and ours."""

    def __init__(self, crawler: Crawler, user_agent: str) -> None:
        assert crawler.engine is not None
        self._engine = crawler.engine
        self._jars = itertools.count()
        cookies = crawler.get_downloader_middleware(Cookies)
        assert cookies is not None
        self._cookies = cookies
        # In robots.txt, a crawler has the name of its product token (RFC 9309, 2.2.1), not the whole header.
        self._robots = RobotsCache(user_agent.partition("/")[0], self._fetch_robots)

    async def robots_rules(self, url: str) -> RobotsRules:
        """See ``Fetcher.robots_rules``."""
        return await self._robots.rules(url)

    async def fetch(
        self,
        url: str,
        *,
        source: SourceSpec | None = None,
        validators: Validators | None = None,
        stay_on_host: bool = False,
    ) -> Fetched:
        """See ``Fetcher.fetch``."""
        headers = headers_for(url, source) if source else {}
        meta: dict[str, Any] = {SOURCE_HEADERS: tuple(headers), STAY_ON_HOST: stay_on_host}
        if source is None or source.obey_robots:
            meta[ROBOTS] = self._robots
        return await self._download(url, {**headers, **_conditional(validators)}, meta)

    async def _fetch_robots(self, url: str) -> bytes:
        return (await self._download(url, {"Accept-Encoding": "identity"}, {ROBOTS_BYTES: MOST_BYTES})).body

    async def _download(self, url: str, headers: Mapping[str, str], meta: dict[str, Any]) -> Fetched:
        jar = f"job-{next(self._jars)}"
        try:
            request = _request(url, headers, {**meta, "cookiejar": jar})
            response = await self._engine.download_async(request)
        except CrossHostRedirect:
            raise
        except Exception as error:  # any error of the network or the downloader becomes an outcome
            raise classify(error) from error
        finally:
            self._cookies.forget(jar)
        return _fetched(response)


def _request(url: str, headers: Mapping[str, str], meta: dict[str, Any]) -> Request:
    """Return the request. A Cookie header becomes cookies of this host, because Scrapy sends no others."""
    cookie = SimpleCookie(next((value for name, value in headers.items() if name.lower() == "cookie"), ""))
    return Request(
        url,
        headers={name: value for name, value in headers.items() if name.lower() != "cookie"},
        cookies={name: morsel.value for name, morsel in cookie.items()},
        meta=meta,
        dont_filter=True,
    )


def _fetched(response: Response) -> Fetched:
    """Return the response as plain values; raises FetchFailed for a status without a page."""
    headers = {
        name.decode("latin-1").lower(): values[0].decode("latin-1")
        for name, values in response.headers.items()
        if values
    }
    check_status(response.status, headers.get("retry-after", ""), time.time())
    return Fetched(url=response.url, status=response.status, headers=headers, body=response.body)


def _conditional(validators: Validators | None) -> dict[str, str]:
    """Return the headers of a conditional request (RFC 9110, 13.1)."""
    if validators is None:
        return {}
    headers = {"If-None-Match": validators.etag, "If-Modified-Since": validators.last_modified}
    return {name: value for name, value in headers.items() if value}
