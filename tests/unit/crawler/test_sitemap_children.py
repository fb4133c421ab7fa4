"""Which child sitemaps of an index a visit asks."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from crawler.failures import FetchFailed
from crawler.fetcher import Fetched
from crawler.job_results import Done
from crawler.list_job import ListJobHandler
from crawler.list_names import version_names
from crawler.sitemap_children import SitemapChildren
from crawler.stores import WorkerStores
from extractor.results import Link
from scheduler.jobs import ListJob, SourceSpec
from scheduler.queue.port import LIST_TUBE
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import worker_knowledge, worker_stores

SPEC = SourceSpec(id=1, name="s", channel="sitemap", host="a.example", pace_seconds=0)
INDEX = ListJob(run_id="first", source=SPEC, url="http://a.example/index.xml")
CHILD = replace(INDEX, url="http://a.example/1.xml", page=2)
NOW = datetime(2026, 3, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
LINK = Link(
    url=CHILD.url, published=NOW - 2 * HOUR, version=(NOW - 2 * HOUR).isoformat(timespec="minutes")
)

Script = Callable[["Visits"], Awaitable[None]]


class Visits:
    """Visits of one index with one child, each with a run of its own."""

    def __init__(self, ports: WorkerStores) -> None:
        self.ports = ports
        self.children = SitemapChildren(ports)

    async def puts(self, at: datetime, link: Link = LINK, run_id: str = "") -> bool:
        """Visit the index; return whether that puts a job for the child."""
        job = replace(INDEX, run_id=run_id or at.isoformat())
        resting = await self.children.resting(job, [link], at)
        if link.url in resting:
            return False
        await self.children.note_put(job, [link], at)
        return True


def play(home: Path, script: Script) -> None:
    async def run() -> None:
        async with worker_stores(Settings(home=home)) as (ports, _):
            await script(Visits(ports))

    asyncio.run(run())


def test_a_child_that_has_not_changed_rests_for_a_day(tmp_path: Path) -> None:
    async def script(visits: Visits) -> None:
        assert await visits.puts(NOW)
        assert not await visits.puts(NOW + HOUR)
        assert not await visits.puts(NOW + 23 * HOUR)
        changed = replace(LINK, published=NOW + HOUR, version="2026-03-05T13:00:00Z")
        assert await visits.puts(NOW + 23 * HOUR, changed)
        assert await visits.puts(NOW + 48 * HOUR)

    play(tmp_path, script)


def test_a_child_without_a_version_never_rests(tmp_path: Path) -> None:
    async def script(visits: Visits) -> None:
        for hours in range(3):
            assert await visits.puts(NOW + hours * HOUR, Link(url=CHILD.url))

    play(tmp_path, script)


def test_a_visit_that_begins_again_puts_its_children_again(tmp_path: Path) -> None:
    async def script(visits: Visits) -> None:
        assert await visits.puts(NOW, run_id="one")
        assert await visits.puts(NOW, run_id="one")
        assert not await visits.puts(NOW, run_id="two")

    play(tmp_path, script)


def test_a_version_that_is_only_a_day_says_nothing_until_the_day_is_over(tmp_path: Path) -> None:
    today = replace(LINK, published=datetime(2026, 3, 5, tzinfo=UTC), version="2026-03-05")

    async def script(visits: Visits) -> None:
        for hours in (0, 11, 20, 30):
            assert await visits.puts(NOW + hours * HOUR, today)
        assert not await visits.puts(NOW + 31 * HOUR, today)

    play(tmp_path, script)


def test_what_changed_while_the_child_was_read_is_read(tmp_path: Path) -> None:
    future = replace(LINK, published=NOW + HOUR, version="2026-03-05T13:00:00Z")

    async def script(visits: Visits) -> None:
        assert await visits.puts(NOW, future)
        assert await visits.puts(NOW + 2 * HOUR, future)
        assert not await visits.puts(NOW + 3 * HOUR, future)

    play(tmp_path, script)


def test_versions_that_are_not_true_are_not_believed(tmp_path: Path) -> None:
    """The child has new pages, though its index gives it the version that was read."""

    async def script(visits: Visits) -> None:
        assert await visits.puts(NOW)
        await visits.children.note_read(CHILD, 5)
        assert not await visits.puts(NOW + HOUR)
        assert await visits.puts(NOW + 25 * HOUR)
        await visits.children.note_read(CHILD, 0)
        assert not await visits.puts(NOW + 26 * HOUR)
        assert await visits.puts(NOW + 50 * HOUR)
        await visits.children.note_read(CHILD, 1)
        for hours in (51, 52):
            assert await visits.puts(NOW + hours * HOUR)

    play(tmp_path, script)


def test_a_child_with_a_lost_page_is_asked_again(tmp_path: Path) -> None:
    async def script(visits: Visits) -> None:
        assert await visits.puts(NOW)
        await visits.ports.drop_validators(version_names(SPEC, CHILD.url))
        assert await visits.puts(NOW + HOUR)

    play(tmp_path, script)


def test_a_child_that_fails_rests_longer_each_time(tmp_path: Path) -> None:
    async def script(visits: Visits) -> None:
        at = NOW
        for rest in (1, 2, 4, 8, 16, 24, 24):
            assert await visits.puts(at)
            await visits.children.note_failed(CHILD, at)
            assert not await visits.puts(at + rest * HOUR - timedelta(seconds=1))
            at += rest * HOUR
        assert await visits.puts(at)
        await visits.children.note_read(CHILD, 0)
        await visits.children.note_failed(CHILD, at)
        assert await visits.puts(at + HOUR)

    play(tmp_path, script)


class Site(FakeFetcher):
    """A ``Fetcher`` of an index and its children; a body that is None is not there."""

    def __init__(self, children: dict[str, str | None], *, is_dated: bool = True) -> None:
        self.children = children
        self.is_dated = is_dated
        self.others: dict[str, str | None] = {}
        self.asked: list[str] = []

    async def fetch(self, url: str, **_: object) -> Fetched:
        self.asked.append(url.removeprefix("http://a.example/"))
        bodies = {"index.xml": self._index(), **self.children, **self.others}
        body = bodies[self.asked[-1]]
        if body is None:
            raise FetchFailed(Outcome.GONE, "the server says that it is gone")
        return Fetched(url=url, status=200, headers={}, body=body.encode())

    def _index(self) -> str:
        rows = "".join(
            f"<sitemap><loc>http://a.example/{name}</loc>"
            f"{f'<lastmod>2024-03-0{place}T12:00:00Z</lastmod>' if self.is_dated else ''}</sitemap>"
            for place, name in enumerate(self.children, 1)
        )
        return f"<sitemapindex>{rows}</sitemapindex>"


@pytest.fixture(autouse=True)
def all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.list_limits._MIN_SPREAD_SECONDS", 0.0)


def visit(home: Path, site: Site, run_id: str, most_links: int = 100) -> dict[str, Done]:
    """Visit the index and its parts; return the results by the last part of their addresses."""
    settings = Settings(home=home)

    async def run() -> dict[str, Done]:
        results = {}
        async with worker_stores(settings) as (ports, parsing):
            handler = ListJobHandler(settings, ports, site, parsing, worker_knowledge(ports))
            jobs = [replace(INDEX, run_id=run_id, most_links=most_links)]
            while jobs:
                job = jobs.pop(0)
                result = await handler.run(job)
                assert isinstance(result, Done)
                results[job.url.removeprefix("http://a.example/")] = result
                for queued in await ports.reserve([LIST_TUBE], 100, 0):
                    jobs.append(ListJob.from_json(queued.body))
                    await ports.delete(queued)
        return results

    return asyncio.run(run())


def urlset(*names: str) -> str:
    pages = "".join(f"<url><loc>http://a.example/{name}</loc></url>" for name in names)
    return f"<urlset>{pages}</urlset>"


def test_the_newest_children_are_asked_first_and_once(tmp_path: Path) -> None:
    site = Site({"old.xml": urlset("a", "b"), "new.xml": urlset("c"), "gone.xml": None})
    first = visit(tmp_path, site, "first")
    assert site.asked == ["index.xml", "gone.xml", "new.xml", "old.xml"]
    assert (first["old.xml"].new, first["new.xml"].new) == (2, 1)
    site.children["gone.xml"] = urlset("d")
    second = visit(tmp_path, site, "second")
    assert site.asked[4:] == ["index.xml"]
    assert second["index.xml"].detail == (
        "child sitemaps unchanged, not asked again: 2; "
        "child sitemaps that failed, asked again later: 1"
    )


def test_an_index_that_shrank_is_read_on_from_its_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crawler.list_limits.MAX_CHILDREN", 2)
    site = Site({f"{number}.xml": urlset() for number in range(1, 8)}, is_dated=False)
    for run_id in ("1", "2", "3"):
        visit(tmp_path, site, run_id)
    for name in ("4.xml", "5.xml", "6.xml", "7.xml"):
        del site.children[name]
    site.asked.clear()
    for run_id in ("4", "5"):
        visit(tmp_path, site, run_id)
    assert {name for name in site.asked if name != "index.xml"} == {"1.xml", "2.xml", "3.xml"}


@pytest.mark.parametrize(("most_links", "times"), [(1, 2), (100, 1)])
def test_a_child_with_links_left_for_later_is_asked_again(
    tmp_path: Path, most_links: int, times: int
) -> None:
    site = Site({"one.xml": urlset("a", "b")})
    for run_id in ("first", "second"):
        visit(tmp_path, site, run_id, most_links)
    assert site.asked.count("one.xml") == times


def test_the_parts_of_an_index_in_an_index_are_looked_at_every_time(tmp_path: Path) -> None:
    leaf = "<sitemap><loc>http://a.example/leaf.xml</loc></sitemap>"
    site = Site({"inner.xml": f"<sitemapindex>{leaf}</sitemapindex>"})
    site.others["leaf.xml"] = urlset("a")
    for run_id in ("first", "second"):
        visit(tmp_path, site, run_id)
    assert site.asked == ["index.xml", "inner.xml", "leaf.xml"] * 2
