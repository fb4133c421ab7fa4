"""Send responses, correctly or not."""

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable
from typing import Final

from fakeweb.message import Response

_SECONDS: Final = 2.0
_DRIPS: Final = 20
_REASONS: Final = {
    200: "OK", 301: "Moved Permanently", 302: "Found", 304: "Not Modified", 400: "Bad Request",
    403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 410: "Gone",
    429: "Too Many Requests", 500: "Internal Server Error", 503: "Service Unavailable",
}  # fmt: skip

Manner = Callable[[asyncio.StreamWriter, bytes, bytes, float], Awaitable[bool]]


def head_of(response: Response, *, keep_alive: bool, length: int) -> bytes:
    """Return the status line and header fields, with the empty line that ends them."""
    lines = [f"HTTP/1.1 {response.status} {_REASONS.get(response.status, 'Unknown')}"]
    if response.chunked:
        lines.append("Transfer-Encoding: chunked")
    elif response.status != 304:
        lines.append(f"Content-Length: {length}")
    lines.append(f"Content-Type: {response.content_type}")
    lines.extend(f"{name}: {value}" for name, value in response.headers.items())
    lines.append("Connection: keep-alive" if keep_alive else "Connection: close")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def body_of(response: Response) -> bytes:
    """Return the body as it is sent, in two chunks if the response is chunked."""
    if not response.chunked:
        return response.body
    half = len(response.body) // 2
    parts = [part for part in (response.body[:half], response.body[half:]) if part]
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


async def _slow(writer: asyncio.StreamWriter, head: bytes, body: bytes, seconds: float) -> bool:
    await asyncio.sleep(seconds)
    writer.write(head + body)
    return True


async def _drip(writer: asyncio.StreamWriter, head: bytes, body: bytes, seconds: float) -> bool:
    writer.write(head)
    step = max(1, -(-len(body) // _DRIPS))
    for start in range(0, len(body), step):
        await asyncio.sleep(seconds / _DRIPS)
        writer.write(body[start : start + step])
        await writer.drain()
    return True


async def _truncate(writer: asyncio.StreamWriter, head: bytes, body: bytes, seconds: float) -> bool:
    writer.write(head + body[: len(body) // 2])
    return False


async def _reset(writer: asyncio.StreamWriter, head: bytes, body: bytes, seconds: float) -> bool:
    # Closing with a linger time of zero sends a reset instead of an orderly end.
    connection = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.write(head[: len(head) // 2])
    writer.transport.abort()
    return False


async def _length(writer: asyncio.StreamWriter, head: bytes, body: bytes, seconds: float) -> bool:
    """State a length that is too small by a third: the rest is not part of the message."""
    stated = b"Content-Length: %d\r\n"
    writer.write(head.replace(stated % len(body), stated % (len(body) * 2 // 3)) + body)
    return False


MANNERS: Final[dict[str, Manner]] = {
    "slow": _slow,
    "drip": _drip,
    "truncate": _truncate,
    "reset": _reset,
    "length": _length,
}


async def send(
    writer: asyncio.StreamWriter,
    response: Response,
    *,
    keep_alive: bool,
    manner: str = "",
    seconds: float | None = None,
) -> bool:
    """Send a response; return whether the connection can be used again."""
    body = body_of(response)
    head = head_of(response, keep_alive=keep_alive, length=len(body))
    if manner:
        took = _SECONDS if seconds is None else seconds
        reusable = await MANNERS[manner](writer, head, body, took)
    else:
        writer.write(head + body)
        reusable = True
    await writer.drain()
    return reusable and keep_alive


async def send_head(writer: asyncio.StreamWriter, response: Response, *, keep_alive: bool) -> bool:
    """Answer a HEAD request with the head that GET would have, and nothing else."""
    writer.write(head_of(response, keep_alive=keep_alive, length=len(response.body)))
    await writer.drain()
    return keep_alive
