"""More hits than a request takes are tagged in the background and taken out again, in a browser."""

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
from tests.unit.webui.samples import article

pytestmark = needs_chromium

HITS = 1_100


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A web server with more hits than a request takes, and the role that does the rest."""
    with Stack(tmp_path_factory.mktemp("orders") / "home", WEB_PORT=free_port()) as running:
        running.migrate()
        with closing(open_documents(running.settings)) as documents:
            documents.write(
                [
                    article(f"https://site{number}.example/{number}", f"Bank report {number}")
                    for number in range(HITS)
                ]
            )
            documents.refresh()
        running.start("web")
        running.start("alerts")
        yield running
        assert running.stop() == [0, 0], running.logs()


def _name_a_new_one(page: Page, name: str) -> None:
    """Fill in the name of a new collection, whose field is folded where there are others."""
    if not page.locator("#name").is_visible():
        page.locator("main form details summary").click()
    page.locator("#name").fill(name)


def test_all_hits_are_tagged_in_the_background_and_undone_as_one(
    open_page: Callable[..., Page],
) -> None:
    page = open_page()
    page.goto("/search/?q=bank")
    page.locator(".hit").first.locator("h3 a").focus()
    page.keyboard.press("x")
    expect(page.locator("#picked-title")).to_contain_text("1")
    page.get_by_label("All 1,100 that match").check()
    page.locator("#picked summary").click()
    page.get_by_role("button", name="Tag").click()
    expect(page.locator("#tags")).to_be_focused()
    page.keyboard.type("money, 银行")
    page.locator("#collection").select_option("")
    _name_a_new_one(page, "Banks")
    page.get_by_role("button", name="Add", exact=True).click()
    # The page renews itself until all is done.
    expect(page.locator("#live")).to_contain_text("1,100 documents were added.")
    expect(page.locator("progress")).to_have_count(0)
    page.get_by_role("link", name="Open the collection").click()
    expect(page.get_by_role("link", name="银行")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#live")).to_contain_text("1,100 documents were taken out.")
    page.get_by_role("link", name="Open the collection").click()
    expect(page.get_by_text("No documents yet")).to_be_visible()


def test_the_form_and_an_order_under_way_fit_and_are_accessible(
    browser: Browser, address: str, cookies: StorageState
) -> None:
    for page, width in pages_in_everyday_looks(browser, address, cookies):
        page.goto("/collections/add/?q=bank")
        assert_fits_and_is_accessible(page, width)
        _name_a_new_one(page, f"Banks {width}")
        page.locator("input[name=all]").check()
        page.locator("main form button.primary").click()
        expect(page.locator("#live")).to_be_visible()
        assert_fits_and_is_accessible(page, width)
