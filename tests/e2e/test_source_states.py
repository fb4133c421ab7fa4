"""Sources that break in known ways: each shows its state soon, and the others stay healthy."""

import http.server
import threading
from pathlib import Path
from typing import Any

import pytest

from fakeweb.web import FakeWeb
from storage.database.port import SourceRecord
from testbed.servers.process import free_port
from testbed.stack import Stack, wait_until

GOOD, BROKEN = "harbour-times", "talbote"


def source(name: str, channel: str, address: str, **fields: Any) -> SourceRecord:
    common = {"pace_seconds": 0.0, "interval_seconds": 3, "obey_robots": False}
    return SourceRecord(id=0, name=name, channel=channel, address=address, **{**common, **fields})


# tests/faults/test_broken_sources.py shows these ways to break, and others, beside forty healthy
# sources;
# tests/unit/watch/test_source_states.py shows what is told of a visit that is repeated, or that
# brings nothing new.
@pytest.mark.heavy
def test_each_broken_source_shows_its_state_and_no_other_does(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"BACKOFF_SECONDS": 3, "MAX_ATTEMPTS": 3, "FETCH_TIMEOUT_SECONDS": 5}
    with (
        FakeWeb.start(seed=5, stock=6, sites=(GOOD, BROKEN)) as web,
        Stack(tmp_path / "home", **settings) as stack,
    ):
        web.misbehave(BROKEN, "500", path="/", amount=10_000)
        page = web.address(GOOD)
        stack.add_sources(
            [
                source("good list", "list", page),
                source("good feed", "feed", web.address(GOOD, "/rss.xml")),
                source("wrong pattern", "list", page, patterns=("/never/",)),
                source("page as feed", "feed", page),
                source("server error", "list", web.address(BROKEN)),
                source("refused", "list", f"http://127.0.0.1:{free_port()}/"),
            ]
        )
        for role in ("scheduler", "worker"):
            stack.start(role)
        seen: dict[str, set[str]] = {}

        def settled() -> bool:
            found = stack.states()
            for name, state in found.items():
                seen.setdefault(name, set()).add(state)
            return found == {
                "good list": "healthy",
                "good feed": "healthy",
                "wrong pattern": "failing (no_links)",
                "page as feed": "failing (bad_feed)",
                "server error": "failing (http_5xx)",
                "refused": "failing (connect)",
            }

        wait_until(settled, 120, "every source has its state", lambda: f"{seen}\n{stack.logs()}")
        assert "retrying (http_5xx)" in seen["server error"], seen
        assert "retrying (connect)" in seen["refused"], seen
        for name in ("good list", "good feed"):
            assert seen[name] <= {"new", "working", "healthy"}, seen
        # The server says that nothing has changed; that makes no broken source green.
        wait_until(
            lambda: stack.totals().lists.get("not_modified", 0) >= 4, 60, "more visits", stack.logs
        )
        assert settled(), stack.states()
        assert "server error\tlist\tfailing (http_5xx)" in stack.run("source", "list").stdout


class _Hurried(http.server.BaseHTTPRequestHandler):
    """A feed whose pages are all answered with 429."""

    def do_GET(self) -> None:
        if self.path == "/feed.xml":
            items = "".join(
                f"<item><title>News {each}</title><link>/news/{each}</link></item>"
                for each in range(5)
            )
            body = f"<rss version='2.0'><channel>{items}</channel></rss>".encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        else:
            self.send_response(429)
            self.send_header("Retry-After", "3600")
            self.send_header("Content-Length", "0")
            self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_a_source_whose_site_puts_off_all_pages_is_held_back(tmp_path: Path) -> None:
    with (
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Hurried) as site,
        Stack(tmp_path / "home") as stack,
    ):
        threading.Thread(target=site.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{site.server_port}/feed.xml"
        stack.add_sources([source("hurried", "feed", address, interval_seconds=60)])
        for role in ("scheduler", "worker", "alerts"):
            stack.start(role)
        wait_until(
            lambda: stack.states() == {"hurried": "held_back (throttled)"},
            60,
            "the source is held back",
            lambda: f"{stack.states()}\n{stack.logs()}",
        )
        explained = stack.run("source", "list", "--explain").stdout
        assert "5 pages wait. The site has given no page since" in explained
        wait_until(
            lambda: "Held back" in stack.run("events").stdout,
            20,
            "an event",
            lambda: stack.run("events").stdout,
        )
        site.shutdown()
