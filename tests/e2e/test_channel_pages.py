"""A public channel, from the web view to the search, over two pages of it."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from storage.database.port import SourceRecord
from testbed.stack import Stack, wait_until
from tests.unit.extractor.lists.channel_view import NAME, message, view

LINKED = 'The ferry is late again: <a href="https://port.example/ferry">port.example</a>'


class Channel(BaseHTTPRequestHandler):
    """The view of a channel with three messages on two pages. No message has a page of its own."""

    def do_GET(self) -> None:
        if self.path == f"/s/{NAME}":
            newest = message(3, LINKED, time="2026-03-05T10:00:00+00:00")
            self._send(
                view([message(2, "Fog.", time="2026-03-04T10:00:00+00:00"), newest], before=2)
            )
        elif self.path == f"/s/{NAME}?before=2":
            self._send(view([message(1, "Hello.", time="2026-03-03T10:00:00+00:00")]))
        else:
            self.send_error(404)

    def _send(self, text: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Write no line for each request."""


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Channel) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://channel.localhost:{server.server_port}/s/{NAME}"
        server.shutdown()


def test_messages_of_a_channel_are_found_as_posts(
    stores: dict[str, str], tmp_path: Path, address: str
) -> None:
    source = SourceRecord(
        id=1, name="Harbour", channel="list", address=address, max_pages=2, pace_seconds=0.0
    )
    with Stack(tmp_path / "home", stores) as stack:
        stack.migrate()
        stack.start("worker")
        stack.put_source(source, "run")
        wait_until(lambda: stack.count() == 3, 60, "the messages are stored", stack.logs)
        found = {str(each["content"]): each for each in stack.documents()}
        assert "1 found" in stack.run("search", "ferry kind:post").stdout
        assert "1 found" in stack.run("search", "cites:port.example").stdout
    assert found.keys() == {"Hello.", "Fog.", "The ferry is late again: port.example"}
    assert {(each["kind"], each["author"]) for each in found.values()} == {("post", "Harbour News")}
    assert str(found["Fog."]["published"])[:10] == "2026-03-04"
    assert str(found["Fog."]["url"]).endswith(f"/{NAME}/2")
