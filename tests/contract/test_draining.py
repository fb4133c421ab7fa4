"""A worker that is to stop: it takes nothing more, finishes what it can, and gives the rest back
unharmed.
"""

import asyncio
import os
import signal
import time
from contextlib import closing
from pathlib import Path

import pytest

from crawler.fetcher import Fetched
from crawler.worker import Worker
from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.backends import open_counters, open_workers
from storage.keys import url_key
from storage.settings import Settings
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import open_worker_stores

_LAST_JOBS_SECONDS = 8.0
"""Many times what the job takes that ends in time: a busy machine must not make it one of the
others.
"""
SPEC = SourceSpec(id=1, name="Example", channel="list", pace_seconds=0.0)


class SlowFetcher(FakeFetcher):
    """One site answers when the worker has been told to stop, the others not before it stops."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self.stopping = asyncio.Event()

    async def fetch(self, url: str, **_: object) -> Fetched:
        self.asked.add(url)
        if "quick" in url:
            await self.stopping.wait()
        else:
            await asyncio.sleep(3600)
        return Fetched(url=url, status=200, headers={"content-type": "text/plain"}, body=b"no page")


def test_sigterm_finishes_or_gives_back(
    queue_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crawler.worker._LAST_JOBS_SECONDS", _LAST_JOBS_SECONDS)
    settings = Settings(home=tmp_path, queue_url=queue_url, concurrency=4)
    urls = ["http://quick.example/", *(f"http://slow-{number}.example/" for number in range(5))]
    jobs = [
        PageJob(run_id="r", source=SPEC, url=url, key=url_key(url), collected=1.5, kind="")
        for url in urls
    ]
    fetcher = SlowFetcher()

    async def run() -> float:
        worker = asyncio.create_task(
            Worker(settings, open_worker_stores(settings), fetcher, "page").run()
        )
        async with asyncio.timeout(120):
            while len(fetcher.asked) < 4:  # noqa: ASYNC110 the fetcher has no event
                await asyncio.sleep(0.01)
        os.kill(os.getpid(), signal.SIGTERM)
        stopping = time.monotonic()
        fetcher.stopping.set()
        await worker
        return time.monotonic() - stopping

    with closing(open_queue(settings)) as queue:
        queue.put(
            PAGE_TUBE, [NewJob(body=job.to_json(), round=index) for index, job in enumerate(jobs)]
        )
        took = asyncio.run(run())
        assert _LAST_JOBS_SECONDS <= took < 60.0
        # Several servers share the other sites, so which of them come first differs.
        assert len(fetcher.asked) == 4
        assert urls[0] in fetcher.asked
        left = queue.reserve([PAGE_TUBE], 10, 5.0)
        assert {PageJob.from_json(job.body).url for job in left} == set(urls[1:])
        assert {(job.failures, job.losses) for job in left} == {(0, 0)}
    with closing(open_counters(settings)) as counters, closing(open_workers(settings)) as workers:
        assert sum(counters.totals().pages.values()) == 1
        assert workers.alive(time.time()) == []
