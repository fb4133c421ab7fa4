"""A trial in a browser: the legend leads to the marked parts, by keyboard and without scripts."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from fakeweb.web import FakeWeb
from testbed.servers.process import free_port
from testbed.stack import Stack
from tests.e2e.browser import (
    WALKED,
    Look,
    answering,
    assert_fits_and_is_accessible,
    needs_chromium,
    page_in,
)

pytestmark = needs_chromium

PATIENCE = 120_000
LEGEND = ".origins dl a"


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A web server on empty embedded stores."""
    with Stack(tmp_path_factory.mktemp("origins") / "home", WEB_PORT=free_port()) as running:
        running.migrate()
        running.start("web")
        answering(running)
        yield running


@pytest.fixture(scope="module")
def web() -> Iterator[FakeWeb]:
    with FakeWeb.start(seed=3, stock=6, rate=0, sites=("harbour-times", "carpenters")) as running:
        yield running


def form_of(channel: str, address: str) -> str:
    return f"/sources/add/?name=Tried&channel={channel}&address={address}"


@pytest.mark.parametrize("look", WALKED)
def test_the_legend_leads_to_the_parts_by_keyboard(
    browser: Browser, address: str, cookies: StorageState, web: FakeWeb, look: Look
) -> None:
    page, width = page_in(browser, address, cookies, look)
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    for channel, site, path in (
        ("feed", "harbour-times", "/atom.xml"),
        ("board", "carpenters", "/"),
    ):
        page.goto(form_of(channel, web.address(site, path)))
        page.locator("button[name=test]").first.click()
        expect(page.locator(".origins")).to_have_count(3, timeout=PATIENCE)
        assert_fits_and_is_accessible(page, width)
        # The last one is where the box has to scroll.
        link = page.locator(".origins").nth(1).locator("dl a").last
        link.focus()
        page.keyboard.press("Enter")
        part = page.locator(f"[id='{(link.get_attribute('href') or '')[1:]}']")
        expect(part).to_be_in_viewport()
        expect(part).to_be_focused()
    served, stored = (
        page.locator(selector).first.bounding_box() for selector in (".origins", ".sample")
    )
    assert served is not None
    assert stored is not None
    if width < 480:
        assert served["y"] >= stored["y"] + stored["height"]
    else:
        assert served["x"] + served["width"] <= stored["x"]
    assert [url for url in asked if not url.startswith(address)] == []


def test_the_same_is_there_without_scripts(open_page: Callable[..., Page], web: FakeWeb) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(form_of("feed", web.address("harbour-times", "/atom.xml")))
    page.locator("button[name=test]").first.click()
    expect(page.locator(".origins")).to_have_count(3, timeout=PATIENCE)
    page.locator(LEGEND).first.click()
    expect(page.locator(".served :target")).to_be_in_viewport()
