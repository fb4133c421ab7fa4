"""In a browser: a source from nothing but an address, and a pattern edited with its links before
one's eyes.
"""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from fakeweb.web import FakeWeb
from testbed.servers.process import free_port
from testbed.stack import Stack
from tests.e2e.browser import DESKTOP, PHONE, assert_fits_and_is_accessible, needs_chromium

pytestmark = needs_chromium

Open = Callable[..., Page]
PATIENCE = 120_000


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A web server on empty embedded stores."""
    with Stack(tmp_path_factory.mktemp("adding") / "home", WEB_PORT=free_port()) as running:
        running.migrate()
        running.start("web")
        yield running
        assert running.stop() == [0], running.logs()


@pytest.fixture(scope="module")
def web() -> Iterator[FakeWeb]:
    with FakeWeb.start(seed=3, stock=20, rate=0) as running:
        yield running


def look(page: Page, text: str) -> None:
    page.goto("/sources/")
    page.get_by_role("link", name="Add a source").first.click()
    page.get_by_label("Address").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator(".looked")).to_be_visible(timeout=PATIENCE)


def test_from_an_address_without_scheme_to_a_saved_feed(open_page: Open, web: FakeWeb) -> None:
    page = open_page()
    look(page, web.address("harbour-times").removeprefix("http://"))
    best = page.locator(".offer.best")
    expect(best).to_contain_text("Feed with 20 entries")
    expect(best.locator(".tally.kept")).to_have_count(3)
    assert_fits_and_is_accessible(page, DESKTOP[0])
    best.get_by_role("button", name="Use this").click()
    expect(page.get_by_label("Name")).to_have_value("The Harbour Times")
    expect(page.locator("#trial .sample h4")).to_have_count(3)
    assert_fits_and_is_accessible(page, DESKTOP[0])
    asked = len(web.requests("harbour-times"))
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("The Harbour Times")
    assert len(web.requests("harbour-times")) == asked


def test_a_pattern_is_edited_with_its_links_in_view(open_page: Open, web: FakeWeb) -> None:
    for path in ("/rss.xml", "/index.rdf", "/atom.xml", "/feed.json", "/news-sitemap.xml"):
        web.misbehave("talbote", "404", path=path)
    page = open_page()
    look(page, web.address("talbote"))
    best = page.locator(".offer.best")
    expect(best.locator("code")).to_have_text(r"/\d{4}/\d{2}/\d{2}/n\d+\.html$")
    best.get_by_role("button", name="Use this").click()
    expect(page.locator("#trial li.taken")).to_have_count(20)
    asked = len(web.requests("talbote"))
    page.get_by_label("URL patterns").fill(r"/n[1-9]\.html$")
    expect(page.locator("#trial li.taken")).to_have_count(0)
    page.get_by_label("URL patterns").fill(r"\w+/n[1-9]\.html$")
    expect(page.locator("#trial li.taken")).to_have_count(9)
    newest = next(
        entry["url"]
        for entry in web.ledger(bodies=False)
        if entry["host"].startswith("talbote.") and entry["url"].endswith("/n9.html")
    )
    expect(page.locator("#trial li.taken mark").first).to_have_text(
        "/".join(newest.split("/")[-2:])
    )
    expect(page.get_by_label("URL patterns")).to_be_focused()
    page.get_by_label("URL patterns").fill(r"(a+)+")
    expect(page.locator("#trial .alert.bad")).to_contain_text("takes too long")
    page.get_by_label("URL patterns").fill(r"\w+/n[1-9]\.html$")
    expect(page.locator("#trial li.taken")).to_have_count(9)
    assert len(web.requests("talbote")) == asked
    page.get_by_role("button", name="Try without saving").click()
    expect(page.locator("#trial .sample.refused, #trial .sample h4")).to_have_count(
        3, timeout=PATIENCE
    )
    expect(page.locator("#trial .sample").first).to_contain_text("n9.html")
    listed = [entry for entry in web.requests("talbote")[asked:] if entry["path"] == "/"]
    assert listed == []


def test_a_forum_on_a_phone_without_scripts(
    browser: Browser, open_page: Open, web: FakeWeb
) -> None:
    page = open_page(PHONE, java_script_enabled=False)
    page.goto("/sources/find/")
    page.get_by_label("Address").fill(web.address("carpenters"))
    page.get_by_role("button", name="Find sources").click()
    expect(page.locator(".offer.best .reason")).to_contain_text(
        "Forum board with 15 threads", timeout=PATIENCE
    )
    page.locator(".offer.best").get_by_role("button", name="Use this").click()
    expect(page.locator("#trial li.taken")).to_have_count(15)
    page.get_by_role("button", name="Try without saving").click()
    expect(page.locator("#trial .sample .post").first).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("The Carpenters' Board")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("ftp://example.org/", "must start with http"),
        ("http://nowhere.invalid/", "Host name not found"),
        ("http://10.0.0.1/", "Private address"),
    ],
)
def test_what_cannot_be_looked_at_is_said_with_advice(
    open_page: Open, typed: str, said: str
) -> None:
    page = open_page(PHONE, color_scheme="dark")
    page.goto("/sources/find/")
    page.get_by_label("Address").fill(typed)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text(re.compile(said), timeout=PATIENCE)
    expect(page.get_by_role("link", name="Fill in the form yourself")).to_be_visible()
    assert_fits_and_is_accessible(page, PHONE[0])
