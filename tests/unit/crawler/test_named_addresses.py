"""Pages that name the address of another page as their own."""

import asyncio
from pathlib import Path

import pytest

from crawler.job_results import Done, JobResult
from storage.outcomes import Outcome
from tests.unit.crawler.test_page_job import Crawl, run

SITE = "http://valley.example"
TOPICS = {
    "wall": "The council of the valley voted on the new harbour wall and its cost of two million.",
    "ferry": "A ferry ran aground at low tide, and forty passengers waited for help until dawn.",
    "mill": "The old mill grinds rye again, after three years in which nobody cared for its wheel.",
}


@pytest.fixture
def crawl(tmp_path: Path) -> Crawl:
    return Crawl(tmp_path / "home", "long-reads")


def page(topic: str, named: str, title: str = "") -> bytes:
    text = TOPICS[topic]
    paragraphs = "".join(
        f"<p>{text} Part {part} says more about the {topic}.</p>" for part in "abcdef"
    )
    title = title or f"What happened to the {topic}"
    return (
        f'<html><head><title>{title}</title><link rel="canonical" href="{named}"></head><body>'
        f"<article><h1>{title}</h1>{paragraphs}</article></body></html>"
    ).encode()


async def visited(crawl: Crawl, url: str, body: bytes) -> JobResult:
    crawl.fetcher.bodies[url] = body
    return await crawl.handler.run(crawl.job(url))


@pytest.mark.parametrize(
    ("address", "named"),
    [("/c/{}", "/news/"), ("/show.php?id={}", "/show.php"), ("/c/{}", "/c/wall")],
)
def test_pages_with_one_canonical_address_are_told_apart_by_their_own(
    crawl: Crawl, address: str, named: str
) -> None:
    async def test() -> None:
        for topic in TOPICS:
            url = SITE + address.format(topic)
            result = await visited(crawl, url, page(topic, named))
            assert isinstance(result, Done)
            assert result.outcome is Outcome.STORED
            detail = result.detail
        assert "not believed" in detail
        titles = {document.title for document in crawl.stored()}
        assert titles == {f"What happened to the {topic}" for topic in TOPICS}

    run(crawl, test)


def test_pages_that_are_read_at_once_do_not_overwrite_each_other(crawl: Crawl) -> None:
    async def test() -> None:
        await asyncio.gather(
            *(visited(crawl, f"{SITE}/c/{topic}", page(topic, "/news/")) for topic in TOPICS)
        )
        assert len(crawl.stored()) == len(TOPICS)

    run(crawl, test)


def test_a_print_view_is_the_article_that_it_names(crawl: Crawl) -> None:
    async def test() -> None:
        await visited(crawl, f"{SITE}/c/wall", page("wall", "/c/wall"))
        result = await visited(
            crawl, f"{SITE}/print/17", page("wall", "/c/wall", "Print: the wall")
        )
        assert isinstance(result, Done)
        assert result.outcome is Outcome.DUPLICATE
        assert len(crawl.stored()) == 1

    run(crawl, test)


def test_an_address_that_is_no_article_costs_no_page(crawl: Crawl) -> None:
    async def test() -> None:
        await visited(crawl, f"{SITE}/news/", b"<html><title>News</title><body>News</body></html>")
        result = await visited(crawl, f"{SITE}/c/wall", page("wall", "/news/"))
        assert isinstance(result, Done)
        assert result.outcome is Outcome.STORED
        [document] = crawl.stored()
        assert document.canonical_url == f"{SITE}/c/wall"

    run(crawl, test)
