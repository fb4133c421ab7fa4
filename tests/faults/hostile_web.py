"""A web of hostile sites and one honest site, and the stub name server of both, in a process of its
own.

``python -m tests.faults.hostile_web PORT STARTED ALERTS``. The label before the top-level domain
chooses the site; see ``SITES``. The name server is at the same number. ALERTS is the file for what
the honest webhook receives.
"""

import gzip
import itertools
import json
import socket
import socketserver
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from email.utils import formatdate
from functools import cache
from types import MappingProxyType
from typing import Any

PERIOD_SECONDS = 2.0
"""How often the honest site publishes an article."""
_KEPT_ENTRIES = 400
_HONEST_HOSTS = 50
_PARAGRAPH = (
    "The council met in the old town hall and the vote was close, as everybody had expected it "
    "to be. " * 4
)
SILENT_ZONE = "silent.test"
"""The domain that the stub name server never answers for."""
_OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
_NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_LARGE = b"<title>Large</title>" + b"<p><b>a</b><i>b</i>" * (8_000_000 // 19)
_SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"
_AUTHOR = "a" * 16_000 + "@" + "a." * 16_000
_FEEDS: Mapping[str, str] = MappingProxyType(
    {
        "author": f"<rss version='2.0'><channel><item><author>{_AUTHOR}</author></item></channel>"
        "</rss>",
        "deep": "<rss version='2.0'><channel>" + "<a xml:base='cccccccc/'>" * 20_000,
        "broken": "<rss version='2.0'><channel>" + "<item><title>a & b</title>" * 18_000,
    }
)
_ODD = (
    b"HTTP/1.1 999 Denied\r\n\r\n",
    b"HTTP/1.1 429 Busy\r\nRetry-After: \xb2\r\n\r\n",
    b"HTTP/1.1 two hundred\r\n\r\n",
    b"HTTP/1.1 302 Found\r\nLocation: javascript:alert(1)\r\n\r\n",
    b"HTTP/1.1 302 Found\r\nLocation: http://joe:pw@[::1/\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\nshort",
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\nnot gzip",
    b"\x00\xff\xfe",
    b"",
)

Answer = Callable[[socket.socket, str, str], None]
_visits = itertools.count(1)


@cache
def _packed_bomb() -> bytes:
    """Return 300 MiB in 300 kB."""
    return gzip.compress(b"<p>" * (100 << 20))


def article_url(number: int, port: int) -> str:
    """Return the address of the honest site's article; each of many host names has to be looked
    up.
    """
    return f"http://www{number % _HONEST_HOSTS}.honest.test:{port}/2026/{number}.html"


def published(started: float, now: float) -> int:
    """Return how many articles the honest site has published."""
    return int((now - started) / PERIOD_SECONDS) + 1


def _honest(link: socket.socket, path: str, _host: str) -> None:
    count = published(STARTED, time.time())
    if path == "/feed":
        entries = "".join(
            f"<item><title>Vote {n}</title><link>{article_url(n, PORT)}</link>"
            f"<pubDate>{formatdate(STARTED + n * PERIOD_SECONDS)}</pubDate></item>"
            for n in range(max(count - _KEPT_ENTRIES, 0), count)
        )
        body = f"<rss version='2.0'><channel><title>Votes</title>{entries}</channel></rss>"
    else:
        title = f"Council vote {path} is close"
        text = f"<p>2026-03-01 10:00</p><p>{_PARAGRAPH}</p><p>{_PARAGRAPH}{path}</p>"
        body = (
            f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{text}</body></html>"
        )
    link.sendall(_OK + b"\r\n" + body.encode())


def _list_of(links: int, host: str) -> bytes:
    """Return a list page with new links at each visit; ``{n}`` in the host is the number of visit
    and link.
    """
    visit = next(_visits)
    urls = (
        f"http://{host.format(n=f'{visit}-{n}')}:{PORT}/2026/{visit}-{n}.html" for n in range(links)
    )
    return (
        _OK
        + b"\r\n"
        + "".join(f'<p><a href="{url}">The vote of {url} is close</a>' for url in urls).encode()
    )


def _listing(links: int, linked: str, page: Answer) -> Answer:
    def answer(link: socket.socket, path: str, host: str) -> None:
        if path == "/list":
            link.sendall(_list_of(links, linked))
        else:
            page(link, path, host)

    return answer


def _endless_headers(link: socket.socket, _path: str, _host: str) -> None:
    link.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        link.sendall(b"X-Filler: aaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n" * 1_000)


def _large(link: socket.socket, _path: str, _host: str) -> None:
    link.sendall(_OK + b"\r\n" + _LARGE)


def _silence(link: socket.socket, _path: str, _host: str) -> None:
    link.recv(1)


def _odd(link: socket.socket, path: str, _host: str) -> None:
    link.sendall(_ODD[int("".join(filter(str.isdigit, path))) % len(_ODD)])


def _bomb(link: socket.socket, _path: str, _host: str) -> None:
    link.sendall(_OK + b"Content-Encoding: gzip\r\n\r\n" + _packed_bomb())


def _flood(link: socket.socket, path: str, _host: str) -> None:
    own = f"http://flood.localhost:{PORT}{path.rstrip('/')}"
    rows = "".join(f"<sitemap><loc>{own}/{n}</loc></sitemap>" for n in range(3_000))
    link.sendall(
        _OK + b"\r\n" + f'<sitemapindex xmlns="{_SITEMAPS}">{rows}</sitemapindex>'.encode()
    )


def _feeds(link: socket.socket, path: str, _host: str) -> None:
    link.sendall(_OK + b"\r\n" + _FEEDS[path.strip("/")].encode())


def _endless_robots(link: socket.socket, _path: str, _host: str) -> None:
    link.sendall(_OK + b"\r\nUser-agent: *\nDisallow: /private/\n")
    while True:
        link.sendall(b"Disallow: /*a*b*c*d*e*f\n" * 1_000)


SITES: Mapping[str, Answer] = MappingProxyType(
    {
        "honest": _honest,
        "endless": _listing(20, "endless.localhost", _endless_headers),
        "large": _listing(48, "l{n}.large.localhost", _large),
        "tarpit": _listing(40, "t{n}.tarpit.localhost", _silence),
        "unnamed": _listing(40, f"n{{n}}.{SILENT_ZONE}", _silence),
        "odd": _listing(40, "odd.localhost", _odd),
        "bomb": _listing(20, "bomb.localhost", _bomb),
        "robots": _listing(20, "robots.localhost", _odd),
        "flood": _flood,
        "feeds": _feeds,
    }
)
SOURCES: tuple[tuple[str, str, str], ...] = (
    ("sitemap", "flood", "/index.xml"),
    *(("feed", "feeds", f"/{name}") for name in _FEEDS),
    *(
        ("list", name, "/list")
        for name in ("endless", "large", "tarpit", "unnamed", "odd", "bomb", "robots")
    ),
)
"""Channel, site and path of each hostile source."""


class _Handler(socketserver.BaseRequestHandler):
    request: socket.socket

    def handle(self) -> None:
        with suppress(OSError, ValueError):
            head = self.request.recv(65_536).decode("latin-1")
            method, path = head.split(" ")[:2]
            host = head.lower().partition("\r\nhost: ")[2].partition(":")[0]
            site = host.rpartition(".")[0].rpartition(".")[2]
            if method == "POST" and site == "honest":
                _take_alert(self.request, head)
                return
            robots = _endless_robots if site == "robots" else _no_robots
            answer = robots if path == "/robots.txt" else SITES[site]
            answer(self.request, path, host)


def _no_robots(link: socket.socket, _path: str, _host: str) -> None:
    link.sendall(_NOT_FOUND)


def _take_alert(link: socket.socket, head: str) -> None:
    """Append the time and the number of new documents to the file of alerts."""
    start, _, body = head.partition("\r\n\r\n")
    length = int(start.lower().partition("\r\ncontent-length: ")[2].partition("\r\n")[0])
    content = body.encode("latin-1")
    while len(content) < length:
        content += link.recv(65_536)
    with open(ALERTS, "a") as file:
        file.write(f"{time.time()} {json.loads(content)['total']}\n")
    link.sendall(_OK + b"\r\n")


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 256


class _NameServer(socketserver.UDPServer):
    """Answers a name with an address, as text; see ``inside/sitecustomize.py``."""

    def finish_request(self, request: Any, client_address: Any) -> None:
        name, link = request
        if not name.decode().endswith(SILENT_ZONE):
            link.sendto(b"127.0.0.1", client_address)


if __name__ == "__main__":
    PORT = int(sys.argv[1])
    STARTED = float(sys.argv[2])
    ALERTS = sys.argv[3]
    with (
        _Server(("127.0.0.1", PORT), _Handler) as server,
        _NameServer(("127.0.0.1", PORT), socketserver.BaseRequestHandler) as names,
    ):
        threading.Thread(target=names.serve_forever, daemon=True).start()
        server.serve_forever()
