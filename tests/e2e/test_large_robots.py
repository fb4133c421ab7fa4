"""A robots.txt that never ends: its first 512 KB count, and no more of it is downloaded."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from crawler.preview import fetch_page
from storage.outcomes import Outcome
from storage.settings import Settings

PADDING = b"# nothing to see here\n" * 3_000
MAX_SENT = 64 << 20


class EndlessRobots(BaseHTTPRequestHandler):
    """Serves a rule and then comments until the client closes the connection."""

    sent: ClassVar[list[int]] = []

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        if self.path != "/robots.txt":
            self.wfile.write(b"<title>A page</title>")
            return
        self.sent.append(0)
        with suppress(OSError):
            self.wfile.write(b"User-agent: *\nDisallow: /private/\n")
            while self.sent[-1] < MAX_SENT:
                self.wfile.write(PADDING)
                self.sent[-1] += len(PADDING)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    EndlessRobots.sent.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), EndlessRobots) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_the_rules_at_its_beginning_are_obeyed(tmp_path: Path, port: int) -> None:
    settings = Settings.from_mapping(
        {"NEWSLOOM_HOME": str(tmp_path), "NEWSLOOM_ALLOW_NETWORKS": "127.0.0.0/8"}
    )
    refused = fetch_page(settings, f"http://127.0.0.1:{port}/private/1")
    allowed = fetch_page(settings, f"http://127.0.0.1:{port}/public/1")
    assert refused.outcome == Outcome.ROBOTS
    assert (allowed.error, allowed.outcome) == ("", "")
    assert max(EndlessRobots.sent) < 8 << 20
