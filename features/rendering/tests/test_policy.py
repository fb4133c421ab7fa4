"""Which jobs go to a browser, and what is remembered of a source."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from features.rendering import policy
from features.rendering.policy import RENDERING, RenderPolicy
from features.rendering.render_need import RenderNeed, with_result
from scheduler.jobs import ListJob, PageJob, SourceSpec
from storage.backends import open_workers
from storage.settings import Settings
from storage.workers.status import WorkerStatus
from tests.unit.crawler.worker_stores import worker_stores

DAY = 86_400.0
SPEC = SourceSpec(id=7, name="Harbour", channel="list")
PAGE = PageJob(
    run_id="r", source=SPEC, url="https://example.org/1", key="k", collected=0.0, kind="article"
)
LIST = ListJob(run_id="r", source=SPEC, url="https://example.org/")


def test_a_need_is_known_for_a_week_and_then_checked_again() -> None:
    need = with_result(None, helped=True, now=1_000.0)
    assert need == RenderNeed(since=1_000.0, checked=1_000.0, tried=1_000.0)
    assert need.is_known(1_000.0 + 6 * DAY)
    assert not need.is_known(1_000.0 + 8 * DAY)
    assert with_result(need, helped=True, now=1_000.0 + DAY) is None, (
        "the pages that follow confirm nothing"
    )
    again = with_result(need, helped=True, now=1_000.0 + 8 * DAY)
    assert again is not None
    assert (again.since, again.checked) == (1_000.0, 1_000.0 + 8 * DAY)


def test_a_browser_that_does_not_help_is_given_up_for_a_day() -> None:
    need: RenderNeed | None = with_result(None, helped=True, now=0.5)
    for number in range(5):
        assert need is not None
        assert not need.is_in_vain(10.0), number
        need = with_result(need, helped=False, now=10.0)
    assert need is not None
    assert need.is_in_vain(10.0 + DAY / 2)
    assert not need.is_known(10.0)
    assert not need.is_in_vain(10.0 + 2 * DAY)
    helped = with_result(need, helped=True, now=10.0 + 2 * DAY)
    assert helped is not None
    assert helped.is_known(10.0 + 2 * DAY)


def test_the_setting_of_the_source_comes_first(tmp_path: Path) -> None:
    async def run() -> None:
        settings = Settings(home=tmp_path)
        async with worker_stores(settings) as (stores, _):
            here = RenderPolicy(stores, is_browser=False)
            never, always = (
                replace(PAGE, source=replace(SPEC, render=each)) for each in ("never", "always")
            )
            feed = replace(LIST, source=replace(SPEC, render="always", channel="feed"))
            assert [await here.takes(job) for job in (PAGE, never, always, feed)] == [
                False,
                False,
                True,
                False,
            ]
            assert [await here.may_help(job) for job in (PAGE, never, feed)] == [
                False,
                False,
                False,
            ]
            browser = RenderPolicy(stores, is_browser=True)
            assert not await browser.takes(always)
            assert not await browser.may_help(PAGE)

    asyncio.run(run())


def test_what_one_worker_learns_others_follow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "_ASK_SECONDS", 0.0)
    monkeypatch.setattr("crawler.learned_facts._ASK_SECONDS", 0.0)
    settings = Settings(home=tmp_path)
    workers = open_workers(settings)

    async def run() -> None:
        async with worker_stores(settings) as (stores, _):
            here, browser = (
                RenderPolicy(stores, is_browser=False),
                RenderPolicy(stores, is_browser=True),
            )
            assert not await here.may_help(PAGE), "no worker has a browser"
            now = time.time()
            workers.heartbeat(
                WorkerStatus(name="b", pool="render", started=now, at=now, active=0, memory_bytes=1)
            )
            assert await here.may_help(PAGE)
            await here.note(PAGE, helped=True)
            assert await stores.facts(RENDERING) == {}, "only a worker with a browser knows"
            await browser.note(replace(PAGE, source=replace(SPEC, render="always")), helped=True)
            assert await stores.facts(RENDERING) == {}, "the operator has decided"
            await browser.note(PAGE, helped=True)
            assert await here.takes(PAGE)
            assert not await here.takes(LIST), "lists have a fact of their own"
            await browser.note(LIST, helped=True)
            assert await here.takes(LIST)
            for _attempt in range(5):
                await browser.note(PAGE, helped=False)
            assert not await here.takes(PAGE)
            assert not await here.may_help(PAGE)

    asyncio.run(run())
    workers.close()
