"""Translated titles in a real browser: on a desktop and a phone, and without scripts."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from storage.backends import open_documents
from testbed.servers.process import free_port
from testbed.stack import Stack
from testbed.translators import KEY, TranslatorServer, translator_server
from tests.e2e.browser import (
    answering,
    assert_fits_and_is_accessible,
    needs_chromium,
    pages_in_everyday_looks,
)
from tests.unit.webui.samples import article

pytestmark = needs_chromium
GERMAN = article(
    "https://a.example/1", "Hafen offen", "Der Hafen ist offen. Schiffe fahren.", lang="de"
)
LONG = article("https://a.example/2", "Donaudampfschifffahrt" * 8, "Ja. " * 90, lang="de")


@pytest.fixture(scope="module")
def translator() -> Iterator[TranslatorServer]:
    with translator_server() as running:
        yield running


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A web server with two documents in German, which may reach a translator on this machine."""
    home = tmp_path_factory.mktemp("translation") / "home"
    allowed = "127.0.0.0/8"
    with Stack(home, WEB_PORT=free_port(), WEBHOOK_ALLOW_NETWORKS=allowed) as running:
        running.migrate()
        with closing(open_documents(running.settings)) as documents:
            documents.write([GERMAN, LONG])
            documents.refresh()
        running.start("web")
        answering(running)
        yield running


def test_a_translator_is_entered_and_titles_are_read_in_both_looks(
    browser: Browser,
    address: str,
    cookies: StorageState,
    open_page: Callable[..., Page],
    translator: TranslatorServer,
) -> None:
    for page, width in pages_in_everyday_looks(browser, address, cookies):
        page.goto("/users/translator/")
        assert_fits_and_is_accessible(page, width)
        page.locator("[name=address]").fill(translator.url)
        page.locator("[name=key]").fill(KEY)
        page.locator("button[name=test]").click()
        expect(page.locator(".alert.good")).to_contain_text("The harbour opens again on Monday.")
        assert_fits_and_is_accessible(page, width)
        page.locator("main form.stack button.primary").click()
        expect(page.locator(".note")).to_be_visible()
        assert_fits_and_is_accessible(page, width)

        page.goto("/search/?q=site:a.example")
        if width < 480:
            page.locator(".folds-actions").click()
        page.locator("form[action='/translations/'] button").click()
        title = page.locator("h3 a").filter(has_text="] Hafen offen")
        expect(title).to_have_count(1)
        assert_fits_and_is_accessible(page, width)
        hit = page.locator(f"#hit-{GERMAN.id}")
        expect(hit.get_by_text("Hafen offen", exact=True)).to_be_hidden()
        hit.locator("summary").press("Enter")
        expect(hit.get_by_text("Hafen offen", exact=True)).to_be_visible()
        assert_fits_and_is_accessible(page, width)

        page.goto(f"/documents/{GERMAN.id}/")
        expect(page.locator(".translation")).to_contain_text("] Der Hafen ist offen.")
        assert_fits_and_is_accessible(page, width)

    plain = open_page(java_script_enabled=False)
    plain.goto("/search/?q=site:a.example")
    plain.get_by_role("button", name="Show originals").click()
    expect(plain.locator("h3 a").filter(has_text="]")).to_have_count(0)
    plain.get_by_role("button", name="Translate titles").click()
    expect(plain.locator("h3 a").filter(has_text="[en] Hafen offen")).to_have_count(1)
    original = plain.locator(f"#hit-{GERMAN.id} details p").first
    expect(original).to_be_hidden()
    plain.locator(f"#hit-{GERMAN.id} summary").click()
    expect(original).to_be_visible()
