"""The first ten minutes in a browser: an empty installation, one address, the first documents; then
many sources.
"""

import csv
import io
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from fakeweb.web import FakeWeb
from testbed.servers.process import free_port
from testbed.stack import Stack
from tests.e2e.browser import DESKTOP, PHONE, assert_fits_and_is_accessible, needs_chromium

pytestmark = needs_chromium

Open = Callable[..., Page]
PATIENCE = 120_000
OPML = '<opml><body><outline text="Asia"><outline text="Feed" xmlUrl="https://a.example/feed"/></outline></body></opml>'


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """All roles that a first document needs, on empty stores."""
    with Stack(tmp_path_factory.mktemp("first") / "home", WEB_PORT=free_port()) as running:
        for role in ("web", "scheduler", "worker"):
            running.start(role)
        yield running
        assert running.stop() == [0, 0, 0], running.logs()


@pytest.fixture(scope="module")
def web() -> Iterator[FakeWeb]:
    with FakeWeb.start(seed=3, stock=6, rate=0, sites=("harbour-times",)) as running:
        yield running


def test_a_chosen_file_is_read_at_once_and_nothing_is_saved(open_page: Open) -> None:
    page = open_page(PHONE, color_scheme="dark")
    expect(page.get_by_role("button", name="Read the file")).to_be_hidden()
    assert_fits_and_is_accessible(page, PHONE[0])
    page.set_input_files(
        "#file", {"name": "a.opml", "mimeType": "text/xml", "buffer": OPML.encode()}
    )
    expect(page.get_by_role("heading", name="Preview of the import")).to_be_visible()
    expect(page.get_by_role("row", name="Feed")).to_contain_text("Asia")


def test_from_an_empty_installation_to_the_first_documents(open_page: Open, web: FakeWeb) -> None:
    page = open_page()
    field = page.get_by_label("Address of a site")
    expect(field).to_be_focused()
    assert_fits_and_is_accessible(page, DESKTOP[0])
    field.fill(web.address("harbour-times").removeprefix("http://"))
    page.keyboard.press("Enter")
    best = page.locator(".offer.best")
    expect(best).to_be_visible(timeout=PATIENCE)
    best.get_by_role("button", name="Use this").click()
    expect(page.get_by_label("Name")).to_have_value("The Harbour Times")
    page.get_by_role("button", name="Save").click()
    arrivals = page.locator("#arrivals")
    expect(arrivals.locator("li").first).to_be_visible(timeout=PATIENCE)
    expect(arrivals.get_by_role("status")).to_contain_text("Read: 6, stored: 6.", timeout=PATIENCE)
    expect(page.locator("#arrivals[hx-get]")).to_have_count(0)
    assert_fits_and_is_accessible(page, DESKTOP[0])
    page.get_by_role("link", name="Overview").click()
    expect(page.locator(".tiles").first).to_contain_text("Documents in total")


def many(count: int) -> bytes:
    """Return a file of paused sources."""
    text = io.StringIO()
    rows = [
        [f"Source {number:02}", "feed", f"https://s{number}.example/", "no"]
        for number in range(count)
    ]
    csv.writer(text).writerows([["name", "channel", "address", "enabled"], *rows])
    return text.getvalue().encode()


def test_twenty_sources_fit_and_the_bar_appears_when_one_is_ticked(
    open_page: Open, stack: Stack
) -> None:
    file = stack.home / "many.csv"
    file.write_bytes(many(40))
    stack.run("source", "import", str(file))
    page = open_page(DESKTOP)
    page.goto("/sources/")
    rows = page.locator("table.sources tbody tr")
    seen = rows.evaluate_all(
        "rows => rows.filter(row => row.getBoundingClientRect().bottom <= innerHeight).length"
    )
    assert seen >= 20
    heights = rows.evaluate_all("rows => rows.map(row => row.getBoundingClientRect().height)")
    assert max(heights) <= 44
    bar = page.get_by_role("group", name="Change several sources")
    expect(bar).to_be_hidden()
    page.get_by_label("Select Source 07").check()
    expect(bar).to_be_visible()
    page.set_viewport_size({"width": 1900, "height": 1000})
    box = page.locator("table.sources").bounding_box()
    assert box
    assert box["width"] > 1500


def test_on_a_phone_rows_are_cards_and_the_current_section_is_in_view(open_page: Open) -> None:
    page = open_page(PHONE)
    page.goto("/monitor/")
    current = page.locator(".top nav [aria-current]")
    expect(current).to_have_text("Monitor")
    expect(current).to_be_in_viewport(ratio=0.9)
    page.goto("/sources/")
    assert (
        page.locator("table.sources tbody tr").first.evaluate(
            "row => getComputedStyle(row).display"
        )
        == "grid"
    )


def test_the_theme_is_that_of_the_button_whatever_the_system_says(open_page: Open) -> None:
    page = open_page(color_scheme="dark")
    page.goto("/sources/")

    def paper(theme: str) -> str:
        # The button sends a form: the page that answers must be there before it is looked at.
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        page.wait_for_load_state()
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    dark = paper("auto")
    page.get_by_role("button", name="Theme").click()
    assert (light := paper("light")) != dark
    page.get_by_role("button", name="Theme").click()
    assert paper("dark") == dark != light
    page.get_by_role("button", name="Theme").click()
    assert paper("auto") == dark


def test_a_chart_is_read_by_cursor_and_by_keyboard(open_page: Open) -> None:
    page = open_page(timezone_id="Asia/Tokyo")
    page.goto("/monitor/?range=1h&paused")
    chart, tip = page.locator("#t-flow-chart"), page.locator("#t-flow-chart .tip")
    expect(tip).to_be_hidden()
    chart.locator("svg").hover()
    expect(tip).to_contain_text("Stored")
    page.mouse.move(0, 0)
    expect(tip).to_be_hidden()
    chart.focus()
    page.keyboard.press("End")
    last = chart.locator(".told").inner_text()
    page.keyboard.press("ArrowLeft")
    expect(chart.locator(".told")).not_to_have_text(last)
    expect(tip).to_be_visible()
    # The first page told the server the zone.
    expect(page.locator("footer")).to_have_text("Times in Asia/Tokyo")
