"""Pages whose text a script loads: from source to search on both profiles, hostile ones, and killed
browsers.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from crawler.preview import preview
from storage.outcomes import Outcome
from testbed.archive import answer_of, open_archive_reader, picture_of
from testbed.stack import Stack, records, wait_until
from tests.e2e.browser import needs_chromium
from tests.e2e.script_web import HOSTILE, NETWORK, Neighbour, ScriptSite, script_web

pytestmark = needs_chromium
ARTICLES = 8
EMPTY_PICTURE_BYTES = 20_000
"""A picture of this size without any text on it has 15,800 bytes."""


@pytest.fixture
def web() -> Iterator[tuple[str, Neighbour]]:
    with script_web() as running:
        yield running


def _stack(home: Path, stores: dict[str, str] | None = None, **settings: Any) -> Stack:
    return Stack(
        home,
        stores,
        **{"ALLOW_NETWORKS": NETWORK, "RENDER_SECONDS": 20, "BACKOFF_SECONDS": 1, **settings},
    )


def _source(address: str, **fields: Any) -> Any:
    given = {
        "name": "Harbour",
        "channel": "list",
        "address": address,
        "patterns": [r"/article/\d+"],
    }
    [source] = records([given | fields], pace_seconds=0.01, **{})
    return source


def _browsers() -> list[psutil.Process]:
    """The browsers that processes of this test have started, found by their launcher's flags."""
    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            if "chrom" in process.name() and "--type=" not in " ".join(process.cmdline()):
                found.append(process)
        except psutil.Error:
            continue
    return found


def _crash_renderers() -> None:
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # any of them may end meanwhile
            if "--type=renderer" in process.cmdline():
                process.send_signal(signal.SIGSEGV)


def test_pages_and_lists_by_script_are_found_and_stored(
    web: tuple[str, Neighbour], stores: dict[str, str], tmp_path: Path
) -> None:
    """The list is empty and the pages are shells without a browser; nobody has set up anything for
    this source.
    """
    address, neighbour = web
    with _stack(tmp_path / "home", stores) as stack:
        stack.migrate()
        given = _source(f"{address}/script-list", interval_seconds=3600, archive=True)
        stack.add_sources([given])
        pools = [stack.start("worker", "--pool", "render"), stack.start("worker")]
        wait_until(lambda: len(_browsers()) > 0, 60, "the pool render starts", stack.logs)
        _wait_for_heartbeat(stack)
        stack.start("scheduler")
        wait_until(lambda: stack.count() == ARTICLES, 120, "all pages are stored", stack.logs)
        texts = {document["title"]: document["content"] for document in stack.documents()}
        assert set(texts) == {f"The vote on the harbour number {n}" for n in range(1, ARTICLES + 1)}
        assert all("old town hall" in text and "JavaScript" not in text for text in texts.values())
        wait_until(stack.idle, 30, "the queue is empty", stack.logs)
        assert stack.totals().pages == {Outcome.STORED: ARTICLES}
        assert_pictures_are_archived(stack)
        # The scripts' own cookies come along, and pictures and styles do not.
        assert ScriptSite.cookies["3"] == "session=of-server; reader=3"
        assert not {"/picture.png", "/style.css"} & set(ScriptSite.asked)
        assert ScriptSite.asked["/app.js"] <= 4, (
            "the script is fetched once, or once by each page in work"
        )
        assert neighbour.connections == []
        browsers = _browsers()
        assert stack.stop() == [0] * (len(pools) + 1)
        assert not [each for each in browsers if each.is_running()]


def assert_pictures_are_archived(stack: Stack) -> None:
    """Each page is archived with what the browser showed of it: a JPEG that is not one colour."""
    reader = open_archive_reader(stack.settings)
    for document in stack.documents():
        [place] = document["archived"]
        page, picture = map(bytes, reader.packed(place))
        assert document["title"].encode() in answer_of(page).body  # type: ignore[union-attr]
        jpeg = picture_of(picture)
        assert jpeg.startswith(b"\xff\xd8\xff")
        assert len(jpeg) > EMPTY_PICTURE_BYTES


def test_without_a_pool_the_outcome_says_what_to_do(
    web: tuple[str, Neighbour], tmp_path: Path
) -> None:
    address, _ = web
    with _stack(tmp_path / "home") as stack:
        stack.put_source(_source(f"{address}/list"), "run")
        stack.start("worker")
        wait_until(stack.idle, 60, "all pages are settled", stack.logs)
        assert stack.totals().pages == {Outcome.SCRIPT_SHELL: ARTICLES}
        assert ScriptSite.asked["/app.js"] == 0


def test_never_and_always(web: tuple[str, Neighbour], tmp_path: Path) -> None:
    """With *never*, a running pool changes nothing; with *always*, pages wait for a pool that
    starts later.
    """
    address, _ = web
    with _stack(tmp_path / "home") as stack:
        stack.put_source(_source(f"{address}/list", render="always"), "run")
        worker = stack.start("worker")
        wait_until(
            lambda: stack.tubes()[2].ready == 1, 60, "the list waits for a browser", stack.logs
        )
        assert ScriptSite.asked["/list"] == 0
        stack.start("worker", "--pool", "render")
        wait_until(lambda: stack.count() == ARTICLES, 90, "all pages are stored", stack.logs)
        stack.put_source(
            _source(f"{address}/list?again", render="never", patterns=[r"/article/\d+"]), "run-2"
        )
        wait_until(
            lambda: stack.totals().lists == {Outcome.LISTED: 2}, 60, "the list is read", stack.logs
        )
        assert worker.poll() is None
        assert stack.count() == ARTICLES


@pytest.mark.parametrize(
    "names",
    [
        ("neighbour", "address", "requests", "forever", "memory", "windows", "download"),
        pytest.param(tuple(HOSTILE), marks=pytest.mark.heavy, id="all"),
    ],
)
def test_hostile_pages_reach_nothing_and_the_pool_goes_on(
    names: tuple[str, ...], web: tuple[str, Neighbour], tmp_path: Path
) -> None:
    address, neighbour = web
    with _stack(
        tmp_path / "home", RENDER_SECONDS=6, RENDER_MEMORY_MB=512, MAX_ATTEMPTS=1, RENDER_PAGES=3
    ) as stack:
        stack.start("worker", "--pool", "render")
        _put_pages(stack, [f"{address}/hostile/{name}" for name in names])
        wait_until(lambda: _settled(stack) == len(names), 240, "all pages are settled", stack.logs)
        _put_pages(stack, [f"{address}/article/{n}" for n in (1, 2)])
        wait_until(lambda: stack.count() == 2, 60, "honest pages are stored afterwards", stack.logs)
        wait_until(
            lambda: _settled(stack) == len(names) + 2, 60, "they are counted, too", stack.logs
        )
        outcomes = stack.totals().pages
        assert outcomes[Outcome.STORED] == 2, outcomes
        assert outcomes.get(Outcome.INTERNAL, 0) == 0, stack.logs()
        assert neighbour.connections == []
        assert "root:" not in stack.logs()
        family = [
            process
            for browser in _browsers()
            for process in (browser, *browser.children(recursive=True))
        ]
        assert (
            sum(process.memory_info().rss - process.memory_info().shared for process in family)
            < 3 * 512 << 20
        )
        assert not any("stolen" in document["content"] for document in stack.documents())


def test_a_page_whose_script_got_no_answer_is_visited_again(
    web: tuple[str, Neighbour], tmp_path: Path
) -> None:
    """A shell is final only if nothing was missing: here the server of the text fails, for one page
    for ever.
    """
    address, _ = web
    ScriptSite.failures.update({"/api/article/1": 1, "/api/article/3": 99})
    with _stack(tmp_path / "home", MAX_ATTEMPTS=2) as stack:
        stack.start("worker", "--pool", "render")
        _put_pages(
            stack, [f"{address}/article/{n}" for n in (1, 2, 3)] + [f"{address}/after-cookie"]
        )
        wait_until(lambda: stack.count() == 3, 90, "what mends is stored", stack.logs)
        assert "Told to those who come back" in {
            document["title"] for document in stack.documents()
        }
        wait_until(lambda: _settled(stack) == 4, 120, "the last page is given up", stack.logs)
        assert stack.totals().pages == {Outcome.STORED: 3, Outcome.HTTP_5XX: 1}
        assert "asked for http://127.0.2.1" in stack.logs()


def test_a_killed_browser_and_a_killed_worker_lose_nothing(
    web: tuple[str, Neighbour], beanstalkd_url: str, tmp_path: Path
) -> None:
    """Beanstalkd gives the jobs of a dead worker to another one at once."""
    address, _ = web
    ScriptSite.slow_seconds = 1.5
    with _stack(tmp_path / "home", {"queue": beanstalkd_url}) as stack:
        pool = stack.start("worker", "--pool", "render")
        _put_pages(stack, [f"{address}/article/{n}" for n in range(1, 7)])
        wait_until(
            lambda: ScriptSite.asked["/api/article/1"] > 0, 60, "a page is being read", stack.logs
        )
        for browser in _browsers():
            browser.kill()
        wait_until(lambda: stack.count() >= 1, 60, "the pool goes on", stack.logs)
        wait_until(lambda: len(_browsers()) > 0, 60, "a browser runs again", stack.logs)
        before = _browsers()
        os.kill(pool.pid, signal.SIGKILL)
        _gone, alive = psutil.wait_procs(before, timeout=60)
        assert not alive, "no browser outlives its worker"
        stack.start("worker", "--pool", "render")
        wait_until(lambda: stack.count() == 6, 240, "every page is stored", stack.logs)
        wait_until(stack.idle, 60, "the queue is empty", stack.logs)


def test_a_page_that_crashes_the_browser_twice_is_settled(
    web: tuple[str, Neighbour], tmp_path: Path
) -> None:
    address, _ = web
    page, script = f"{address}/article/1", "/api/article/1"

    def was_read(times: int) -> bool:
        return ScriptSite.asked[script] == times

    # Time to see that it is read; the crash is noticed only when the script has its answer.
    ScriptSite.slow_seconds = 8.0
    with _stack(tmp_path / "home") as stack:
        stack.start("worker", "--pool", "render")
        _put_pages(stack, [page])
        for times in (1, 2):
            wait_until(partial(was_read, times), 60, "it is read", stack.logs)
            _crash_renderers()
        wait_until(lambda: _settled(stack) == 1, 60, "the page is settled", stack.logs)
        assert stack.totals().pages == {Outcome.PAGE_CRASH: 1}
        wait_until(stack.idle, 60, "no attempt follows", stack.logs)
        assert not stack.tubes()[2].buried
        ScriptSite.slow_seconds = 0.0
        _put_pages(stack, [f"{address}/article/2"])
        wait_until(lambda: stack.count() == 1, 60, "other pages are read", stack.logs)


def test_a_missing_browser_is_said_in_a_sentence(tmp_path: Path) -> None:
    with Stack(tmp_path / "home", RENDER_BROWSER="/nowhere/chromium") as stack:
        refused = stack.run("worker", "--pool", "render", check=False)
    assert refused.returncode == 1
    assert (
        "NEWSLOOM_RENDER_BROWSER is '/nowhere/chromium', which is not a program" in refused.stderr
    )
    assert "Traceback" not in refused.stderr


def test_a_trial_shows_what_a_browser_reads_where_a_pool_runs(
    web: tuple[str, Neighbour], tmp_path: Path
) -> None:
    address, _ = web
    source = _source(f"{address}/script-list")
    with _stack(tmp_path / "home", LOOKUP_PACE_SECONDS=0) as stack:
        assert preview(stack.settings, source).outcome == Outcome.NO_LINKS
        stack.start("worker", "--pool", "render")
        _wait_for_heartbeat(stack)
        of_pool = {process.pid for process in _browsers()}
        shown = preview(stack.settings, source)
        assert (shown.outcome, len(shown.links)) == (Outcome.LISTED, ARTICLES), shown.error
        assert [(sample.outcome, sample.in_browser) for sample in shown.samples] == [
            (Outcome.STORED, True)
        ] * 3
        refused = preview(stack.settings, replace(source, render="never"))
        assert refused.outcome == Outcome.NO_LINKS
        assert {process.pid for process in _browsers()} <= of_pool, (
            "the browser of the trial is gone"
        )


def _put_pages(stack: Stack, urls: list[str]) -> None:
    """Put a list job of its own for pages, as ``newsloom force`` does for one."""
    from contextlib import closing

    from features.rendering.policy import POOL
    from scheduler.jobs import PageJob, SourceSpec
    from scheduler.queue.backends import open_queue
    from scheduler.queue.port import NewJob
    from storage.keys import canonical_url, url_key

    source = SourceSpec(id=1, name="Harbour", channel="list", pace_seconds=0.01, render="always")
    jobs = [
        PageJob(
            run_id="r",
            source=source,
            url=url,
            key=url_key(canonical_url(url)),
            collected=1.7e9,
            kind="article",
        )
        for url in urls
    ]
    with closing(open_queue(stack.settings)) as queue:
        queue.put(POOL, [NewJob(body=job.to_json()) for job in jobs])


def _settled(stack: Stack) -> int:
    return sum(stack.totals().pages.values())


def _wait_for_heartbeat(stack: Stack) -> None:
    import time
    from contextlib import closing

    from storage.backends import open_workers

    def beats() -> bool:
        with closing(open_workers(stack.settings)) as workers:
            return "render" in {worker.pool for worker in workers.alive(time.time())}

    wait_until(beats, 60, "the pool render is known", stack.logs)
