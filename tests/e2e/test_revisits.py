"""Articles that are edited and taken down, on both profiles, though scheduler and worker are killed
meanwhile.
"""

import signal
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from fakeweb.web import FakeWeb
from storage.backends import open_documents
from storage.documents.port import Document, DocumentVersion, SearchRequest
from storage.documents.query_tree import Query
from testbed.servers.process import free_port
from testbed.stack import Stack, records, wait_until
from tests.contract.documents import document
from tests.e2e.browser import (
    WALKED,
    Look,
    answering,
    assert_fits_and_is_accessible,
    cookies_of_login,
    needs_chromium,
    new_admin,
    page_in,
)

SITE = "valley-courier"
AGES = "3s,6s,9s,12s,15s,20s,25s,30s,40s,60s,90s,120s"


def by_url(stack: Stack) -> dict[str, Document]:
    with closing(open_documents(stack.settings)) as documents:
        documents.refresh()
        return {each.canonical_url: each for each in documents.export(SearchRequest(query=Query()))}


def test_edits_and_missing_pages_are_seen_once_though_roles_are_killed(
    home: Path, stores: dict[str, str]
) -> None:
    with (
        FakeWeb.start(stock=3, sites=(SITE,)) as web,
        Stack(home, stores, REVISIT_AGES=AGES, LEAD_SECONDS=2) as stack,
    ):
        stack.migrate()
        [source, *_] = [each for each in web.sources() if each["channel"] in ("feed", "list")]
        stack.add_sources(
            records([source], revisit="auto", pace_seconds=0.1, interval_seconds=3600)
        )
        roles = [stack.start("scheduler"), stack.start("worker")]
        wait_until(lambda: stack.count() == 3, 90, "the articles are stored", stack.logs)
        first = by_url(stack)
        edited, removed = web.edit(SITE, 1), web.remove(SITE, 2)
        wait_until(
            lambda: "revisits.queued" in stack.logs(), 60, "articles are due again", stack.logs
        )
        for role in roles:
            role.send_signal(signal.SIGKILL)
            role.wait()
        stack.start("scheduler")
        stack.start("worker")

        def is_seen() -> bool:
            now = by_url(stack)
            return now[edited].changes > 0 and now[removed].gone is not None

        wait_until(is_seen, 120, "the edit and the missing page are seen", stack.logs)
        wait_until(
            lambda: stack.totals().pages.get("unchanged", 0) > 3, 120, "further visits", stack.logs
        )
        now = by_url(stack)
        assert stack.count() == 3
        assert (now[edited].changes, now[edited].gone) == (1, None)
        assert "(1. edition)" in now[edited].content
        with closing(open_documents(stack.settings)) as documents:
            [version] = documents.versions(now[edited])
        assert (version.title, version.content) == (first[edited].title, first[edited].content)
        assert (now[removed].changes, now[removed].content) == (0, first[removed].content)
        [other] = now.keys() - {edited, removed}
        assert now[other] == first[other]
        assert stack.totals().pages["stored"] == 3
        assert "1 found" in stack.run("search", "has:changes").stdout
        assert "1 found" in stack.run("search", "is:gone").stdout
        told = stack.run("trace", edited).stdout
        assert "Its publisher changed it 1 time." in told
        # A worker sends its steps now and then; one that is killed loses those that it has not
        # sent, and the page is visited again.
        wait_until(
            lambda: "Visited again after" in stack.run("trace", edited).stdout,
            60,
            "the trace has the visit",
            stack.logs,
        )
        assert not any(tube.buried for tube in stack.tubes())


def edited_article() -> tuple[Document, list[DocumentVersion]]:
    """Return an article of today, with what it said before."""
    said = (
        "The mayor stays in office.",
        "The mayor may resign, says her party.",
        "The mayor resigned today.",
    )
    now = datetime.now(UTC)
    found = now - timedelta(hours=9)
    texts = [
        DocumentVersion(
            number=number,
            seen=found + timedelta(hours=number),
            title="Mayor of Kestrel Bay",
            content=text,
        )
        for number, text in enumerate(said[:2], 1)
    ]
    times = {"collected": found, "changed": now - timedelta(hours=1), "gone": now}
    today = document("mayor", "Mayor of Kestrel Bay", said[2], lang="en", changes=2, **times)
    return today, texts


@needs_chromium
@pytest.mark.parametrize("look", WALKED)
def test_two_texts_are_compared_without_a_mouse_and_on_a_phone(
    browser: Browser, tmp_path: Path, look: Look
) -> None:
    with Stack(tmp_path / "home", WEB_PORT=free_port()) as stack:
        stack.migrate()
        today, texts = edited_article()
        with closing(open_documents(stack.settings)) as documents:
            documents.keep_versions(today, texts)
            documents.write([today])
        stack.run(
            "source",
            "add",
            "Kestrel",
            "https://kestrel.example/",
            "--channel",
            "list",
            "--revisit",
            "auto",
        )
        stack.start("web")
        address = answering(stack)
        cookies = cookies_of_login(browser, address, new_admin(stack))
        walk(*page_in(browser, address, cookies, look), _WORDS[look[2]])


# Texts of the pages: in the results, above an article, and on the page of a source.
_WORDS = {
    "en": ("gone since", "Edited 2 times by the publisher", "at these ages: 1 h, 6 h"),
    "zh-CN": ("起已不存在", "发布者修改过 2 次", "收录后：1 小时"),
}


def walk(page: Page, width: int, words: tuple[str, str, str]) -> None:
    """Go from the results to the article, and compare its first text with the second by keys
    alone.
    """
    in_results, above, of_source = words
    page.goto("/search/?q=is:gone")
    expect(page.locator("article.hit")).to_contain_text(in_results)
    assert_fits_and_is_accessible(page, width)
    page.locator("article.hit h3 a").click()
    expect(page.locator("article.text")).to_contain_text(above)
    assert_fits_and_is_accessible(page, width)
    page.locator("article.text a[href$='/versions/']").click()
    expect(page.locator(".difference ins")).to_have_text("resigned today.")
    page.locator("#from").focus()
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".difference del")).to_have_text("stays in office.")
    expect(page.locator(".difference ins")).to_have_text("may resign, says her party.")
    assert_fits_and_is_accessible(page, width)
    page.goto("/sources/1/")
    expect(page.locator("main")).to_contain_text(of_source)
    assert_fits_and_is_accessible(page, width)
