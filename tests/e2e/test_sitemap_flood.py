"""Long lists and branching sitemap indexes are read over several visits, beside sources that need
their turn too.
"""

import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from scheduler.jobs import MAX_LINKS, MAX_LISTS, ListJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE, NewJob
from storage.backends import open_counters, open_findings
from storage.database.port import SourceRecord
from testbed.stack import Stack, wait_until

CHILDREN = 3_000
MANY = 300
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"
PARAGRAPH = (
    "The council met in the old town hall and the vote was close, as everybody had expected it "
    "to be. " * 4
)


class BranchingSite(BaseHTTPRequestHandler):
    """``flood.localhost`` answers every URL with another sitemap index; ``honest.localhost`` has
    three articles.

    ``many.localhost`` has 300.

    Its index ``/index`` names 400 sitemaps. The first one, ``/busy``, names 40 articles.
    """

    server: ThreadingHTTPServer
    indexes: ClassVar[list[str]] = []
    articles: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        host, port = self.headers["Host"].partition(":")[0], self.server.server_port
        if self.path == "/robots.txt":
            self.send_error(404)
        elif host == "flood.localhost":
            self.indexes.append(self.path)
            own = f"http://flood.localhost:{port}{self.path.rstrip('/')}"
            urls = [
                f"http://other.localhost:{port}/foreign.xml",
                *(f"{own}/{n}" for n in range(CHILDREN)),
            ]
            rows = "".join(f"<sitemap><loc>{url}</loc></sitemap>" for url in urls)
            self._answer(f'<sitemapindex xmlns="{SITEMAPS}">{rows}</sitemapindex>')
        elif self.path == "/index":
            children = ["busy", *(f"quiet/{n}" for n in range(399))]
            rows = "".join(
                f"<sitemap><loc>http://{host}:{port}/{child}</loc></sitemap>" for child in children
            )
            self._answer(f'<sitemapindex xmlns="{SITEMAPS}">{rows}</sitemapindex>')
        elif self.path == "/busy":
            rows = "".join(
                f"<url><loc>http://{host}:{port}/2026/{n}.html</loc></url>" for n in range(40)
            )
            self._answer(f'<urlset xmlns="{SITEMAPS}">{rows}</urlset>')
        elif self.path == "/list":
            count = MANY if host == "many.localhost" else 3
            self._answer(
                "".join(
                    f'<p><a href="/2026/{n}.html">The vote number {n} is close</a>'
                    for n in range(count)
                )
            )
        else:
            self.articles.append(host)
            title = f"Council vote {self.path} is close"
            text = f"<p>2026-03-01 10:00</p><p>{PARAGRAPH}</p><p>{PARAGRAPH}{self.path}</p>"
            self._answer(
                f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{text}</body>"
                "</html>"
            )

    def _answer(self, body: str) -> None:
        self.send_response(304 if self.headers.get("If-None-Match") else 200)
        self.send_header("ETag", '"1"')
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    BranchingSite.indexes.clear()
    BranchingSite.articles.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), BranchingSite) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_an_honest_source_gets_its_documents_beside_a_branching_index(
    tmp_path: Path, port: int
) -> None:
    flood = SourceRecord(
        id=1,
        name="flood",
        channel="sitemap",
        address=f"http://flood.localhost:{port}/a",
        pace_seconds=0,
    )
    honest = SourceRecord(
        id=2,
        name="honest",
        channel="list",
        address=f"http://honest.localhost:{port}/list",
        patterns=("/2026/",),
        pace_seconds=0,
    )
    with Stack(tmp_path / "home") as stack:
        stack.put_source(flood, "flood")
        stack.start("worker")
        wait_until(lambda: len(BranchingSite.indexes) > 4, 60, "the flood has begun", stack.logs)
        # Later indexes, which may queue fewer, push the first one out of what the store keeps.
        cut = named(stack)[-1]
        stack.put_source(honest, "honest")
        longest = 0

        def honest_is_stored() -> bool:
            nonlocal longest
            lists, *_ = stack.tubes()
            longest = max(longest, lists.ready + lists.delayed + lists.reserved)
            return stack.count() == 3

        wait_until(honest_is_stored, 120, "the honest source has its documents", stack.logs)
        assert longest <= MAX_LISTS + 1
        assert "child sitemaps queued: 500 of 3,000; the next visits read the others" in cut
        assert "child sitemaps on other sites, ignored: 1" in cut


def test_new_links_beyond_the_limit_are_left_for_the_next_visits(tmp_path: Path, port: int) -> None:
    spec = SourceSpec(id=1, name="long", channel="list", patterns=("/2026/",), pace_seconds=0)
    with Stack(tmp_path / "home") as stack, closing(open_queue(stack.settings)) as queue:
        stack.start("worker")
        with closing(open_counters(stack.settings)) as counters:
            counters.take_links("first", "", MAX_LINKS - 2, MAX_LINKS)
        for visit, stored in (("first", 2), ("second", 3)):
            job = ListJob(run_id=visit, source=spec, url=f"http://honest.localhost:{port}/list")
            queue.put(LIST_TUBE, [NewJob(body=job.to_json())])
            wait_until(partial(has_stored, stack, stored), 60, visit, stack.logs)
        assert named(stack) == ["new links queued: 2, the limit; links left for the next visits: 1"]


def has_stored(stack: Stack, count: int) -> bool:
    """Return whether so many pages are stored, and no job is left."""
    return stack.count() == count and stack.idle()


def test_the_busy_sitemap_of_a_long_index_is_read_in_one_visit(tmp_path: Path, port: int) -> None:
    index = SourceRecord(
        id=1,
        name="i",
        channel="sitemap",
        address=f"http://honest.localhost:{port}/index",
        pace_seconds=0,
    )
    with Stack(tmp_path / "home") as stack:
        stack.put_source(index, "visit")
        stack.start("worker")
        wait_until(
            lambda: stack.count() == 40,
            60,
            "every article of the busy sitemap is stored",
            stack.logs,
        )


# tests/contract/test_queue_rounds.py holds both queues to the rounds in which sources take turns.
@pytest.mark.parametrize("profile", ["sqlite", pytest.param("beanstalkd", marks=pytest.mark.heavy)])
def test_a_source_with_few_links_does_not_wait_for_one_with_many(
    tmp_path: Path, port: int, profile: str, request: pytest.FixtureRequest
) -> None:
    stores = {"queue": request.getfixturevalue("beanstalkd_url")} if profile == "beanstalkd" else {}
    with (
        Stack(tmp_path / "home", stores, CONCURRENCY=2) as stack,
        closing(open_queue(stack.settings)) as queue,
    ):
        for number, name in enumerate(("many", "honest"), 1):
            spec = SourceSpec(
                id=number, name=name, channel="list", patterns=("/2026/",), pace_seconds=0
            )
            job = ListJob(run_id=name, source=spec, url=f"http://{name}.localhost:{port}/list")
            queue.put(LIST_TUBE, [NewJob(body=job.to_json())])
        stack.start("worker")
        asked = BranchingSite.articles
        wait_until(
            lambda: asked.count("honest.localhost") == 3,
            60,
            "the honest source is read",
            stack.logs,
        )
        before = asked[: len(asked) - asked[::-1].index("honest.localhost")]
        assert before.count("many.localhost") < MANY / 10
        wait_until(lambda: stack.count() == MANY + 3, 120, "every article is stored", stack.logs)


def named(stack: Stack) -> list[str]:
    with closing(open_findings(stack.settings)) as findings:
        return [failure.detail for failure in findings.recent_failures(1)]
