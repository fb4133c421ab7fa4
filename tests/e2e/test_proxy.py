"""Requests through a proxy: the source's or the installation's, with credentials that nobody else
sees.
"""

import base64
import http.client
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from crawler.preview import preview
from fakeweb.web import FakeWeb
from scheduler.planner import plan, seal_headers
from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE
from storage.database.port import SourceRecord
from storage.outcomes import Outcome
from storage.sealing import HeaderSeal
from testbed.stack import Stack, wait_until

PASSWORD = "s3cret@pw"
TOKEN = "Basic " + base64.b64encode(f"joe:{PASSWORD}".encode()).decode()


@dataclass
class Proxy:
    """A proxy that forwards to the fake web, wants credentials, and opens no tunnels."""

    web_port: int
    asked: list[str] = field(default_factory=list)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://joe:s3cret%40pw@127.0.0.1:{self.port}"


class Handler(BaseHTTPRequestHandler):
    proxy: Proxy

    def do_GET(self) -> None:
        if self.headers.get("Proxy-Authorization") != TOKEN:
            self.send_error(407)
            return
        self.proxy.asked.append(self.path)
        connection = http.client.HTTPConnection("127.0.0.1", self.proxy.web_port)
        with closing(connection):
            sent = {
                name: value for name, value in self.headers.items() if not name.startswith("Proxy-")
            }
            connection.request("GET", self.path, headers=sent)
            response = connection.getresponse()
            body = response.read()
        self.send_response(response.status)
        self.send_header("Content-Type", response.headers["Content-Type"])
        self.send_header("Content-Length", str(len(body)))
        if "Location" in response.headers:
            self.send_header("Location", response.headers["Location"])
        self.end_headers()
        self.wfile.write(body)

    def do_CONNECT(self) -> None:
        self.proxy.asked.append(f"CONNECT {self.path} {self.headers.get('Proxy-Authorization')}")
        self.send_error(502)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    with FakeWeb.start(seed=5, stock=3, sites=("old-quay",)) as running:
        yield running


@pytest.fixture
def proxy(web: FakeWeb) -> Iterator[Proxy]:
    proxy = Proxy(web.port)
    handler = type("Bound", (Handler,), {"proxy": proxy})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        proxy.port = server.server_port
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield proxy
        server.shutdown()


def source(address: str, **fields: Any) -> SourceRecord:
    return SourceRecord(id=1, name="s", channel="list", address=address, pace_seconds=0, **fields)


def test_a_worker_uses_the_source_s_proxy_and_jobs_hide_its_password(
    tmp_path: Path, web: FakeWeb, proxy: Proxy
) -> None:
    # No such host: only the proxy can reach it.
    address = f"http://old-quay.localhost:{web.port}/"
    with Stack(tmp_path / "home", PROXY_ALLOW_NETWORKS="127.0.0.0/8") as stack:
        [job] = plan(source(address, proxy=proxy.url), "run")
        sealed = seal_headers(job.source, HeaderSeal(stack.settings.secret))
        assert PASSWORD not in sealed.proxy
        assert proxy.url not in sealed.proxy
        stack.migrate()
        stack.add_sources([source(address, proxy=proxy.url)])
        stack.start("scheduler")
        with closing(open_queue(stack.settings)) as queue:
            wait_until(
                lambda: sum(t.ready + t.reserved for t in queue.stats()) > 0,
                60,
                "a job waits",
                stack.logs,
            )
            [reserved] = queue.reserve([LIST_TUBE], 1, 10)
            assert "s3cret" not in reserved.body
            queue.release(reserved, 0.0, failed=False)
        stack.start("worker")
        wait_until(lambda: stack.count() == 3, 60, "the pages are stored", stack.logs)
        assert "s3cret" not in stack.logs()
    # robots.txt too, and nothing went another way.
    assert f"{address}robots.txt" in proxy.asked
    assert len(proxy.asked) == len(web.requests())


def test_the_proxy_of_a_source_must_not_be_in_a_private_network(
    tmp_path: Path, web: FakeWeb, proxy: Proxy
) -> None:
    with Stack(tmp_path / "home") as stack:
        refused = preview(stack.settings, source(web.address("old-quay"), proxy=proxy.url))
    assert refused.outcome == Outcome.PRIVATE_ADDRESS
    assert "NEWSLOOM_PROXY_ALLOW_NETWORKS" in refused.error
    assert proxy.asked == []


def test_the_installation_s_proxy_serves_all_but_the_named_hosts(
    tmp_path: Path, web: FakeWeb, proxy: Proxy
) -> None:
    with Stack(
        tmp_path / "home", PROXY=proxy.url, NO_PROXY="direct.example,m.old-quay.localhost"
    ) as stack:
        seen = preview(stack.settings, source(f"http://old-quay.localhost:{web.port}/"))
        assert seen.outcome == Outcome.LISTED, seen.error
        assert len(proxy.asked) == len(web.requests()) > 2
        direct = preview(stack.settings, source(f"http://m.old-quay.localhost:{web.port}/"))
        assert direct.error == ""
        assert [asked for asked in proxy.asked if "//m." in asked] == []


def test_a_private_address_stays_refused_behind_a_proxy(
    tmp_path: Path, web: FakeWeb, proxy: Proxy
) -> None:
    with Stack(tmp_path / "home", PROXY=proxy.url, ALLOW_NETWORKS="") as stack:
        for address in ("http://10.1.2.3/", f"http://localhost:{web.port}/", "http://[::1]/"):
            assert preview(stack.settings, source(address)).outcome == Outcome.PRIVATE_ADDRESS
    assert proxy.asked == []


def test_a_proxy_that_refuses_is_named_without_its_password(
    tmp_path: Path, web: FakeWeb, proxy: Proxy
) -> None:
    with Stack(tmp_path / "home", PROXY=proxy.url.replace("s3cret", "wrong")) as stack:
        refused = preview(stack.settings, source(web.address("old-quay")))
        tunnel = preview(stack.settings, source("https://secure.example/"))
    assert (refused.outcome, tunnel.outcome) == (Outcome.CONNECT, Outcome.CONNECT)
    assert "HTTP 407" in refused.error
    assert "the proxy does not connect to the site" in tunnel.error
    assert "wrong" not in refused.error + tunnel.error
    assert [asked for asked in proxy.asked if asked.startswith("CONNECT secure.example:443 Basic ")]
