"""From a hot topic over a keyword list to the search engine and back to the page, on both
profiles.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from features.hot_words.tests.contract.test_hot_words import fire
from storage.backends import open_document_writer
from testbed.servers.process import free_port
from testbed.stack import Stack, wait_until
from tests.e2e.browser import (
    answering,
    assert_fits_and_is_accessible,
    cookies_of_login,
    needs_chromium,
    new_admin,
    pages_in_everyday_looks,
)

TEXT = (
    "The council agreed on Tuesday evening, after a debate of four hours in which nobody changed "
    "sides. The mayor said that the money had been put aside years ago, and that the work would "
    "begin before the winter. "
)


class SearchEngine(BaseHTTPRequestHandler):
    """Finds one story for each keyword, and knows what it was asked."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path == "/search":
            keyword = parse_qs(address.query)["q"][0]
            self.asked.append(keyword)
            number = 1 if keyword == "harbour" else 2
            rows = [{"url": f"/story/{number}", "title": f"What became of {keyword} this week"}]
            self._send("application/json", json.dumps({"rows": rows}))
        elif address.path.startswith("/story/"):
            title = f"The long story of number {address.path[-1]} and of the council"
            paragraphs = "".join(f"<p>{TEXT}{title} ({part}).</p>" for part in range(5))
            self._send(
                "text/html; charset=utf-8",
                f"<html><head><title>{title}</title></head><body><article><h1>{title}</h1>"
                f"{paragraphs}</article></body></html>",
            )
        else:
            self.send_error(404)

    def _send(self, kind: str, text: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def engine() -> Iterator[str]:
    SearchEngine.asked.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), SearchEngine) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://engine.localhost:{server.server_port}"
        server.shutdown()


@needs_chromium
def test_from_a_hot_topic_to_the_search_engine_and_back_to_the_page(
    browser: Browser, stores: dict[str, str], tmp_path: Path, engine: str
) -> None:
    with Stack(tmp_path / "home", stores, WEB_PORT=free_port()) as stack:
        stack.migrate()
        stack.run("source", "keywords", "Hot", "harbour")
        how = ("--channel", "search", "--result-parser", "json", "--keyword-list", "Hot")
        stack.run("source", "add", "Engine", f"{engine}/search?q={{keyword}}", *how)
        with closing(open_document_writer(stack.settings)) as writer:
            writer.write(fire())
        stack.start("web")
        address = answering(stack)
        cookies = cookies_of_login(browser, address, new_admin(stack))
        looks = pages_in_everyday_looks(browser, address, cookies)
        page, width = next(looks)
        switch_on(page, width)
        stack.start("stories")
        wait_until(lambda: "hot_words_changed" in stack.logs(), 120, "a word is hot", stack.logs)
        stack.start("scheduler")
        stack.start("worker")
        wait_until(
            lambda: set(SearchEngine.asked) == {"harbour", "Kestrel Bay"},
            120,
            "the search engine is asked for both",
            stack.logs,
        )
        wait_until(lambda: stack.count() == len(fire()) + 2, 120, "both are stored", stack.logs)
        see(page, width)
        phone, narrow = next(looks)
        remove(phone, narrow)


def switch_on(page: Page, width: int) -> None:
    page.goto("/keywords/")
    page.locator("th a", has_text="Hot").click()
    hot = page.locator("#hot-words")
    expect(hot).to_contain_text("Off. Newsloom can add")
    assert_fits_and_is_accessible(page, width)
    # Without a mouse.
    page.locator("#id_enabled").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(hot).to_contain_text("No hot words yet")
    assert_fits_and_is_accessible(page, width)


def see(page: Page, width: int) -> None:
    """The word, why it is there, and what it brought, as soon as that is counted."""
    row = page.locator("#hot-words tbody tr")

    def is_counted() -> bool:
        page.reload()
        return row.locator("td.number").all_inner_texts() == ["1", "1"]

    wait_until(is_counted, 60, "what the word brought is counted", page.content)
    expect(row.locator("th")).to_contain_text("Kestrel Bay")
    expect(row).to_contain_text("5 documents in")
    expect(row).to_contain_text("5 sites")
    expect(page.locator("#hot-words")).to_contain_text("1 of 10 new words")
    assert_fits_and_is_accessible(page, width)


def remove(page: Page, width: int) -> None:
    page.goto("/keywords/")
    page.locator("th a", has_text="Hot").click()
    assert_fits_and_is_accessible(page, width)
    page.locator("#hot-words tbody button").click()
    expect(page.locator("#hot-words")).to_contain_text("还没有热词")
    page.locator("#hot-words summary").click()
    expect(page.locator("#id_stopped")).to_have_value("Kestrel Bay")
    assert_fits_and_is_accessible(page, width)
