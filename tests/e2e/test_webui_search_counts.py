"""The search page in a real browser shows hits first; number, chart and facets follow, and nothing
moves.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, StorageState, expect

from storage.backends import open_documents
from testbed.stack import Stack
from tests.e2e.browser import DESKTOP, PHONE, assert_fits_and_is_accessible, needs_chromium
from tests.e2e.search_samples import note_stop
from tests.unit.webui.samples import MOMENT, article

pytestmark = needs_chromium

COUNTS = "**/search/counts/**"
# Source, site, channel, language, kind, tag and author; nothing has found names in the documents.
FACETS = 7
# A day on which nothing was collected for some minutes.
GAP = "q=pebble&kind=article&after=2026-11-20&before=2026-11-20&zone=UTC"
# The screen on which each is looked at every day; on both, the counts come in the same way.
QUERIES = (
    (DESKTOP, "q=pebble"),
    (PHONE, "q=pebble&after=2026-09-01&site=site1.example"),
    (PHONE, "q=pebble&after=-1y&sort=time"),
    (DESKTOP, GAP),
)
_MOVED = """new PerformanceObserver(list => {
    window.moved = (window.moved || 0) + list.getEntries().reduce((sum, each) => sum + each.value, 0);
}).observe({type: 'layout-shift', buffered: true})"""


@pytest.fixture(scope="module", autouse=True)
def _stored(stack: Stack) -> None:
    # Django must not be used in a thread with a browser.
    with ThreadPoolExecutor() as beside:
        beside.submit(note_stop, stack).result()
    with closing(open_documents(stack.settings)) as documents:
        documents.write(
            [
                article(
                    f"https://site{n % 12}.example/{n}",
                    f"Pebble {n}",
                    "A pebble lies on the beach.",
                    tags=(f"tag {n % 5}",),
                    published=MOMENT - timedelta(days=n),
                )
                for n in range(45)
            ]
        )


@pytest.fixture
def held(
    open_page: Callable[..., Page], request: pytest.FixtureRequest
) -> tuple[Page, list[Route]]:
    """A page whose requests for counts wait until the test lets them go on."""
    page = open_page(getattr(request, "param", DESKTOP))
    routes: list[Route] = []
    page.route(COUNTS, lambda route: routes.append(route))
    return page, routes


def places(page: Page) -> object:
    """Return where everything is that a reader can use before the counts."""
    return page.evaluate("""[...document.querySelectorAll('.bar a, .hit a, .hit button, .days input')].map(each => {
        const box = each.getBoundingClientRect();
        return [each.innerText, box.x, box.y, box.width, box.height];
    })""")


def wait_for(page: Page, routes: list[Route]) -> Route:
    """Wait for the request for counts."""
    while not routes:
        page.wait_for_timeout(20)
    return routes.pop()


@pytest.mark.parametrize(
    ("held", "query"),
    [
        pytest.param(size, query, marks=() if size == everyday else pytest.mark.heavy)
        for everyday, query in QUERIES
        for size in (DESKTOP, PHONE)
    ],
    indirect=["held"],
)
def test_hits_can_be_used_before_the_counts_and_stay_in_place(
    held: tuple[Page, list[Route]], query: str
) -> None:
    page, routes = held
    page.add_init_script(_MOVED)
    page.goto(f"/search/?{query}")
    request = wait_for(page, routes)
    hits = page.locator(".hit")
    total = {GAP: 1}.get(query, 4 if "site1" in query else 45)
    expect(hits).to_have_count(min(total, 20))
    # The wait can be heard and seen, and there is nothing in it to land on.
    expect(page.get_by_role("status").locator("#count")).to_have_text("Counting documents…")
    expect(page.locator("#chart-place")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#facet-place")).to_have_attribute("aria-busy", "true")
    assert page.locator("#chart-place a[href], #facet-place a[href]").count() == 0
    # The sign of work under way turns until the counts are there.
    page.evaluate(
        "Promise.all(document.getAnimations()"
        ".filter(each => each.effect.getTiming().iterations !== Infinity)"
        ".map(each => each.finished))"
    )
    assert_fits_and_is_accessible(page, width_of(page))
    first = hits.first.get_by_role("link").first
    first.focus()
    before = places(page)
    request.continue_()
    expect(page.locator("#count")).to_have_text(f"{total} document{'s' if total > 1 else ''}")
    expect(page.locator(".facet:not(.terms-place)")).to_have_count(FACETS)
    chart = page.locator("#chart-place .chart svg a").first
    expect(chart).to_be_attached()
    if query == GAP:
        expect(page.locator("#chart-place .gaps")).to_be_visible()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(first).to_be_focused()
    assert places(page) == before
    assert page.evaluate("window.moved || 0") < 0.01
    assert_fits_and_is_accessible(page, width_of(page))
    # On a phone, the chart of a search without dates is folded.
    folded = page.locator("[data-fold][aria-expanded='false']:visible")
    if folded.count():
        folded.click()
        assert_fits_and_is_accessible(page, width_of(page))
    expect(chart).to_be_visible()


def width_of(page: Page) -> int:
    assert page.viewport_size
    return page.viewport_size["width"]


def test_the_next_page_does_not_wait_for_the_counts(held: tuple[Page, list[Route]]) -> None:
    page, routes = held
    page.goto("/search/?q=pebble&sort=time")
    wait_for(page, routes)
    page.get_by_role("link", name="Next page").click()
    expect(page.locator(".hit").first).to_contain_text("Pebble 20")
    request = wait_for(page, routes)
    request.continue_()
    expect(page.locator("#count")).to_have_text("45 documents")
    expect(page.get_by_label("All 45 that match")).to_be_visible()
    page.get_by_role("region", name="Site").get_by_role("link", name="site1.example").click()
    expect(page.locator(".hit")).to_have_count(4)


def test_a_few_hits_come_with_their_counts(held: tuple[Page, list[Route]]) -> None:
    page, routes = held
    page.goto('/search/?q="pebble 7"')
    expect(page.locator("#count")).to_have_text("1 document")
    expect(page.locator(".facet:not(.terms-place)")).to_have_count(FACETS)
    expect(page.locator("[aria-busy]")).to_have_count(0)
    assert not routes


@pytest.mark.parametrize("trouble", ["broken connection", "bug"])
def test_counts_that_do_not_arrive_are_asked_for_again(
    browser: Browser, address: str, cookies: StorageState, trouble: str
) -> None:
    context = browser.new_context(base_url=address, storage_state=cookies, locale="en")
    page = context.new_page()

    def fail(route: Route) -> None:
        if trouble == "bug":
            route.fulfill(status=500, body="<h1>Server error</h1>")
        else:
            route.abort("connectionreset")

    page.route(COUNTS, fail)
    page.goto("/search/?q=pebble&site=site1.example")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Newsloom could not count the documents")
    expect(page.locator("#count")).to_have_text("Not counted")
    expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(page.locator(".hit")).to_have_count(4)
    assert_fits_and_is_accessible(page, DESKTOP[0])
    page.unroute(COUNTS)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("#count")).to_have_text("4 documents")
    expect(alert).to_have_count(0)
    assert page.url.endswith("/search/?q=pebble&site=site1.example")
    context.close()


def test_a_session_that_ends_in_between_leads_to_the_login(held: tuple[Page, list[Route]]) -> None:
    page, routes = held
    page.goto("/search/?q=pebble")
    request = wait_for(page, routes)
    headers = {name: value for name, value in request.request.headers.items() if name != "cookie"}
    page.context.clear_cookies(name="newsloom_session")
    request.continue_(headers=headers)
    page.wait_for_url("**/login/?next=/search/%3Fq%3Dpebble")


def test_without_scripts_the_page_is_whole(
    browser: Browser, address: str, cookies: StorageState
) -> None:
    context = browser.new_context(
        base_url=address, storage_state=cookies, locale="en", java_script_enabled=False
    )
    page = context.new_page()
    # They were switched off a moment ago, so that the server does not know it yet.
    page.goto("/search/?q=pebble")
    expect(page.locator(".hit")).to_have_count(20)
    expect(page.get_by_text("Counting documents…").first).not_to_be_visible()
    page.get_by_role("link", name="Count the documents").click()
    expect(page.locator("#count")).to_have_text("45 documents")
    page.get_by_role("region", name="Site").get_by_role("link", name="site1.example").click()
    expect(page.locator("#count")).to_have_text("4 documents")
    # Where they never ran, every page comes at once.
    context.clear_cookies(name="newsloom_zone")
    page.goto("/search/?q=pebble")
    expect(page.locator("#count")).to_have_text("45 documents")
    expect(page.locator(".facet:not(.terms-place)")).to_have_count(FACETS)
    context.close()


def test_folders_are_counted_when_the_reader_comes_to_them(
    stack: Stack, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    file = tmp_path / "sources.csv"
    file.write_text("name,channel,address,folder\nExample,feed,https://a.example/f.xml,Press\n")
    stack.run("source", "import", str(file))
    page = open_page()
    page.goto("/search/?q=pebble")
    expect(page.locator("#count")).to_have_text("45 documents")
    folders = page.get_by_role("region", name="Folder")
    place = page.locator("#refine [hx-get*='/filed/folder/']")
    expect(place).to_be_attached()
    expect(folders).to_have_count(0)
    place.scroll_into_view_if_needed()
    expect(folders.get_by_role("listitem")).to_have_text("Press 45")
    folders.get_by_role("link", name="Press").click()
    expect(page.locator(".chips")).to_contain_text("Press")
    expect(page.locator("#count")).to_have_text("45 documents")
