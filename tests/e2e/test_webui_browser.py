"""The web interface in a real browser: log in, add a source, find and read a document, watch the
monitor.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from fakeweb.web import FakeWeb
from storage.backends import open_counters, open_documents
from storage.counters.events import Event
from storage.outcomes import Outcome
from testbed.servers.process import free_port
from testbed.stack import Stack
from tests.e2e.browser import LOOKS, PHONE, Look, assert_fits_and_is_accessible, needs_chromium
from tests.unit.webui.samples import MOMENT, article, thread_page

PAGES = (
    "/",
    "/saved/",
    "/saved/add/?q=bank",
    "/keywords/add/",
    "/monitor/?range=30d",
    "/monitor/events/",
    "/monitor/events/notifications/",
    "/tokens/",
    "/api/",
    "/search/",
    "/search/?q=bank",
    "/names/?after=2026",
    "/names/?org=Bank",
    "/names/?source=Example",
    "/names/all/org/",
    "/sources/directory/",
    "/names/spellings/",
    "/sources/",
    "/sources/add/",
    "/sources/find/",
    "/sources/import/",
    "/keywords/",
    "/monitor/",
    "/password/",
    "/password/two-step/",
    "/users/audit/",
)

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def web() -> Iterator[FakeWeb]:
    with FakeWeb.start(seed=3, stock=5, rate=0) as running:
        yield running


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A web server on embedded stores with a few documents and counters in them."""
    with Stack(tmp_path_factory.mktemp("browser") / "home", WEB_PORT=free_port()) as running:
        fill(running)
        running.migrate()
        running.start("web")
        yield running
        assert running.stop() == [0], running.logs()


def fill(stack: Stack) -> None:
    with closing(open_documents(stack.settings)) as documents:
        documents.write(
            [
                article(
                    "https://example.org/1",
                    "Bank cuts rates",
                    "First words.\nMany banks follow.\nLast words.",
                    people=("Ann Lee",),
                    organisations=("Bank",),
                ),
                article(
                    "https://cnr.example/1",
                    "央行宣布降息",
                    "中国人民银行今天宣布降息。",
                    lang="zh",
                    source="央广网",
                ),
                thread_page(1, "My train was late", "Mine too"),
                thread_page(2, "And today again"),
            ]
        )
        documents.refresh()
    outcomes = [Outcome.STORED] * 5 + [Outcome.TOO_SHORT, Outcome.TIMEOUT, Outcome.DUPLICATE]
    with closing(open_counters(stack.settings)) as counters:
        counters.record(
            [
                Event(
                    source_id=1,
                    run_id="r",
                    channel="feed",
                    site="example.org",
                    outcome=outcome,
                    url="https://example.org/",
                    at=MOMENT.timestamp(),
                )
                for outcome in outcomes
            ]
        )


def search_and_read(page: Page) -> None:
    """Find the one article with a word in another form than it was typed, and read it."""
    page.goto("/search/")
    # The two pages of a thread are one hit.
    expect(page.locator("#count")).to_have_text("4 documents in 3 groups")
    page.get_by_role("searchbox").fill("bank")
    page.keyboard.press("Enter")
    expect(page.locator(".hit")).to_have_count(1)
    expect(page.locator(".snippet mark")).to_have_text("banks")
    page.get_by_role("link", name="Bank cuts rates").click()
    expect(page.locator(".text > p:not(.meta)")).to_have_text(
        ["First words.", "Many banks follow.", "Last words."]
    )
    expect(page.get_by_role("link", name="https://example.org/1")).to_be_visible()


def watch_the_monitor(page: Page, stack: Stack) -> None:
    """See the counters, and see them grow without a click."""
    page.get_by_role("link", name="Monitor").click()
    expect(page.locator(".tiles .kept b")).to_have_text("5")
    fill(stack)
    expect(page.locator(".tiles .kept b")).to_have_text("10")


def test_search_and_read(open_page: Callable[..., Page]) -> None:
    search_and_read(open_page())


def test_narrow_down_and_read_a_whole_thread(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/search/")
    page.locator(".facet").get_by_role("link", name=re.compile("Forum board")).click()
    expect(page.locator("#count")).to_have_text("2 documents in 1 group")
    page.get_by_role("link", name="Trains are late").first.click()
    expect(page.locator(".post > p")).to_have_text(
        ["My train was late", "Mine too", "And today again"]
    )


def test_a_source_is_tried_added_and_paused(open_page: Callable[..., Page], web: FakeWeb) -> None:
    feed = next(source for source in web.sources() if source["channel"] == "feed")
    page = open_page()
    page.get_by_role("link", name="Sources", exact=True).click()
    page.get_by_role("link", name="Add a source").first.click()
    page.get_by_role("link", name="Fill in the form yourself").click()
    expect(page.get_by_label("Keywords")).to_be_hidden()
    page.get_by_label("Channel").select_option("search")
    expect(page.get_by_label("Keywords")).to_be_visible()
    page.get_by_label("Channel").select_option("feed")
    page.get_by_label("Name").fill("Der Sender <b>")
    page.get_by_label("Address").fill(feed["address"])
    page.get_by_label("URL patterns").fill("a(b")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".field.wrong")).to_contain_text("cannot be used as a pattern")
    page.get_by_label("URL patterns").fill("")
    page.get_by_role("button", name="Try without saving").click()
    expect(page.locator(".preview .links li").first).to_be_visible()
    expect(page.locator(".preview .sample h4").first).not_to_be_empty()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("Der Sender <b>")
    page.get_by_role("link", name="Pause").click()
    page.get_by_label("Reason").fill("holidays")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("link", name="Sources", exact=True).first.click()
    row = page.get_by_role("row", name=re.compile("Der Sender"))
    expect(row).to_contain_text("Paused")


def test_the_monitor_renews_itself(open_page: Callable[..., Page], stack: Stack) -> None:
    page = open_page()
    watch_the_monitor(page, stack)
    page.get_by_role("link", name="Pause updates").click()
    expect(page.locator("[hx-get]")).to_have_count(0)


def test_chinese(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="zh-CN")
    page.get_by_role("searchbox").fill("降息")
    page.get_by_role("button", name="搜索").click()
    expect(page.locator(".hit h3 mark")).to_have_text("降息")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="Search")).to_be_visible()
    assert page.url.endswith("q=%E9%99%8D%E6%81%AF")


def test_the_password_is_changed_and_changed_back(
    open_page: Callable[..., Page], password: str
) -> None:
    page = open_page(PHONE)
    for old, new in ((password, "battery staple 9"), ("battery staple 9", password)):
        page.get_by_role("link", name="jane").click()
        page.get_by_label("Old password").fill(old)
        page.get_by_label("New password", exact=True).fill(new)
        page.get_by_label("New password confirmation").fill(new)
        page.get_by_role("button", name="Change password").click()
        expect(page.locator(".note.good")).to_have_text("Your password was changed.")


def test_the_keyboard_is_enough(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/keywords/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


@pytest.mark.parametrize("look", LOOKS)
def test_pages_fit_and_are_accessible(open_page: Callable[..., Page], look: Look) -> None:
    size, scheme, language = look
    page = open_page(size, color_scheme=scheme, locale=language)
    for path in PAGES:
        page.goto(path)
        assert_fits_and_is_accessible(page, size[0])


def test_a_short_page_has_its_footer_at_the_bottom(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/saved/")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    foot, last = (
        page.evaluate(f"document.querySelector('{each}').getBoundingClientRect().bottom")
        for each in (".foot", "body > :last-child")
    )
    assert page.evaluate("innerHeight") - last < 1
    # Only the line with the keyboard shortcuts is below it.
    assert last - foot < 60
