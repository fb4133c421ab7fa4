"""A site that has its share of a worker's places: jobs of others are found, and the queue is not
asked all the time.
"""

import asyncio
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from crawler.fetcher import Fetched
from crawler.worker import Worker
from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.keys import url_key
from storage.settings import Settings
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import open_worker_stores

SPEC = SourceSpec(id=1, name="Example", channel="list", pace_seconds=0.0)
PLACES, OF_ONE_SITE, JOBS = 8, 6, 60


class SilentFetcher(FakeFetcher):
    """No site answers before the worker stops."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.other = asyncio.Event()

    async def fetch(self, url: str, **_: object) -> Fetched:
        self.asked.append(url)
        if "other" in url:
            self.other.set()
        await asyncio.sleep(3600)
        raise AssertionError(url)


def test_other_sites_are_found_without_asking_all_the_time(
    queue_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(home=tmp_path, queue_url=queue_url, concurrency=PLACES)
    urls = [*(f"http://crowded.example/{number}" for number in range(JOBS)), "http://other.test/"]
    jobs = [
        PageJob(run_id="r", source=SPEC, url=url, key=url_key(url), collected=1.5, kind="")
        for url in urls
    ]

    async def run() -> tuple[list[str], int, float]:
        fetcher = SilentFetcher()
        stores = open_worker_stores(settings)
        looks, reserve = 0, stores.reserve

        async def count(*arguments: Any) -> object:
            nonlocal looks
            looks += 1
            return await reserve(*arguments)

        monkeypatch.setattr(stores, "reserve", count)
        worker = asyncio.create_task(Worker(settings, stores, fetcher, "page").run())
        started = time.monotonic()
        async with asyncio.timeout(120):
            await fetcher.other.wait()
        took = time.monotonic() - started
        counted = looks
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)
        return fetcher.asked, counted, took

    with closing(open_queue(settings)) as queue:
        queue.put(PAGE_TUBE, [NewJob(body=job.to_json()) for job in jobs])
        asked, looks, took = asyncio.run(run())
    # The other site is on any of several servers, so it may come at any place.
    assert urls[-1] in asked
    assert len(asked) <= OF_ONE_SITE + 1
    assert looks <= took / 0.05 + 3
