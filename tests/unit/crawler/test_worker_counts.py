"""What a worker says of its work: pages and lists that got their outcome, not jobs that wait for
their host's turn.
"""

import asyncio
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from crawler import worker as module
from crawler.failures import TooEarly
from crawler.fetcher import Fetched
from crawler.worker import Worker
from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.backends import open_workers
from storage.keys import url_key
from storage.settings import Settings
from storage.workers.status import WorkerStatus
from testbed.stack import wait_until
from tests.unit.crawler.fetchers import FakeFetcher, answer
from tests.unit.crawler.worker_stores import open_worker_stores

SPEC = SourceSpec(id=1, name="Example", channel="list", pace_seconds=0.0)


class OnePageIsServed(FakeFetcher):
    """The host's turn comes for one page only; all others are too early, again and again."""

    def __init__(self) -> None:
        self.early = 0

    async def fetch(self, url: str, **_: object) -> Fetched:
        if url.endswith("/served"):
            return answer(url, "<p>Too short for an article.")
        self.early += 1
        raise TooEarly("paced.example", 0.001)


def test_jobs_that_wait_for_their_turn_are_no_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_HEARTBEAT_SECONDS", 0.02)
    settings = replace(Settings(home=tmp_path), concurrency=8)
    urls = [f"http://paced.example/{name}" for name in ("served", "a", "b", "c")]
    jobs = [
        PageJob(run_id="r", source=SPEC, url=url, key=url_key(url), collected=1.5, kind="")
        for url in urls
    ]
    fetcher = OnePageIsServed()

    async def work() -> WorkerStatus:
        stores = open_worker_stores(settings)
        task = asyncio.create_task(Worker(settings, stores, fetcher, "page").run())

        def has_waited_often() -> bool:
            return fetcher.early > 20 and heartbeats.alive(0.0)[0].pages > 0

        try:
            await asyncio.to_thread(wait_until, has_waited_often, 60, "jobs that come back")
            return heartbeats.alive(0.0)[0]
        finally:
            stores.stopping.set()
            await task

    with closing(open_queue(settings)) as queue, closing(open_workers(settings)) as heartbeats:
        queue.put(PAGE_TUBE, [NewJob(body=job.to_json()) for job in jobs])
        status = asyncio.run(work())
    assert (status.pages, status.lists) == (1, 0)
    assert status.lists_per_minute == 0.0
