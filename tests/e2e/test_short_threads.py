"""A worker reads the short threads of a forum by what another one has learned from the long
ones.
"""

import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.keys import canonical_url, url_key
from tests.stack import Stack, wait_until

TEXTS = (
    "The boiler in my cellar hums every night, and nobody in the house knows where the noise "
    "comes from.",
    "Have you looked at the pump? Mine did the same until the bearing was changed last winter.",
    "It may be air in the pipes, which you can let out with a small key from any hardware shop.",
    "Ours hummed because the filter was full of sand; cleaning it took ten minutes and no tools "
    "at all.",
)
NAMES = ("marla", "otto", "pavel", "quill")
SIMILAR = "".join(
    f'<div class="row"><a href="/t/{number}">{title}</a> <a href="/u/{name}">{name}</a> '
    f"<i>2026-03-0{number} 10:15</i><p>{title}: this has been asked before, and the answers there "
    "may well help you, too.</p></div>"
    for number, (title, name) in enumerate(
        (
            ("Paint for old gates", "tilda"),
            ("The pump drips since May", "oskar"),
            ("Two lamps for sale", "wanda"),
        ),
        1,
    )
)


class Forum(BaseHTTPRequestHandler):
    """``/long/N`` has four posts, ``/short/N`` has one, and similar threads below it that look like
    posts.
    """

    def do_GET(self) -> None:
        if self.path == "/robots.txt":
            self.send_error(404)
            return
        kind, number = self.path.strip("/").split("/")
        shown = 4 if kind == "long" else 1
        posts = "".join(
            f'<div class="entry"><b><a href="/u/{name}">{name}</a></b> <i>2026-03-0{place} '
            f"1{number}:05</i>"
            f'<div class="words">{text} It is case {number}.</div></div>'
            for place, (name, text) in enumerate(list(zip(NAMES, TEXTS, strict=True))[:shown], 1)
        )
        page = (
            f"<html><title>Boiler number {number} hums</title><body><h1>Boiler number {number} "
            "hums</h1>"
            f'<div class="list">{posts}</div>{SIMILAR if kind == "short" else ""}</body></html>'
        )
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Forum) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://forum.localhost:{server.server_port}"
        server.shutdown()


def test_a_short_thread_is_read_by_what_long_ones_have_shown(
    stores: dict[str, str], tmp_path: Path, address: str
) -> None:
    with Stack(tmp_path / "home", stores) as stack:
        stack.migrate()
        worker = stack.start("worker")
        _put(stack, [f"{address}/short/0"])
        wait_until(lambda: stack.count() == 1, 60, "a short thread is stored", stack.logs)
        _put(stack, [f"{address}/long/{number}" for number in range(3)])
        wait_until(lambda: stack.count() == 4, 60, "the long threads are stored", stack.logs)
        worker.terminate()
        assert worker.wait(60) == 0
        stack.start("worker")
        _put(stack, [f"{address}/short/5"])
        wait_until(lambda: stack.count() == 5, 60, "the short thread is stored", stack.logs)
        posts = {
            document["url"].removeprefix(address): document["posts"]
            for document in stack.documents()
        }
    assert [len(posts[f"/long/{number}"]) for number in range(3)] == [4] * 3
    assert len(posts["/short/0"]) > 1, "nothing was known yet: similar threads look like posts"
    assert [(post["author"], post["body"]) for post in posts["/short/5"]] == [
        ("marla", f"{TEXTS[0]} It is case 5.")
    ]


def _put(stack: Stack, urls: list[str]) -> None:
    source = SourceSpec(id=1, name="Forum", channel="board", pace_seconds=0.01)
    jobs = [
        PageJob(
            run_id="r",
            source=source,
            url=url,
            key=url_key(canonical_url(url)),
            collected=1.7e9,
            kind="thread",
        )
        for url in urls
    ]
    with closing(open_queue(stack.settings)) as queue:
        queue.put(PAGE_TUBE, [NewJob(body=job.to_json()) for job in jobs])
