"""New pages and lists take a host's turns before the many revisits that wait for it."""

import asyncio
import time
from contextlib import closing
from pathlib import Path

from crawler.fetcher import Fetched
from crawler.turns import OF_JOBS, PaceStore, Turns
from crawler.worker import Worker
from scheduler.jobs import ListJob, PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob, Queue
from scheduler.queue.rank import LAST_PRIORITY
from storage.backends import open_pace
from storage.keys import url_key
from storage.settings import Settings
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import open_worker_stores

HOST = "busy.example"
SPEC = SourceSpec(id=1, name="Busy", channel="feed", host=HOST)
REVISITS, PAGES = 40, 4
SECONDS = 0.3


class PacedFetcher(FakeFetcher):
    """Takes turns, as every fetcher does, and answers with an empty page."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self.fetched: list[str] = []

    async def fetch(self, url: str, *, rank: int = 0, **_: object) -> Fetched:
        await self._turns.take(HOST, SECONDS, time.monotonic(), is_first=True, rank=rank)
        self.fetched.append(url.rpartition("/")[2].partition("-")[0])
        return Fetched(url=url, status=200, headers={"content-type": "text/html"}, body=b"-")


def page(kind: str, number: int, *, revisit: int = 0) -> NewJob:
    url = f"http://{HOST}/{kind}-{number}"
    job = PageJob(
        run_id="r",
        source=SPEC,
        url=url,
        key=url_key(url),
        collected=1.5,
        kind="article",
        revisit=revisit,
    )
    return NewJob(body=job.to_json(), priority=LAST_PRIORITY if revisit else SPEC.priority)


def put_new(queue: Queue) -> None:
    feed = ListJob(run_id="r", source=SPEC, url=f"http://{HOST}/list-1")
    queue.put(PAGE_TUBE, [page("page", number) for number in range(PAGES)])
    queue.put(LIST_TUBE, [NewJob(body=feed.to_json(), priority=SPEC.priority)])


def test_new_pages_and_lists_come_before_revisits(queue_url: str, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, queue_url=queue_url, concurrency=100)

    async def run(queue: Queue) -> list[str]:
        fetcher = PacedFetcher(Turns(PaceStore(open_pace(settings)), OF_JOBS))
        stores = open_worker_stores(settings)
        worker = asyncio.create_task(Worker(settings, stores, fetcher, "all").run())
        async with asyncio.timeout(120):
            while len(fetcher.fetched) < 2:  # noqa: ASYNC110 the fetcher has no event
                await asyncio.sleep(0.01)
            before = len(fetcher.fetched)
            put_new(queue)
            while len(fetcher.fetched) - fetcher.fetched.count("revisit") <= PAGES:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        stores.stopping.set()
        await worker
        return fetcher.fetched[before:]

    with closing(open_queue(settings)) as queue:
        revisits = [page("revisit", number, revisit=3600) for number in range(REVISITS)]
        queue.put(PAGE_TUBE, revisits)
        after = asyncio.run(run(queue))
    last = max(index for index, kind in enumerate(after) if kind != "revisit")
    # One or two may have a turn before the worker takes the new jobs out of the queue.
    assert after[: last + 1].count("revisit") <= 2, after
