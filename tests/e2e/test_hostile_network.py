"""Servers that try to fill a worker's memory or to occupy it, beside honest ones."""

import socket
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from crawler.preview import fetch_page
from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.backends import open_seen
from storage.keys import canonical_url, host_of, url_key
from storage.outcomes import Outcome
from testbed.memory import watched
from testbed.stack import Process, Stack, wait_until

PARAGRAPH = (
    "The council met in the old town hall and the vote was close, as everybody had expected it "
    "to be. " * 4
)
ARTICLE = (
    "<html><head><title>The council vote is close</title></head><body><h1>The council vote is "
    f"close</h1><p>2026-03-01 10:00</p><p>{PARAGRAPH}</p><p>{PARAGRAPH}</p></body></html>"
).encode()
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
LARGE = ARTICLE + b"<p><b>a</b><i>b</i>" * (8_000_000 // 19)
ENDLESS = {
    "/many": (OK, b"X-Filler: " + b"a" * 200 + b"\r\n"),
    "/short": (OK, b"a:\r\n"),
    "/long": (OK + b"X-Filler: ", b"a" * 4_096),
    "/folded": (OK + b"X-Filler: a\r\n", b" " + b"a" * 200 + b"\r\n"),
    "/informational": (b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"),
}


COOKIES = "".join(f"Set-Cookie: c{{step}}-{n}={'v' * 230}; Path=/\r\n" for n in range(900))
STEPS = 4


class Hostile(socketserver.BaseRequestHandler):
    """Sends what ``ENDLESS`` holds for a path until the client goes; any other path has an
    article.
    """

    request: socket.socket
    longest_request = 0

    def handle(self) -> None:
        head = self._head()
        Hostile.longest_request = max(self.longest_request, len(head))
        path = head.split(b" ")[1].decode()
        with suppress(OSError):
            if path == "/robots.txt":
                self.request.sendall(
                    b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                )
            elif path in ENDLESS:
                start, again = ENDLESS[path]
                self.request.sendall(start)
                while True:
                    self.request.sendall(again * (65_536 // len(again)))
            elif path.startswith("/cookies/") and (step := int(path[9:])) < STEPS:
                redirect = (
                    f"HTTP/1.1 302 Found\r\nLocation: /cookies/{step + 1}\r\nContent-Length: 0\r\n"
                )
                self.request.sendall(
                    (redirect + COOKIES.format(step=step) + "Connection: close\r\n\r\n").encode()
                )
            elif path == "/silent":
                self.request.recv(1)
            elif path == "/large":
                self.request.sendall(OK + b"Connection: close\r\n\r\n" + LARGE)
            else:
                self.request.sendall(OK + b"Connection: close\r\n\r\n" + ARTICLE)

    def _head(self) -> bytes:
        head = self.request.recv(65_536)
        while b"\r\n\r\n" not in head:
            head += self.request.recv(65_536)
        return head


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


@pytest.fixture
def port() -> Iterator[int]:
    with Server(("127.0.0.1", 0), Hostile) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def page(url: str) -> PageJob:
    spec = SourceSpec(id=1, name="s", channel="list", pace_seconds=0.0)
    key = url_key(canonical_url(url))
    return PageJob(run_id="r", source=spec, url=url, key=key, collected=time.time(), kind="article")


def put(stack: Stack, urls: list[str], ttr_seconds: int = 120) -> None:
    with closing(open_queue(stack.settings)) as queue:
        queue.put(
            PAGE_TUBE, [NewJob(body=page(url).to_json(), ttr_seconds=ttr_seconds) for url in urls]
        )


def wait_for_pages(stack: Stack, count: int, seconds: float = 90) -> dict[str, int]:
    wait_until(
        lambda: sum(stack.totals().pages.values()) >= count,
        seconds,
        "every page has an outcome",
        lambda: stack.logs(),
    )
    return dict(stack.totals().pages)


def peak_megabytes(process: Process) -> float:
    """Return the most memory that a process has ever used."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def test_endless_headers_are_too_large_and_leave_the_memory_alone(
    tmp_path: Path, port: int
) -> None:
    with Stack(tmp_path / "home", FETCH_TIMEOUT_SECONDS=10, MAX_ATTEMPTS=1) as stack:
        worker = stack.start("worker")
        put(stack, [f"http://honest.localhost:{port}/article"])
        assert wait_for_pages(stack, 1) == {Outcome.STORED: 1}
        before = peak_megabytes(worker)
        put(
            stack,
            [
                f"http://hostile-{number}.localhost:{port}{path}"
                for number, path in enumerate(ENDLESS)
            ],
        )
        assert wait_for_pages(stack, 1 + len(ENDLESS)) == {
            Outcome.STORED: 1,
            Outcome.TOO_LARGE: len(ENDLESS),
        }
        assert peak_megabytes(worker) - before < 50


@pytest.mark.parametrize("path", ENDLESS)
def test_trying_a_page_out_says_that_its_headers_are_too_large(
    tmp_path: Path, port: int, path: str
) -> None:
    with Stack(tmp_path / "home", FETCH_TIMEOUT_SECONDS=10) as stack:
        answer = fetch_page(stack.settings, f"http://hostile.localhost:{port}{path}")
    assert answer.outcome == Outcome.TOO_LARGE
    assert "response header" in answer.error


def test_thousands_of_cookies_make_no_long_request(tmp_path: Path, port: int) -> None:
    with Stack(tmp_path / "home", FETCH_TIMEOUT_SECONDS=10) as stack:
        answer = fetch_page(stack.settings, f"http://hostile.localhost:{port}/cookies/0")
    assert (answer.outcome, answer.error) == ("", "")
    assert 8_000 < Hostile.longest_request < 20_000


def test_a_page_that_kills_workers_is_left_alone_for_a_day(tmp_path: Path, port: int) -> None:
    url = f"http://honest.localhost:{port}/article"
    with Stack(tmp_path / "home") as stack:
        put(stack, [url], ttr_seconds=1)
        with closing(open_queue(stack.settings)) as queue:
            for _ in range(5):
                assert queue.reserve([PAGE_TUBE], 1, 20)
            wait_until(
                lambda: queue.stats()[0].ready + queue.stats()[1].ready == 1,
                20,
                "the job comes back",
            )
            stack.start("worker")
            assert wait_for_pages(stack, 1) == {Outcome.WORKER_LOST: 1}
            wait_until(
                lambda: any(queue.buried(PAGE_TUBE, 1)), 20, "the page is buried", stack.logs
            )
        with closing(open_seen(stack.settings)) as seen:
            assert seen.claim([page(url).key], "the next visit", 60) == [False]


def test_large_pages_of_one_site_neither_kill_the_worker_nor_stop_an_honest_source(
    tmp_path: Path, port: int
) -> None:
    with Stack(tmp_path / "home") as stack:
        put(stack, [f"http://host-{number}.flood.localhost:{port}/large" for number in range(48)])
        put(stack, [f"http://honest-{number}.localhost:{port}/{number}" for number in range(10)])
        worker = stack.start("worker")
        with watched(worker.pid) as peak:
            pages = wait_for_pages(stack, 10 + 6, 180)
        assert set(pages) == {Outcome.STORED}
        assert {host_of(document["url"]) for document in stack.documents()} >= {
            f"honest-{number}.localhost:{port}" for number in range(10)
        }
        assert worker.poll() is None
        assert peak.megabytes < 1_000  # of 1,024 in the containers


def test_a_silent_site_with_many_hosts_leaves_places_for_others(tmp_path: Path, port: int) -> None:
    with Stack(tmp_path / "home", CONCURRENCY=4, FETCH_TIMEOUT_SECONDS=300) as stack:
        put(stack, [f"http://host-{number}.flood.localhost:{port}/silent" for number in range(8)])
        stack.start("worker")
        wait_until(
            lambda: sum(tube.reserved for tube in stack.tubes()) >= 3,
            30,
            "the worker is busy",
            stack.logs,
        )
        put(stack, [f"http://honest.localhost:{port}/article"])
        assert wait_for_pages(stack, 1, 60) == {Outcome.STORED: 1}
