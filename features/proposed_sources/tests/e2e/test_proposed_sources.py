"""From what sources cite to a proposal, and from the proposal to an accepted source, on both
profiles.
"""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from fakeweb.web import FakeWeb
from testbed.servers.process import free_port
from testbed.stack import Stack, records, wait_until, ways_in
from tests.e2e.browser import (
    answering,
    assert_fits_and_is_accessible,
    cookies_of_login,
    needs_chromium,
    new_admin,
    pages_in_everyday_looks,
)

CITING = [
    f"{name}.localhost" for name in ("talbote", "lantern-weekly", "northgate-post", "mill-lane")
]
PATIENCE = 120_000


@needs_chromium
def test_from_citations_over_a_proposal_to_a_source(
    browser: Browser, stores: dict[str, str], tmp_path: Path
) -> None:
    with (
        FakeWeb.start(seed=3, stock=12, events=True) as web,
        Stack(tmp_path / "home", stores, WEB_PORT=free_port()) as stack,
    ):
        stack.migrate()
        citing = [each for each in ways_in(web.sources()) if each["host"] in CITING]
        stack.add_sources(records(citing, interval_seconds=600, pace_seconds=0.01))
        stack.start("scheduler")
        stack.start("worker")
        stack.start("web")
        stored = 12 * len(CITING)
        wait_until(lambda: stack.count() >= stored, 120, "all is stored", stack.logs)
        stack.start("stories")
        wait_until(lambda: "sources_proposed" in stack.logs(), 120, "proposals", stack.logs)
        address = answering(stack)
        cookies = cookies_of_login(browser, address, new_admin(stack))
        looks = pages_in_everyday_looks(browser, address, cookies)
        page, width = next(looks)
        accept(page, width)
        phone, narrow = next(looks)
        dismiss(phone, narrow)


def accept(page: Page, width: int) -> None:
    """Add one of the two papers that nobody has as a source, without a mouse. A third that they
    cite is only here no source.
    """
    page.goto("/sources/")
    page.get_by_role("link", name="Proposed", exact=True).click()
    row = page.locator("tbody tr", has_text="coast-observer.localhost")
    expect(page.locator("tbody tr")).to_have_count(3)
    expect(row).to_contain_text("4 sources")
    expect(row.locator("li")).to_have_count(3)
    assert_fits_and_is_accessible(page, width)
    row.get_by_role("button", name="Add coast-observer.localhost").focus()
    page.keyboard.press("Enter")
    best = page.locator(".offer.best")
    expect(best).to_contain_text("Feed with 12 entries", timeout=PATIENCE)
    best.get_by_role("button", name="Use this").click()
    expect(page.get_by_label("Name")).to_have_value("Coast Observer")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("Coast Observer")
    page.goto("/sources/proposed/")
    expect(page.locator("tbody tr")).to_have_count(2)


def dismiss(page: Page, width: int) -> None:
    page.goto("/sources/proposed/")
    assert_fits_and_is_accessible(page, width)
    page.locator("tbody tr", has_text="delta-review.localhost").get_by_role(
        "button", name="忽略"
    ).click()
    expect(page.get_by_role("status")).to_contain_text("不会再推荐 delta-review.localhost。")
    expect(page.locator("tbody tr")).to_have_count(1)
    assert_fits_and_is_accessible(page, width)
