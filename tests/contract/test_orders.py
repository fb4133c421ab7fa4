"""What ops order is obeyed by workers: pauses of everything, a tube or a host, and quiet workers;
on the stores of both profiles.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from crawler import worker as module
from crawler.fetcher import Fetched
from crawler.stores import WorkerStores
from crawler.worker import Worker
from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.backends import open_learned, open_workers
from storage.keys import url_key
from storage.learned.host_note import HostLimit, HostNote
from storage.learned.orders import PAUSED_SECONDS, PauseKind, PauseOrder
from storage.learned.store import HOSTS, PAUSES, WORKER_ORDERS, Learned
from storage.settings import Settings
from tests.unit.crawler.fetchers import FakeFetcher, answer
from tests.unit.crawler.worker_stores import open_worker_stores

SPEC = SourceSpec(id=1, name="Example", channel="list", pace_seconds=0.0)
LONG = 3_600.0


@pytest.fixture
def settings(
    crawl_state_url: str, queue_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Settings:
    monkeypatch.setattr(module, "_ORDERS_SECONDS", 0.02)
    monkeypatch.setattr(module, "_IDLE_SECONDS", 0.02)
    monkeypatch.setattr(module, "_HEARTBEAT_SECONDS", 0.02)
    settings = Settings(home=tmp_path, state_url=crawl_state_url, queue_url=queue_url)
    return replace(settings, concurrency=4)


@pytest.fixture
def learned(settings: Settings) -> Iterator[Learned]:
    with closing(open_learned(settings)) as opened:
        yield opened


class Site(FakeFetcher):
    """Answers when the test lets it; knows what was asked."""

    def __init__(self, stores: WorkerStores) -> None:
        self.asked: asyncio.Queue[str] = asyncio.Queue()
        self.may_answer = asyncio.Event()
        self.looks: asyncio.Queue[None] = asyncio.Queue()
        self._read_orders = stores.read_orders
        stores.read_orders = self._look  # type: ignore[method-assign]

    async def fetch(self, url: str, **_: object) -> Fetched:
        self.asked.put_nowait(url)
        await self.may_answer.wait()
        return answer(url, "<p>Too short for an article.")

    async def _look(self) -> None:
        await self._read_orders()
        self.looks.put_nowait(None)

    async def looked_twice(self) -> None:
        """Wait until the worker has looked what is ordered, and had the time to act on it."""
        while not self.looks.empty():
            self.looks.get_nowait()
        for _ in range(3):
            await self.looks.get()


def put(settings: Settings, *urls: str) -> None:
    jobs = [
        PageJob(run_id="r", source=SPEC, url=url, key=url_key(url), collected=1.5, kind="")
        for url in urls
    ]
    with closing(open_queue(settings)) as queue:
        queue.put(PAGE_TUBE, [NewJob(body=job.to_json()) for job in jobs])


def working(
    settings: Settings, test: Callable[[Site, "asyncio.Task[None]"], Awaitable[None]]
) -> None:
    """Run a test beside a worker."""

    async def run() -> None:
        stores = open_worker_stores(settings)
        site = Site(stores)
        worker = asyncio.create_task(Worker(settings, stores, site, "page").run())
        try:
            async with asyncio.timeout(120):
                await test(site, worker)
        finally:
            site.may_answer.set()
            stores.stopping.set()
            await worker

    asyncio.run(run())


@pytest.mark.parametrize("kind", [PauseKind.EVERYTHING, PauseKind.TUBE])
def test_a_worker_takes_nothing_while_that_is_paused(
    settings: Settings, learned: Learned, kind: PauseKind
) -> None:
    pause = PauseOrder(kind=kind, name=PAGE_TUBE if kind is PauseKind.TUBE else "")
    learned.put(PAUSES, pause.key, pause.to_fact(), LONG)
    put(settings, "http://a.example/")

    async def test(site: Site, _: object) -> None:
        await site.looked_twice()
        assert site.asked.empty()
        assert learned.drop(PAUSES, pause.key)
        assert await site.asked.get() == "http://a.example/"

    working(settings, test)


def test_the_pause_of_another_tube_does_not_matter(settings: Settings, learned: Learned) -> None:
    pause = PauseOrder(kind=PauseKind.TUBE, name="list")
    learned.put(PAUSES, pause.key, pause.to_fact(), LONG)
    put(settings, "http://a.example/")

    async def test(site: Site, _: object) -> None:
        assert await site.asked.get() == "http://a.example/"

    working(settings, test)


def test_a_paused_host_gets_no_turn(settings: Settings, learned: Learned) -> None:
    pause = PauseOrder(kind=PauseKind.HOST, name="a.example:81")
    learned.put(PAUSES, pause.key, pause.to_fact(), LONG)

    async def waits() -> list[float]:
        stores = open_worker_stores(settings)
        try:
            await stores.read_orders()
            return [await stores.acquire(host, 0.0) for host in ("a.example:81", "a.example")]
        finally:
            await stores.close("worker")

    assert asyncio.run(waits()) == [PAUSED_SECONDS, 0.0]


def test_a_quiet_worker_finishes_what_it_has_and_says_so(
    settings: Settings, learned: Learned
) -> None:
    put(settings, "http://a.example/")

    async def test(site: Site, _: object) -> None:
        await site.asked.get()
        with closing(open_workers(settings)) as heartbeats:
            [status] = heartbeats.alive(0.0)
            learned.put(WORKER_ORDERS, status.name, {"order": "quiet"}, LONG)
            await site.looked_twice()
            put(settings, "http://b.example/")
            site.may_answer.set()
            while (status := heartbeats.alive(0.0)[0]).order != "quiet" or status.active:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
            assert site.asked.empty()
            learned.drop(WORKER_ORDERS, status.name)
            assert await site.asked.get() == "http://b.example/"

    working(settings, test)


def test_a_worker_that_is_told_to_stop_ends_after_what_it_has(
    settings: Settings, learned: Learned
) -> None:
    put(settings, "http://a.example/")

    async def test(site: Site, worker: "asyncio.Task[None]") -> None:
        await site.asked.get()
        with closing(open_workers(settings)) as heartbeats:
            [status] = heartbeats.alive(0.0)
            learned.put(WORKER_ORDERS, status.name, {"order": "stop"}, LONG)
            await site.looked_twice()
            assert not worker.done()
            site.may_answer.set()
            await worker
            assert heartbeats.alive(0.0) == []

    working(settings, test)
    with closing(open_queue(settings)) as queue:
        assert [tube.reserved + tube.ready for tube in queue.stats()] == [0, 0, 0]


def test_a_new_process_forgets_the_order_of_an_earlier_one_of_its_name(
    settings: Settings, learned: Learned
) -> None:
    stores = open_worker_stores(settings)
    name = Worker(settings, stores, Site(stores), "page")._name
    asyncio.run(stores.close(name))
    learned.put(WORKER_ORDERS, name, {"order": "stop"}, LONG)
    put(settings, "http://a.example/")

    async def test(site: Site, _: object) -> None:
        assert await site.asked.get() == "http://a.example/"
        assert learned.facts(WORKER_ORDERS) == {}

    working(settings, test)


def test_what_workers_note_of_hosts_is_there_for_all(settings: Settings, learned: Learned) -> None:
    note = HostNote(
        host="a.example", limit=HostLimit.BACK_OFF, detail="HTTP 429", at=time.time(), seconds=LONG
    )

    async def run() -> None:
        stores = open_worker_stores(settings)
        try:
            await stores.note_host(note)
            # Within half of its time it is not told again.
            await stores.note_host(replace(note, detail="HTTP 503"))
        finally:
            await stores.close("worker")

    asyncio.run(run())
    assert [HostNote.from_fact(fact) for fact in learned.facts(HOSTS).values()] == [note]
