"""In a browser: a list whose pattern matches no link is repaired with one button."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fakeweb.web import FakeWeb
from storage.database.port import SourceRecord
from testbed.servers.process import free_port
from testbed.stack import Stack, wait_until
from tests.e2e.browser import DESKTOP, PHONE, assert_fits_and_is_accessible, needs_chromium

pytestmark = needs_chromium

Open = Callable[..., Page]
PATIENCE = 60_000
BROKEN = "talbote"


@pytest.fixture(scope="module")
def web() -> Iterator[FakeWeb]:
    with FakeWeb.start(seed=3, stock=8, rate=0, sites=(BROKEN,)) as running:
        yield running


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory, web: FakeWeb) -> Iterator[Stack]:
    """All roles, and a source whose pattern matches no link."""
    settings: dict[str, Any] = {"WEB_PORT": free_port(), "BACKOFF_SECONDS": 1}
    with Stack(tmp_path_factory.mktemp("repair") / "home", **settings) as running:
        source = SourceRecord(
            id=0,
            name="Broken",
            channel="list",
            address=web.address(BROKEN),
            patterns=("/never/",),
            pace_seconds=0.0,
            interval_seconds=2,
            obey_robots=False,
        )
        running.add_sources([source])
        for role in ("web", "scheduler", "worker"):
            running.start(role)
        yield running
        assert set(running.stop()) == {0}, running.logs()


def state(stack: Stack, name: str) -> str:
    lines = (line.split("\t") for line in stack.run("source", "list").stdout.splitlines())
    return next(state for found, _, state, *_ in lines if found == name)


def test_a_list_that_gives_no_links_is_repaired(open_page: Open, stack: Stack) -> None:
    wait_until(
        lambda: state(stack, "Broken") == "failing (no_links)", 60, "the source fails", stack.logs
    )
    page = open_page()
    broken = page.get_by_role("link", name="Broken").first

    def is_listed() -> bool:
        # The list shows states as of the last upkeep, which may be before this failure.
        page.goto("/sources/?state=failing")
        return broken.is_visible()

    wait_until(is_listed, 60, "the list shows the failure", stack.logs)
    broken.click()
    expect(page.locator("#state")).to_contain_text("Failing")
    assert_fits_and_is_accessible(page, DESKTOP[0])
    page.get_by_role("button", name="Repair").focus()
    page.keyboard.press("Enter")
    best = page.locator(".offer.best")
    expect(best).to_be_visible(timeout=PATIENCE)
    expect(best).to_contain_text("new pages")
    expect(best).to_contain_text("The present source finds 0.")
    expect(best.locator(".diff")).to_contain_text("/never/")
    assert_fits_and_is_accessible(page, DESKTOP[0])
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert_fits_and_is_accessible(page, PHONE[0])
    best.get_by_role("button", name="Accept").click()
    expect(page.locator(".note, .alert").first).to_contain_text("The source is repaired")
    wait_until(lambda: state(stack, "Broken") == "healthy", 60, "the source is healthy", stack.logs)
    page.get_by_role("link", name="Show the history and restore an earlier version").click()
    expect(page.locator("#main")).to_contain_text("/never/")
