"""One request through Scrapy's downloader, to the bytes of a page or a named failure."""

import itertools
import time
import weakref
from collections.abc import Mapping
from http.cookies import SimpleCookie
from itertools import takewhile
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import StopDownload
from scrapy.http import Response

from crawler.body_budget import BodyBudget, HeldBody
from crawler.downloader.failures import classify
from crawler.downloader.middlewares.limits import SOURCE_HEADERS, STAY_ON_HOST, Cookies
from crawler.downloader.middlewares.robots import ROBOTS, ROBOTS_BYTES
from crawler.failures import CrossHostRedirect, NoRoom, check_status
from crawler.fetcher import Fetched
from crawler.headers import headers_for
from crawler.robots import MOST_BYTES, RobotsCache, RobotsRules
from scheduler.jobs import SourceSpec
from storage.sealing import HeaderSeal
from storage.seen.port import Validators

_HELD_BODY = "newsloom_held_body"
_PERMANENT = (301, 308)
_STOPPED = "download_stopped"  # Scrapy's flag of a response that StopDownload ended


class ScrapyFetcher:
    """A ``crawler.fetcher.Fetcher`` on Scrapy's engine: its connections, its middlewares, and ours."""

    def __init__(self, crawler: Crawler, user_agent: str, seal: HeaderSeal) -> None:
        assert crawler.engine is not None
        self._engine = crawler.engine
        self._seal = seal
        self._jars = itertools.count()
        cookies = crawler.get_downloader_middleware(Cookies)
        assert cookies is not None
        self._cookies = cookies
        self._budget = BodyBudget(crawler.settings.getint("DOWNLOAD_MAXSIZE"))
        crawler.signals.connect(_start_body, signals.headers_received)
        crawler.signals.connect(_count_bytes, signals.bytes_received)
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
        headers = self._seal.open(headers_for(url, source), source.host) if source else {}
        meta: dict[str, Any] = {SOURCE_HEADERS: tuple(headers), STAY_ON_HOST: stay_on_host}
        if source is None or source.obey_robots:
            meta[ROBOTS] = self._robots
        return await self._download(url, {**headers, **_conditional(validators)}, meta)

    async def _fetch_robots(self, url: str) -> bytes:
        return (await self._download(url, {"Accept-Encoding": "identity"}, {ROBOTS_BYTES: MOST_BYTES})).body

    def has_room(self) -> bool:
        """See ``Fetcher.has_room``."""
        return self._budget.has_room()

    async def _download(self, url: str, headers: Mapping[str, str], meta: dict[str, Any]) -> Fetched:
        """Return the response. It counts against the budget until the last reference to it is gone."""
        held = HeldBody(self._budget)
        try:
            response = await self._respond(url, headers, {**meta, _HELD_BODY: held})
            held.resize(len(response.body))  # decompressed
            if _STOPPED in response.flags or held.must_give_way():
                raise NoRoom.for_body()
            fetched = _fetched(response)
        except BaseException:
            held.resize(0)
            raise
        weakref.finalize(fetched, held.resize, 0).atexit = False
        return fetched

    async def _respond(self, url: str, headers: Mapping[str, str], meta: dict[str, Any]) -> Response:
        jar = f"job-{next(self._jars)}"
        try:
            return await self._engine.download_async(_request(url, headers, {**meta, "cookiejar": jar}))
        except CrossHostRedirect:
            raise
        except Exception as error:  # any error of the network or the downloader becomes an outcome
            raise classify(error) from error
        finally:
            self._cookies.forget(jar)


def _start_body(request: Request) -> None:
    """Count from zero: the body of a redirect is dropped when the next response begins."""
    request.meta[_HELD_BODY].resize(0)


def _count_bytes(request: Request, data: bytes) -> None:
    """Take budget for bytes of a body; end the download if the body must give way."""
    held: HeldBody = request.meta[_HELD_BODY]
    held.grow(len(data))
    if held.must_give_way():
        # Without a failure, no error with the response and its frames stays in memory.
        raise StopDownload(fail=False)


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
    return Fetched(
        url=response.url, status=response.status, headers=headers, body=response.body, moved_to=_moved_to(response)
    )


def _moved_to(response: Response) -> str:
    """Return where the permanent redirects (RFC 9110, 15.4.2 and 15.4.9) before any other redirect led, or ""."""
    targets = [*response.meta.get("redirect_urls", ())[1:], response.url]
    permanent = takewhile(lambda reason: reason in _PERMANENT, response.meta.get("redirect_reasons", ()))
    return next(reversed([url for url, _ in zip(targets, permanent, strict=False)]), "")


def _conditional(validators: Validators | None) -> dict[str, str]:
    """Return the headers of a conditional request (RFC 9110, 13.1)."""
    if validators is None:
        return {}
    headers = {"If-None-Match": validators.etag, "If-Modified-Since": validators.last_modified}
    return {name: value for name, value in headers.items() if value}
