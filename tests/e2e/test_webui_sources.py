"""Sources, their history and users in a real browser, on both profiles: import, change many, go
back, invite.
"""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from storage.backends import open_counters
from storage.counters.events import Event
from storage.outcomes import Outcome
from testbed.servers.process import free_port
from testbed.stack import Stack
from tests.e2e.browser import (
    DESKTOP,
    PHONE,
    answering,
    assert_fits_and_is_accessible,
    log_in,
    needs_chromium,
    new_admin,
)

pytestmark = needs_chromium

# The second line has a mistake in its address, the fourth one in its channel.
FILE = """name,channel,address,tags
Alpha,feed,https://alpha.example/feed.xml,economy
Broken,feed,nowhere,economy
北京晚报,list,https://beta.example/news/,economy
Wrong,smoke,https://gamma.example/,
Gamma,board,https://gamma.example/forum/,
"""
PAGES = (
    "/sources/",
    "/sources/?state=new&sort=daily",
    "/sources/1/",
    "/sources/1/pause/",
    "/sources/1/history/",
    "/sources/1/runs/",
    "/sources/deleted/",
    "/sources/import/",
    "/users/",
    "/users/1/",
    "/users/add/",
    "/users/audit/",
)


@pytest.fixture
def stack(stores: dict[str, str], tmp_path: Path) -> Iterator[Stack]:
    with Stack(tmp_path / "home", stores, WEB_PORT=free_port()) as running:
        running.start("web")
        yield running
        assert running.stop() == [0], running.logs()


@pytest.fixture
def page(stack: Stack, browser: Browser) -> Iterator[Page]:
    """A page where jane, an admin, is logged in."""
    opened = browser.new_page(base_url=answering(stack), locale="en")
    log_in(opened, new_admin(stack))
    yield opened
    opened.close()


def import_file(page: Page) -> None:
    """Look at a file, then import the lines of it that are right."""
    page.goto("/sources/import/")
    page.set_input_files(
        "#file", {"name": "a.csv", "mimeType": "text/csv", "buffer": FILE.encode()}
    )
    page.get_by_role("button", name="Preview").click()
    errors = page.get_by_role("region", name="Errors").get_by_role("row")
    expect(errors.nth(1)).to_contain_text("“nowhere” is not a valid web address")
    expect(errors.nth(1).get_by_role("cell").first).to_have_text("3")
    expect(errors.nth(2).get_by_role("cell").first).to_have_text("5")
    page.get_by_role("button", name="Import the lines without errors").click()
    expect(page.locator(".note.good")).to_have_text("3 sources were imported. View or undo")


def count_articles(stack: Stack) -> None:
    """Let the counters know of articles of the first source."""
    event: dict[str, Any] = {
        "source_id": 1,
        "run_id": "r",
        "channel": "feed",
        "site": "alpha.example",
    }
    with closing(open_counters(stack.settings)) as counters:
        for outcome in (Outcome.STORED,) * 6 + (Outcome.NO_DATE,) * 2:
            counters.record(
                [Event(outcome=outcome, url="https://alpha.example/1", at=time.time(), **event)]
            )


def change_many(page: Page) -> None:
    """Find sources by their tag, pause them all with a reason, by the keyboard where it is
    natural.
    """
    page.get_by_text("More filters").click()
    page.get_by_label("Tag").select_option("economy")
    page.get_by_role("button", name="Filter", exact=True).click()
    rows = page.locator("table.sources tbody tr")
    expect(rows).to_have_count(2)
    for name in ("Select Alpha", "Select 北京晚报"):
        page.get_by_label(name).focus()
        page.keyboard.press("Space")
    page.get_by_label("With the selected sources").select_option("pause")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".names li")).to_have_text(["Alpha", "北京晚报"])
    page.get_by_label("Reason").fill("Redesign until Monday")
    page.keyboard.press("Enter")
    expect(page.locator(".note.good")).to_have_text("2 sources were paused. View or undo")
    expect(rows.first).to_contain_text("Redesign until Monday")
    page.get_by_role("list", name="Health").get_by_role("link", name="Paused").click()
    expect(rows).to_have_count(2)


def go_back(page: Page) -> None:
    """Change a source, look at the difference, and return to the version before."""
    page.goto("/sources/1/edit/")
    page.get_by_label("URL patterns").fill("/story/\\d+")
    page.get_by_role("button", name="Save").first.click()
    page.get_by_role("link", name="Show the history").click()
    expect(page.locator(".history li").first.locator("ins")).to_contain_text("/story/\\d+")
    expect(page.locator(".history li").nth(1)).to_contain_text("jane")
    page.get_by_role("button", name="Restore the version of").last.click()
    expect(page.locator(".note.good")).to_have_text("“Alpha” is back at the earlier version.")
    page.goto("/sources/1/edit/")
    expect(page.get_by_label("URL patterns")).to_have_value("")


def delete_and_restore(page: Page) -> None:
    page.goto("/sources/1/delete/")
    page.get_by_role("button", name="Delete").click()
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Deleted sources").click()
    page.get_by_role("button", name="Restore Alpha").click()
    expect(page.locator(".note.good")).to_have_text("“Alpha” is restored.")
    assert page.url.endswith("/sources/1/")


def invite(page: Page, browser: Browser) -> None:
    """Add a user; the user sets a password by the link and sees what analysts see."""
    page.get_by_role("link", name="Users", exact=True).click()
    page.get_by_role("link", name="Add a user").click()
    page.get_by_label("User name").fill("lin")
    page.get_by_label("Analyst").check()
    page.get_by_role("button", name="Add", exact=True).click()
    link = page.get_by_label("Link", exact=True).input_value()
    other = browser.new_page(locale="en")
    other.goto(link)
    other.get_by_label("New password", exact=True).fill("battery staple 9")
    other.get_by_label("New password confirmation").fill("battery staple 9")
    other.get_by_role("button", name="Set the password").click()
    expect(other.locator(".note.good")).to_contain_text(
        "Your password is set, and you are logged in."
    )
    expect(other.get_by_role("link", name="lin", exact=True)).to_be_visible()
    expect(other.get_by_role("link", name="Users", exact=True)).to_have_count(0)
    other.goto(link)
    expect(other.locator("main")).to_contain_text("This link no longer works")
    page.goto("/users/audit/")
    page.get_by_label("Kind").select_option("user")
    page.get_by_role("button", name="Filter").click()
    expect(page.locator("table.log tbody tr").first).to_contain_text("lin")


def test_a_day_of_an_operator_and_an_admin(page: Page, stack: Stack, browser: Browser) -> None:
    import_file(page)
    count_articles(stack)
    page.goto("/sources/?sort=daily")
    first = page.locator("table.sources tbody tr").first
    expect(first).to_contain_text("Alpha")
    expect(first.locator(".spark title")).to_have_text("6 articles in 14 days")
    expect(first).to_contain_text("25%")
    page.goto("/sources/")
    change_many(page)
    go_back(page)
    delete_and_restore(page)
    invite(page, browser)


@pytest.mark.parametrize("stores", ["embedded"], indirect=True)
@pytest.mark.parametrize(
    "looks",
    [
        (("light", DESKTOP), ("dark", PHONE)),
        pytest.param((("dark", DESKTOP), ("light", PHONE)), marks=pytest.mark.heavy),
    ],
    ids=["everyday", "others"],
)
def test_pages_fit_and_are_accessible(
    page: Page, looks: tuple[tuple[Literal["light", "dark"], tuple[int, int]], ...]
) -> None:
    import_file(page)
    for scheme, size in looks:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for path in PAGES:
            page.goto(path)
            assert_fits_and_is_accessible(page, size[0])
