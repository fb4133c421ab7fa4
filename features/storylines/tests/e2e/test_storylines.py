"""Storylines made by the real processes, in a real browser."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from benchmarks.storylines import planted
from storage.backends import open_document_writer
from storage.documents.port import Document
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

pytestmark = needs_chromium

MATTERS = ("quake_corvane", "quake_tarnholm", "plant_linchuan")
_LATER = 7
"""Their chapters but for the first of each."""


def reports() -> list[Document]:
    """Return the reports of three matters that ended days ago."""
    chapters = [each for each in planted("tuned") if each.matter in MATTERS]
    last = max(each.published for chapter in chapters for each in chapter.reports if each.published)
    moved = datetime.now(UTC) - timedelta(days=2) - last
    return [
        replace(each, published=each.published + moved, collected=datetime.now(UTC))
        for chapter in chapters
        for each in chapter.reports
        if each.published
    ]


@pytest.fixture
def running(stores: dict[str, str], tmp_path: Path) -> Iterator[Stack]:
    """A stack whose roles have made storylines of the reports, and with a web server."""
    with Stack(tmp_path / "home", stores, WEB_PORT=free_port()) as stack:
        stack.migrate()
        with closing(open_document_writer(stack.settings)) as writer:
            writer.write(reports())
        stack.start("stories")
        wait_until(lambda: "stories.saved" in stack.logs(), 120, "a story is saved", stack.logs)
        stack.start("alerts")
        began = "storylines.chapter_began"
        wait_until(lambda: stack.logs().count(began) >= _LATER, 180, "chapters", stack.logs)
        stack.start("web")
        yield stack


def test_an_analyst_reads_a_storyline_and_follows_it(browser: Browser, running: Stack) -> None:
    address = answering(running)
    cookies = cookies_of_login(browser, address, new_admin(running))
    looks = pages_in_everyday_looks(browser, address, cookies)
    page, width = next(looks)
    page.goto("/storylines/")
    expect(page.get_by_role("heading", name="3 storylines")).to_be_visible()
    assert_fits_and_is_accessible(page, width)
    page.get_by_role("link", name="Corvane").first.click()
    expect(page.locator(".chapters > li")).to_have_count(4)
    expect(page.locator(".changes").first).to_contain_text("Deaths: 12")
    assert_fits_and_is_accessible(page, width)
    page.get_by_role("button", name="Follow").click()
    expect(page.get_by_role("heading", name="Notifications")).to_be_visible()
    assert_fits_and_is_accessible(page, width)
    page.goto("/storylines/?followed=1")
    page.get_by_role("link", name="Corvane").first.click()
    expect(page.get_by_role("button", name="Unfollow")).to_be_visible()
    page.locator(".chapters h2 a").first.click()
    page.get_by_role("link", name="Storyline: 4 chapters").click()
    line = page.locator(".chapters ul a").first
    line.click()
    expect(page.locator("#match")).to_be_visible()
    phone, narrow = next(looks)
    for path in ("/storylines/", "/storylines/notifications/"):
        phone.goto(path)
        assert_fits_and_is_accessible(phone, narrow)
    phone.goto("/storylines/")
    phone.get_by_role("link", name="临川").first.click()
    expect(phone.locator(".chapters > li")).to_have_count(3)
    assert_fits_and_is_accessible(phone, narrow)
