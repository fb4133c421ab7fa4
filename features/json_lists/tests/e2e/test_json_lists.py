"""From a list in JSON to the stored documents: pages that it links to, on several pages of it."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from storage.database.port import SourceRecord
from testbed.stack import Stack, wait_until

TITLES = (
    "The harbour of Ostvik opens a second quay for grain ships",
    "Council of Marlow votes on the long postponed wall",
    "Three villages share one doctor until spring",
    "Rain stops the last ferry of the season at noon",
)
TEXT = (
    "The council agreed on Tuesday evening, after a debate of four hours in which nobody changed "
    "sides. The mayor said that the money had been put aside years ago, and that the work would "
    "begin before the winter. "
)


class Site(BaseHTTPRequestHandler):
    """``/api`` lists two stories a page with a cursor, and ``/story/N`` shows one.

    ``/posts`` lists short posts, whose pages nobody can read.
    """

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path == "/api":
            start = int(parse_qs(address.query).get("after", ["0"])[0])
            rows = [
                {"nr": number, "headline": TITLES[number], "posted": f"2026-03-0{number + 1} 10:00"}
                for number in range(start, start + 2)
            ]
            self._send("application/json", json.dumps({"rows": rows, "cursor": start + 2}))
        elif address.path == "/posts":
            posts = [
                {
                    "uri": f"https://site.localhost/users/ann/{number}",
                    "url": f"http://{self.headers['Host']}/@ann/{number}",
                    "content": f"<p>{text}</p>",
                    "created_at": f"2026-03-0{number + 1}T10:00:00Z",
                    "account": {"acct": "ann", "display_name": "Ann Moor"},
                }
                for number, text in enumerate(("Fog.", "The ferry is late again."))
            ]
            self._send("application/json", json.dumps(posts))
        elif address.path.startswith("/story/"):
            title = TITLES[int(address.path.rpartition("/")[2])]
            paragraphs = "".join(f"<p>{TEXT}{title} ({part}).</p>" for part in range(5))
            self._send(
                "text/html; charset=utf-8",
                f"<html><head><title>{title}</title></head><body><article><h1>{title}</h1>"
                f"{paragraphs}</article></body></html>",
            )
        else:
            self.send_error(404)

    def _send(self, kind: str, text: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://site.localhost:{server.server_port}"
        server.shutdown()


def test_the_pages_of_a_list_in_json_are_stored_with_its_times(
    stores: dict[str, str], tmp_path: Path, address: str
) -> None:
    source = SourceRecord(
        id=1,
        name="Site",
        channel="json",
        address=f"{address}/api",
        selectors={"link": "/story/{nr}", "next": "&after={cursor}"},
        max_pages=2,
        pace_seconds=0.0,
    )
    with Stack(tmp_path / "home", stores) as stack:
        stack.migrate()
        stack.start("worker")
        stack.put_source(source, "run")
        wait_until(lambda: stack.count() == len(TITLES), 60, "all are stored", stack.logs)
        found = stack.documents()
    assert {document["title"] for document in found} == set(TITLES)
    assert {document["channel"] for document in found} == {"json"}
    assert {str(document["published"])[:10] for document in found} == {
        f"2026-03-0{number}" for number in range(1, 5)
    }


def test_short_posts_are_stored_from_their_list(
    stores: dict[str, str], tmp_path: Path, address: str
) -> None:
    source = SourceRecord(
        id=1, name="Ann", channel="json", address=f"{address}/posts", pace_seconds=0.0
    )
    with Stack(tmp_path / "home", stores) as stack:
        stack.migrate()
        stack.start("worker")
        stack.put_source(source, "run")
        wait_until(lambda: stack.count() == 2, 60, "both are stored", stack.logs)
        found = {document["content"]: document for document in stack.documents()}
    assert found.keys() == {"Fog.", "The ferry is late again."}
    assert {document["kind"] for document in found.values()} == {"post"}
    assert {document["author"] for document in found.values()} == {"Ann Moor"}
    assert str(found["Fog."]["published"])[:16] in ("2026-03-01 10:00", "2026-03-01T10:00")
