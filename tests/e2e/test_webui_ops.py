"""The page for ops in a real browser: what is wrong is said at the top, and buried jobs are settled
by reason.
"""

import math
import re
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE
from storage.backends import open_counters, open_documents, open_workers
from storage.counters.events import Event
from storage.counters.store import Counters
from storage.outcomes import Outcome
from storage.workers.status import WorkerStatus
from storage.workers.store import Workers
from testbed.servers.process import free_port
from testbed.stack import Stack, records, wait_until
from tests.e2e.browser import DESKTOP, LOOKS, Look, assert_fits_and_is_accessible, needs_chromium
from tests.unit.webui.samples import article, bury

pytestmark = needs_chromium
SOURCES = [
    {"name": name, "channel": "feed", "address": f"https://{name.lower()}.example/feed.xml"}
    for name in ("Courier", "Harbour Times", "晨报")
]


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A web server on embedded stores with a day behind it."""
    with Stack(tmp_path_factory.mktemp("ops") / "home", WEB_PORT=free_port()) as running:
        running.migrate()
        running.add_sources(
            records(
                [source | {"address": source["address"].replace(" ", "")} for source in SOURCES]
            )
        )
        fill(running)
        running.start("web")
        running.start("alerts")
        yield running
        assert running.stop() == [0, 0], running.logs()


@pytest.fixture
def open_monitor(open_page: Callable[..., Page]) -> Callable[..., Page]:
    """Open the monitor as jane."""

    def opened(size: tuple[int, int] = DESKTOP, **options: object) -> Page:
        page = open_page(size, **options)
        page.goto("/monitor/")
        return page

    return opened


def fill(stack: Stack) -> None:
    """A day of pages, samples and lags, workers that live, buried jobs, a source that fell
    silent.
    """
    now = time.time()
    with closing(open_documents(stack.settings)) as documents:
        documents.write(
            [article(f"https://example.org/{number}", f"Article {number}") for number in range(30)]
        )
    with closing(open_counters(stack.settings)) as counters:
        for back in range(0, 24 * 60, 5):
            counters.record(events(now - 60 * back, back))
        for days in range(3, 15):
            counters.record([event(Outcome.STORED, now - days * 86_400, source_id=2)])
        for back in range(24 * 60, -1, -5):
            wave = 1 + math.sin(back / 90)
            page = {
                "page ready": round(400 * wave),
                "page delayed": 900 + back // 4,
                "page reserved": 64,
            }
            lists = {
                "list ready": round(5 * wave),
                "list delayed": 0,
                "list reserved": 2,
                "list buried": 0,
            }
            counters.record_gauges(
                now - 60 * back, page | lists | {"page buried": 12 if back < 90 else 4}
            )
    keep_alive(stack)
    with closing(open_queue(stack.settings)) as queue:
        for number in range(8):
            bury(
                queue,
                f"timeout: no answer within 30 s ({number})",
                job(f"https://courier.example/{number}", "Courier"),
            )
        for number in range(3):
            bury(queue, "http_5xx: HTTP 503", job(f"https://morning.example/{number}", "晨报"))
        bury(queue, "bad_job: the job is not JSON", "not a job")


def beat(workers: Workers, counters: Counters) -> None:
    """Two workers say that they live, and the scheduler that it does."""
    now = time.time()
    for number, pool in enumerate(("list", "page"), 1):
        workers.heartbeat(
            WorkerStatus(
                name=f"news-{number}-{pool}",
                pool=pool,
                started=now - 86_400,
                at=now,
                active=12 * number,
                pages=12_000 * number,
                memory_bytes=150 * 2**20,
                pages_per_minute=31.4 * number,
            )
        )
    counters.record_gauges(now, {"page ready": 300})


def job(url: str, source: str) -> str:
    return f'{{"v":1,"job":"page","url":"{url}","source":{{"name":"{source}"}}}}'


def event(outcome: Outcome, at: float, **fields: object) -> Event:
    common: dict[str, Any] = {
        "source_id": 1,
        "run_id": "r",
        "channel": "feed",
        "site": "courier.example",
        "url": "https://c.example/",
    }
    return Event(**(common | {"outcome": outcome, "at": at} | fields))


def events(at: float, back: int) -> list[Event]:
    stored = 20 + round(15 * math.sin(back / 120))
    lag = 60.0 * (8 + back % 7)
    outcomes = [*[Outcome.DUPLICATE] * 3, *[Outcome.TOO_SHORT] * 2, *[Outcome.TIMEOUT] * (back % 3)]
    if back % 25 == 0:
        outcomes += [Outcome.HTTP_5XX, Outcome.DNS]
    found = [
        event(Outcome.STORED, at, published=at - lag * (1 + number)) for number in range(stored)
    ]
    return found + [event(outcome, at) for outcome in outcomes]


def keep_alive(stack: Stack) -> None:
    with (
        closing(open_workers(stack.settings)) as workers,
        closing(open_counters(stack.settings)) as counters,
    ):
        beat(workers, counters)


def test_the_verdict_names_what_is_wrong_and_leads_there(
    open_monitor: Callable[..., Page], stack: Stack
) -> None:
    keep_alive(stack)
    page = open_monitor()
    verdict = page.locator(".verdict")
    expect(verdict.get_by_role("heading")).to_have_text("Needs attention")
    verdict.get_by_role("link", name=re.compile("^Silent sources")).click()
    assert page.url.endswith("#silent")
    expect(page.locator("#silent").get_by_role("link", name="Harbour Times")).to_be_visible()
    expect(page).to_have_title("Needs attention · Monitor · Newsloom")


def test_it_renews_itself_and_leaves_alone_what_is_unfolded(
    open_monitor: Callable[..., Page], stack: Stack
) -> None:
    keep_alive(stack)
    page = open_monitor()
    page.locator("#open-queue").click()
    numbers = page.locator("#queue-numbers")
    numbers.locator("summary").click()
    expect(numbers.get_by_role("table")).to_be_visible()
    before = page.locator(".verdict .as-of").inner_text()
    expect(page.locator(".verdict .as-of")).not_to_have_text(before)
    expect(numbers.get_by_role("table")).to_be_visible()
    expect(numbers.locator("summary")).to_be_focused()


def test_buried_jobs_are_settled_by_their_reason(
    open_monitor: Callable[..., Page], stack: Stack
) -> None:
    keep_alive(stack)
    page = open_monitor()
    buried = page.locator("#buried")
    row = buried.get_by_role("row", name="Timeout")
    expect(row.get_by_role("cell").nth(1)).to_have_text("8")
    row.get_by_role("link", name="Timeout").click()
    page.get_by_role("button", name="Retry all 8 jobs").click()
    page.get_by_role("button", name="Retry", exact=True).click()
    expect(page.locator(".note.good")).to_have_text("8 jobs are ready again.")
    page.get_by_role("link", name="Clear the filter").first.click()
    page.get_by_label("Reason").select_option("http_5xx")
    page.get_by_role("button", name="Filter").click()
    page.get_by_role("button", name="Delete all 3 jobs").click()
    expect(page.locator("h1")).to_have_text("Delete 3 jobs?")
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator(".note.good")).to_have_text("3 jobs were deleted.")
    with closing(open_queue(stack.settings)) as queue:
        assert [tube.buried for tube in queue.stats() if tube.tube == PAGE_TUBE] == [1]
        assert list(queue.buried(LIST_TUBE, 1)) == []


@pytest.mark.parametrize("look", LOOKS)
def test_the_page_fits_and_is_accessible(
    open_monitor: Callable[..., Page], stack: Stack, look: Look
) -> None:
    size, scheme, language = look
    keep_alive(stack)
    page = open_monitor(size, color_scheme=scheme, locale=language)
    paths = (
        "/monitor/",
        "/monitor/jobs/",
        "/monitor/jobs/?state=ready&host=nowhere.example",
        "/monitor/hosts/",
        "/monitor/events/",
        "/monitor/events/notifications/",
    )
    wait_until(lambda: "system" in stack.run("events").stdout, 60, "an event", stack.logs)
    for path in paths:
        page.goto(path)
        assert_fits_and_is_accessible(page, size[0])


def test_the_marks_of_events_stand_on_the_page_and_not_on_a_colour(
    open_monitor: Callable[..., Page], stack: Stack
) -> None:
    keep_alive(stack)
    page = open_monitor(DESKTOP)
    wait_until(lambda: "system" in stack.run("events").stdout, 60, "an event", stack.logs)
    page.goto("/monitor/events/")
    behind = page.locator(".events .mark").evaluate_all(
        "marks => marks.map((each) => getComputedStyle(each).backgroundColor)"
    )
    assert set(behind) == {"rgba(0, 0, 0, 0)"}
