"""List jobs on the embedded stores, with a server that a test scripts."""

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from crawler import list_job, parsing
from crawler.failures import FetchFailed
from crawler.fetcher import Fetched
from crawler.job_results import Done, Failed, JobResult
from crawler.list_job import ListJobHandler
from crawler.robots import RobotsRules
from crawler.stores import WorkerStores
from scheduler.jobs import ListJob, PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob
from storage.backends import open_findings
from storage.findings.signs import PageMove
from storage.keys import url_key
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import worker_knowledge, worker_stores

JOB = ListJob(
    run_id="r",
    source=SourceSpec(
        id=1, name="s", channel="list", patterns=("/2026/",), host="a.example", pace_seconds=0
    ),
    url="http://a.example/list",
)


class OneList(FakeFetcher):
    """A ``Fetcher`` of one list; robots.txt answers only the first time."""

    def __init__(self, links: Sequence[str], moved_to: str = "") -> None:
        self.moved_to = moved_to
        rows = "".join(f'<p><a href="{link}">The vote on {link} is close</a>' for link in links)
        self.body = f"<title>News</title>{rows}".encode()
        self._answers = iter([RobotsRules("Newsloom")])

    async def fetch(self, url: str, **_: object) -> Fetched:
        headers = {"content-type": "text/html"}
        return Fetched(
            url=self.moved_to or url,
            status=200,
            headers=headers,
            body=self.body,
            moved_to=self.moved_to,
        )

    async def robots_rules(self, url: str, **_: object) -> RobotsRules:
        rules = next(self._answers, None)
        if rules is None:
            raise FetchFailed(Outcome.TIMEOUT, f"{url} is away")
        return rules


def visit(
    home: Path, fetcher: OneList, job: ListJob = JOB, handled: Sequence[str] = ()
) -> tuple[JobResult, list[PageJob]]:
    """Return the result of the job, and the pages in the queue; the canonical URLs ``handled`` were
    seen before.
    """
    settings = Settings(home=home)

    async def run() -> tuple[JobResult, list[PageJob]]:
        async with worker_stores(settings) as (ports, parsing):
            await ports.commit([url_key(url) for url in handled])
            result = await ListJobHandler(
                settings, ports, fetcher, parsing, worker_knowledge(ports)
            ).run(job)
            return result, [
                PageJob.from_json(job.body) for job in await ports.reserve([PAGE_TUBE], 100, 0)
            ]

    return asyncio.run(run())


def test_a_robots_file_that_fails_after_the_list_was_read_stops_nothing(tmp_path: Path) -> None:
    result, pages = visit(tmp_path, OneList(["/2026/1.html", "http://b.example/2026/2.html"]))
    assert result == Done(outcome=Outcome.LISTED, url=JOB.url, found=2, new=2)
    assert [page.url for page in pages] == [
        "http://a.example/2026/1.html",
        "http://b.example/2026/2.html",
    ]


@pytest.mark.slow
def test_a_feed_that_keeps_its_parser_busy_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parsing, "_PATIENT_SECONDS", 1)
    fetcher = OneList([])
    # feedparser's expression for mail addresses needs 25 seconds for this author.
    author = "a" * 16_000 + "@" + "a." * 16_000
    item = f"<item><link>http://a.example/1</link><author>{author}</author></item>"
    fetcher.body = f"<rss version='2.0'><channel>{item}</channel></rss>".encode()
    feed = replace(JOB, source=replace(JOB.source, channel="feed"))
    result, pages = visit(tmp_path, fetcher, feed)
    assert isinstance(result, Done)
    assert (result.outcome, pages) == (Outcome.BAD_FEED, [])
    assert result.detail.startswith("reading it takes more than 1 seconds of CPU time, far more")
    assert result.detail.endswith("choose another list of the site")


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def test_a_list_that_ends_its_reader_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_job, "read_content", die)
    result, pages = visit(tmp_path, OneList(["/2026/1.html"]))
    assert isinstance(result, Failed)
    assert (result.outcome, pages) == (Outcome.WORKER_LOST, [])


@pytest.mark.parametrize("tube", [LIST_TUBE, PAGE_TUBE])
def test_a_worker_that_dies_before_it_has_put_all_ends_no_chain(
    tmp_path: Path, tube: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = replace(JOB, source=replace(JOB.source, max_pages=5))
    fetchers = [OneList(["/2026/1.html", "/2026/2.html"]) for _ in range(2)]
    for each in fetchers:
        each.body += b'<a rel="next" href="/list?page=2">Next</a>'
    put = WorkerStores.put

    async def put_or_die(stores: WorkerStores, to: str, jobs: Sequence[NewJob]) -> None:
        if to == tube:
            raise KeyboardInterrupt
        await put(stores, to, jobs)

    with monkeypatch.context() as patched:
        patched.setattr(WorkerStores, "put", put_or_die)
        with pytest.raises(KeyboardInterrupt):
            visit(tmp_path, fetchers[0], job)
    # The pages that it has put are stored before the job runs again.
    visit(
        tmp_path,
        fetchers[1],
        job,
        [PageJob.from_json(each).url for each in queued(tmp_path, PAGE_TUBE)],
    )
    assert {ListJob.from_json(each).url for each in queued(tmp_path, LIST_TUBE)} == {
        "http://a.example/list?page=2"
    }


def queued(home: Path, tube: str) -> list[str]:
    """Return what the jobs of a tube say."""
    with closing(open_queue(Settings(home=home))) as queue:
        return [job.body for job in queue.reserve([tube], 100, 0)]


def test_a_list_that_has_moved_finds_only_what_was_not_stored_under_the_old_host(
    tmp_path: Path,
) -> None:
    fetcher = OneList(["/2026/1.html", "/2026/2.html"], moved_to="https://b.example/list")
    result, pages = visit(tmp_path, fetcher, handled=["http://a.example/2026/1.html"])
    assert result == Done(
        outcome=Outcome.LISTED, url=JOB.url, found=2, new=1, moved_to="https://b.example/list"
    )
    assert [page.url for page in pages] == ["https://b.example/2026/2.html"]


def test_a_source_remembers_the_hosts_that_it_had(tmp_path: Path) -> None:
    settled = replace(
        JOB, url="https://b.example/list", source=replace(JOB.source, former_hosts=("a.example",))
    )
    handled = ["http://a.example/2026/1.html"]
    result, pages = visit(tmp_path, OneList(["/2026/1.html", "/2026/2.html"]), settled, handled)
    assert isinstance(result, Done)
    assert (result.new, result.moved_to) == (1, "")
    assert [page.url for page in pages] == ["https://b.example/2026/2.html"]


def test_links_to_the_new_host_of_moved_pages_are_not_stored_a_second_time(tmp_path: Path) -> None:
    """The list is where it was, and its links lead to the new host now."""
    fetcher = OneList([f"https://b.example/2026/{number}.html" for number in (1, 2)])
    handled = ["http://a.example/2026/1.html"]
    _, pages = visit(tmp_path / "unknown", fetcher, handled=handled)
    assert len(pages) == 2
    home = tmp_path / "known"
    findings = open_findings(Settings(home=home))
    findings.record_page_move(
        1, PageMove(url="http://a.example/2026/9.html", target="https://b.example/2026/9.html")
    )
    findings.close()
    fetcher = OneList([f"https://b.example/2026/{number}.html" for number in (1, 2)])
    result, pages = visit(home, fetcher, handled=handled)
    assert isinstance(result, Done)
    assert (result.found, result.new) == (2, 1)
    assert [page.url for page in pages] == ["https://b.example/2026/2.html"]
