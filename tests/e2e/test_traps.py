"""Sites whose addresses have no end are cut, on both profiles, and an honest site beside them is
not.
"""

import itertools
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from storage.backends import open_learned
from storage.database.port import SourceRecord
from storage.learned.store import TRAPS
from storage.learned.trap import Trap
from testbed.stack import Stack, records, wait_until

CALENDAR, SESSIONS, HONEST = "127.0.3.1", "127.0.3.2", "127.0.3.3"
PATTERNS = [r"/news/\d+\.html", r"/s-\w+/news/\d+\.html", r"/calendar/[\d/]+"]
LINKS = 8
VISITS = 20
_PARAGRAPHS = (
    "The council met in the old town hall on matter {0}, and member {0} spoke for an hour before "
    "the vote.",
    "Nobody had expected so many people to come, and some of the {0} guests had to stand outside "
    "in the rain.",
    "In the end the plan was accepted by a majority of {0} to two, which surprised even its "
    "friends in town.",
)


class Site(BaseHTTPRequestHandler):
    """One server for the three sites; each visit of a list names new addresses."""

    asked: ClassVar[Counter[str]] = Counter()
    visits: ClassVar[dict[str, Iterator[int]]] = {}

    def do_GET(self) -> None:
        host = self.headers["Host"].partition(":")[0]
        if self.path == "/":
            links = self._links(host, next(self.visits[host]))
            body = "".join(
                f'<li><a href="{each}">What happened on the day {each}</a></li>' for each in links
            )
            self._send(f"<html><title>News</title><ul>{body}</ul></html>")
        elif self.path == "/robots.txt":
            self.send_error(404)
        else:
            self.asked[host] += 1
            number = "".join(each for each in self.path.rpartition("/")[2] if each.isdecimal())
            self._send(self._page(host, number))

    def _links(self, host: str, visit: int) -> list[str]:
        if host == CALENDAR:
            return [f"/calendar/{2000 + visit}/{day % 12 + 1}/{day + 1}/" for day in range(LINKS)]
        if host == SESSIONS:
            return [f"/s-{visit:04x}f0e1d2c3b4a5/news/{n}.html" for n in range(LINKS)]
        return [f"/news/{visit * LINKS + n}.html" for n in range(LINKS)]

    def _page(self, host: str, number: str) -> str:
        if host == CALENDAR:
            return "<html><title>Calendar</title><body><h1>No events</h1></body></html>"
        text = "".join(f"<p>{paragraph.format(number)}</p>" for paragraph in _PARAGRAPHS)
        title = f"The vote on matter number {number}"
        article = f"<h1>{title}</h1><time>2026-03-01 10:00</time>{text}"
        return (
            f"<html><head><title>{title}</title></head><body><article>{article}</article>"
            "</body></html>"
        )

    def _send(self, text: str) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def sources() -> Iterator[list[SourceRecord]]:
    Site.asked, Site.visits = (
        Counter(),
        {host: itertools.count(1) for host in (CALENDAR, SESSIONS, HONEST)},
    )
    with ExitStack() as running:
        found = []
        for host in (CALENDAR, SESSIONS, HONEST):
            server = running.enter_context(ThreadingHTTPServer((host, 0), Site))
            threading.Thread(target=server.serve_forever, daemon=True).start()
            running.callback(server.shutdown)
            address = f"http://{host}:{server.server_port}/"
            found.append(
                {"name": host, "channel": "list", "address": address, "patterns": PATTERNS}
            )
        yield records(found, pace_seconds=0.0)


def test_traps_are_cut_and_an_honest_site_is_not(
    sources: list[SourceRecord], stores: dict[str, str], tmp_path: Path
) -> None:
    with Stack(tmp_path / "home", stores) as stack:
        stack.start("worker")
        for visit in range(VISITS):
            for source in sources:
                stack.put_source(source, f"run-{visit}-{source.id}")
            wait_until(stack.idle, 60, f"visit {visit} is done", stack.logs)
        all_pages = VISITS * LINKS
        assert Site.asked[HONEST] == all_pages
        assert 60 <= Site.asked[CALENDAR] < 60 + LINKS, Site.asked
        assert Site.asked[SESSIONS] < all_pages - LINKS, Site.asked
        with closing(open_learned(stack.settings)) as learned:
            traps = {
                trap.host.partition(":")[0]: trap
                for trap in map(Trap.from_fact, learned.facts(TRAPS).values())
            }
        assert set(traps) == {CALENDAR, SESSIONS}
        assert traps[CALENDAR].shape == "/calendar/{number}/{number}/{number}"
        assert traps[SESSIONS].shape == "/{id}/news/{number}.html"
        assert traps[SESSIONS].example.endswith(".html")
