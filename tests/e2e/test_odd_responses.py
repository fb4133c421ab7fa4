"""Odd statuses, headers and redirects of a real server: each has an outcome, and none looks like a
bug.
"""

import asyncio
import gzip
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

import pytest

from crawler.failures import CrossHostRedirect, FetchFailed
from crawler.fetcher import Fetcher
from crawler.isolation import ReportProgress, run_isolated
from storage.outcomes import Outcome
from storage.settings import Settings

RESPONSES: dict[bytes, Outcome] = {
    b"HTTP/1.1 503 Busy\r\nRetry-After: \xc2\xb2\r\n\r\n": Outcome.THROTTLED,
    b"HTTP/1.1 429 Busy\r\nRetry-After: \xb2\r\n\r\n": Outcome.THROTTLED,
    b"HTTP/1.1 429 Busy\r\nRetry-After: -1\r\n\r\n": Outcome.THROTTLED,
    b"HTTP/1.1 429 Busy\r\nRetry-After: Tue, 31 Feb 99999 99:99:99 GMT\r\n\r\n": Outcome.THROTTLED,
    b"HTTP/1.1 999 Denied\r\n\r\n": Outcome.HTTP_5XX,
    b"HTTP/1.1 600 What\r\n\r\n": Outcome.HTTP_5XX,
    b"HTTP/1.1 099 What\r\n\r\n": Outcome.HTTP_5XX,
    b"HTTP/1.1 101 Switching Protocols\r\n\r\n": Outcome.CONNECT,
    b"HTTP/1.1 two hundred\r\n\r\n": Outcome.CONNECT,
    b"HTTP/1.1 302 Found\r\nLocation: javascript:alert(1)\r\n\r\n": Outcome.REDIRECT_LOOP,
    b"HTTP/1.1 302 Found\r\nLocation: data:text/html,hello\r\n\r\n": Outcome.REDIRECT_LOOP,
    b"HTTP/1.1 302 Found\r\nLocation: http://\r\n\r\n": Outcome.REDIRECT_LOOP,
    b"HTTP/1.1 302 Found\r\nLocation: http://[::1/\r\n\r\n": Outcome.REDIRECT_LOOP,
    b"HTTP/1.1 302 Found\r\nLocation: http://a:port/\r\n\r\n": Outcome.REDIRECT_LOOP,
    b"HTTP/1.1 302 Found\r\nLocation: \xff\xfe\x00\r\n\r\n": Outcome.GONE,
    b"HTTP/1.1 302 Found\r\nLocation:\r\n\r\n": Outcome.REDIRECT_LOOP,
    b"HTTP/1.1 302 Found\r\nLocation: http://joe:pw@HOST/gone\r\n\r\n": Outcome.GONE,
    b"HTTP/1.1 302 Found\r\nLocation: //joe:pw@HOST/gone\r\n\r\n": Outcome.GONE,
}


PAGE = b"<html><body>A whole page</body></html>"
WHOLE: dict[bytes, str] = {
    b"Content-Length: %d\r\n\r\n%s" % (len(PAGE) + 9, PAGE): "ends its answers wrongly",
    b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n"
    % (len(PAGE), PAGE): "ends its answers wrongly",
    b"X-Caf\xe9: 1\r\nX Y: 2\r\nno header\r\n\r\n" + PAGE: "",
    b"Content-Length : %d\r\n\r\n%s" % (len(PAGE), PAGE): "",
    b"\r\n" + gzip.compress(PAGE): "",
    b"\r\n" + gzip.compress(gzip.compress(PAGE)): "",
    b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(gzip.compress(PAGE)): "",
}
"""Headers and bodies of pages that browsers show, each with the note for the trace."""
CUT = b"Content-Length: 900\r\n\r\n<html><body>A part of"


def serve(listener: socket.socket) -> None:
    """Answer ``/<response>`` with the bytes of its percent-encoded path."""
    with suppress(OSError):
        while True:
            connection, _ = listener.accept()
            with connection, suppress(OSError):
                head = connection.recv(65_536)
                path, host = (
                    head.split(b" ")[1].decode(),
                    head.partition(b"Host: ")[2].partition(b"\r\n")[0],
                )
                raw = (
                    unquote_to_bytes(path[1:])
                    if path.startswith("/HTTP")
                    else b"HTTP/1.1 404 Not Found\r\n\r\n"
                )
                raw = raw.replace(b"HOST", host)
                if path.startswith("/page"):
                    raw = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"
                    connection.sendall(raw + unquote_to_bytes(path[5:]))
                    continue
                connection.sendall(
                    raw.replace(b"\r\n", b"\r\nContent-Length: 0\r\nConnection: close\r\n", 1)
                )


@pytest.fixture
def port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, args=(listener,), daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


async def outcomes(
    fetcher: Fetcher, what: tuple[list[str], bool], _say: ReportProgress[object]
) -> list[tuple[str, str]]:
    urls, stay_on_host = what

    async def outcome(url: str) -> tuple[str, str]:
        try:
            return f"HTTP {(await fetcher.fetch(url, stay_on_host=stay_on_host)).status}", ""
        except FetchFailed as failure:
            return failure.outcome.value, failure.detail

    return [await asyncio.wait_for(outcome(url), 20) for url in urls]


async def pages(
    fetcher: Fetcher, urls: list[str], _say: ReportProgress[object]
) -> list[tuple[bytes, str]]:
    async def page(url: str) -> tuple[bytes, str]:
        try:
            fetched = await fetcher.fetch(url)
        except FetchFailed as failure:
            return failure.outcome.value.encode(), failure.detail
        return fetched.body, fetched.note

    return [await asyncio.wait_for(page(url), 20) for url in urls]


def test_whole_pages_of_wrong_servers_are_read(tmp_path: Path, port: int) -> None:
    given = {"HOME": str(tmp_path), "ALLOW_NETWORKS": "127.0.0.0/8", "LOOKUP_PACE_SECONDS": "0"}
    settings = Settings.from_mapping({f"NEWSLOOM_{name}": value for name, value in given.items()})
    site = f"http://odd.localhost:{port}/page"
    last = f"\r\n{PAGE.decode()}"
    refresh = f'\r\n<meta http-equiv="refresh" content="0; url={site}{quote(last, safe="")}">'
    by_header = f"Refresh: 0; url={site}{quote(last, safe='')}\r\n\r\n"
    raws = [*WHOLE, refresh.encode(), by_header.encode(), CUT]
    urls = [site + quote(raw, safe="") for raw in raws]
    found = run_isolated(pages, settings, urls, 120)
    assert isinstance(found, list), found
    *whole, cut = found
    assert [body for body, _ in whole] == [PAGE] * (len(raws) - 1)
    for (_, note), wanted in zip(whole, [*WHOLE.values(), "", ""], strict=True):
        assert wanted in note
        assert bool(note) is bool(wanted)
    assert cut[0] == Outcome.TRUNCATED.value.encode()


async def redirects(
    fetcher: Fetcher, urls: list[str], _say: ReportProgress[object]
) -> list[list[tuple[str, int, str]]]:
    async def way(url: str) -> list[tuple[str, int, str]]:
        try:
            found = (await fetcher.fetch(url, stay_on_host=True)).redirects
        except CrossHostRedirect as elsewhere:
            found = elsewhere.redirects
        return [(each.url, each.status, each.location) for each in found]

    return [await asyncio.wait_for(way(url), 20) for url in urls]


def test_the_way_to_a_page_is_known(tmp_path: Path, port: int) -> None:
    given = {"HOME": str(tmp_path), "ALLOW_NETWORKS": "127.0.0.0/8", "LOOKUP_PACE_SECONDS": "0"}
    settings = Settings.from_mapping({f"NEWSLOOM_{name}": value for name, value in given.items()})
    site = f"http://way.localhost:{port}"
    body = quote(f"\r\n{PAGE.decode()}", safe="")
    page = f"/page{body}"

    def leading_to(target: str, status: str) -> str:
        answer = f"HTTP/1.1 {status}\r\nLocation: {target}\r\n\r\n"
        return f"/{quote(answer, safe='')}"

    last = leading_to(page, "301 Moved")
    first = leading_to(site + last, "302 Found")
    elsewhere = leading_to(f"http://other.localhost:{port}{page}", "308 Moved")
    found = run_isolated(redirects, settings, [site + page, site + first, site + elsewhere], 120)
    assert found == [
        [],
        [(site + first, 302, site + last), (site + last, 301, page)],
        [(site + elsewhere, 308, f"http://other.localhost:{port}{page}")],
    ]


@pytest.mark.parametrize("stay_on_host", [False, True])
def test_each_has_its_outcome(tmp_path: Path, port: int, stay_on_host: bool) -> None:
    given = {"HOME": str(tmp_path), "ALLOW_NETWORKS": "127.0.0.0/8", "LOOKUP_PACE_SECONDS": "0"}
    settings = Settings.from_mapping({f"NEWSLOOM_{name}": value for name, value in given.items()})
    # A host that asks to wait is closed for all processes, so each response has a host of its own.
    urls = [
        f"http://host-{n}.localhost:{port}/{quote(raw, safe='')}" for n, raw in enumerate(RESPONSES)
    ]
    found = run_isolated(outcomes, settings, (urls, stay_on_host), 120)
    assert isinstance(found, list), found
    wrong = {
        raw: (wanted.value, *got)
        for (raw, wanted), got in zip(RESPONSES.items(), found, strict=True)
        if got[0] != wanted.value
    }
    assert wrong == {}
