"""Page jobs on the embedded stores, with a server that a test scripts."""

import asyncio
from pathlib import Path

from crawler.fetcher import Fetched
from crawler.job_results import Done, Failed, JobResult
from crawler.page_job import PageJobHandler
from scheduler.jobs import PageJob, SourceSpec
from storage.keys import url_key
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import worker_knowledge, worker_stores

URL = "http://a.example/story/1"
JOB = PageJob(
    run_id="r",
    source=SourceSpec(id=1, name="s", channel="feed", host="a.example", pace_seconds=0),
    url=URL,
    key=url_key(URL, ""),
    collected=1_700_000_000.0,
    kind="article",
)


class OnePage(FakeFetcher):
    """A ``Fetcher`` of one page."""

    def __init__(self, page: str) -> None:
        self._body = page.encode()

    async def fetch(self, url: str, **_: object) -> Fetched:
        return Fetched(url=url, status=200, headers={"content-type": "text/html"}, body=self._body)


def read(home: Path, page: str) -> tuple[JobResult, bool]:
    """Return the result of the job, and whether its URL counts as handled."""
    settings = Settings(home=home)

    async def run() -> tuple[JobResult, bool]:
        async with worker_stores(settings) as (ports, parsing):
            result = await PageJobHandler(
                settings, ports, OnePage(page), parsing, worker_knowledge(ports)
            ).run(JOB)
            return result, await ports.is_seen(JOB.key)

    return asyncio.run(run())


def test_a_robot_check_is_retried(tmp_path: Path) -> None:
    result, handled = read(
        tmp_path, "<title>Just a moment</title><p>Checking your browser before you read on.</p>"
    )
    assert isinstance(result, Failed)
    assert (result.outcome, handled) == (Outcome.CHALLENGE, False)
    assert "checking your browser" in result.detail


def test_a_login_page_is_settled(tmp_path: Path) -> None:
    result, handled = read(
        tmp_path, "<title>Town library opens</title><p>You must be logged in to read this.</p>"
    )
    assert isinstance(result, Done)
    assert (result.outcome, handled) == (Outcome.LOGIN, True)
