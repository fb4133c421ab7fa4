"""The analyst's flows in a real browser, on both stores of documents: search, narrow down, zoom, read, export."""

import csv
import io
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, expect

from storage.backends import open_documents
from storage.documents.port import DocumentPost
from tests.e2e.browser import LOOKS, Look, assert_fits_and_is_accessible, log_in, needs_chromium
from tests.servers.process import free_port
from tests.stack import Stack
from tests.unit.webui.samples import MOMENT, article, thread_page

pytestmark = needs_chromium

_LANDSLIDE = "A landslide buried the railway near Brigg; engineers from the depot are clearing the track."
_STORY = article(
    "https://courier.example/story",
    "Landslide buries railway",
    _LANDSLIDE,
    source="Courier",
    tags=("railway",),
    next_url="https://courier.example/story?page=2",
    date_evidence=(
        "url: /2026/11/19/ -> 2026-11-19T00:00:00+00:00",
        f"json-ld: 2026-11-20T08:30Z -> {MOMENT.isoformat()}",
    ),
)
_DOCUMENTS = [
    _STORY,
    article("https://courier.example/story?page=2", "Landslide, second page", "The track is clear.", source="Courier"),
    article("https://herald.example/1", "Railway buried", _LANDSLIDE, source="Herald"),
    article("https://herald.example/2", "=Budget", "Parliament debated until midnight.", tags=("politics",)),
    article(
        "https://news.example/1", "洪水救援", "救援队连夜转移群众。", lang="zh", published=MOMENT - timedelta(days=1)
    ),
    article(
        "https://news.example/2", "洪水保险", "保险公司启动理赔。", lang="zh", published=MOMENT - timedelta(days=60)
    ),
    replace(
        thread_page(1, "Is the railway closed?", "Yes."),
        posts=(
            DocumentPost(author="ann", published=MOMENT, floor=1, body="Is the railway closed?"),
            DocumentPost(author="bob", published=MOMENT, floor=2, body="Yes.", quoted="closed?", reply_to="ann"),
        ),
    ),
]
_PAGES = (
    "/search/?q=railway OR 洪水",
    "/search/?q=railway&site=herald.example&tag=railway&after=2026-11-01&before=2026-11-30",
    "/search/?q=title:railway AND (story",
    "/search/?q=zebra",
    f"/documents/{_STORY.id}/",
    f"/documents/{_DOCUMENTS[-1].id}/",
)


@pytest.fixture(scope="module")
def elasticsearch_module_url(elasticsearch: str) -> Iterator[str]:
    from tests.servers.namespaces import fresh_indices

    with fresh_indices(elasticsearch) as url:
        yield url


@pytest.fixture(scope="module", params=["sqlite", "elasticsearch"])
def stack(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    stores = {}
    if request.param == "elasticsearch":
        stores["documents"] = request.getfixturevalue("elasticsearch_module_url")
    with Stack(tmp_path_factory.mktemp("search") / "home", stores, WEB_PORT=free_port()) as running:
        with closing(open_documents(running.settings)) as documents:
            documents.write(_DOCUMENTS)
            documents.refresh()
        running.start("web")
        yield running
        assert running.stop() == [0], running.logs()


@pytest.fixture
def context(browser: Browser, address: str, password: str, cookies: StorageState) -> Iterator[BrowserContext]:
    size = {"width": 1280, "height": 900}
    context = browser.new_context(base_url=address, storage_state=cookies, viewport=size, locale="en")
    log_in(context.new_page(), password)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """The search page, wherever the login led."""
    context.pages[0].goto("/search/")
    return context.pages[0]


def _ask(page: Page, query: str) -> None:
    page.get_by_role("searchbox").fill(query)
    page.keyboard.press("Enter")


def test_a_query_is_mended_where_it_is_marked(page: Page) -> None:
    _ask(page, "(railway OR 洪水")
    expect(page.get_by_role("alert").locator("mark")).to_have_text("(")
    expect(page.get_by_role("searchbox")).to_have_value("(railway OR 洪水")
    expect(page.get_by_role("link", name="title:flood")).to_be_visible()
    _ask(page, "(railway OR 洪水) -保险 NOT kind:thread")
    expect(page.locator("#count")).to_have_text("3 documents")
    expect(page.locator(".hit h3 mark").first).to_be_visible()


def test_an_example_is_tried(page: Page) -> None:
    page.get_by_text("How to search").click()
    page.get_by_role("link", name="(flood OR storm) rescue").click()
    expect(page.get_by_role("searchbox")).to_have_value("(flood OR storm) rescue")
    expect(page.get_by_role("heading", name="No documents match")).to_be_visible()


def test_several_values_are_chosen_and_the_back_button_takes_them_back(page: Page) -> None:
    _ask(page, "railway OR 洪水")
    expect(page.locator("#count")).to_have_text("5 documents")
    sites = page.get_by_role("region", name="Site")
    sites.get_by_role("link", name="herald.example").click()
    expect(page.locator("#count")).to_have_text("1 document")
    sites.get_by_role("link", name="news.example").click()
    expect(page.locator("#count")).to_have_text("3 documents")
    page.go_back()
    expect(page.locator("#count")).to_have_text("1 document")
    page.reload()
    expect(page.locator("#count")).to_have_text("1 document")
    page.go_back()
    expect(page.locator("#count")).to_have_text("5 documents")


def test_the_chart_is_zoomed_by_keyboard(page: Page) -> None:
    _ask(page, "洪水")
    columns = page.locator(".columns a")
    expect(columns).to_have_count(2)
    columns.last.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#count")).to_have_text("1 document")
    expect(page.locator(".hit h3")).to_have_text("洪水救援")
    for _ in range(4):
        wider = page.get_by_role("link", name="Zoom out")
        if not wider.count():
            break
        wider.click()
        page.wait_for_load_state()
    expect(page.locator("#count")).to_have_text("2 documents")
    expect(page.get_by_role("link", name="Zoom out")).to_have_count(0)


def test_an_article_leads_to_its_next_page_and_to_its_copies(page: Page) -> None:
    _ask(page, "title:landslide site:courier.example tag:railway")
    page.get_by_role("link", name="Landslide buries railway").click()
    chosen = page.locator(".dates .chosen")
    expect(chosen).to_contain_text("2026-11-20T08:30Z")
    expect(page.locator(".dates tbody tr")).to_have_count(2)
    expect(page.locator(".similar a")).to_have_text(["Railway buried"])
    page.get_by_role("link", name="Next page of the article").click()
    expect(page.locator("h1")).to_have_text("Landslide, second page")
    page.get_by_role("link", name="Previous page of the article").click()
    page.get_by_role("link", name="Railway buried").click()
    expect(page.locator(".similar a").first).to_have_text("Landslide buries railway")


def test_a_thread_shows_who_answers_whom(page: Page) -> None:
    _ask(page, "author:bob")
    page.get_by_role("link", name="Trains are late").click()
    expect(page.locator(".post .floor")).to_have_text(["#1", "#2"])
    expect(page.locator(".post .answer")).to_have_text("replies to ann")
    expect(page.locator(".post blockquote")).to_have_text("closed?")


def test_results_are_downloaded(page: Page) -> None:
    _ask(page, "budget OR 洪水")
    with page.expect_download() as started:
        page.get_by_role("button", name="CSV").click()
    text = Path(started.value.path()).read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["title"] for row in rows} == {"'=Budget", "洪水救援", "洪水保险"}
    assert {(row["query"], row["matches"]) for row in rows} == {("budget OR 洪水", "3")}
    with page.expect_download() as started:
        page.get_by_role("button", name="JSON lines").click()
    stated, *found = map(json.loads, Path(started.value.path()).read_text().splitlines())
    assert (stated["export"]["query"], stated["export"]["matches"]) == ("budget OR 洪水", 3)
    assert {each["title"] for each in found} == {"=Budget", "洪水救援", "洪水保险"}


@pytest.mark.parametrize("look", LOOKS)
def test_pages_fit_and_are_accessible(context: BrowserContext, browser: Browser, address: str, look: Look) -> None:
    size, scheme, language = look
    looking = browser.new_context(
        base_url=address,
        viewport={"width": size[0], "height": size[1]},
        locale=language,
        color_scheme="dark" if scheme == "dark" else "light",
        storage_state=context.storage_state(),
    )
    page = looking.new_page()
    for path in _PAGES:
        page.goto(path)
        page.evaluate("document.querySelectorAll('main details').forEach(details => details.open = true)")
        assert_fits_and_is_accessible(page, size[0])
    looking.close()
