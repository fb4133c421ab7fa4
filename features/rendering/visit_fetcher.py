"""A fetcher for a person who waits: it shows a page in a browser of this machine, where a pool of
browsers runs.
"""

import asyncio
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from typing import Self

from crawler.failures import FetchFailed
from crawler.fetcher import Fetched, PagePart, PartAnswer, PartFetcher
from crawler.robots import RobotsRules
from features.rendering.browser import BrowserOptions, Browsers
from features.rendering.errors import BrowserMissing
from features.rendering.fetcher import RenderingFetcher
from features.rendering.page_visit import is_web_page
from features.rendering.policy import POOL
from scheduler.jobs import SourceSpec
from storage.backends import open_pace, open_workers
from storage.errors import StorageError
from storage.seen.port import Validators
from storage.settings import Settings

_MAX_SECONDS = 20.0


class VisitFetcher:
    """A ``crawler.fetcher.PartFetcher`` that starts a browser with the first page that needs
    one.
    """

    def __init__(self, fetcher: PartFetcher, settings: Settings) -> None:
        self._fetcher = fetcher
        self._settings = settings
        self._starting = asyncio.Lock()
        self._browsers = AsyncExitStack()
        self._rendering: RenderingFetcher | None = None

    async def fetch(
        self,
        url: str,
        *,
        source: SourceSpec | None = None,
        validators: Validators | None = None,
        stay_on_host: bool = False,
        rank: int = 0,
    ) -> Fetched:
        """See ``Fetcher.fetch``."""
        fetched = await self._fetcher.fetch(
            url, source=source, validators=validators, stay_on_host=stay_on_host, rank=rank
        )
        if source is not None and source.render == "always":
            return await self.in_browser(fetched, source) or fetched
        return fetched

    async def robots_rules(self, url: str, *, source: SourceSpec | None = None) -> RobotsRules:
        """See ``Fetcher.robots_rules``."""
        return await self._fetcher.robots_rules(url, source=source)

    async def in_browser(self, fetched: Fetched, source: SourceSpec) -> Fetched | None:
        """See ``Fetcher.in_browser``."""
        if (
            source.render == "never"
            or not is_web_page(fetched.status, fetched.headers)
            or not self._has_pool()
        ):
            return None
        try:
            async with self._starting:
                if self._rendering is None:
                    options = BrowserOptions.of(self._settings)
                    options = replace(options, seconds=min(options.seconds, _MAX_SECONDS))
                    browsers = await self._browsers.enter_async_context(Browsers(options))
                    self._rendering = RenderingFetcher(
                        self._fetcher, browsers, self._settings.max_page_bytes
                    )
            return await self._rendering.read(fetched, source)
        except (BrowserMissing, FetchFailed):
            return None

    async def fetch_part(
        self, part: PagePart, *, source: SourceSpec | None, wait_seconds: float
    ) -> PartAnswer:
        """See ``PartFetcher.fetch_part``."""
        return await self._fetcher.fetch_part(part, source=source, wait_seconds=wait_seconds)

    def has_room(self) -> bool:
        """See ``Fetcher.has_room``."""
        return self._fetcher.has_room()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._browsers.aclose()

    def _has_pool(self) -> bool:
        """Return whether a worker with a browser runs: a trial must not show what no visit would
        store.
        """
        try:
            with (
                closing(open_workers(self._settings)) as workers,
                closing(open_pace(self._settings)) as pace,
            ):
                return any(worker.pool == POOL for worker in workers.alive(pace.now()))
        except StorageError:
            return False
