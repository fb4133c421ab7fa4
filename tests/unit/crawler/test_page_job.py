"""Articles on several pages and texts of feeds, from job to job, over embedded stores and without a
network.
"""

import asyncio
import json
import os
import random
import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from crawler import page_job
from crawler.failures import CrossHostRedirect, FetchFailed
from crawler.fetcher import Fetched
from crawler.job_results import Continued, Done, Failed, JobResult, Redirected
from crawler.list_job import ListJobHandler
from crawler.packing import pack_bytes, unpack_bytes
from crawler.page_job import PageJobHandler
from crawler.parsing import Parsers
from crawler.robots import RobotsRules
from crawler.usage_rules import UsageRules
from fakeweb.options import Options
from hooks.answers import PageKeeper
from scheduler.jobs import ListJob, PageJob, SourceSpec
from scheduler.queue.port import PAGE_TUBE
from storage.backends import open_documents, open_seen
from storage.documents.port import Document, SearchRequest
from storage.documents.query_tree import Query
from storage.keys import canonical_url, url_key
from storage.outcomes import Outcome
from storage.settings import Settings
from testbed.archive import open_archive_reader, page_archive
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import open_worker_stores, worker_knowledge
from tests.unit.fakeweb.shelf import Shelf

SPEC = SourceSpec(id=1, name="Long reads", channel="list", pace_seconds=0.0)
REFUSED = FetchFailed(Outcome.HTTP_4XX, "HTTP 403")


class ShelfFetcher(FakeFetcher):
    """Fetches from the fake web in this process; some addresses have ``failures`` or ``bodies`` of
    their own.
    """

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self.failures: dict[str, Exception] = {}
        self.bodies: dict[str, bytes] = {}
        self.rules = RobotsRules("Newsloom")
        self.fetched: list[str] = []

    async def robots_rules(self, url: str, **_: object) -> RobotsRules:
        return self.rules

    def page(self, url: str) -> bytes:
        """Return the body of a page of the fake web."""
        return self._shelf.get(url).body

    async def fetch(self, url: str, **_: object) -> Fetched:
        self.fetched.append(url)
        if url in self.failures:
            raise self.failures[url]
        if url in self.bodies:
            return Fetched(url=url, status=200, headers={}, body=self.bodies[url])
        response = self._shelf.get(url)
        headers = {"content-type": response.content_type}
        return Fetched(url=url, status=response.status, headers=headers, body=response.body)


class Crawl:
    """A page job handler with its stores."""

    def __init__(self, home: Path, host: str, **settings: Any) -> None:
        self.settings = Settings(home=home, **settings)
        home.mkdir(exist_ok=True)
        shelf = Shelf(Options(stock=3, sites=(host,)))
        self.urls = shelf.addresses.parts(shelf.world.sites[host], 2)
        self.text = shelf.world.text(shelf.world.sites[host], 2)
        self.fetcher = ShelfFetcher(shelf)
        self.documents = open_documents(self.settings)
        self.seen = open_seen(self.settings)
        self.stores = open_worker_stores(self.settings, seen=self.seen, documents=self.documents)
        self.parsers = Parsers()
        self.archive_in(page_archive(self.settings))

    def archive_in(self, archive: PageKeeper) -> None:
        """Work on with this archive."""
        self.archive = archive
        self.handler = PageJobHandler(
            self.settings,
            self.stores,
            self.fetcher,
            self.parsers,
            worker_knowledge(self.stores),
            archive,
        )

    def job(self, url: str = "", **fields: Any) -> PageJob:
        url = url or self.urls[0]
        given = {
            "run_id": "r",
            "source": SPEC,
            "url": url,
            "key": url_key(canonical_url(url)),
            "kind": "article",
        }
        return PageJob(**{**given, "collected": datetime.now(UTC).timestamp(), **fields})

    async def to_end(self, job: PageJob) -> JobResult:
        """Run a job and those that replace it."""
        result = await self.handler.run(job)
        while isinstance(result, Continued | Redirected):
            assert self.stored() == []
            result = await self.handler.run(PageJob.from_json(result.job.to_json()))
        return result

    def stored(self) -> list[Document]:
        return list(self.documents.export(SearchRequest(query=Query())))

    def are_seen(self, urls: list[str]) -> list[bool]:
        return list(self.seen.contains([url_key(canonical_url(url)) for url in urls]))


def page_of(result: JobResult) -> PageJob:
    """Return the page job that a handler puts again."""
    assert isinstance(result, Continued)
    assert isinstance(result.job, PageJob)
    return result.job


def run(crawl: Crawl, test: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        try:
            await test()
        finally:
            crawl.parsers.close()
            await crawl.stores.close("worker")
            await crawl.archive.close()

    asyncio.run(whole())


def incompressible(size: int) -> str:
    rng = random.Random(size)
    return "".join(chr(rng.randrange(0x4E00, 0x9FA5)) for _ in range(size))


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def test_a_page_is_stored_though_what_keeps_pages_raises(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl = Crawl(tmp_path / "home", "valley-courier")

    async def fail(*_: object) -> str:
        raise RuntimeError("no shelf is left")

    async def test() -> None:
        monkeypatch.setattr(crawl.archive, "keep", fail)
        assert isinstance(await crawl.to_end(crawl.job()), Done)
        [document] = crawl.stored()
        assert document.archived == ()
        assert not crawl.stores.errors.is_stored

    run(crawl, test)


def test_a_page_that_ends_its_reader_counts_as_one_that_kills_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl = Crawl(tmp_path / "home", "valley-courier")

    async def test() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(page_job, "read_page", die)
            result = await crawl.handler.run(crawl.job())
        assert isinstance(result, Failed)
        assert (result.outcome, result.is_refusal) == (Outcome.WORKER_LOST, False)
        assert "ended with code -11" in result.detail
        assert isinstance(await crawl.to_end(crawl.job()), Done)

    run(crawl, test)


@pytest.mark.parametrize(
    ("size", "carried"), [(0, False), (50, False), (2_000, True), (24_000, False)]
)
def test_a_list_gives_its_text_to_the_job_if_it_is_whole_and_fits(
    tmp_path: Path, size: int, carried: bool
) -> None:
    crawl = Crawl(tmp_path / "home", "app-shell")
    text = incompressible(size)
    items = [{"id": "1", "url": "http://a.example/1", "title": "Bridge", "content_text": text}]
    body = json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": items}).encode()
    crawl.fetcher.bodies["http://a.example/feed.json"] = body

    async def test() -> None:
        spec = SourceSpec(id=1, name="Feed", channel="feed", pace_seconds=0.0)
        lists = ListJobHandler(
            crawl.settings,
            crawl.stores,
            crawl.fetcher,
            crawl.parsers,
            worker_knowledge(crawl.stores),
        )
        result = await lists.run(ListJob(run_id="r", source=spec, url="http://a.example/feed.json"))
        assert isinstance(result, Done)
        assert result.new == 1
        [reserved] = await crawl.stores.reserve([PAGE_TUBE], 2, 1.0)
        job = PageJob.from_json(reserved.body)
        assert job.fits
        assert unpack_bytes(job.content).decode() == (text if carried else "")

    run(crawl, test)


@pytest.fixture
def crawl(tmp_path: Path) -> Crawl:
    return Crawl(tmp_path / "home", "long-reads")


def test_an_article_is_stored_once_all_its_pages_are_read(crawl: Crawl) -> None:
    async def test() -> None:
        result = await crawl.to_end(crawl.job())
        assert isinstance(result, Done)
        assert (result.outcome, result.detail, result.url) == (Outcome.STORED, "", crawl.urls[0])
        [document] = crawl.stored()
        assert document.content.split("\n") == list(crawl.text.paragraphs)
        assert (document.pages, document.page_count, document.canonical_url) == (
            3,
            3,
            crawl.urls[0],
        )
        assert crawl.fetcher.fetched == crawl.urls
        assert crawl.are_seen(crawl.urls) == [True] * 3

    run(crawl, test)


def test_a_chain_that_runs_twice_stores_one_document(crawl: Crawl) -> None:
    """A worker that dies between two jobs leaves both; so does a queue that delivers a job
    again.
    """

    async def test() -> None:
        first = page_of(await crawl.handler.run(crawl.job()))
        again = page_of(await crawl.handler.run(crawl.job()))
        assert first == replace(again, collected=first.collected)
        assert isinstance(await crawl.to_end(first), Done)
        result = await crawl.handler.run(again)
        assert isinstance(result, Done)
        assert result.outcome is Outcome.DUPLICATE
        assert len(crawl.stored()) == 1

    run(crawl, test)


def test_a_link_to_a_later_page_leads_to_the_whole_article(crawl: Crawl) -> None:
    async def test() -> None:
        result = await crawl.to_end(crawl.job(crawl.urls[1]))
        assert isinstance(result, Done)
        [document] = crawl.stored()
        assert (document.pages, document.canonical_url) == (3, crawl.urls[0])
        for url in crawl.urls:
            again = await crawl.handler.run(crawl.job(url))
            assert isinstance(again, Done)
            assert again.outcome is Outcome.DUPLICATE

    run(crawl, test)


@pytest.mark.parametrize(
    ("failure", "detail"),
    [
        (FetchFailed(Outcome.GONE, "HTTP 404"), "2 of 3 pages: gone: HTTP 404"),
        (
            FetchFailed(Outcome.ROBOTS, "robots.txt forbids it"),
            "2 of 3 pages: robots: robots.txt forbids it",
        ),
        (
            CrossHostRedirect("http://elsewhere.example/3"),
            "2 of 3 pages: redirect to http://elsewhere.example/3",
        ),
    ],
)
def test_a_page_that_cannot_be_had_is_a_mark_on_the_article(
    crawl: Crawl, failure: Exception, detail: str
) -> None:
    async def test() -> None:
        crawl.fetcher.failures[crawl.urls[2]] = failure
        result = await crawl.to_end(crawl.job())
        assert isinstance(result, Done)
        assert (result.outcome, result.detail) == (Outcome.STORED, detail)
        [document] = crawl.stored()
        assert (document.pages, document.page_count, document.next_url) == (2, 3, crawl.urls[2])
        assert document.confidence is not None
        assert document.confidence < 0.81

    run(crawl, test)


def test_a_page_that_may_come_later_is_tried_again_and_at_last_left_out(crawl: Crawl) -> None:
    async def test() -> None:
        crawl.fetcher.failures[crawl.urls[2]] = FetchFailed(Outcome.HTTP_5XX, "HTTP 500")
        second = page_of(await crawl.handler.run(crawl.job()))
        third = page_of(await crawl.handler.run(second))
        assert isinstance(await crawl.handler.run(third), Failed)
        assert crawl.stored() == []
        ended = await crawl.handler.salvage(third, Outcome.HTTP_5XX, "http_5xx: HTTP 500")
        assert isinstance(ended, Done)
        assert ended.detail == "2 of 3 pages: http_5xx: HTTP 500"
        assert [document.pages for document in crawl.stored()] == [2]

    run(crawl, test)


def test_the_pages_of_an_article_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crawler.article_chain.MAX_ARTICLE_PAGES", 2)
    crawl = Crawl(tmp_path / "home", "changpian")

    async def test() -> None:
        result = await crawl.to_end(crawl.job())
        assert isinstance(result, Done)
        assert result.detail == "2 of 3 pages"
        assert len(crawl.fetcher.fetched) == 2

    run(crawl, test)


def test_a_print_view_takes_one_request_and_the_pages_are_read_without_it(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path / "home", "print-room")

    async def test() -> None:
        view = crawl.urls[0].replace("/a/", "/print/a/")
        crawl.fetcher.failures[view] = FetchFailed(Outcome.ROBOTS, "robots.txt forbids it")
        assert isinstance(await crawl.to_end(crawl.job()), Done)
        assert crawl.fetcher.fetched == [crawl.urls[0], view, *crawl.urls[1:]]
        crawl.fetcher.failures.clear()
        crawl.fetcher.fetched.clear()
        [before] = crawl.stored()
        result = await crawl.handler.run(crawl.job(forced=True))
        while isinstance(result, Continued):
            result = await crawl.handler.run(page_of(result))
        [after] = crawl.stored()
        assert crawl.fetcher.fetched == [crawl.urls[0], view]
        assert (after.content, after.pages) == (before.content, 3)

    run(crawl, test)


def test_the_feed_stands_in_for_a_page_that_the_server_refuses(tmp_path: Path) -> None:
    crawl = Crawl(tmp_path / "home", "app-shell")

    async def test() -> None:
        content = pack_bytes(crawl.text.body.encode())
        job = crawl.job(title=crawl.text.title, content=content)
        assert await crawl.handler.salvage(job, Outcome.HTTP_5XX, "http_5xx: HTTP 500") is None
        assert (
            await crawl.handler.salvage(crawl.job(), Outcome.HTTP_4XX, "http_4xx: HTTP 403") is None
        )
        assert crawl.stored() == []
        result = await crawl.handler.salvage(job, Outcome.HTTP_4XX, "http_4xx: HTTP 403")
        assert isinstance(result, Done)
        [document] = crawl.stored()
        assert (document.content, document.title) == (crawl.text.body, crawl.text.title)
        assert (document.text_source, document.text_reason) == ("feed", "http_4xx: HTTP 403")
        assert crawl.are_seen(crawl.urls) == [True]

    run(crawl, test)


@pytest.mark.parametrize("obeyed", [("archive",), ()])
def test_a_page_that_forbids_it_is_not_archived(tmp_path: Path, obeyed: tuple[str, ...]) -> None:
    crawl = Crawl(tmp_path / "home", "valley-courier", obey_rights=obeyed)
    body = crawl.fetcher.page(crawl.urls[0])
    mark = b'<HEAD><META NAME="Robots" CONTENT="noarchive">'
    crawl.fetcher.bodies[crawl.urls[0]] = body.replace(b"<HEAD>", mark, 1)

    async def test() -> None:
        archiving = replace(SPEC, archive=True)
        assert isinstance(await crawl.to_end(crawl.job(source=archiving)), Done)
        (document,) = crawl.stored()
        assert document.rights == ("noarchive",)
        assert document.rights_stated == ("noarchive: meta robots",)
        records = list(open_archive_reader(crawl.settings).answers())
        assert len(document.archived) == len(records) == (0 if obeyed else 1)

    run(crawl, test)


@pytest.mark.parametrize("obeys", [True, False])
def test_what_robots_txt_says_of_use_is_kept(tmp_path: Path, obeys: bool) -> None:
    crawl = Crawl(tmp_path / "home", "valley-courier")
    usage = UsageRules((("/", ("train-ai=n",)),))
    crawl.fetcher.rules = RobotsRules("Newsloom", usage=usage)

    async def test() -> None:
        job = crawl.job(source=replace(SPEC, obey_robots=obeys))
        assert isinstance(await crawl.to_end(job), Done)
        (document,) = crawl.stored()
        assert document.rights == (("train-ai=n",) if obeys else ())
        assert document.rights_stated == (("train-ai=n: robots.txt",) if obeys else ())

    run(crawl, test)
