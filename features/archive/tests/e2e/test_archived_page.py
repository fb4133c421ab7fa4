"""A hostile page from the archive in a real browser: nothing of it runs, and it asks nobody."""

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Page, Request, StorageState, expect

from features.archive.as_collected import HEADERS
from features.archive.store.opening import open_archive_writer
from features.archive.store.port import Answer
from storage.backends import open_documents
from storage.keys import url_key
from testbed.servers.process import free_port
from testbed.stack import Stack
from tests.e2e.browser import (
    LOOKS,
    Look,
    answering,
    assert_fits_and_is_accessible,
    log_in,
    needs_chromium,
)
from tests.unit.webui.hostile_page import hostile_page
from tests.unit.webui.samples import article

pytestmark = needs_chromium

AWAY = "http://127.0.0.1:9"
URL = "https://news.example/story"
PLACE = f"/documents/{url_key(URL)}/archived/"


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("archived") / "home", WEB_PORT=free_port()) as running:
        body = hostile_page(AWAY).encode()
        answer = Answer(url=URL, status=200, headers={}, body=body, fetched=datetime.now(UTC))
        with closing(open_archive_writer(running.settings)) as writer:
            place = writer.append(answer)
        with closing(open_documents(running.settings)) as documents:
            documents.write([article(URL, "Ferry runs again", archived=(place,))])
        running.migrate()
        running.start("web")
        answering(running)
        yield running


def test_a_hostile_page_runs_nothing_and_asks_no_one(
    open_page: Callable[..., Page], address: str
) -> None:
    page = open_page()
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(PLACE)
    frame = page.frame_locator("iframe.collected")
    expect(frame.get_by_text("The last line.")).to_be_visible()
    assert page.evaluate("window.ran") is None
    for name in ("#away", "#script"):
        if frame.locator(name).count():
            frame.locator(name).click()
    page.wait_for_load_state("networkidle")
    page.goto(f"{PLACE}1/page/")
    expect(page.get_by_text("The last line.")).to_be_visible()
    assert [url for url in asked if not url.startswith(address)] == []


def test_the_policy_alone_holds_a_page_that_is_not_cleaned(
    browser: Browser, address: str, password: str, cookies: StorageState
) -> None:
    """Whatever the cleaning may miss: the frame and the policy keep it from running and from
    loading.
    """
    context = browser.new_context(base_url=address, storage_state=cookies)
    page = context.new_page()
    log_in(page, password)
    asked: list[str] = []

    def note(request: Request) -> None:
        if _left(request):
            asked.append(request.url)

    # What the policy blocks is no request; what leaves the browser fails there, since nobody
    # listens.
    context.on("requestfinished", note)
    context.on("requestfailed", note)
    body = hostile_page(AWAY)
    page.route(f"**{PLACE}1/page/", lambda route: route.fulfill(body=body, headers=HEADERS))
    # What the policy blocks may keep a page from telling that it is loaded. All requests are waited
    # for at the end.
    page.goto(PLACE, wait_until="domcontentloaded")
    expect(page.frame_locator("iframe.collected").get_by_text("The last line.")).to_be_visible()
    assert page.evaluate("window.ran") is None
    page.goto(f"{PLACE}1/page/", wait_until="domcontentloaded")
    expect(page.get_by_text("The last line.")).to_be_visible()
    page.wait_for_load_state("networkidle")
    context.close()
    assert [url for url in asked if not url.startswith(address)] == []


def _left(request: Request) -> bool:
    return "csp" not in (request.failure or "").lower() and "BLOCKED_BY" not in (
        request.failure or ""
    )


@pytest.mark.parametrize("look", LOOKS)
def test_the_pages_of_archive_and_trace_fit_and_are_accessible(
    open_page: Callable[..., Page], look: Look
) -> None:
    size, scheme, language = look
    page = open_page(size, color_scheme=scheme, locale=language)
    for place in (PLACE, f"/trace/?url={URL}", "/trace/"):
        page.goto(place)
        assert_fits_and_is_accessible(page, size[0])
