"""What the reports of a story say, who copied whom, and a dashboard of all this, in a real browser
with real processes.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from storage.backends import open_document_writer
from storage.documents.port import Citation, Document
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
from tests.unit.webui.samples import article

pytestmark = needs_chromium

HEADLINE = "Blast at flour mill near Hamburg"
SHARED = "The flour mill near Hamburg had passed an inspection of the fire service in spring."
FIRST = "A blast at the flour mill near Hamburg killed three people on Monday."
SECOND = "Five people died in the blast at the flour mill near Hamburg."
ALONE = "Police in Hamburg arrested Otto Weller, owner of the flour mill."
AGENCY = "https://agency.example/mill"


def reports() -> list[Document]:
    """Return three reports that agree, contradict each other, cite one another, and tell alone."""
    now = datetime.now(UTC)
    texts = {
        AGENCY: f"{FIRST} {SHARED}",
        "https://paper.example/mill": f"{SECOND} {SHARED}",
        "https://post.example/mill": f"{SHARED} {ALONE}",
    }
    return [
        article(
            url,
            HEADLINE,
            text,
            published=now - timedelta(hours=3 - hours),
            collected=now - timedelta(hours=3 - hours),
            citations=(Citation(url=AGENCY, text="agency"),) if hours else (),
        )
        for hours, (url, text) in enumerate(texts.items())
    ]


@pytest.fixture
def running(stores: dict[str, str], tmp_path: Path) -> Iterator[Stack]:
    """A stack with the reports as a story, and with a web server."""
    stack = Stack(tmp_path / "home", stores, WEB_PORT=free_port())
    with stack:
        stack.migrate()
        with closing(open_document_writer(stack.settings)) as writer:
            writer.write(reports())
        stack.start("stories")
        wait_until(lambda: "stories.saved" in stack.logs(), 120, "a story is saved", stack.logs)
        stack.start("web")
        yield stack


def test_an_analyst_reads_what_the_reports_say_and_puts_it_on_a_dashboard(
    browser: Browser, running: Stack
) -> None:
    address = answering(running)
    cookies = cookies_of_login(browser, address, new_admin(running))
    looks = pages_in_everyday_looks(browser, address, cookies)
    page, width = next(looks)
    read_story(page, width)
    read_without_scripts(browser, address, cookies, page.url)
    put_on_a_dashboard(page, width)
    phone, narrow = next(looks)
    for path in (page.url, "/dashboards/", "/search/?q=mill", "/stories/"):
        phone.goto(path)
        phone.wait_for_load_state("networkidle")
        assert_fits_and_is_accessible(phone, narrow)
    phone.get_by_role("link", name=HEADLINE).first.click()
    expect(phone.locator("#t-said")).to_be_visible()
    assert_fits_and_is_accessible(phone, narrow)


def read_story(page: Page, width: int) -> None:
    """Open the story, and from each list of its page the sentence in its report."""
    page.goto("/stories/")
    page.get_by_role("link", name=HEADLINE).first.click()
    said = page.get_by_role("region", name="What the reports say")
    expect(said.get_by_role("heading", name="In conflict")).to_be_visible()
    expect(said.get_by_text("Deaths")).to_be_visible()
    assert_fits_and_is_accessible(page, width)
    for sentence in (FIRST, SECOND, SHARED, ALONE):
        said.get_by_role("link", name=sentence).first.click()
        expect(page.locator("mark").first).to_be_visible()
        page.go_back()
    reports = page.get_by_role("table", name="Reports")
    expect(reports.get_by_role("row").filter(has_text="agency.example")).to_have_count(3)
    expect(reports.get_by_role("row").filter(has_text="cites agency.example")).to_have_count(2)
    page.locator("main details").evaluate_all("all => all.forEach(each => each.open = true)")
    assert_fits_and_is_accessible(page, width)


def read_without_scripts(browser: Browser, address: str, cookies: StorageState, story: str) -> None:
    """Follow the line on top to its sections, and open who tells a line, with keys alone."""
    context = browser.new_context(
        base_url=address, locale="en", storage_state=cookies, java_script_enabled=False
    )
    page = context.new_page()
    page.goto(story)
    parts = {
        "1 update": "t-conflict",
        "1 point told by several sites": "t-agreed",
        "3 sites": "t-reports",
    }
    for part, section in parts.items():
        page.locator(".top-line").get_by_role("link", name=part).press("Enter")
        expect(page).to_have_url(re.compile(f"#{section}$"))
    sites = page.get_by_text("agency.example, paper.example, post.example")
    expect(sites).not_to_be_visible()
    page.locator("#t-agreed + .lines summary").press("Enter")
    expect(sites).to_be_visible()
    context.close()


def put_on_a_dashboard(page: Page, width: int) -> None:
    """Put a chart and a list on a dashboard by the pages' own links."""
    for shows in ("Chart over time", "Site"):
        page.goto("/search/?q=mill")
        page.get_by_role("link", name="Add to dashboard").click()
        page.get_by_label("What the panel shows").select_option(label=shows)
        if shows == "Chart over time":
            page.get_by_label("Name of the new dashboard").fill("Mills")
        assert_fits_and_is_accessible(page, width)
        page.get_by_role("button", name="Add").click()
    panels = page.locator(".dashboard-panel")
    expect(panels).to_have_count(2)
    expect(page.locator(".dashboard-panel[aria-busy]")).to_have_count(0)
    assert_fits_and_is_accessible(page, width)
    page.get_by_role("link", name="Edit").click()
    page.get_by_role("button", name="Move down").click()
    expect(page.get_by_role("listitem").filter(has=page.locator("form")).first).to_contain_text(
        "Sites: mill"
    )
    assert_fits_and_is_accessible(page, width)
    page.get_by_role("link", name="Show the dashboard").click()
    expect(panels.first).to_contain_text("agency.example")
