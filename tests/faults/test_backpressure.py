"""A document store that takes nothing, and a full disk: fetching stops, nothing is buried or lost,
and it is said.
"""

import asyncio
import subprocess
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest
from elasticsearch import Elasticsearch

from crawler.fetcher import Fetched
from crawler.worker import Worker
from fakeweb.compare import compare
from fakeweb.web import FakeWeb
from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.backends import open_counters, open_documents
from storage.documents.elasticsearch_address import ElasticsearchAddress
from storage.keys import url_key
from storage.settings import Settings
from testbed.servers.process import free_port
from testbed.stack import Stack, records, wait_until, ways_in
from tests.contract.documents import document, store
from tests.faults.test_outages import everything_is_stored
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import open_worker_stores

CONCURRENCY, PAGES = 8, 40
HOSTS = ("harbour-times", "old-quay")
SPEC = SourceSpec(id=1, name="Example", channel="list", pace_seconds=0.0)
BODY = """<html><head><title>Harbour {number} opens</title><meta property="article:published_time"
content="2026-11-20T08:00:00Z"></head><body><article><h1>Harbour {number} opens</h1>{text}</article></body></html>"""


class CountingFetcher(FakeFetcher):
    """Answers every address with an article."""

    def __init__(self) -> None:
        self.fetched: Counter[str] = Counter()

    async def fetch(self, url: str, **_: object) -> Fetched:
        self.fetched[url] += 1
        number = url.rpartition("/")[2]
        text = "".join(
            f"<p>The harbour {number} has a new pier of {length} metres, and the town hopes for "
            "more ships.</p>"
            for length in range(100, 112)
        )
        body = BODY.format(number=number, text=text).encode()
        return Fetched(
            url=url, status=200, headers={"content-type": "text/html; charset=utf-8"}, body=body
        )


def test_a_read_only_store_stops_fetching_until_it_takes_documents_again(
    elasticsearch_url: str, tmp_path: Path
) -> None:
    """As when the disk of a node passes the flood-stage watermark."""
    settings = Settings(home=tmp_path, documents_url=elasticsearch_url, concurrency=CONCURRENCY)
    fetcher = CountingFetcher()
    with closing(open_queue(settings)) as queue, closing(open_documents(settings)) as documents:
        # The index of this month exists before it is blocked.
        store(documents, [replace(document("early", "早到"), collected=datetime.now(UTC))])
        put_jobs(settings)
        block(elasticsearch_url, blocked=True)
        assert documents.info().read_only

        async def while_working() -> None:
            await asyncio.to_thread(
                wait_until, lambda: len(fetcher.fetched) == CONCURRENCY, 60, "the first pages"
            )
            await asyncio.sleep(2)
            assert len(fetcher.fetched) == CONCURRENCY, (
                "a worker holds no more pages than it has places"
            )
            block(elasticsearch_url, blocked=False)
            await asyncio.to_thread(wait_until, lambda: is_idle(settings), 60, "the rest")

        work(settings, fetcher, while_working)
        documents.refresh()
        assert not documents.info().read_only
        assert documents.info().documents == PAGES + 1
        assert set(fetcher.fetched.values()) == {1}
        assert queue.stats()[1].buried == 0
    with closing(open_counters(settings)) as counters:
        assert counters.totals().pages == {"stored": PAGES}


def put_jobs(settings: Settings) -> None:
    urls = [f"http://{number}.example/{number}" for number in range(PAGES)]
    collected = datetime.now(UTC).timestamp()
    jobs = [
        PageJob(
            run_id="r", source=SPEC, url=url, key=url_key(url), collected=collected, kind="article"
        )
        for url in urls
    ]
    with closing(open_queue(settings)) as queue:
        queue.put(PAGE_TUBE, [NewJob(body=job.to_json()) for job in jobs])


def block(url: str, *, blocked: bool) -> None:
    address = ElasticsearchAddress.from_url(url)
    with closing(Elasticsearch(list(address.nodes))) as client:
        value = "true" if blocked else None
        client.indices.put_settings(
            index=address.prefix, settings={"index.blocks.read_only_allow_delete": value}
        )


def is_idle(settings: Settings) -> bool:
    with closing(open_queue(settings)) as queue:
        return all(tube.ready + tube.delayed + tube.reserved == 0 for tube in queue.stats())


def work(
    settings: Settings, fetcher: CountingFetcher, meanwhile: Callable[[], Awaitable[None]]
) -> None:
    """Run a worker until ``meanwhile`` is done."""

    async def run() -> None:
        stores = open_worker_stores(settings)
        worker = asyncio.create_task(Worker(settings, stores, fetcher, "page").run())
        try:
            await meanwhile()
        finally:
            stores.stopping.set()
            await worker

    asyncio.run(run())


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """Mount a file system of this size; skip the test where that is not allowed."""
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    if subprocess.run(["mount", *options], capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk is not allowed here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.heavy
def test_a_full_disk_stops_the_crawl_and_loses_nothing(tmp_path: Path) -> None:
    port = free_port()
    with (
        small_disk(tmp_path / "disk", 48) as disk,
        FakeWeb.start(seed=5, stock=30, rate=0, sites=HOSTS) as web,
    ):
        stores = {name: f"sqlite://{disk}/{name}.db" for name in ("database", "queue", "documents")}
        with Stack(
            tmp_path / "home", stores | {"state": f"local://{disk}/seen"}, WEB_PORT=port
        ) as stack:
            stack.migrate()
            stack.add_sources(
                records(ways_in(web.sources()), interval_seconds=5, pace_seconds=0.05)
            )
            roles = [stack.start("scheduler"), stack.start("worker"), stack.start("web")]
            wait_until(
                lambda: stack.count() > 10 and ready(port) == "ok\n",
                60,
                "the crawl begins",
                stack.logs,
            )
            fill(disk / "ballast")
            wait_until(
                lambda: "documents: cannot write" in ready(port), 30, "it is said", stack.logs
            )
            wait_until(
                lambda: "store.unavailable" in stack.logs(), 30, "a store is full", stack.logs
            )
            (disk / "ballast").unlink()
            wait_until(lambda: everything_is_stored(web, stack), 120, "all", stack.logs)
            assert [role.poll() for role in roles] == [None, None, None], stack.logs()
            assert compare(web.ledger(bodies=False), stack.documents()).duplicates == []
            assert not any(tube.buried for tube in stack.tubes())
            assert ready(port) == "ok\n"
            assert stack.stop() == [0, 0, 0]
            assert "Traceback" not in stack.logs()


def ready(port: int) -> str:
    """Return what /readyz answers, "" while nothing listens."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz") as answer:
            return str(answer.read().decode())
    except HTTPError as error:
        return error.read().decode()
    except URLError:
        return ""


def fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(65_536)):
            pass
