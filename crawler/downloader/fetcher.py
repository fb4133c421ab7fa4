"""One request through Scrapy's downloader, to the bytes of a page or a named failure."""

import itertools
import time
import weakref
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from http.cookies import SimpleCookie
from typing import Any, TypeVar

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import StopDownload
from scrapy.http import Response

from crawler.body_budget import BodyBudget, HeldBody
from crawler.challenges import is_challenge
from crawler.channels.reading import ListFetcher
from crawler.channels.registry import reading_of
from crawler.downloader.failures import classify
from crawler.downloader.middlewares.addresses import ADDRESS, PAGE_ADDRESS
from crawler.downloader.middlewares.cookies import COOKIE_SOURCE, JAR, Cookies
from crawler.downloader.middlewares.limits import AS_IT_IS, SOURCE_HEADERS, STAY_ON_HOST
from crawler.downloader.middlewares.proxies import SOURCE_PROXY
from crawler.downloader.middlewares.robots import ROBOTS, ROBOTS_BYTES, SOURCE
from crawler.downloader.middlewares.turns import PACE, PATIENCE, RANK, REDIRECTS, STARTED
from crawler.downloader.resolver import ADDRESS_BOOK
from crawler.errors import UnknownChannel
from crawler.failures import CrossHostRedirect, FetchFailed, NoRoom, check_status
from crawler.fetcher import Fetched, PagePart, PartAnswer
from crawler.headers import headers_for
from crawler.lanes import Stopping
from crawler.moves import PERMANENT
from crawler.refusals import Refusals
from crawler.robots import MAX_BYTES, RobotsCache, RobotsRules
from crawler.turns import Patience, Turns
from crawler.wholeness import is_whole
from scheduler.jobs import SourceSpec
from storage.keys import host_of, is_on_web
from storage.outcomes import Outcome
from storage.sealing import PROXY, HeaderSeal
from storage.seen.port import Validators
from storage.settings import Settings

_Answer = TypeVar("_Answer", Fetched, PartAnswer)
_WRONG_END = "the server ends its answers wrongly; the page is whole"
_CONDITIONS = ("If-None-Match", "If-Modified-Since")
_HELD_BODY = "newsloom_held_body"
_CUT = "dataloss"  # Scrapy's flag of a response that ended before its stated end
_STOPPED = "download_stopped"  # Scrapy's flag of a response that StopDownload ended


class ScrapyFetcher:
    """A ``crawler.fetcher.PartFetcher`` on Scrapy's engine: its connections, its middlewares, and
    ours.
    """

    def __init__(self, crawler: Crawler, settings: Settings, turns: Turns) -> None:
        assert crawler.engine is not None
        self._engine = crawler.engine
        self._turns = turns
        self._refusals = Refusals()
        self._seal = HeaderSeal(settings.secret, settings.former_secrets)
        self._pace_of_look_ups = settings.lookup_pace_seconds
        self._jars = itertools.count()
        cookies = crawler.get_downloader_middleware(Cookies)
        assert cookies is not None
        self._cookies = cookies
        self._settings = settings
        self._check_host = crawler.settings[ADDRESS_BOOK].check
        self._elsewhere: dict[str, ListFetcher] = {}
        self._budget = BodyBudget(crawler.settings.getint("DOWNLOAD_MAXSIZE"))
        crawler.signals.connect(_start_body, signals.headers_received)
        crawler.signals.connect(_count_bytes, signals.bytes_received)
        # In robots.txt, a crawler has the name of its product token (RFC 9309, 2.2.1), not the
        # whole header.
        self._agent = settings.user_agent.partition("/")[0]
        self._robots = RobotsCache(
            self._agent,
            self._fetch_robots,
            turns,
            settings.rights_files,
        )

    async def robots_rules(self, url: str, *, source: SourceSpec | None = None) -> RobotsRules:
        """See ``Fetcher.robots_rules``. There are some on the web alone."""
        if not is_on_web(url):
            return RobotsRules(self._agent)
        return await self._robots.rules(url, source)

    async def fetch(
        self,
        url: str,
        *,
        source: SourceSpec | None = None,
        validators: Validators | None = None,
        stay_on_host: bool = False,
        rank: int = 0,
    ) -> Fetched:
        """See ``Fetcher.fetch``. What is not on the web is read as the channel of its source
        says.
        """
        if source is not None and not is_on_web(url):
            fetcher = self._fetcher_of(source.channel)
            return await fetcher.fetch(url, source=source, validators=validators, rank=rank)
        headers, meta = self._for_source(url, source)
        meta |= {STAY_ON_HOST: stay_on_host, RANK: rank}
        return await self._download(
            _request(url, {**headers, **_conditional(validators)}, meta), self._fetched
        )

    def _fetcher_of(self, channel: str) -> ListFetcher:
        if channel not in self._elsewhere:
            try:
                reading = reading_of(channel)
            except UnknownChannel as error:
                raise FetchFailed(Outcome.CHANNEL_OFF, str(error)) from error
            self._elsewhere[channel] = reading.fetcher(
                self._settings, self._turns, self._check_host
            )
        return self._elsewhere[channel]

    async def fetch_part(
        self, part: PagePart, *, source: SourceSpec | None, wait_seconds: float
    ) -> PartAnswer:
        """See ``PartFetcher.fetch_part``."""
        headers, meta = self._for_source(part.url, source)
        meta |= {
            STAY_ON_HOST: part.stay_on_host,
            AS_IT_IS: True,
            PAGE_ADDRESS: part.page_address,
            PATIENCE: Patience(wait_seconds, wait_seconds),
        }
        request = _request(part.url, {**part.headers, **headers}, meta)
        return await self._download(
            request.replace(method=part.method, body=part.body), self._part_answer
        )

    def _for_source(
        self, url: str, source: SourceSpec | None
    ) -> tuple[Mapping[str, str], dict[str, Any]]:
        """Return the headers of the source that go to a URL, and what the middlewares must know."""
        if source:
            headers = self._seal.open(headers_for(url, source), source.host)
        else:
            headers = {}
        meta = self._meta(source) | {SOURCE_HEADERS: tuple(headers)}
        if source is None or source.obey_robots:
            meta[ROBOTS] = self._robots
        return headers, meta

    def _meta(self, source: SourceSpec | None) -> dict[str, Any]:
        """Return what the middlewares must know of a source, None for a trial without one."""
        if source is None:
            return {SOURCE: None, PACE: self._pace_of_look_ups}
        own_proxy = self._seal.open_one(PROXY, source.proxy, source.host)
        return {
            SOURCE: source,
            PACE: source.pace_seconds,
            COOKIE_SOURCE: source.id,
            SOURCE_PROXY: own_proxy,
        }

    async def _fetch_robots(self, url: str, source: SourceSpec | None) -> bytes:
        meta = {**self._meta(source), ROBOTS_BYTES: MAX_BYTES, AS_IT_IS: True}
        request = _request(url, {"Accept-Encoding": "identity"}, meta)
        return (await self._download(request, self._fetched)).body

    async def in_browser(self, fetched: Fetched, source: SourceSpec) -> Fetched | None:  # noqa: ARG002 the port's
        """See ``Fetcher.in_browser``: it has none."""
        return None

    def has_room(self) -> bool:
        """See ``Fetcher.has_room``."""
        return self._budget.has_room()

    async def _download(
        self, request: Request, read: Callable[[Response], Awaitable[_Answer]]
    ) -> _Answer:
        """Return the response as ``read`` makes it.

        It counts against the budget until the last reference to it is gone.
        """
        held = HeldBody(self._budget)
        try:
            request.meta[_HELD_BODY] = held
            response = await self._respond(request)
            held.resize(len(response.body))  # decompressed
            if _STOPPED in response.flags or held.must_give_way():
                raise NoRoom.for_body()
            if _is_cut(response):
                raise FetchFailed(Outcome.TRUNCATED, "the response is not complete")
            fetched = await read(response)
        except BaseException:
            held.resize(0)
            raise
        weakref.finalize(fetched, held.resize, 0).atexit = False
        return fetched

    async def _respond(self, request: Request) -> Response:
        jar = f"job-{next(self._jars)}"
        try:
            request.meta.update({JAR: jar, STARTED: time.monotonic()})
            return await self._engine.download_async(request)
        except (CrossHostRedirect, Stopping):
            raise
        except Exception as error:  # any error of the network or the downloader becomes an outcome
            failure = classify(error)
            if failure.outcome is Outcome.REDIRECT_LOOP:
                self._cookies.forget_shared(request.meta.get(COOKIE_SOURCE), request.url)
            raise failure from error
        finally:
            self._cookies.forget(jar)

    async def _fetched(self, response: Response) -> Fetched:
        """Return the response as plain values.

        Close the host for all processes if it asks to wait, or refuses one page after the other.
        """
        host = host_of(response.url)
        try:
            fetched = _fetched(response)
        except FetchFailed as failure:
            # One page that is refused tells nothing of the others; several in a row speak for all.
            wait = self._refusals.note_refusal(host) if failure.is_refusal else 0.0
            if wait or failure.retry_after_seconds:
                seconds = max(wait, failure.retry_after_seconds)
                await self._turns.hold(host, seconds, failure.detail)
            raise
        self._refusals.note_answer(host)
        return fetched

    async def _part_answer(self, response: Response) -> PartAnswer:
        """Return the response to a browser; close the host for all processes if it asks to wait."""
        headers = _headers(response)
        try:
            check_status(response.status, headers.get("retry-after", ""), time.time())
        except FetchFailed as failure:
            if failure.retry_after_seconds:
                host, seconds = host_of(response.url), failure.retry_after_seconds
                await self._turns.hold(host, seconds, failure.detail)
        return PartAnswer(
            url=response.url, status=response.status, headers=headers, body=response.body
        )


def _is_cut(response: Response) -> bool:
    """Return whether a part of a page is missing; of a refusal, the status is enough."""
    is_page = response.status < HTTPStatus.BAD_REQUEST
    return is_page and _CUT in response.flags and not is_whole(response.body)


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
    """Return the request.

    A Cookie header becomes cookies of this host, because Scrapy sends no others.
    """
    others = {name: value for name, value in headers.items() if name.lower() != "cookie"}
    stated = next((value for name, value in headers.items() if name not in others), "")
    return Request(
        url,
        headers=others,
        cookies={name: morsel.value for name, morsel in SimpleCookie(stated).items()},
        meta=meta,
        dont_filter=True,
    )


def _fetched(response: Response) -> Fetched:
    """Return the response as plain values; raises FetchFailed for a status without a page."""
    joined = _headers(response)
    # A browser that reads the page needs all its cookies.
    headers = {
        name: value if name == "set-cookie" else value.partition("\n")[0]
        for name, value in joined.items()
    }
    challenged = is_challenge(response.status, headers, response.body)
    asked = response.request.headers if response.request else {}
    check_status(
        response.status,
        headers.get("retry-after", ""),
        time.time(),
        challenged=challenged,
        is_conditional=any(name in asked for name in _CONDITIONS),
    )
    return Fetched(
        url=response.url,
        status=response.status,
        headers=headers,
        body=response.body,
        moved_to=_moved_to(response),
        note=_WRONG_END if _CUT in response.flags else "",
        address=response.meta.get(ADDRESS, ""),
        redirects=response.meta.get(REDIRECTS, ()),
    )


def _headers(response: Response) -> dict[str, str]:
    """Return the headers with names in lower case; several of one name are joined with a line
    feed.
    """
    return {
        name.decode("latin-1").lower(): b"\n".join(values).decode("latin-1")
        for name, values in response.headers.items()
        if values
    }


def _moved_to(response: Response) -> str:
    """Return where the permanent redirects before any other redirect led, or ""."""
    targets = [*response.meta.get("redirect_urls", ())[1:], response.url]
    moved_to = ""
    for status, target in zip(response.meta.get("redirect_reasons", ()), targets, strict=False):
        if status not in PERMANENT:
            break
        moved_to = target
    return moved_to


def _conditional(validators: Validators | None) -> dict[str, str]:
    """Return the headers of a conditional request (RFC 9110, 13.1)."""
    if validators is None:
        return {}
    values = (validators.etag, validators.last_modified)
    return {name: value for name, value in zip(_CONDITIONS, values, strict=True) if value}
