"""The way by keyboard from the top of a page to what one came for, counted in a real browser."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from storage.backends import open_documents
from testbed.servers.process import free_port
from testbed.stack import Stack
from tests.e2e.browser import DESKTOP, PHONE, needs_chromium
from tests.unit.webui.samples import MOMENT, article

pytestmark = needs_chromium

MAX_STOPS = 15
"""What a reader with a keyboard or a switch bears at every search; it was 60."""
_TO_FIRST = """() => Boolean(document.activeElement.closest(
    "main .hit, main .sources tbody tr, main .log tbody tr, main .stories > li"))"""


_IS_ABOVE_BAR = """() => {
    const [bottom, top] = [document.activeElement.getBoundingClientRect().bottom,
        document.querySelector(".picked.any").getBoundingClientRect().top];
    return Boolean(document.activeElement.closest(".hit")) && bottom <= top;
}"""


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A web server with documents of many days and sites, and with sources."""
    with Stack(tmp_path_factory.mktemp("keyboard") / "home", WEB_PORT=free_port()) as running:
        running.migrate()
        with closing(open_documents(running.settings)) as documents:
            documents.write(
                [
                    article(
                        f"https://site{number}.example/{number}",
                        f"Bank report {number}",
                        published=MOMENT.replace(day=1 + number % 20),
                    )
                    for number in range(40)
                ]
            )
            documents.refresh()
        for name in ("One", "Two"):
            address = f"https://{name.lower()}.example/feed"
            running.run("source", "add", name, address, "--channel", "feed", "--tag", "x")
        running.start("web")
        yield running
        assert running.stop() == [0], running.logs()


def stops_to_first(page: Page) -> int:
    """Press Tab from the top of the page until the first result has the focus; return how often."""
    page.evaluate("document.activeElement.blur()")
    page.locator("body").press("Home")
    for stops in range(1, 100):
        page.keyboard.press("Tab")
        if page.evaluate(_TO_FIRST):
            return stops
    raise AssertionError(f"no result of {page.url} was reached")


@pytest.mark.parametrize(
    "path", ["/search/?q=bank", "/sources/", "/sources/?tag=x", "/users/audit/"]
)
def test_a_few_stops_lead_to_the_first_result(open_page: Callable[..., Page], path: str) -> None:
    page = open_page()
    page.goto(path)
    if "search" in path:
        expect(page.locator("#t-time-chart")).to_be_visible()
    assert stops_to_first(page) <= MAX_STOPS


@pytest.mark.parametrize("path", ["/search/?q=bank", "/sources/"])
def test_a_link_skips_to_the_results(open_page: Callable[..., Page], path: str) -> None:
    page = open_page()
    page.goto(path)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    if path == "/sources/":
        expect(page.locator("#results")).to_be_focused()
    else:
        page.keyboard.press("Tab")
        expect(page.locator(".hit").first.locator("h3 a")).to_be_focused()


def test_arrow_keys_lead_along_a_row(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/search/?q=bank")
    page.locator("nav [aria-current]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("link", name="Stories", exact=True)).to_be_focused()
    page.keyboard.press("Home")
    expect(page.get_by_role("link", name="Overview", exact=True)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("link", name="Monitor", exact=True)).to_be_focused()


def test_a_menu_closes_with_escape_and_gives_the_focus_back(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/sources/")
    page.locator(".filters summary").press("Enter")
    page.get_by_label("Channel").focus()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Channel")).to_be_hidden()
    expect(page.locator(".filters summary")).to_be_focused()


def test_beside_an_open_document_j_opens_the_next(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/search/?q=bank")
    page.get_by_role("link", name="Split view").click()
    first = page.locator(".pane .headline")
    expect(first).to_be_visible()
    title = first.inner_text()
    page.locator(".panes .hit[aria-current] h3 a").focus()
    page.keyboard.press("j")
    expect(first).not_to_have_text(title)
    page.keyboard.press("k")
    expect(first).to_have_text(title)


def test_shift_and_x_tick_the_range_from_the_last_one(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/search/?q=bank")
    page.locator("#count").click()
    for key in ("j", "j", "x", "j", "j", "Shift+X"):
        page.keyboard.press(key)
    assert page.locator("input[name=document]").evaluate_all(
        "boxes => boxes.flatMap((box, at) => box.checked ? [at] : [])"
    ) == [1, 2, 3]
    expect(page.locator("[data-picked-count]")).to_have_text("3")
    # Other keys with Shift stay what they are.
    page.keyboard.press("Shift+Slash")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_bar_of_ticked_hits_hides_no_focus(
    open_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    """WCAG 2.4.11, by the keys of the list and by Tab, and when the bar comes."""
    page = open_page(size=size)
    page.goto("/search/?q=bank")
    expect(page.locator("[aria-busy]")).to_have_count(0)
    first = page.locator("input[name=document]").nth(4)
    # At the lower edge, where the bar comes.
    first.evaluate(
        "box => scrollTo(0, box.getBoundingClientRect().bottom + scrollY - innerHeight + 4)"
    )
    first.focus()
    for key in ("x", *("j" for _hit in range(6)), *("Tab" for _stop in range(25))):
        page.keyboard.press(key)
        assert page.evaluate(_IS_ABOVE_BAR), key
