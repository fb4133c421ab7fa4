"""Workers of several versions on one queue: no job is buried, lost, or stripped of what a newer
program wrote.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from crawler.failures import CrossHostRedirect, FetchFailed
from crawler.fetcher import Fetched
from crawler.worker import Worker
from hooks.features import load_features
from scheduler import jobs
from scheduler.jobs import ListJob, PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob, Queue
from scheduler.queue.tubes import tubes_of
from storage.backends import open_workers
from storage.keys import url_key
from storage.outcomes import Outcome
from storage.settings import Settings
from testbed.stack import wait_until
from tests.contract.released_jobs import ReleasedWorker
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import open_worker_stores

SPEC = SourceSpec(
    id=1, name="晨报", channel="list", pace_seconds=0.0, headers={"Accept": "*/*"}, host="a.example"
)
URL = "http://a.example/1"
PAGE = PageJob(run_id="r", source=SPEC, url=URL, key=url_key(URL), collected=1.5, kind="article")


@pytest.fixture
def settings(queue_url: str, tmp_path: Path) -> Settings:
    return Settings(queue_url=queue_url, home=tmp_path)


@pytest.fixture
def queue(settings: Settings) -> Iterator[Queue]:
    with closing(open_queue(settings)) as opened:
        yield opened


class RedirectingFetcher(FakeFetcher):
    """Every page of ``a.example`` is on another host, which refuses it."""

    async def fetch(self, url: str, **_: object) -> Fetched:
        if "a.example" in url:
            raise CrossHostRedirect(url.replace("a.example", "b.example"))
        raise FetchFailed(Outcome.HTTP_4XX, "HTTP 403", status=403)


def work_until(settings: Settings, condition: Callable[[], bool]) -> None:
    """Run a real worker until ``condition``."""

    async def run() -> None:
        stores = open_worker_stores(settings)
        worker = asyncio.create_task(Worker(settings, stores, RedirectingFetcher(), "page").run())
        try:
            await asyncio.to_thread(wait_until, condition, 30, "what the worker should bring about")
        finally:
            stores.stopping.set()
            await worker

    asyncio.run(run())


def test_a_worker_of_the_last_release_beside_a_new_one(queue: Queue, settings: Settings) -> None:
    """Each reads what the other puts, whichever of them takes a job."""
    done: Counter[str] = Counter()
    lists = [f"http://{number}.example/" for number in range(20)]
    visits = [
        ListJob(run_id="r", source=replace(SPEC, id=index), url=url)
        for index, url in enumerate(lists)
    ]
    queue.put(LIST_TUBE, [NewJob(body=visit.to_json()) for visit in visits])

    def note(url: str) -> None:
        done[url] += 1

    with closing(open_queue(settings)) as other:
        released = ReleasedWorker(other, note)
        while released.take(1) + take_as_new(queue, note):
            pass
    assert done == Counter([*lists, *(f"{url}page" for url in lists)])
    assert [(tube.ready, tube.delayed, tube.reserved, tube.buried) for tube in queue.stats()] == [
        (0, 0, 0, 0)
    ] * len(tubes_of(load_features()))


def take_as_new(queue: Queue, done: Callable[[str], None]) -> int:
    """Run one job with the present codec; return how many there were."""
    taken = queue.reserve([LIST_TUBE, PAGE_TUBE], 1, 0.0)
    for reserved in taken:
        if reserved.tube == LIST_TUBE:
            visit = ListJob.from_json(reserved.body)
            page = replace(PAGE, source=visit.source, url=f"{visit.url}page", list_url=visit.url)
            queue.put(PAGE_TUBE, [NewJob(body=page.to_json())])
            done(visit.url)
        else:
            done(PageJob.from_json(reserved.body).url)
        queue.delete(reserved)
    return len(taken)


def test_a_worker_leaves_newer_jobs_to_newer_workers_and_says_so(
    queue: Queue, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crawler.newer_jobs._WAIT_SECONDS", 1.0)
    monkeypatch.setattr("crawler.worker._HEARTBEAT_SECONDS", 0.2)
    newer = json.loads(PAGE.to_json()) | {"v": jobs.VERSION + 1}
    queue.put(PAGE_TUBE, [NewJob(body=json.dumps(newer))])
    with closing(open_workers(settings)) as workers:
        work_until(settings, lambda: any(each.newer_version for each in workers.alive(time.time())))
    assert queue.stats()[1].buried == 0

    monkeypatch.setattr(jobs, "VERSION", jobs.VERSION + 1)
    [reserved] = queue.reserve([PAGE_TUBE], 1, 30.0)
    assert PageJob.from_json(reserved.body) == PAGE
    assert (reserved.failures, reserved.losses) == (0, 0)


def test_a_job_that_replaces_another_keeps_the_fields_of_newer_programs(
    queue: Queue, settings: Settings
) -> None:
    """The page is on another host, which refuses it."""
    newer = json.loads(PAGE.to_json()) | {"mood": {"sad": [1, 2]}}
    newer["source"]["colour"] = "red"
    queue.put(PAGE_TUBE, [NewJob(body=json.dumps(newer))])
    work_until(settings, lambda: queue.stats()[1].buried == 1)
    [buried] = queue.buried(PAGE_TUBE, 2)
    following = json.loads(buried.body)
    assert (following["url"], following["mood"]) == ("http://b.example/1", {"sad": [1, 2]})
    assert following["source"]["colour"] == "red"
