"""What workers learn of where a forum's posts are, over embedded stores, and how it changes with
the site.
"""

import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.post_layouts import PostLayouts
from crawler.site_layouts import SiteLayouts, layout_for
from extractor.extraction import extract
from extractor.results import Hints, PostLayout, Rejection, RejectionReason, Thread
from scheduler.jobs import PageJob, SourceSpec
from storage.keys import canonical_url, url_key
from storage.settings import Settings
from tests.unit.crawler.worker_stores import worker_stores

SPEC = SourceSpec(id=3, name="Cellar talk", channel="board")
OLD = PostLayout(post="div entry\ndiv list\nbody", timed=True, named=True)
NEW = PostLayout(post="li message\nol thread\nmain\nbody", timed=True, named=True)
FACTS = st.lists(
    st.sampled_from([OLD, NEW, replace(OLD, opening="div first\nbody"), replace(NEW, run=2)]),
    max_size=40,
)


def _job(path: str, **fields: Any) -> PageJob:
    url = f"https://cellar.example/t/{path}"
    job = PageJob(
        run_id="r",
        source=SPEC,
        url=url,
        key=url_key(canonical_url(url)),
        collected=1.7e9,
        kind="thread",
    )
    return replace(job, **fields)


def _thread(layout: PostLayout | None, confidence: float = 0.9) -> Thread:
    return Thread(
        url="",
        canonical_url="",
        title="Boiler",
        posts=(),
        thread_url="",
        layout=layout,
        confidence=confidence,
    )


def _after(*layouts: PostLayout) -> SiteLayouts:
    site = SiteLayouts()
    for layout in layouts:
        site = site.with_page(layout, 1.0)
    return site


def test_one_page_is_not_enough() -> None:
    assert _after(OLD).best() is None
    assert _after(OLD, OLD).best() == OLD


def test_a_site_that_is_redesigned_has_its_new_layout_after_some_pages() -> None:
    site = _after(*[OLD] * 100)
    pages = 0
    while site.best() != NEW:
        site = site.with_page(NEW, 1.0)
        pages += 1
        assert pages < 10


def test_what_proves_to_be_something_else_is_forgotten_at_once() -> None:
    """Where most threads are short, lists of similar threads are read as posts, until a long thread
    shows otherwise.
    """
    site = _after(*[OLD] * 9).with_page(NEW, 1.0, overrules=True)
    assert site.best() is None
    assert site.with_page(NEW, 1.0).best() == NEW


def test_an_opening_counts_when_several_pages_have_it() -> None:
    apart = replace(OLD, opening="div first\nbody")
    assert _after(OLD, apart).best() == OLD
    assert _after(apart, replace(OLD, opening="h2\nbody"), OLD, apart).best() == apart


def test_pages_have_in_common_what_all_of_them_have() -> None:
    answered = replace(OLD, post="div entry solved\ndiv list\nbody")
    assert _after(answered, OLD).best() == OLD


def test_nothing_new_is_not_told_again_before_a_week() -> None:
    site = _after(*[OLD] * 20)
    assert site.with_page(OLD, 2.0) is site
    assert site.with_page(OLD, 8 * 86_400.0).at == 8 * 86_400.0


@given(FACTS)
def test_what_is_known_is_bounded_and_survives_json(layouts: list[PostLayout]) -> None:
    site = _after(*layouts)
    assert SiteLayouts.from_fact(json.loads(json.dumps(site.to_fact()))) == site
    assert len(site.seen) <= 2
    assert all(len(each.openings) <= 2 and 0 < each.pages <= 8 for each in site.seen)


def test_workers_share_what_they_learn(tmp_path: Path) -> None:
    async def run() -> None:
        async with worker_stores(Settings(home=tmp_path)) as (stores, _):
            one, other = PostLayouts(stores), PostLayouts(stores)
            for number in range(2):
                assert await one.of(_job("9")) is None
                await one.note(_job(str(number)), _thread(OLD))
            assert await one.of(_job("9")) == await other.of(_job("9")) == OLD
            assert await other.of(_job("9", kind="article")) is None
            assert await other.of(_job("9", source=replace(SPEC, id=4))) is None
            assert await other.of(_job("9", url="https://other.example/t/9")) is None

    asyncio.run(run())


def test_what_is_learned_while_the_store_answers_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with worker_stores(Settings(home=tmp_path)) as (stores, _):
            layouts = PostLayouts(stores)
            asked, answer = asyncio.Event(), stores.facts

            async def slowly(topic: str) -> object:
                found = await answer(topic)
                asked.set()
                await asyncio.sleep(0.2)
                return found

            monkeypatch.setattr(stores, "facts", slowly)
            asking = asyncio.create_task(layouts.of(_job("9")))
            await asked.wait()
            for number in range(2):
                await layouts.note(_job(str(number)), _thread(OLD))
            await asking
            assert await layouts.of(_job("9")) == OLD

    asyncio.run(run())


def test_doubtful_and_short_threads_and_other_pages_teach_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        async with worker_stores(Settings(home=tmp_path)) as (stores, _):
            layouts = PostLayouts(stores)
            for result in (
                _thread(OLD, 0.5),
                _thread(None),
                Rejection(reason=RejectionReason.NO_POSTS),
            ):
                for _ in range(3):
                    await layouts.note(_job("1"), result)
            assert await layouts.of(_job("2")) is None

    asyncio.run(run())


def test_no_page_can_break_what_is_known() -> None:
    """Class names of a page are text of strangers: they travel through the store as they are."""
    odd = "\u2028 &quot; \x85 'a' {0} 的 " + "x" * 400
    posts = "".join(
        f'<div class="{odd}"><a href="/u/{name}">{name}</a> <i>2024-03-0{number} 10:15</i>'
        f"<p>The boiler hums at night, and nobody knows why, says {name}.</p></div>"
        for number, name in enumerate(("marla", "otto", "pavel", "quill"), 1)
    )
    page = (
        "<html><title>Boiler hums at night</title><body><h1>Boiler hums at "
        f"night</h1>{posts}</body></html>"
    )
    read = extract(
        page.encode(),
        "https://cellar.example/t/1",
        {},
        Hints(collected=datetime.now(UTC), kind="thread"),
    )
    assert isinstance(read, Thread)
    assert read.layout
    site = SiteLayouts.from_fact(json.loads(json.dumps(_after(read.layout, read.layout).to_fact())))
    known = layout_for({"3 cellar.example": site}, 3, "https://cellar.example/t/2")
    hints = Hints(collected=datetime.now(UTC), kind="thread", post_layout=known)
    again = extract(page.encode(), "https://cellar.example/t/1", {}, hints)
    assert isinstance(again, Thread)
    assert again.posts == read.posts
