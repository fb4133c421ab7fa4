"""A spot check of copies: pairs are drawn in the store, shown side by side, and answered by key."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, expect

from storage.backends import open_documents
from storage.documents.port import Document
from testbed.servers.process import free_port
from testbed.stack import Stack
from tests.e2e.browser import answering, cookies_of_login, needs_chromium, new_admin
from tests.unit.webui.samples import article

TEXTS = 6


@needs_chromium
def test_pairs_of_copies_are_drawn_where_the_store_finds_them(
    browser: Browser, stores: dict[str, str], tmp_path: Path
) -> None:
    with Stack(tmp_path / "home", stores, WEB_PORT=free_port()) as stack:
        stack.migrate()
        with closing(open_documents(stack.settings)) as documents:
            documents.write(list(_copied()))
        stack.start("web")
        address = answering(stack)
        cookies = cookies_of_login(browser, address, new_admin(stack))
        page = browser.new_context(base_url=address, storage_state=cookies).new_page()
        page.goto("/checks/")
        page.get_by_label("What is checked").select_option("copies")
        page.get_by_label("How many to draw").fill("50")
        page.get_by_role("button", name="Draw", exact=True).click()
        # There are fewer texts with copies than pairs were wanted: one pair of each.
        page.get_by_role("link", name=f"Answer {TEXTS} more").click()
        shown = set()
        for place in range(1, TEXTS + 1):
            expect(page.get_by_text(f"pair {place} ·")).to_be_visible()
            expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
            first, second = page.locator(".spot-text h2").all_inner_texts()
            assert first == second
            shown.add(first)
            if place == 1:
                page.keyboard.press("1")
            page.keyboard.press("a")
        assert shown == {f"Text {number}" for number in range(TEXTS)}
        expect(page.get_by_text(f"{TEXTS} of {TEXTS} pairs are answered.")).to_be_visible()
        expect(page.locator(".tiles li").first).to_contain_text(f"{TEXTS - 1} of {TEXTS}")


def _copied() -> Iterator[Document]:
    """Return texts with two to four copies each, and as many texts without."""
    for number in range(TEXTS):
        for site in range(2 + number % 3):
            yield article(
                f"https://site{site}.example/{number}", f"Text {number}", copy_id=f"c{number}"
            )
        yield article(f"https://alone.example/{number}", f"Alone {number}", copy_id=f"a{number}")
