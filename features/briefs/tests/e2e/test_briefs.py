"""A brief from reading to handing on, in a real browser: by keyboard, and without scripts."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Locator, Page, StorageState, expect

from features.briefs.tests.samples import BLAST, LATER
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
MANY = [article(f"https://many.example/{n}", "Rain", "It rained.") for n in range(22)]
"""So many that the numbers of a line they share are wider than a phone."""


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A web server with two reports."""
    with Stack(tmp_path_factory.mktemp("briefs") / "home", WEB_PORT=free_port()) as running:
        running.migrate()
        with closing(open_documents(running.settings)) as documents:
            documents.write([BLAST, LATER, *MANY])
            documents.refresh()
        running.start("web")
        yield running
        assert running.stop() == [0], running.logs()


def marked(page: Page, part: Locator) -> None:
    """Mark a part of a page, and wait until the page has noticed."""
    page.evaluate(
        """() => {
          window.noticed = new Promise((done) =>
            document.addEventListener("selectionchange", done, { once: true }));
        }"""
    )
    part.select_text()
    page.evaluate("async () => { await window.noticed; }")


def test_a_brief_is_made_while_reading(
    open_page: Callable[..., Page],
    browser: Browser,
    address: str,
    cookies: StorageState,
    tmp_path: Path,
) -> None:
    page = open_page((1280, 900))
    page.goto(f"/documents/{BLAST.id}/")
    page.locator("#add-to-brief > summary").press("Enter")
    page.get_by_text("Three people died").select_text()
    expect(page.get_by_label("Quotation")).to_have_value(
        "Three people died in the blast at the mill on Monday."
    )
    quotation = page.get_by_label("Quotation")
    marked(page, page.get_by_role("banner"))
    expect(quotation).to_have_value("Three people died in the blast at the mill on Monday.")
    quotation.fill("Three people died")
    marked(page, page.get_by_text("Police asked"))
    expect(quotation).to_have_value("Three people died")
    page.get_by_label("Name of a new brief").fill("Mill")
    page.get_by_role("button", name="Add to brief").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Added to the brief “Mill”.")
    page.goto("/search/?q=five")
    page.get_by_role("link", name="Add to brief").press("Enter")
    expect(page.get_by_label("Brief", exact=True)).to_have_value("1")
    page.get_by_role("button", name="Add to brief").press("Enter")
    page.wait_for_url("**/search/?q=five")
    page.goto("/briefs/1/edit/")
    page.get_by_label("Kind").select_option("heading")
    page.get_by_label("Text", exact=True).last.fill("What is known")
    page.get_by_role("button", name="Add", exact=True).press("Enter")
    for _ in range(2):
        page.locator(".items > li", has_text="What is known").get_by_role(
            "button", name="Move up"
        ).press("Enter")
    expect(page.locator(".items > li").first).to_contain_text("What is known")
    page.get_by_role("button", name="Look for changes").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Nothing has changed.")
    page.get_by_role("link", name="Read the brief").press("Enter")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Markdown").click()
    text = Path(taken.value.path()).read_text()
    assert text.index("What is known") < text.index("Three people") < text.index("Five dead")
    for shown, width in pages_in_everyday_looks(browser, address, cookies):
        for path in ("briefs/", "briefs/1/", "briefs/1/edit/", f"briefs/add/?document={LATER.id}"):
            shown.goto(f"/{path}")
            assert_fits_and_is_accessible(shown, width)
        shown.goto(f"/documents/{BLAST.id}/")
        shown.locator("#add-to-brief summary").click()
        assert_fits_and_is_accessible(shown, width)


def test_a_line_of_many_sources_fits_on_a_phone(
    browser: Browser, address: str, cookies: StorageState
) -> None:
    context = browser.new_context(
        base_url=address, storage_state=cookies, viewport={"width": 390, "height": 844}
    )
    page = context.new_page()
    page.goto(f"/briefs/add/?{urlencode([('quote', f'{each.id}..') for each in MANY])}")
    page.get_by_label("Name of a new brief").fill("Rain")
    page.get_by_role("button", name="Add to brief").click()
    page.wait_for_url("**/edit/")
    for path in (page.url, page.url.removesuffix("edit/")):
        page.goto(path)
        expect(page.locator(".numbers a")).to_have_count(len(MANY))
        assert page.evaluate("document.documentElement.scrollWidth") == 390, path
    context.close()


def test_items_move_without_scripts(browser: Browser, address: str, cookies: StorageState) -> None:
    context = browser.new_context(
        base_url=address, storage_state=cookies, java_script_enabled=False
    )
    page = context.new_page()
    page.goto("/briefs/")
    page.locator("summary", has_text="New brief").click()
    page.get_by_label("Name", exact=True).fill("By hand")
    page.get_by_role("button", name="Create", exact=True).click()
    for text in ("One", "Two", "Three", "Four"):
        page.get_by_label("Text", exact=True).last.fill(text)
        page.get_by_role("button", name="Add", exact=True).click()
    last = page.locator(".items > li").last
    last.get_by_label("Place").fill("1")
    last.get_by_role("button", name="Move", exact=True).click()
    texts = page.locator(".items .note-text")
    expect(texts).to_have_text(["Four", "One", "Two", "Three"], use_inner_text=True)
    context.close()
