"""An error of Newsloom itself that a job meets is kept for all to see, on the stores of both
profiles.
"""

import asyncio
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from crawler.fetcher import Fetched
from crawler.worker import Worker
from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.backends import open_learned
from storage.keys import url_key
from storage.learned.internal_error import InternalError
from storage.learned.store import ERRORS
from storage.settings import Settings
from storage.version import VERSION
from testbed.stack import wait_until
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import open_worker_stores

SPEC = SourceSpec(id=1, name="Example", channel="list", pace_seconds=0.0)
URL = "http://a.example/page"


class BrokenFetcher(FakeFetcher):
    async def fetch(self, url: str, **_: object) -> Fetched:
        raise RuntimeError("unforeseen, at https://jane:s3cret@a.example/")


def test_what_a_job_met_is_kept_without_secrets(crawl_state_url: str, tmp_path: Path) -> None:
    settings = replace(Settings(home=tmp_path, state_url=crawl_state_url), max_attempts=1)
    job = PageJob(run_id="r", source=SPEC, url=URL, key=url_key(URL), collected=1.5, kind="")

    async def work() -> None:
        stores = open_worker_stores(settings)
        task = asyncio.create_task(Worker(settings, stores, BrokenFetcher(), "page").run())
        try:
            await asyncio.to_thread(wait_until, is_buried, 60, "the job is buried")
        finally:
            stores.stopping.set()
            await task

    with closing(open_queue(settings)) as queue, closing(open_learned(settings)) as learned:

        def is_buried() -> bool:
            return any(queue.buried(PAGE_TUBE, 1))

        queue.put(PAGE_TUBE, [NewJob(body=job.to_json())])
        asyncio.run(work())
        [error] = map(InternalError.from_fact, learned.facts(ERRORS).values())
    assert (error.kind, error.count, error.version) == ("RuntimeError", 1, VERSION)
    assert error.urls == (URL,)
    assert "in fetch" in error.trace
    assert "s3cret" not in error.trace
