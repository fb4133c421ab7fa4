"""Read one page in a browser: answer its requests, wait until its text is there, take its HTML."""

import asyncio
import base64
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crawler.failures import CrossHostRedirect, FetchFailed, check_status
from crawler.fetcher import Fetched, PagePart, PartAnswer, PartFetcher
from crawler.sites import domain_of_url
from features.rendering.errors import RenderFailed
from features.rendering.requests import MAX_ASKED, ScriptRequest, Spent, Verdict, judge
from features.rendering.script_cache import ScriptCache
from scheduler.jobs import SourceSpec
from storage.outcomes import Outcome

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page, Route

_WEB_PAGES = ("text/html", "application/xhtml+xml")
_LOOK_SECONDS = 0.1
_QUIET_SECONDS = 0.4
# A page that shows next to nothing may wait for a timer of its own.
_QUIET_SECONDS_OF_SHELL = 3.0
_SHELL_CHARACTERS = 500
_LAST_LOOK_SECONDS = 3.0
_MAX_WINDOWS = 3
_PICTURE_SECONDS = 5.0
"""Chromium takes a picture in 0.1 to 0.3 seconds, unless its page never rests."""
_PICTURE_QUALITY = 70
"""Small text is still sharp; pictures take a third of the bytes of quality 95."""
# The browser decides these itself, or they would make it fetch on its own.
_NOT_SENT = frozenset(
    {
        "host",
        "user-agent",
        "accept-encoding",
        "content-length",
        "connection",
        "upgrade-insecure-requests",
    }
)
_NOT_SHOWN = frozenset(
    {"content-encoding", "content-length", "transfer-encoding", "connection",
    "content-disposition", "alt-svc",
     "strict-transport-security", "report-to", "nel", "refresh", "link", "etag", "last-modified"}
)  # fmt: skip
_TAKE = """(() => {
  for (const each of document.querySelectorAll("noscript")) each.remove();
  const root = document.documentElement;
  const html = root ? root.outerHTML : "";
  return {characters: document.body ? document.body.innerText.length : 0,
          html: html.length > MOST ? "" : html, length: html.length};
})()"""


@dataclass(frozen=True)
class _ShownPage:
    """What the page shows now: its HTML, and how many characters of text a reader sees."""

    html: str
    characters: int


class PageVisit:
    """One visit of one page."""

    def __init__(
        self,
        page: "Page",
        document: Fetched,
        source: SourceSpec | None,
        fetcher: PartFetcher,
        scripts: ScriptCache,
        *,
        seconds: float,
        most_bytes: int,
    ) -> None:
        self._page = page
        self._document = document
        self._source = source
        self._fetcher = fetcher
        self._scripts = scripts
        self._ends = time.monotonic() + seconds
        self._seconds = seconds
        self._most_bytes = most_bytes
        self._url = document.url
        self._spent = Spent()
        self._windows = 0
        self._pending = 0
        self._quiet_since = time.monotonic()
        self._failure: RenderFailed | None = None
        self._missing: FetchFailed | None = None

    async def read(self) -> Fetched:
        """Return the page as it looks when its scripts have run.

        Raises:
            FetchFailed: The page does not come to rest, shows too much, or opens what no text
                needs.
        """
        context = self._page.context
        await context.route("**/*", self._answer)
        context.on("page", self._refuse_window)
        self._page.on(
            "crash", lambda _: self._fail(Outcome.PAGE_CRASH, "the page crashed in the browser")
        )
        session = await context.new_cdp_session(self._page)
        look = await self._open(session)
        if not look.characters and time.monotonic() + _QUIET_SECONDS_OF_SHELL < self._ends:
            # Some pages set a cookie first, and now and then a browser loses a request.
            self._url, self._spent, self._missing = self._document.url, Spent(), None
            look = await self._open(session)
        headers = {
            name: value for name, value in self._document.headers.items() if name not in _NOT_SHOWN
        }
        return replace(
            self._document,
            url=self._url,
            headers={**headers, "content-type": "text/html; charset=utf-8"},
            # The mark wins over a character set that the page or the source names.
            body=b"\xef\xbb\xbf" + look.html.encode("utf-8", "replace"),
            missing=self._missing,
        )

    async def picture(self) -> bytes:
        """Return what the browser shows of the page's beginning, as JPEG; b"" if it shows none.

        Call it after ``read``. A page is evidence without a picture, too.
        """
        try:
            async with asyncio.timeout(_PICTURE_SECONDS):
                session = await self._page.context.new_cdp_session(self._page)
                taken = await session.send(
                    "Page.captureScreenshot", {"format": "jpeg", "quality": _PICTURE_QUALITY}
                )
        except TimeoutError:
            return b""
        return base64.b64decode(taken["data"])

    async def _open(self, session: "CDPSession") -> _ShownPage:
        """Open the page, and return what it shows in the end."""
        self._quiet_since = time.monotonic()
        navigation = asyncio.create_task(
            self._page.goto(self._document.url, wait_until="commit", timeout=0)
        )
        try:
            return await self._look_when_quiet(session, navigation)
        finally:
            navigation.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await navigation

    async def _look_when_quiet(
        self, session: "CDPSession", navigation: "asyncio.Task[Any]"
    ) -> _ShownPage:
        before = -1
        while time.monotonic() < self._ends:
            await asyncio.sleep(_LOOK_SECONDS)
            self._raise_failure()
            if (
                navigation.done()
                and not navigation.cancelled()
                and (error := navigation.exception())
            ):
                raise error
            if self._pending or not navigation.done():
                quiet = 0.0
            else:
                quiet = time.monotonic() - self._quiet_since
            if quiet < _QUIET_SECONDS:
                continue
            look = await self._look(session, self._ends - time.monotonic())
            is_whole = look.characters == before and look.characters >= _SHELL_CHARACTERS
            if is_whole or (quiet >= _QUIET_SECONDS_OF_SHELL and not self._pending):
                return look
            before = look.characters
        # What the page shows by now counts, even if its scripts never rest.
        return await self._look(session, _LAST_LOOK_SECONDS)

    async def _look(self, session: "CDPSession", seconds: float) -> _ShownPage:
        """Take the HTML in a world of its own, where scripts of the page have changed nothing."""
        try:
            async with asyncio.timeout(max(seconds, _LAST_LOOK_SECONDS)):
                tree = await session.send("Page.getFrameTree")
                frame = tree["frameTree"]["frame"]["id"]
                world = await session.send(
                    "Page.createIsolatedWorld", {"frameId": frame, "worldName": "newsloom"}
                )
                answer = await session.send(
                    "Runtime.evaluate",
                    {
                        "expression": _TAKE.replace("MOST", str(self._most_bytes)),
                        "contextId": world["executionContextId"],
                        "returnByValue": True,
                    },
                )
        except TimeoutError as error:
            self._raise_failure()
            raise FetchFailed(
                Outcome.TIMEOUT,
                f"the scripts of the page have not come to rest within {self._seconds:g} seconds",
            ) from error
        found = answer["result"].get("value") or {"characters": 0, "html": "", "length": 0}
        if found["length"] > self._most_bytes:
            raise RenderFailed(
                Outcome.TOO_LARGE, f"the page has {found['length']:,} characters in a browser"
            )
        return _ShownPage(found["html"], found["characters"])

    async def _answer(self, route: "Route") -> None:
        """Answer a request of the browser.

        Whatever goes wrong, the page learns only that it failed.
        """
        asked = self._asked(route)
        self._spent.asked += 1
        if self._spent.asked > MAX_ASKED:
            self._fail(Outcome.TOO_LARGE, f"the page asks for more than {MAX_ASKED:,} addresses")
        if self._failure is None:
            verdict = judge(asked, self._url, self._spent)
        else:
            verdict = Verdict.REFUSE
        try:
            if verdict is Verdict.REFUSE:
                await route.abort(_refusal(asked))
            elif verdict is Verdict.EMPTY:
                await route.fulfill(status=200, content_type="text/css", body="")
            else:
                await self._fulfil(route, asked)
        except Exception as error:  # noqa: BLE001 the page or the browser may have ended; if not, the page lacks this
            self._note_missing(
                asked, FetchFailed(Outcome.INTERNAL, f"{type(error).__name__}: {error}"[:200])
            )

    def _asked(self, route: "Route") -> ScriptRequest:
        request = route.request
        try:
            in_main_frame = request.frame == self._page.main_frame
        except Exception:  # noqa: BLE001 a window that has no frame yet, or a worker
            in_main_frame = not request.is_navigation_request()
        return ScriptRequest(
            url=request.url,
            kind=request.resource_type,
            method=request.method,
            sent_bytes=len(request.post_data_buffer or b""),
            in_main_frame=in_main_frame,
        )

    async def _fulfil(self, route: "Route", asked: ScriptRequest) -> None:
        self._pending += 1
        try:
            answer = await self._fetch(route, asked)
        except CrossHostRedirect:
            await route.abort(_refusal(asked))
        except FetchFailed as failure:
            self._note_missing(asked, failure)
            await route.abort(_refusal(asked))
        else:
            self._spent.received_bytes += len(answer.body)
            headers = {
                name: value for name, value in answer.headers.items() if name not in _NOT_SHOWN
            }
            await route.fulfill(status=answer.status, headers=headers, body=answer.body)
        finally:
            self._pending -= 1
            self._quiet_since = time.monotonic()

    async def _fetch(self, route: "Route", asked: ScriptRequest) -> PartAnswer:
        is_document = asked.kind == "document"
        if is_document:
            self._spent.documents += 1
            if self._spent.documents == 1:
                return self._document_answer()
        elif asked.kind == "script" and (
            kept := self._scripts.get(domain_of_url(self._url), asked.url)
        ):
            return kept
        self._spent.fetched += 1
        part = PagePart(
            url=asked.url,
            method=asked.method,
            headers={
                name: value
                for name, value in route.request.headers.items()
                if name not in _NOT_SENT
            },
            body=route.request.post_data_buffer or b"",
            page_address=self._document.address,
            stay_on_host=is_document,
        )
        wait = max(self._ends - time.monotonic(), 0.0)
        answer = await self._fetcher.fetch_part(part, source=self._source, wait_seconds=wait)
        try:
            check_status(answer.status, answer.headers.get("retry-after", ""), time.time())
        except FetchFailed as failure:
            self._note_missing(asked, failure)
        if is_document:
            if not is_web_page(answer.status, answer.headers):
                raise RenderFailed(Outcome.NOT_HTML, "the script of the page leads to a download")
            self._url = answer.url
        elif asked.kind == "script":
            self._scripts.put(domain_of_url(self._url), asked.url, answer)
        return answer

    def _document_answer(self) -> PartAnswer:
        """Return the page itself, which the worker has fetched already."""
        document, charset = self._document, self._source.charset if self._source else ""
        headers = (
            {**document.headers, "content-type": f"text/html; charset={charset}"}
            if charset
            else document.headers
        )
        return PartAnswer(url=document.url, status=200, headers=headers, body=document.body)

    async def _refuse_window(self, window: "Page") -> None:
        """Close a window that the page opens; give up on a page that opens one after the other."""
        if window == self._page:
            return
        self._windows += 1
        if self._windows > _MAX_WINDOWS:
            self._fail(Outcome.TOO_LARGE, f"the page opens more than {_MAX_WINDOWS} windows")
        with suppress(Exception):
            await window.close()

    def _note_missing(self, asked: ScriptRequest, failure: FetchFailed) -> None:
        """Keep why a script is not answered, if that may pass."""
        if failure.outcome.traits.passes_soon:
            detail = f"a script of the page asked for {asked.url[:200]}: {failure.detail}"
            self._missing = FetchFailed(
                failure.outcome, detail, failure.retry_after_seconds, failure.status
            )

    def _fail(self, outcome: Outcome, detail: str) -> None:
        self._failure = self._failure or RenderFailed(outcome, detail)

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure


def is_web_page(status: int, headers: Mapping[str, str]) -> bool:
    """Return whether a browser would show the response as a page with scripts."""
    kind = headers.get("content-type", "text/html").partition(";")[0].strip().lower()
    return status != 304 and kind in _WEB_PAGES


def _refusal(asked: ScriptRequest) -> str:
    """Return the error of a refused request.

    An aborted navigation leaves the page as it is; others would empty it.
    """
    return "aborted" if asked.kind == "document" else "blockedbyclient"
