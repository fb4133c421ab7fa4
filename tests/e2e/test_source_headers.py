"""The secret headers of a source reach its own site only, whoever fetches: workers, previews and
discovery.
"""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import IPv4Network
from pathlib import Path
from typing import Any, ClassVar

import pytest

from crawler.preview import fetch_page, preview
from storage.database.port import SourceRecord
from storage.settings import Settings
from testbed.stack import Stack, wait_until

PARAGRAPH = (
    "The council met in the old town hall and the vote was close, as everybody had expected it "
    "to be. " * 4
)
SECRETS = {"Cookie": "session=s3cret", "Authorization": "Bearer t0ken", "X-Api-Key": "k3y"}
NAMES = {name.lower() for name in SECRETS}


class ListOfForeignPages(BaseHTTPRequestHandler):
    """Serves a list whose pages are on its own site and on two others, one of them behind a
    redirect.
    """

    server: ThreadingHTTPServer
    asked: ClassVar[list[tuple[str, str, frozenset[str]]]] = []

    def do_GET(self) -> None:
        host, port = self.headers["Host"].partition(":")[0], self.server.server_port
        self.asked.append(
            (host, self.path, frozenset(name.lower() for name in self.headers) & NAMES)
        )
        if self.path == "/robots.txt":
            self.send_error(404)
        elif self.path.endswith("/away.html"):
            self.send_response(302)
            self.send_header("Location", f"http://third.localhost:{port}/2026/03/01/landed.html")
            self.end_headers()
        elif self.path == "/list":
            places = (
                "news.localhost:{}/2026/03/01/own.html",
                "other.localhost:{}/2026/03/01/foreign.html",
            )
            links = [
                *(place.format(port) for place in places),
                f"news.localhost:{port}/2026/03/01/away.html",
            ]
            self._answer(
                "".join(
                    f'<p><a href="http://{link}">The vote in {link[:5]} is close</a>'
                    for link in links
                )
            )
        else:
            title = f"Council vote on {host} is close"
            text = f"<p>2026-03-01 10:00</p><p>{PARAGRAPH}</p><p>{PARAGRAPH}{self.path}</p>"
            self._answer(
                f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{text}</body>"
                "</html>"
            )

    def _answer(self, body: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    ListOfForeignPages.asked.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), ListOfForeignPages) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def source(port: int) -> SourceRecord:
    return SourceRecord(
        id=1,
        name="s",
        channel="list",
        address=f"http://news.localhost:{port}/list",
        patterns=("/2026/",),
        pace_seconds=0,
        headers=SECRETS,
    )


def settings(home: Path) -> Settings:
    return Settings(home=home, allow_networks=(IPv4Network("127.0.0.0/8"),), lookup_pace_seconds=0)


def assert_only_its_own_site_got_the_secrets() -> None:
    own = {
        path
        for host, path, secrets in ListOfForeignPages.asked
        if host == "news.localhost" and secrets == NAMES
    }
    assert {"/list", "/2026/03/01/own.html"} <= own
    foreign = {
        (host, path): secrets
        for host, path, secrets in ListOfForeignPages.asked
        if host != "news.localhost"
    }
    assert {
        ("other.localhost", "/2026/03/01/foreign.html"),
        ("third.localhost", "/2026/03/01/landed.html"),
    } <= set(foreign)
    assert {place: secrets for place, secrets in foreign.items() if secrets} == {}


def test_list_and_page_jobs_keep_them_on_the_site(tmp_path: Path, port: int) -> None:
    with Stack(tmp_path / "home") as stack:
        stack.put_source(source(port), "run")
        stack.start("worker")
        wait_until(lambda: stack.count() == 3, 60, "all pages are stored", stack.logs)
    assert_only_its_own_site_got_the_secrets()


def test_jobs_in_the_queue_do_not_reveal_them(tmp_path: Path, port: int) -> None:
    with Stack(tmp_path / "home") as stack:
        stack.migrate()
        stack.add_sources([source(port)])
        scheduler = stack.start("scheduler")
        wait_until(
            lambda: any(tube.ready for tube in stack.tubes()),
            60,
            "the visit is in the queue",
            stack.logs,
        )
        scheduler.terminate()
        scheduler.wait(30)
        stored = b"".join(path.read_bytes() for path in stack.home.glob("queue.db*"))
        assert b"Authorization" in stored
        assert [value for value in SECRETS.values() if value.encode() in stored] == []
        stack.start("worker")
        wait_until(lambda: stack.count() == 3, 60, "all pages are stored", stack.logs)
    assert_only_its_own_site_got_the_secrets()


def test_a_preview_and_its_samples_keep_them_on_the_site(tmp_path: Path, port: int) -> None:
    answer = preview(settings(tmp_path), source(port))
    assert [sample.outcome for sample in answer.samples] == ["stored"] * 3
    assert_only_its_own_site_got_the_secrets()


def test_the_preview_of_one_page_knows_no_secrets(tmp_path: Path, port: int) -> None:
    assert (
        fetch_page(
            settings(tmp_path), f"http://other.localhost:{port}/2026/03/01/foreign.html"
        ).error
        == ""
    )
    assert "other.localhost" in {host for host, _, _ in ListOfForeignPages.asked}
    assert {host for host, _, secrets in ListOfForeignPages.asked if secrets} == set()
