"""Scrapy's HTTP download handler with limits on the header section of a response.

``DOWNLOAD_MAXSIZE`` counts bodies only: without these limits, a server that never stops sending
headers fills the memory. Scrapy and Twisted offer no setting for them, so this module subclasses
the parser that Scrapy chooses.
"""

from contextlib import suppress
from contextvars import ContextVar
from typing import Any, Never

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import (
    HTTP11DownloadHandler,
    _LenientHTTP11ClientFactory,
    _LenientHTTP11ClientProtocol,
    _LenientHTTPClientParser,
)
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.defer import deferred_from_coro
from twisted.internet.defer import Deferred
from twisted.internet.error import TimeoutError as ConnectionTimeout
from twisted.internet.interfaces import IAddress, IStreamClientEndpoint
from twisted.python.failure import Failure
from twisted.web._newclient import HTTP11ClientProtocol
from twisted.web._newclient import Request as ClientRequest
from twisted.web.client import HTTPConnectionPool
from twisted.web.http_headers import InvalidHeaderName
from twisted.web.iweb import IResponse

from crawler.downloader.middlewares.turns import TURN, TURNS
from crawler.turns import Turn, Turns

CONNECT_SECONDS = "NEWSLOOM_CONNECT_SECONDS"
"""The setting of the crawler that limits the time to connect to a server."""
MAX_HEADER_BYTES = 256 * 1024
MAX_HEADER_LINES = 1_000
MAX_COOKIE_BYTES = 16 * 1024
"""The longest header Cookie that is sent: redirects can set thousands of cookies, and servers
refuse long headers.
"""


class HeadersTooLarge(Exception):
    """The header section of a response exceeds a limit."""


_turn: ContextVar[Turn | None] = ContextVar("turn", default=None)
"""The turn of the request that is being downloaded."""


class BoundedHandler(HTTP11DownloadHandler):
    """Downloads http and https, and gives up on a response with too many headers."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._pool = _PacedPool(
            self._pool, crawler.settings[TURNS], crawler.settings.getfloat(CONNECT_SECONDS)
        )

    async def download_request(self, request: Request) -> Response:
        """Download with a connection that confirms the request's turn."""
        token = _turn.set(request.meta.get(TURN))
        try:
            return await super().download_request(request)
        finally:
            _turn.reset(token)


class _BoundedParser(_LenientHTTPClientParser):
    """Counts status and header lines over all header sections of one response, informational ones
    (1xx) included.
    """

    _header_bytes = 0
    _header_lines = 0

    def lineReceived(self, line: bytes) -> None:  # noqa: N802 Twisted's name
        self._header_bytes += len(line)
        self._header_lines += 1
        if self._header_bytes > MAX_HEADER_BYTES:
            raise HeadersTooLarge(f"more than {MAX_HEADER_BYTES} bytes of response headers")
        if self._header_lines > MAX_HEADER_LINES:
            raise HeadersTooLarge(f"more than {MAX_HEADER_LINES} lines of response headers")
        super().lineReceived(line)

    def headerReceived(self, name: bytes, value: bytes) -> None:  # noqa: N802 Twisted's name
        # Browsers skip headers with names that RFC 9110 does not allow, and show the page.
        with suppress(InvalidHeaderName):
            super().headerReceived(name.strip(), value)  # type: ignore[no-untyped-call]

    def lineLengthExceeded(self, line: bytes) -> None:  # noqa: ARG002, N802 Twisted's signature
        raise HeadersTooLarge(f"a response header line of more than {self.MAX_LENGTH} bytes")


class _BoundedProtocol(_LenientHTTP11ClientProtocol):
    """Reads responses with ``_BoundedParser``."""

    def request(self, request: ClientRequest) -> Deferred[IResponse]:
        _shorten_cookies(request)
        answer = super().request(request)
        # Scrapy replaces the class of the new parser in the same way, because Twisted names it in
        # the code.
        assert self._parser is not None
        self._parser.__class__ = _BoundedParser
        return answer

    def _giveUp(self, reason: Failure) -> None:  # noqa: N802 Twisted's name
        if isinstance(reason.value, HeadersTooLarge):
            # An orderly close of TLS would go on reading until the server closes too.
            assert self.transport is not None
            self.transport.abortConnection()
        super()._giveUp(reason)  # type: ignore[no-untyped-call]


def _shorten_cookies(request: ClientRequest) -> None:
    """Leave out the last cookies of a request that has too many."""
    cookies = b"; ".join(request.headers.getRawHeaders(b"cookie", []))
    if len(cookies) > MAX_COOKIE_BYTES:
        kept = cookies[: MAX_COOKIE_BYTES + 1].rpartition(b";")[0]
        request.headers.setRawHeaders(b"cookie", [kept] if kept else [])


class _BoundedFactory(_LenientHTTP11ClientFactory):
    """Builds ``_BoundedProtocol`` for each connection."""

    def buildProtocol(self, addr: IAddress | None) -> HTTP11ClientProtocol:  # noqa: ARG002, N802 Twisted's signature
        return _BoundedProtocol(self._quiescentCallback)  # type: ignore[no-untyped-call]


def _say_unreachable(_cancelled: object, seconds: float) -> Never:
    raise ConnectionTimeout(string=f"no connection within {seconds:g} seconds")  # type: ignore[no-untyped-call]


class _PacedPool(HTTPConnectionPool):
    """Hands out connections to requests whose turn it still is, and repeats no request by itself.

    It gives up on a server that accepts no connection in time: such a server would keep a person
    waiting.

    Twisted would repeat a request within milliseconds after a reset.
    """

    retryAutomatically = False  # noqa: N815 Twisted's name
    _factory = _BoundedFactory

    def __init__(self, like: HTTPConnectionPool, turns: Turns, connect_seconds: float) -> None:
        super().__init__(like._reactor, like.persistent)  # type: ignore[no-untyped-call]
        self.maxPersistentPerHost = like.maxPersistentPerHost
        self._turns = turns
        self._connect_seconds = connect_seconds

    def getConnection(self, key: Any, endpoint: IStreamClientEndpoint) -> Deferred[Any]:  # noqa: N802 Twisted's name
        connected: Deferred[Any] = super().getConnection(key, endpoint)
        connected.addTimeout(self._connect_seconds, self._reactor, _say_unreachable)
        turn = _turn.get()
        if turn is None:
            return connected
        return connected.addCallback(self._confirm, turn)

    def _confirm(self, connection: HTTP11ClientProtocol, turn: Turn) -> Any:
        if self._turns.is_prompt(turn):
            return connection
        return deferred_from_coro(self._wait(connection, turn))

    async def _wait(self, connection: HTTP11ClientProtocol, turn: Turn) -> HTTP11ClientProtocol:
        try:
            await self._turns.take_again(turn)
        except BaseException:
            assert connection.transport is not None
            connection.transport.abortConnection()
            raise
        return connection
