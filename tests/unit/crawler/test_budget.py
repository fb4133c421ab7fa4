"""The budget of a source: pages over it wait for the next day, and are neither lost nor
failures.
"""

import asyncio
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from crawler.job_results import Done, RateLimited
from crawler.worker import Worker
from scheduler.jobs import PageJob
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.backends import open_budgets, open_counters, open_seen
from storage.budgets.store import BudgetUse
from storage.keys import canonical_url, url_key
from storage.outcomes import Outcome
from storage.settings import Settings
from testbed.stack import wait_until
from tests.unit.crawler.test_page_job import SPEC, Crawl, ShelfFetcher, page_of, run
from tests.unit.crawler.worker_stores import open_worker_stores

LIMITED = replace(SPEC, pages_a_day=1)
NOW = datetime(2026, 11, 22, 18, tzinfo=UTC)


@pytest.fixture
def crawl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Crawl:
    crawl = Crawl(tmp_path / "home", "valley-courier")
    set_clock(crawl, NOW, monkeypatch)
    return crawl


def set_clock(crawl: Crawl, at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    async def now() -> datetime:
        return at

    monkeypatch.setattr(crawl.stores, "now", now)


def test_a_page_over_the_budget_waits_until_midnight(
    crawl: Crawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (
        crawl.job(url, source=LIMITED, key=url_key(url))
        for url in ("http://a.example/1", crawl.urls[0])
    )

    async def test() -> None:
        crawl.fetcher.failures[first.url] = OSError("the worker dies here")
        for _ in range(2):
            with pytest.raises(OSError, match="dies"):
                await crawl.handler.run(first)
        assert await crawl.handler.run(second) == RateLimited(
            delay_seconds=6 * 3600, gives_way=True
        )
        assert crawl.fetcher.fetched == [first.url, first.url]
        assert await crawl.handler.run(replace(second, forced=True)) != RateLimited(
            delay_seconds=6 * 3600
        )
        set_clock(crawl, NOW + timedelta(hours=6), monkeypatch)
        assert isinstance(
            await crawl.to_end(replace(second, source=replace(LIMITED, pages_a_day=5))), Done
        )

    run(crawl, test)


def test_the_day_is_that_of_the_source(crawl: Crawl) -> None:
    source = replace(LIMITED, pages_a_day=1, time_zone="Asia/Shanghai")

    async def test() -> None:
        assert await crawl.stores.take_page(SPEC.id, "2026-11-23", "another", 1)
        result = await crawl.handler.run(crawl.job(source=source))
        assert result == RateLimited(delay_seconds=22 * 3600, gives_way=True)

    run(crawl, test)


def test_each_further_page_of_an_article_counts(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path / "home", "long-reads")

    async def test() -> None:
        first = await crawl.handler.run(crawl.job(source=replace(LIMITED, pages_a_day=2)))
        second = await crawl.handler.run(PageJob.from_json(page_of(first).to_json()))
        third = await crawl.handler.run(PageJob.from_json(page_of(second).to_json()))
        assert isinstance(third, RateLimited)

    assert len(crawl.urls) > 2
    run(crawl, test)


def test_the_worker_gives_the_page_back_unharmed(crawl: Crawl, tmp_path: Path) -> None:
    """The job is delayed, not buried, without an outcome, and its claim outlives the wait."""
    settings = Settings(home=tmp_path / "worker")
    urls = [canonical_url(crawl.urls[0]), "http://a.example/other"]
    jobs = [crawl.job(url, source=LIMITED, key=url_key(url)) for url in urls]
    with closing(open_queue(settings)) as queue, closing(open_counters(settings)) as counters:
        queue.put(
            PAGE_TUBE, [NewJob(body=job.to_json(), round=index) for index, job in enumerate(jobs)]
        )

        async def work(fetcher: ShelfFetcher) -> None:
            stores = open_worker_stores(replace(settings, concurrency=1))
            worker = asyncio.create_task(
                Worker(replace(settings, concurrency=1), stores, fetcher, "page").run()
            )
            try:
                await asyncio.to_thread(
                    wait_until,
                    lambda: queue.stats()[1].delayed == 1,
                    30,
                    "a job that waits for the next day",
                )
            finally:
                stores.stopping.set()
                await worker

        asyncio.run(work(crawl.fetcher))
        tube = queue.stats()[1]
        assert (tube.delayed, tube.ready, tube.reserved, tube.buried) == (1, 0, 0, 0)
        assert Outcome.INTERNAL not in counters.totals().pages
    with closing(open_budgets(settings)) as budgets:
        today = datetime.now(UTC).date().isoformat()
        assert budgets.used({SPEC.id: today}) == {SPEC.id: BudgetUse(used=1, waiting=1)}
    with closing(open_seen(settings)) as seen:
        waiting = [job.key for job in jobs if not seen.contains([job.key])[0]]
        assert seen.claim(waiting[:1], "another list", 60) == [False]
