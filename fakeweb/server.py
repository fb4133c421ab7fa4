"""The server: asyncio streams, HTTP/1.1 with keep-alive, one port for all hosts."""

import asyncio
import contextlib
import time
from typing import Final
from urllib.parse import urlsplit

from fakeweb.control import Control
from fakeweb.delivery import MANNERS, send, send_head
from fakeweb.faults import Fault, Faults
from fakeweb.hub import Hub
from fakeweb.lateness import Lateness
from fakeweb.message import Request, Response
from fakeweb.pages import Pages, bare
from fakeweb.requestlog import RequestLog
from fakeweb.urls import Addresses
from fakeweb.world import World

_BACKLOG: Final = 1_024


class FakeServer:
    """Serves a world; ``start`` listens, ``run`` publishes until it is cancelled."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._log = RequestLog()
        self._lateness = Lateness()
        self._faults = Faults()
        self._pages: Pages
        self._control: Control
        self._hub: Hub
        self.port = 0

    async def start(self) -> asyncio.Server:
        """Listen on loopback; then ``port`` is known."""
        options = self._world.options
        server = await asyncio.start_server(
            self._serve, "127.0.0.1", options.port, backlog=_BACKLOG
        )
        self.port = server.sockets[0].getsockname()[1]
        addresses = Addresses(self._world, self.port)
        self._pages = Pages(addresses)
        self._hub = Hub(addresses)
        self._control = Control(addresses, self._pages, self._faults, self._log, self._hub)
        return server

    async def run(self) -> None:
        """Publish at the rate of the options until the limit is reached, and watch how late
        requests are noticed.
        """
        await asyncio.gather(self._publish(), self._lateness.watch())

    async def _publish(self) -> None:
        rate, clock = self._world.options.rate, asyncio.get_running_loop().time
        due = clock()
        while rate > 0 and not self._world.finished:
            due += 1 / rate
            await asyncio.sleep(max(0.0, due - clock()))
            if not self._control.paused:
                self._world.publish_next()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # A client that disconnects in the middle is normal here, not an error; and asyncio.streams
        # of Python 3.11 reports the cancellation of an idle connection at shutdown as a failure.
        gone = (
            ConnectionError,
            asyncio.IncompleteReadError,
            asyncio.LimitOverrunError,
            asyncio.CancelledError,
        )
        with contextlib.suppress(*gone):
            while await self._exchange(reader, writer):
                pass
        writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request: of tests, of subscribers to the hub, or to a site of the web; return
        whether another one may follow.
        """
        head = await reader.readuntil(b"\r\n\r\n")
        noticed, late = time.time(), self._lateness.at(time.monotonic())
        request = parse_head(head)
        if request is None:
            return await send(writer, Response(400, b"This is not HTTP."), keep_alive=False)
        body = await reader.readexactly(_body_length(request))
        keep_alive = request.headers.get("connection", "").lower() != "close"
        if self._control.wants(request):
            return await send(writer, self._control.answer(request), keep_alive=keep_alive)
        if self._hub.wants(request):
            return await send(writer, self._hub.answer(request, body), keep_alive=keep_alive)
        response, fault = self._answer(request)
        self._log.note(request, response.status, noticed, late)
        if request.method == "HEAD":
            return await send_head(writer, response, keep_alive=keep_alive)
        manner = fault.kind if fault and fault.kind in MANNERS else ""
        return await send(
            writer,
            response,
            keep_alive=keep_alive,
            manner=manner,
            seconds=fault.amount if fault else None,
        )

    def _answer(self, request: Request) -> tuple[Response, Fault | None]:
        if request.method not in ("GET", "HEAD"):
            return Response(405, b"Only GET and HEAD."), None
        response = self._pages.respond(request)
        fault = self._faults.active(request) or self._built_in(request)
        if fault is None:
            return response, None
        return self._faults.spoil(fault, request, response, bare(request.target)), fault

    def _built_in(self, request: Request) -> Fault | None:
        """Return the built-in fault of a misbehaving host; it affects only its articles."""
        found = self._pages.article_at(request)
        return Fault(found[0].fault) if found and found[0].fault else None


def parse_head(head: bytes) -> Request | None:
    """Read a request from its first lines (RFC 9112), also in the proxy's absolute form; None if
    malformed.
    """
    lines = head.decode("latin-1").split("\r\n")
    parts = lines[0].split(" ")
    if len(parts) != 3:
        return None
    fields = (line.partition(":") for line in lines[1:] if line)
    headers = {name.lower(): value.strip() for name, _, value in fields}
    host, target = headers.get("host", ""), parts[1]
    if target.startswith("http://"):
        there = urlsplit(target)
        host, target = there.netloc, target.removeprefix(f"http://{there.netloc}") or "/"
    return Request(parts[0], host.rpartition(":")[0].lower() or host.lower(), target, headers)


def _body_length(request: Request) -> int:
    stated = request.headers.get("content-length", "0")
    return int(stated) if stated.isdecimal() else 0
