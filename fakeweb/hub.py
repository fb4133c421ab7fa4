"""The hub of all feeds (W3C WebSub): it verifies subscriptions, and sends a feed to its subscribers
when it changes.
"""

import asyncio
import contextlib
import hashlib
import hmac
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from fakeweb.feeds import FEEDS, feed_at
from fakeweb.message import Request, Response
from fakeweb.model import Site
from fakeweb.urls import HUB_PATH, Addresses

_PATIENCE_SECONDS: Final = 10
_LEASE_SECONDS: Final = 3_600


@dataclass(frozen=True)
class Subscriber:
    """A subscriber and its topic. The hub signs its messages with ``secret``."""

    topic: str
    callback: str
    secret: str


class Hub:
    """Answers at ``HUB_PATH``. ``subscribers`` are the verified ones."""

    def __init__(self, addresses: Addresses) -> None:
        self._addresses = addresses
        self._tasks: set[asyncio.Task[None]] = set()
        self.subscribers: dict[tuple[str, str], Subscriber] = {}

    def wants(self, request: Request) -> bool:
        """Return whether the request is for the hub."""
        return request.path == HUB_PATH

    def answer(self, request: Request, body: bytes) -> Response:
        """Accept a request to subscribe or to unsubscribe, and verify it afterwards."""
        fields = dict(parse_qsl(body.decode("latin-1")))
        topic, callback, mode = (
            fields.get(f"hub.{name}", "") for name in ("topic", "callback", "mode")
        )
        if request.method != "POST" or mode not in ("subscribe", "unsubscribe") or not callback:
            return Response(400, b"This is no request for a subscription.", "text/plain")
        self._later(self._verify(mode, Subscriber(topic, callback, fields.get("hub.secret", ""))))
        return Response(202, b"", "text/plain")

    def published(self, site: Site) -> None:
        """Send each feed of the site to those who subscribed to it."""
        for path, _, _ in FEEDS.values():
            topic, response = (
                self._addresses.root(site) + path,
                feed_at(self._addresses, site, path),
            )
            for each in self.subscribers.values():
                if each.topic == topic and response is not None:
                    self._later(_deliver(each, response.body))

    def listed(self) -> list[dict[str, str]]:
        """Return topic and callback of each subscriber."""
        return [
            {"topic": each.topic, "callback": each.callback} for each in self.subscribers.values()
        ]

    async def _verify(self, mode: str, subscriber: Subscriber) -> None:
        challenge = hashlib.sha256(subscriber.callback.encode()).hexdigest()
        query = {"hub.mode": mode, "hub.topic": subscriber.topic, "hub.challenge": challenge}
        if mode == "subscribe":
            query["hub.lease_seconds"] = str(_LEASE_SECONDS)
        status, body = await _exchange("GET", f"{subscriber.callback}?{urlencode(query)}")
        if status != 200 or body.strip() != challenge.encode():
            return
        key = (subscriber.topic, subscriber.callback)
        if mode == "subscribe":
            self.subscribers[key] = subscriber
        else:
            self.subscribers.pop(key, None)

    def _later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _deliver(subscriber: Subscriber, content: bytes) -> None:
    signature = hmac.digest(subscriber.secret.encode(), content, "sha256").hex()
    await _exchange(
        "POST", subscriber.callback, {"X-Hub-Signature": f"sha256={signature}"}, content
    )


async def _exchange(
    method: str, address: str, headers: dict[str, str] | None = None, body: bytes = b""
) -> tuple[int, bytes]:
    """Send one request; return the status, 0 without an answer, and the body."""
    parts = urlsplit(address)
    with contextlib.suppress(OSError, ValueError, asyncio.TimeoutError):
        async with asyncio.timeout(_PATIENCE_SECONDS):
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port or 80)
            target = f"{parts.path}?{parts.query}" if parts.query else parts.path
            writer.write(
                "".join(_head(method, target, parts.netloc, headers or {}, len(body))).encode()
                + body
            )
            await writer.drain()
            answer = await reader.read()
            writer.close()
            head, _, content = answer.partition(b"\r\n\r\n")
            return int(head.split(b" ")[1]), content
    return 0, b""


def _head(
    method: str, target: str, host: str, headers: dict[str, str], length: int
) -> Iterator[str]:
    yield (
        f"{method} {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: "
        f"{length}\r\n"
    )
    yield from (f"{name}: {value}\r\n" for name, value in headers.items())
    yield "\r\n"
