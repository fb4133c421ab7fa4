"""Damaged feeds, lists, sitemaps, robots files, jobs and queries: a result or a named error, never
a crash.

Some hundred run always, 100,000 with ``make test-all``. The same number gives the same damaged
input.
"""

import asyncio
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import pytest

from benchmarks.damage import damage
from crawler.channels.fetched_list import FetchedList
from crawler.channels.registry import read_list
from crawler.errors import BadPattern
from extractor.results import Listing
from scheduler.errors import BadJob
from scheduler.jobs import ListJob, PageJob, SourceSpec
from storage.documents.errors import QueryError
from storage.documents.query import parse
from tests.unit.crawler.worker_stores import robots_cache

COLLECTED = datetime(2026, 11, 21, 12, tzinfo=UTC)
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"
SELECTORS = {"result": "li, div"}
SPEC = SourceSpec(
    id=1, name="one", channel="list", patterns=(r"/n/\d+",), headers={"Accept": "*/*"}, tags=("x",)
)
ROWS = "".join(
    f'<li><a href="/n/{n}">The vote number {n} is close</a> 2026-11-{n:02} 回复 {n}</li>'
    for n in range(1, 29)
)
ENTRIES = "".join(
    f"<item><title>Vote &amp; {n}</title><link>http://a.example/n/{n}</link><author>a{n}@b.example "
    f"(Ann)</author><pubDate>Sat, {n:02} Nov 2026 10:00:00 +0100</pubDate></item>"
    for n in range(1, 9)
)
LOCATIONS = "".join(
    f"<url><loc>http://a.example/n/{n}</loc><lastmod>2026-11-{n:02}</lastmod></url>"
    for n in range(1, 9)
)
JOB = PageJob(
    run_id="r",
    source=SPEC,
    url="http://a.example/1",
    key="k",
    collected=1.5,
    kind="article",
    title="标题",
)


def _list(channel: str) -> Callable[[bytes], None]:
    fields: dict[str, Any] = (
        {"result_parser": "generic", "selectors": SELECTORS} if channel == "search" else {}
    )
    spec = SourceSpec(id=1, name="one", channel=channel, **fields)

    def read(body: bytes) -> None:
        fetched = FetchedList(
            url="http://a.example/all", body=body, headers={}, collected=COLLECTED
        )
        with suppress(BadPattern):
            assert isinstance(read_list(fetched, spec), Listing)

    return read


def _robots(body: bytes) -> None:
    async def download(_: str, _source: object) -> bytes:
        return body

    rules = asyncio.run(robots_cache(download).rules("http://a.example/n/1", None))
    assert rules.allowed("http://a.example/n/1") in (True, False)
    assert 0 <= rules.delay_seconds() <= 300


def _job(body: bytes) -> None:
    for kind in (ListJob, PageJob):
        with suppress(BadJob):
            kind.from_json(body.decode("utf-8", "replace"))


def _query(body: bytes) -> None:
    with suppress(QueryError):
        parse(body.decode("utf-8", "replace"))


READERS: Mapping[str, tuple[str, Callable[[bytes], None]]] = MappingProxyType(
    {
        "feed": (
            f"<?xml version='1.0'?><rss version='2.0'><channel>{ENTRIES}</channel></rss>",
            _list("feed"),
        ),
        "JSON feed": (
            '{"version":"https://jsonfeed.org/version/1","items":[{"url":"/n/1","title":"t"}]}',
            _list("feed"),
        ),
        "list": (f"<ul>{ROWS}</ul><a href='?page=2'>2</a>", _list("list")),
        "board": (f"<ul>{ROWS}</ul>", _list("board")),
        "search": (f"<ul>{ROWS}</ul>", _list("search")),
        "sitemap": (
            f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{LOCATIONS}</urlset>",
            _list("sitemap"),
        ),
        "robots": (
            "User-agent: *\nDisallow: /private/*a$\nAllow: /\nCrawl-delay: 7\nSitemap: /s.xml\n"
            * 4,
            _robots,
        ),
        "job": (JOB.to_json(), _job),
        "query": (
            '(bank OR "river bank") AND NOT title:fl* after:2026-01-02 site:a.example 洪水',
            _query,
        ),
    }
)


def damaged(name: str, number: int) -> bytes:
    """Return the damaged input of a number."""
    rng = random.Random(f"{name}:{number}")
    body = READERS[name][0].encode()
    other = READERS[rng.choice(list(READERS))][0].encode()
    for _ in range(rng.randint(1, 6)):
        body = damage(body, other, rng)
    return body


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    "count",
    [
        60,
        pytest.param(
            100_000 // len(READERS), marks=[pytest.mark.heavy, pytest.mark.timeout(3_600)]
        ),
    ],
)
def test_it_is_read_or_refused_by_name(name: str, count: int) -> None:
    for number in range(count):
        body = damaged(name, number)
        try:
            READERS[name][1](body)
        except Exception as error:
            raise AssertionError(f"damaged({name!r}, {number}): {body[:200]!r}") from error
