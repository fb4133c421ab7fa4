"""Stars by keyboard, and a document that is kept with a note, in a real browser."""

from collections.abc import Callable, Iterator
from contextlib import closing

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
from tests.e2e.search_samples import LONG_THREAD
from tests.unit.webui.samples import MOMENT, article

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A web server with documents of many days and sites, and a long thread."""
    with Stack(tmp_path_factory.mktemp("collections") / "home", WEB_PORT=free_port()) as running:
        running.migrate()
        with closing(open_documents(running.settings)) as documents:
            documents.write(
                [
                    LONG_THREAD,
                    *(
                        article(
                            f"https://site{number}.example/{number}",
                            f"Bank report {number}",
                            published=MOMENT.replace(day=1 + number % 20),
                        )
                        for number in range(40)
                    ),
                ]
            )
            documents.refresh()
        running.start("web")
        yield running
        assert running.stop() == [0], running.logs()


def test_a_star_keeps_the_place(open_page: Callable[..., Page]) -> None:
    page = open_page((1280, 400))
    page.goto("/search/?q=bank")
    page.locator(".hit").nth(5).locator("h3 a").focus()
    before = page.evaluate("scrollY")
    page.keyboard.press("s")
    star = page.locator(".hit").nth(5).locator(".star button")
    expect(star).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("scrollY") == before > 0
    page.reload()
    expect(star).to_have_attribute("aria-pressed", "true")


def test_a_document_is_kept_with_a_note_and_shared(
    open_page: Callable[..., Page], browser: Browser, address: str, cookies: StorageState
) -> None:
    page = open_page((1280, 900))
    page.goto(f"/documents/{LONG_THREAD.id}/?q=frozen&page=1")
    page.keyboard.press("s")
    star = page.get_by_role("button", name="Star")
    expect(star).to_have_attribute("aria-pressed", "true")
    page.locator("summary", has_text="Starred").click()
    page.get_by_label("Note").fill("Ask the port.")
    page.get_by_label("Tags, separated by commas").fill("ice, urgent")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("The note was saved.")
    page.locator("summary", has_text="Add to a collection").click()
    page.get_by_label("New collection").fill("Winter")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("The document is in the collection.")
    page.locator("summary", has_text="Winter").click()
    page.get_by_role("link", name="Open the collection").last.click()
    expect(page.get_by_role("heading", name="Winter", exact=True)).to_be_visible()
    page.get_by_role("link", name="Share", exact=True).click()
    page.get_by_label("Who may use it").select_option("read")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Create a feed").click()
    address = page.get_by_label("ATOM").input_value()
    assert "Long winter" in page.request.get(address).text()
    page.goto("/collections/")
    page.get_by_role("link", name="Starred").click()
    expect(page.locator(".note-text")).to_have_text("Ask the port.")
    page.get_by_role("link", name="urgent").click()
    expect(page.locator(".kept")).to_have_count(1)
    for shown, width in pages_in_everyday_looks(browser, address, cookies):
        for path in ("/collections/", "/collections/1/", f"/documents/{LONG_THREAD.id}/"):
            shown.goto(path)
            assert_fits_and_is_accessible(shown, width)
