"""The files of a host that say what is reserved, from a source to a search."""

import threading
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from testbed.stack import Stack, records, wait_until
from tests.unit.extractor.samples import article_page

PAGES = 3
LINK = '<a href="/{0}.html">Ferry {0} runs again</a>'
FILES = {
    "/.well-known/tdmrep.json": b'[{"location": "/1.html", "tdm-reservation": 1}]',
    "/ai.txt": b"User-Agent: *\nDisallow: *.html\n",
    "/list": "".join(LINK.format(number) for number in range(PAGES)).encode(),
}  # fmt: skip


class Host(BaseHTTPRequestHandler):
    """Serves the files and some articles, and counts what is asked for."""

    asked: ClassVar[Counter[str]] = Counter()

    def do_GET(self) -> None:
        self.asked[self.path] += 1
        body = FILES.get(self.path)
        if self.path.endswith(".html"):
            body = article_page(title=f"Ferry {self.path[1:-5]} runs again").encode()
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    Host.asked.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Host) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_what_the_files_reserve_is_kept_with_the_documents(tmp_path: Path, address: str) -> None:
    given = {
        "name": "Ferries",
        "channel": "list",
        "address": f"{address}/list",
        "patterns": [r"/\d\.html"],
    }
    home = tmp_path / "home"
    with Stack(home, ALLOW_NETWORKS="127.0.0.0/8", RIGHTS_FILES="tdmrep,ai") as stack:
        [source] = records([given], pace_seconds=0.01)
        stack.put_source(source, "run")
        stack.start("worker")
        wait_until(lambda: stack.count() == PAGES, 60, "all pages are stored", stack.logs)
        rights = {each["url"].rpartition("/")[2]: each["rights"] for each in stack.documents()}
    assert {name: list(codes) for name, codes in rights.items()} == {
        "0.html": ["train-ai=n"],
        "1.html": ["tdm-reserved", "train-ai=n"],
        "2.html": ["train-ai=n"],
    }
    assert [Host.asked[each] for each in ("/robots.txt", *FILES)] == [1, 1, 1, 1]
