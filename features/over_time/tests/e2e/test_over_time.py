"""The chart over time in a real browser: zoomed by keyboard, pointer and finger, and downloaded."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from storage.backends import open_documents
from testbed.servers.process import free_port
from testbed.stack import Stack
from tests.e2e.browser import (
    assert_fits_and_is_accessible,
    needs_chromium,
    pages_in_everyday_looks,
)
from tests.e2e.search_samples import DOCUMENTS, note_stop

pytestmark = needs_chromium

HOUR = "after=2026-11-20T08:00&before=2026-11-20T09:00&zone=UTC"


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A web server with documents, and a time without workers."""
    with Stack(tmp_path_factory.mktemp("over_time") / "home", WEB_PORT=free_port()) as running:
        with closing(open_documents(running.settings)) as documents:
            documents.write(DOCUMENTS)
            documents.refresh()
        running.migrate()
        running.start("web")
        # Django must not be used in a thread with a browser.
        with ThreadPoolExecutor() as beside:
            beside.submit(note_stop, running).result()
        yield running
        assert running.stop() == [0], running.logs()


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """The search page."""
    page = open_page((1280, 900))
    page.goto("/search/")
    return page


def test_the_chart_is_zoomed_by_keyboard(page: Page) -> None:
    page.goto("/search/?q=洪水")
    columns = page.locator(".chart svg a")
    expect(columns).to_have_count(2)
    columns.last.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#count")).to_have_text("1 document")
    expect(page.locator(".hit h3")).to_have_text("洪水救援")
    for _ in range(6):
        wider = page.get_by_role("link", name="Zoom out")
        if not wider.count():
            break
        wider.click()
        page.wait_for_load_state()
    expect(page.locator("#count")).to_have_text("2 documents")
    expect(page.get_by_role("link", name="Zoom out")).to_have_count(0)


def _values(page: Page) -> dict[str, list[str]]:
    """Return what the chart's tooltip says of each series."""
    data = json.loads(page.locator(".chart").get_attribute("data-chart") or "")
    return {each["name"]: each["values"] for each in data["series"]}


def test_two_queries_are_compared_from_years_down_to_minutes(page: Page) -> None:
    page.goto("/search/?q=railway OR tsunami")
    page.get_by_role("link", name="Compare and break down").click()
    page.get_by_label("Compare with").first.fill("洪水")
    page.get_by_role("button", name="Update chart").click()
    chart = page.locator(".chart")
    assert len(_values(page)["洪水"]) == 37  # months
    # By keyboard: the last months, selected from the right.
    chart.focus()
    page.keyboard.press("End")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".chart .told")).to_contain_text("Enter zooms in")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "after=2026-10-01" in page.url
    # Without a script's help: the link of a column.
    with page.expect_navigation():
        page.locator(".chart svg a").last.click()
    assert "after=2026-11-20&before=2026-11-20" in page.url
    expect(page.locator(".gaps")).to_contain_text("2026-11-20 07:42 – 08:10")
    expect(page.locator(".chart .gap")).to_have_count(1)
    # By pointer: from 07:30 to 09:30, then what that has.
    box = chart.locator(".plot > svg").first.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * 15.5 / 48, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 18.5 / 48, box["y"] + 30, steps=4)
    with page.expect_navigation():
        page.mouse.up()
    assert "after=2026-11-20T07%3A30&before=2026-11-20T09%3A30" in page.url
    values = _values(page)
    assert len(values["洪水"]) == 24
    assert values["洪水"][3:8] == ["—", "—", "—", "—", "—"]
    assert sum(int(value) for value in values["railway OR tsunami"] if value != "—") == 3


def test_a_finger_selects_a_span_of_the_chart(
    open_page: Callable[..., Page],
) -> None:
    page = open_page((390, 844), has_touch=True)
    page.goto("/search/over-time/?after=2026-11-20&before=2026-11-20&zone=UTC")
    page.locator(".plot > svg").first.scroll_into_view_if_needed()
    box = page.locator(".plot > svg").first.bounding_box()
    assert box
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, share: float | None, below: float = 20) -> None:
        points = (
            [] if share is None else [{"x": box["x"] + box["width"] * share, "y": box["y"] + below}]
        )
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 15.5 / 48)
    touch("touchMove", 17 / 48)
    touch("touchMove", 18.5 / 48)
    with page.expect_navigation():
        touch("touchEnd", None)
    assert "after=2026-11-20T07%3A30&before=2026-11-20T09%3A30" in page.url


def test_the_link_of_a_chart_opens_it_again_and_its_table_has_its_numbers(
    page: Page, browser: Browser
) -> None:
    page.goto(f"/search/over-time/?q=railway&with=洪水&{HOUR}")
    values = _values(page)
    with page.expect_download() as started:
        page.get_by_role("link", name="CSV").click()
    rows = list(
        csv.DictReader(io.StringIO(Path(started.value.path()).read_text(encoding="utf-8-sig")))
    )
    assert {name: [row[name] or "—" for row in rows] for name in values} == values
    assert rows[0]["gap"]
    assert not rows[-1]["gap"]
    with page.expect_download() as started:
        page.get_by_role("button", name="PNG").click()
    picture = Path(started.value.path()).read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(picture[16:20]) == 2400
    assert int.from_bytes(picture[20:24]) == 1000
    elsewhere = browser.new_context(
        base_url=page.url,
        storage_state=page.context.storage_state(),
        timezone_id="Asia/Tokyo",
        java_script_enabled=False,
    )
    again = elsewhere.new_page()
    again.goto(page.url)
    assert _values(again) == values
    expect(again.locator("footer")).to_have_text("Times in UTC")
    elsewhere.close()


def test_pages_fit_and_are_accessible(
    browser: Browser, address: str, cookies: StorageState
) -> None:
    for page, width in pages_in_everyday_looks(browser, address, cookies):
        for query in (f"q=railway&with=洪水&{HOUR}", "by=site&show=share"):
            page.goto(f"/search/over-time/?{query}")
            page.evaluate(
                "document.querySelectorAll('main details').forEach(details => details.open = true)"
            )
            assert_fits_and_is_accessible(page, width)
