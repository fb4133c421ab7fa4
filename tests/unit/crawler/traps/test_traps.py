"""Shapes of addresses, the counts behind a trap, and the links that lists leave out."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.list_content import Candidate
from crawler.traps.counts import MIN_PAGES, MIN_PAGES_COARSE, ShapeCounts
from crawler.traps.guard import TrapGuard
from crawler.traps.shapes import coarse_shape, fine_shape
from extractor.results import Article, Extraction, Link, Rejection, RejectionReason
from scheduler.jobs import PageJob, SourceSpec
from storage.keys import canonical_url, url_key
from storage.learned.store import TRAPS
from storage.learned.trap import Trap
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.unit.crawler.worker_stores import worker_stores

SPEC = SourceSpec(id=7, name="Harbour", channel="list")
EMPTY = Rejection(reason=RejectionReason.EMPTY, detail="no text")


@pytest.mark.parametrize(
    ("url", "shape"),
    [
        ("https://a.org/news/2026/11/22/5.html", "/news/{number}/{number}/{number}/{number}.html"),
        ("https://a.org/calendar/2026-11-22/", "/calendar/{date}"),
        ("https://a.org/s-81f2c0aa93bc/news/5.html?day=3&b=", "/{id}/news/{number}.html?b&day"),
        ("https://a.org/(S(lit3py55t21z5v55vlm25s55))/news/5", "/{id}/news/{number}"),
        ("https://a.org/news;jsessionid=8A7F00C1?id=5", "/{id}?id"),
        ("https://a.org/the-council-votes-on-the-harbour", "/{words}"),
        ("https://a.org/新闻/5", "/{words}/{number}"),
        ("https://a.org/sport/football", "/sport/football"),
        ("https://a.org/article-123.html", "/article-{number}.html"),
        ("https://a.org/", "/"),
    ],
)
def test_fine_shapes(url: str, shape: str) -> None:
    assert fine_shape(url) == shape


def test_combinations_of_filters_share_a_coarse_shape() -> None:
    assert (
        coarse_shape("https://a.org/shop/red/large")
        == coarse_shape("https://a.org/shop/blue/small")
        == "/shop/*"[:6] + "*/*"
    )
    assert coarse_shape("https://a.org/blog/red/large") != coarse_shape(
        "https://a.org/shop/red/large"
    )


@given(st.text(max_size=200), st.text(max_size=100))
def test_every_address_has_shapes_of_limited_length(path: str, query: str) -> None:
    url = f"https://a.org/{path}?{query}".replace("\\", "").replace("[", "").replace("]", "")
    assert fine_shape(url).startswith("/")
    assert coarse_shape(url).startswith("/")


def test_many_pages_without_a_new_text_are_a_trap() -> None:
    counts = ShapeCounts()
    found = [counts.add("a.org", "/calendar/{date}", None) for _ in range(MIN_PAGES)]
    assert found == [None] * (MIN_PAGES - 1) + [(MIN_PAGES, 0)]
    assert counts.add("a.org", "/calendar/{date}", None) is None, "it is counted from zero"


def test_the_same_texts_under_ever_new_addresses_are_a_trap() -> None:
    counts = ShapeCounts()
    found = [counts.add("a.org", "/{id}/news/{number}", f"text {n % 30}") for n in range(3_000)]
    assert any(found), "thirty articles under thousands of session ids"


@pytest.mark.parametrize("share", [1.0, 0.5, 0.1])
def test_a_site_with_many_pages_is_not_a_trap(share: float) -> None:
    """Also if nine in ten pages have no text: the tenth is new."""
    counts = ShapeCounts()
    texts = [f"text {n}" if n % round(1 / share) == 0 else None for n in range(20_000)]
    assert not any(counts.add("a.org", "/news/{number}", text) for text in texts)
    assert not any(counts.add("a.org", "/news/*", text, coarse=True) for text in texts)


def job(url: str, **fields: Any) -> PageJob:
    given_fields: dict[str, Any] = {
        "run_id": "r",
        "source": SPEC,
        "url": url,
        "key": "k",
        "collected": 0.0,
        "kind": "article",
    }
    return PageJob(**given_fields | fields)


def article(text: str) -> Article:
    return Article(
        url="https://a.org/",
        canonical_url="",
        published=None,
        title="A title",
        content=text,
        confidence=0.9,
    )


def candidates(*urls: str) -> list[Candidate]:
    return [Candidate(Link(url=url), canonical_url(url), url_key(url)) for url in urls]


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr("crawler.learned_facts._ASK_SECONDS", 0.0)
    return Settings(home=tmp_path)


def days() -> Iterator[str]:
    return (
        f"https://a.org/calendar/{date(2026, 1, 1) + timedelta(days=n)}/" for n in range(10_000)
    )


def test_lists_leave_out_what_another_worker_has_recognised(settings: Settings) -> None:
    async def run() -> None:
        async with worker_stores(settings) as (stores, _):
            guard, other = TrapGuard(stores), TrapGuard(stores)
            links = candidates(
                "https://a.org/calendar/2031-05-05/",
                "https://a.org/news/5",
                "https://b.org/calendar/2031-05-05",
            )
            assert await other.without_traps(SPEC, links) == (links, "")
            for _n, url in zip(range(MIN_PAGES), days(), strict=False):
                await guard.note(job(url), Outcome.EMPTY, EMPTY)
            kept, why = await other.without_traps(SPEC, links)
            assert [each.url for each in kept] == [
                "https://a.org/news/5",
                "https://b.org/calendar/2031-05-05",
            ]
            assert (
                why == "links left out because pages like them had no new text: 1, such as "
                "/calendar/{date}"
            )
            [trap] = (Trap.from_fact(fact) for fact in (await stores.facts(TRAPS)).values())
            assert (trap.host, trap.shape, trap.source_id, trap.pages, trap.documents) == (
                "a.org", "/calendar/{date}", 7, MIN_PAGES, 0,
            )  # fmt: skip
            assert abs(trap.at - time.time()) < 60
            feed = replace(SPEC, channel="feed")
            assert await other.without_traps(feed, links) == (links, "")
            await stores.learn(TRAPS, trap.name, replace(trap, allowed=True).to_fact(), 60)
            assert await other.without_traps(SPEC, links) == (links, "")
            for _n, url in zip(range(3 * MIN_PAGES), days(), strict=False):
                await guard.note(job(url), Outcome.EMPTY, EMPTY)
            assert await other.without_traps(SPEC, links) == (links, ""), (
                "the operator's word holds"
            )

    asyncio.run(run())


def test_combinations_of_filters_are_a_trap(settings: Settings) -> None:
    async def run() -> None:
        async with worker_stores(settings) as (stores, _):
            guard = TrapGuard(stores)
            words = [f"{a}{b}" for a, b in product("bcdfgh", "aeiou")]
            urls = [f"https://a.org/shop/{one}/{two}" for one, two in product(words, words)]
            for url in urls[: MIN_PAGES_COARSE + 1]:
                await guard.note(
                    job(url), Outcome.LISTING, Rejection(reason=RejectionReason.LISTING, detail="")
                )
            kept, _ = await guard.without_traps(
                SPEC, candidates(*urls[-20:], "https://a.org/blog/red/large")
            )
            assert [each.url for each in kept] == ["https://a.org/blog/red/large"]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("outcome", "fields"),
    [
        (Outcome.PAYWALL, {}),
        (Outcome.SCRIPT_SHELL, {}),
        (Outcome.HTTP_5XX, {}),
        (Outcome.STORED, {"kind": "thread"}),
        (Outcome.EMPTY, {"forced": True}),
    ],
)
def test_pages_that_say_nothing_of_their_neighbours_do_not_count(
    settings: Settings, outcome: Outcome, fields: dict[str, object]
) -> None:
    async def run() -> None:
        async with worker_stores(settings) as (stores, _):
            guard = TrapGuard(stores)
            result: Extraction = article("the same text") if outcome is Outcome.STORED else EMPTY
            for _n, url in zip(range(5 * MIN_PAGES), days(), strict=False):
                await guard.note(job(url, **fields), outcome, result)
            assert await stores.facts(TRAPS) == {}

    asyncio.run(run())


def test_an_honest_site_is_not_cut(settings: Settings) -> None:
    async def run() -> None:
        async with worker_stores(settings) as (stores, _):
            guard = TrapGuard(stores)
            for n in range(2_000):
                url = f"https://a.org/news/{datetime.now(UTC):%Y/%m}/{n}.html"
                await guard.note(
                    job(url), Outcome.STORED, article(f"The harbour report number {n}")
                )
            assert await stores.facts(TRAPS) == {}

    asyncio.run(run())
