"""Set up Scrapy's reactor, downloader and middlewares as the engine of one process."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerProcess

from crawler.downloader.fetcher import ScrapyFetcher
from crawler.downloader.handler import CONNECT_SECONDS
from crawler.downloader.middlewares.proxies import PROXY_CHOICE, ProxyChoice
from crawler.downloader.middlewares.turns import TURNS
from crawler.downloader.resolver import ADDRESS_BOOK, AddressBook
from crawler.fetcher import PartFetcher
from crawler.turns import Turns
from storage.settings import Settings

Main = Callable[[PartFetcher], Awaitable[None]]

_OFF = ("retry.RetryMiddleware", "robotstxt.RobotsTxtMiddleware", "httpproxy.HttpProxyMiddleware",
        "httpauth.HttpAuthMiddleware", "offsite.OffsiteMiddleware", "httpcache.HttpCacheMiddleware",
        "redirect.RedirectMiddleware", "redirect.MetaRefreshMiddleware",
        "cookies.CookiesMiddleware",
        "httpcompression.HttpCompressionMiddleware", "stats.DownloaderStats")  # fmt: skip


class MainSpider(Spider):
    """Runs one coroutine with a fetcher. The spider ends when the coroutine returns."""

    name = "newsloom"

    def __init__(self, main: Main, settings: Settings, turns: Turns, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._main = main
        self._settings = settings
        self._turns = turns
        self.error: BaseException | None = None

    async def start(self) -> AsyncIterator[Request]:
        """Run ``main``; yield no requests, because ``main`` downloads through the engine."""
        try:
            await self._main(ScrapyFetcher(self.crawler, self._settings, self._turns))
        except Exception as error:  # noqa: BLE001 Scrapy would hide it; run() raises it
            self.error = error
        return
        yield


def run(
    settings: Settings, turns: Turns, main: Main, *, connect_seconds: float | None = None
) -> None:
    """Run ``main`` inside Scrapy until it returns, and raise what it raises.

    A process may call this only once.

    All that the fetcher of ``main`` requests waits for its turn. ``connect_seconds`` is the longest
    time to connect to a server, by default that of a whole answer.
    """
    process = AsyncCrawlerProcess(
        _scrapy_settings(settings, turns)
        | {CONNECT_SECONDS: connect_seconds or settings.fetch_timeout_seconds}
    )
    # Scrapy sets its own loggers to DEBUG, which would log a line for every page.
    logging.getLogger("scrapy").setLevel(max(logging.WARNING, logging.getLogger().level))
    crawler = process.create_crawler(MainSpider)
    process.crawl(crawler, main=main, settings=settings, turns=turns)
    process.start(install_signal_handlers=False)
    if isinstance(crawler.spider, MainSpider) and crawler.spider.error is not None:
        raise crawler.spider.error


def _scrapy_settings(settings: Settings, turns: Turns) -> dict[str, Any]:
    ours = {
        "crawler.downloader.middlewares.proxies.ProxyMiddleware": 40,
        "crawler.downloader.middlewares.addresses.AddressMiddleware": 50,
        "crawler.downloader.middlewares.robots.RobotsMiddleware": 100,
        "crawler.downloader.middlewares.turns.TurnMiddleware": 150,
        "crawler.downloader.middlewares.limits.Refreshes": 580,
        "crawler.downloader.middlewares.limits.Decompression": 590,
        "crawler.downloader.middlewares.limits.Redirects": 600,
        "crawler.downloader.middlewares.cookies.Cookies": 700,
    }
    return {
        "USER_AGENT": settings.user_agent,
        "CONCURRENT_REQUESTS": settings.concurrency * 2,
        "CONCURRENT_REQUESTS_PER_DOMAIN": settings.concurrency * 2,
        "DOWNLOAD_DELAY": 0,
        "DOWNLOAD_HANDLERS": dict.fromkeys(
            ("http", "https"), "crawler.downloader.handler.BoundedHandler"
        ),
        "DOWNLOAD_TIMEOUT": settings.fetch_timeout_seconds,
        "DOWNLOAD_MAXSIZE": settings.max_page_bytes,
        "DOWNLOAD_WARNSIZE": 0,
        # ``crawler.wholeness`` tells a whole page of a wrong length from one that was cut.
        "DOWNLOAD_FAIL_ON_DATALOSS": False,
        "REDIRECT_MAX_TIMES": 8,
        "DOWNLOADER_MIDDLEWARES": ours
        | {f"scrapy.downloadermiddlewares.{name}": None for name in _OFF},
        "TWISTED_DNS_RESOLVER": "crawler.downloader.resolver.CheckedResolver",
        TURNS: turns,
        PROXY_CHOICE: ProxyChoice(settings.proxy, settings.no_proxy),
        ADDRESS_BOOK: AddressBook(
            settings.allow_networks,
            settings.deny_networks,
            proxy_networks=settings.proxy_allow_networks,
        ),
        "EXTENSIONS_BASE": {},
        "TELNETCONSOLE_ENABLED": False,
        "STATS_DUMP": False,
        "LOG_ENABLED": False,
        "LOG_VERSIONS": [],
        "LOG_INSTALL_ROOT_HANDLER": False,
    }
