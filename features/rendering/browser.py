"""Run headless Chromiums through Playwright, each for one page at a time, and end those that go
wrong.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

import psutil

from crawler.failures import FetchFailed
from crawler.memory import family_bytes
from features.rendering.errors import BrowserMissing, RenderFailed
from features.rendering.launch import FLAGS, UNWANTED_FLAGS, find_browser, write_launcher
from features.rendering.settings import RenderingSettings
from scheduler.log_events import LogEvent
from storage.outcomes import Outcome
from storage.settings import Settings

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page, Playwright

logger = logging.getLogger(__name__)

_START_SECONDS = 30.0
_CLOSE_SECONDS = 5.0
_WATCH_SECONDS = 0.25
_PAGES_OF_ONE_BROWSER = 50
_WIDTH = 1_280
_HEIGHT = 2_000


@dataclass(frozen=True, kw_only=True)
class BrowserOptions:
    """How browsers run.

    ``seconds`` is the longest time for one page, ``memory_mb`` the most memory for one browser.

    ``folder`` takes the program that starts Chromium. ``program`` is Chromium, "" to look for it.
    """

    folder: Path
    program: str
    user_agent: str
    pages: int
    seconds: float
    memory_mb: int

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return what the settings say; create the folder."""
        own = settings.of(RenderingSettings)
        return cls(
            folder=settings.folder("browser"),
            program=own.browser,
            user_agent=settings.user_agent,
            pages=own.pages,
            seconds=own.seconds,
            memory_mb=own.memory_mb,
        )


class Browsers:
    """As many browsers as pages may be read at once.

    Each starts with its first page, and is used again.
    """

    def __init__(self, options: BrowserOptions) -> None:
        self.options = options
        self._playwright: Playwright | None = None
        self._launcher = ""
        self._is_sandboxed = False
        self._starting = asyncio.Lock()
        self._free = [_Browser(self) for _ in range(options.pages)]
        self._all = tuple(self._free)
        self._room = asyncio.Semaphore(options.pages)

    async def __aenter__(self) -> Self:
        """Start one browser, so that whoever starts the pool learns at once what is missing.

        Raises:
            BrowserMissing: Playwright or Chromium is not installed, or Chromium does not start.
        """
        try:
            await self._all[0].start()
        except BrowserMissing:
            await self.close()
            raise
        except FetchFailed as error:
            await self.close()
            raise BrowserMissing(f"Chromium does not start: {error.detail}") from error
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End all browsers."""
        for browser in self._all:
            browser.kill()
        await self._stop_driver()

    @asynccontextmanager
    async def page(self) -> AsyncIterator["Page"]:
        """Lend a new page in a profile of its own; wait until a browser is free.

        Raises:
            FetchFailed: The browser ended meanwhile, or used too much memory.
        """
        async with self._room:
            browser = self._free.pop()
            try:
                async with browser.page() as page:
                    yield page
            finally:
                self._free.append(browser)

    async def launch(self) -> "tuple[Browser, psutil.Process]":
        """Start a Chromium; return it and its process.

        Raises:
            FetchFailed: It does not start.
            BrowserMissing: There is none.
        """
        async with self._starting:
            for is_last in (False, True):
                try:
                    async with asyncio.timeout(_START_SECONDS):
                        return await self._launch()
                except BrowserMissing:
                    raise
                except (
                    Exception
                ) as error:  # Playwright's driver may have died: start another one, once
                    await self._stop_driver()
                    if is_last:
                        raise RenderFailed(Outcome.WORKER_LOST, _first_line(error)) from error
        raise AssertionError("the last attempt returns or raises")

    async def _launch(self) -> "tuple[Browser, psutil.Process]":
        if self._playwright is None:
            self._playwright = await _start_driver()
            program = find_browser(self.options.program, self._playwright.chromium.executable_path)
            launcher, is_cut_off = write_launcher(
                self.options.folder, program, self.options.memory_mb
            )
            self._launcher = str(launcher)
            # Chromium's own sandbox needs user namespaces, as the network namespace does, and
            # refuses root.
            self._is_sandboxed = is_cut_off and os.geteuid() != 0
            fields = {
                "browser": program,
                "network_namespace": is_cut_off,
                "sandbox": self._is_sandboxed,
            }
            logger.log(
                logging.INFO if self._is_sandboxed else logging.WARNING,
                LogEvent.BROWSER_STARTED,
                extra=fields,
            )
        running = await self._playwright.chromium.launch(
            executable_path=self._launcher,
            args=list(FLAGS),
            ignore_default_args=list(UNWANTED_FLAGS),
            chromium_sandbox=self._is_sandboxed,
            # A page that breaks out finds no settings of Newsloom, which hold passwords.
            env={"PATH": os.defpath, "HOME": str(self.options.folder), "LANG": "C.UTF-8"},
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
        session = await running.new_browser_cdp_session()
        processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
        return running, psutil.Process(
            next(each["id"] for each in processes if each["type"] == "browser")
        )

    async def _stop_driver(self) -> None:
        playwright, self._playwright = self._playwright, None
        if playwright is not None:
            with suppress(Exception):
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await playwright.stop()


class _Browser:
    """One Chromium, or the place for it.

    It ends after some pages, and at once when something goes wrong.
    """

    def __init__(self, browsers: Browsers) -> None:
        self._browsers = browsers
        self._running: Browser | None = None
        self._process: psutil.Process | None = None
        self._pages = 0
        self._ended_for = ""

    async def start(self) -> None:
        """Start Chromium if it does not run."""
        if (
            self._running is not None
            and self._running.is_connected()
            and self._pages < _PAGES_OF_ONE_BROWSER
        ):
            return
        self.kill()
        self._running, self._process = await self._browsers.launch()
        self._pages, self._ended_for = 0, ""

    @asynccontextmanager
    async def page(self) -> AsyncIterator["Page"]:
        """Lend a page; after an error, end the browser with all that the page has started."""
        await self.start()
        assert self._running is not None
        self._pages += 1
        watch = asyncio.create_task(self._watch())
        try:
            context = await self._running.new_context(
                user_agent=self._browsers.options.user_agent,
                viewport={"width": _WIDTH, "height": _HEIGHT},
                accept_downloads=False,
                service_workers="block",
            )
            yield await context.new_page()
            async with asyncio.timeout(_CLOSE_SECONDS):
                await context.close()
        except FetchFailed:
            self.kill()
            raise
        except (
            Exception
        ) as error:  # whatever Playwright raises when a browser or its driver ends, in any call
            self.kill()
            if self._ended_for:
                raise RenderFailed(Outcome.TOO_LARGE, self._ended_for) from error
            detail = f"the browser ended while it read the page ({_first_line(error)})"
            raise RenderFailed(Outcome.PAGE_CRASH, detail) from error
        except BaseException:
            self.kill()
            raise
        finally:
            watch.cancel()

    def kill(self) -> None:
        """End Chromium with all its processes, whatever they do."""
        process, self._process, self._running = self._process, None, None
        if process is None:
            return
        with suppress(psutil.Error):
            family = [*process.children(recursive=True), process]
            for each in reversed(family):
                with suppress(psutil.Error):
                    each.kill()

    async def _watch(self) -> None:
        """End the browser if its processes together take too much memory."""
        most = self._browsers.options.memory_mb << 20
        while self._process is not None:
            if family_bytes([self._process]) > most:
                self._ended_for = (
                    f"the page takes more than {self._browsers.options.memory_mb} MB of "
                    "memory in a browser"
                )
                self.kill()
            await asyncio.sleep(_WATCH_SECONDS)


async def _start_driver() -> "Playwright":
    try:
        from playwright.async_api import async_playwright
    except ImportError as error:
        raise BrowserMissing(
            "the pool render needs the package playwright. Install it with `pip install "
            "newsloom[render]`"
        ) from error
    return await async_playwright().start()


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).strip().partition("\n")[0][:200]
