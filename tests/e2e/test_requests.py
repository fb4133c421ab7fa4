"""What a worker sends to whom: headers, cookies, redirects, user information in links."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.database.port import SourceRecord
from storage.keys import canonical_url, url_key
from storage.outcomes import Outcome
from testbed.stack import Stack, wait_until

PARAGRAPH = (
    "The council met in the old town hall and the vote was close, as everybody had expected it "
    "to be. " * 4
)
SECRETS = {
    "Cookie": "session=s3cret; theme=dark",
    "Authorization": "Bearer t0ken",
    "X-Api-Key": "k3y",
}


class Recorder(BaseHTTPRequestHandler):
    """Serves an article everywhere, redirects where the path says so, and keeps what it was
    asked.
    """

    server: ThreadingHTTPServer
    asked: ClassVar[list[tuple[str, str, dict[str, str]]]] = []

    def do_GET(self) -> None:
        host = self.headers["Host"].partition(":")[0]
        self.asked.append(
            (host, self.path, {name.lower(): value for name, value in self.headers.items()})
        )
        if self.path == "/robots.txt":
            self.send_error(404)
            return
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header(
                "Location",
                f"http://{self.path[4:].partition('?')[0]}.localhost:{self.server.server_port}/landed",
            )
            self.end_headers()
            return
        if self.path == "/list":
            self.send_response(200)
            self.end_headers()
            self.wfile.write(
                f'<a href="http://joe:pw@{self.headers["Host"]}/linked">The vote</a>'.encode()
            )
            return
        title = f"Council vote on {host} is close"
        body = f"<html><head><title>{title}</title></head><body><h1>{title}</h1>"
        body += (
            f"<p>2026-03-01 10:00</p><p>{PARAGRAPH}</p><p>{PARAGRAPH}{self.path}</p></body></html>"
        )
        self.send_response(200)
        self.send_header("Set-Cookie", f"from={host}")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    Recorder.asked.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Recorder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def fetch(stack: Stack, urls: list[str], port: int) -> dict[str, int]:
    spec = SourceSpec(
        id=1,
        name="s",
        channel="list",
        host=f"news.localhost:{port}",
        pace_seconds=0.0,
        headers=SECRETS,
    )
    jobs = [
        PageJob(
            run_id="r",
            source=spec,
            url=url,
            key=url_key(canonical_url(url)),
            collected=time.time(),
            kind="article",
        )
        for url in urls
    ]
    with closing(open_queue(stack.settings)) as queue:
        queue.put(PAGE_TUBE, [NewJob(body=job.to_json()) for job in jobs])
    stack.start("worker")
    wait_until(
        lambda: sum(stack.totals().pages.values()) >= len(urls),
        60,
        "all have an outcome",
        stack.logs,
    )
    return dict(stack.totals().pages)


def headers_of(host: str, path: str) -> dict[str, str]:
    return next(headers for name, asked, headers in Recorder.asked if (name, asked) == (host, path))


def test_headers_of_a_source_go_to_its_own_site_alone(tmp_path: Path, port: int) -> None:
    with Stack(tmp_path / "home") as stack:
        urls = [
            f"http://news.localhost:{port}/a",
            f"http://other.localhost:{port}/b",
            f"http://news.localhost:{port}/to/third",
        ]
        assert fetch(stack, urls, port) == {Outcome.STORED: 3}
    own = headers_of("news.localhost", "/a")
    assert (own["authorization"], own["x-api-key"]) == ("Bearer t0ken", "k3y")
    assert set(own["cookie"].split("; ")) == {"session=s3cret", "theme=dark"}
    for host, path in (("other.localhost", "/b"), ("third.localhost", "/landed")):
        assert not {"authorization", "x-api-key", "cookie"} & set(headers_of(host, path))


def test_user_information_in_links_is_dropped(tmp_path: Path, port: int) -> None:
    source = SourceRecord(
        id=1,
        name="l",
        channel="list",
        address=f"http://news.localhost:{port}/list",
        patterns=("/linked",),
        pace_seconds=0,
    )
    with Stack(tmp_path / "home") as stack:
        stack.put_source(source, "run")
        stack.start("worker")
        wait_until(lambda: stack.count() == 1, 60, "the page is stored", stack.logs)
        [document] = stack.documents()
    assert document["url"] == f"http://news.localhost:{port}/linked"
    assert "authorization" not in headers_of("news.localhost", "/linked")


def test_redirects_to_other_hosts_wait_for_their_turn_and_end_somewhere(
    tmp_path: Path, port: int
) -> None:
    with Stack(tmp_path / "home") as stack:
        urls = [
            f"http://news.localhost:{port}/to/one",
            f"http://news.localhost:{port}/to/one?again=1",
        ]
        pages = fetch(stack, urls, port)
        assert stack.count() == 1
        assert pages.get(Outcome.STORED, 0) >= 1
        wait_until(stack.idle, 20, "nothing waits", stack.logs)
    assert sum(pages.values()) == 2
