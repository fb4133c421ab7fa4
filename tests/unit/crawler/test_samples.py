"""Samples of a source are read as a worker would read them."""

import asyncio

from crawler.fetcher import Fetched
from crawler.samples import take_samples
from extractor.results import Link, Thread
from scheduler.jobs import SourceSpec
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.extractor.forum.engines import ENTRIES
from tests.unit.extractor.forum.test_layout import NEIGHBOURS, forum_page

SPEC = SourceSpec(id=1, name="Cellar talk", channel="board")


class Forum(FakeFetcher):
    """Threads of five posts, but ``/short`` has one, and similar threads below it."""

    async def fetch(self, url: str, **_: object) -> Fetched:
        page = (
            forum_page(ENTRIES[0], more=NEIGHBOURS)
            if url.endswith("short")
            else forum_page(*ENTRIES)
        )
        return Fetched(url=url, status=200, headers={}, body=page.encode())


def _posts(*paths: str) -> list[int]:
    links = [Link(url=f"http://forum.example/{path}") for path in paths]
    samples = asyncio.run(take_samples(Forum(), SPEC, links))
    assert all(isinstance(each.result, Thread) for each in samples)
    return [len(each.result.posts) for each in samples if isinstance(each.result, Thread)]


def test_long_threads_among_the_samples_tell_how_to_read_a_short_one() -> None:
    assert _posts("short") == [4], "alone, it seems to have more posts"
    assert _posts("t/1", "short", "t/2") == [5, 1, 5]
