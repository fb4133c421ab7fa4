"""The analyst's flows in a real browser, on both stores of documents: search, narrow down, read,
export.
"""

import csv
import io
import json
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, ViewportSize, expect

from storage.backends import open_documents
from testbed.servers.process import free_port
from testbed.stack import Stack, wait_until
from tests.e2e.browser import (
    LOOKS,
    Look,
    answering,
    assert_fits_and_is_accessible,
    log_in,
    needs_chromium,
)
from tests.e2e.search_samples import DOCUMENTS, PAGES, note_stop
from tests.unit.webui.samples import article
from tests.unit.webui.sinks import mail_sink

pytestmark = needs_chromium

_MAILS: dict[int, list[EmailMessage]] = {}


@pytest.fixture(scope="module")
def elasticsearch_module_url(elasticsearch: str) -> Iterator[str]:
    from testbed.servers.namespaces import fresh_indices

    with fresh_indices(elasticsearch) as url:
        yield url


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("elasticsearch", marks=pytest.mark.heavy)]
)
def stack(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stack]:
    """A web server on documents to search.

    The suites of the port *documents* hold both stores alike, and test_webui_servers.py searches on
    Elasticsearch in every run; ``make test-all`` does all of this on it as well.
    """
    stores = {}
    if request.param == "elasticsearch":
        stores["documents"] = request.getfixturevalue("elasticsearch_module_url")
    home = tmp_path_factory.mktemp("search") / "home"
    with (
        mail_sink() as (address, mails),
        Stack(home, stores, WEB_PORT=free_port(), SMTP_URL=address) as running,
    ):
        _MAILS[running.settings.web_port] = mails
        with closing(open_documents(running.settings)) as documents:
            documents.write(DOCUMENTS)
            documents.refresh()
        running.migrate()
        running.start("web")
        answering(running)
        # Django must not be used in a thread with a browser.
        with ThreadPoolExecutor() as beside:
            beside.submit(note_stop, running).result()
        yield running
        assert set(running.stop()) == {0}, running.logs()


@pytest.fixture
def context(
    browser: Browser, address: str, password: str, cookies: StorageState
) -> Iterator[BrowserContext]:
    size: ViewportSize = {"width": 1280, "height": 900}
    context = browser.new_context(
        base_url=address, storage_state=cookies, viewport=size, locale="en"
    )
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


def test_words_and_dates_are_sent_together_and_the_actions_stay_in_sight(page: Page) -> None:
    _ask(page, "railway")
    expect(page.locator("#count")).to_contain_text("document")
    page.get_by_role("searchbox").fill("railway OR 洪水")
    page.get_by_label("From", exact=True).fill("2000-01-01")
    page.get_by_role("button", name="Apply").click()
    page.wait_for_url("**after=2000-01-01*")
    expect(page.get_by_role("searchbox")).to_have_value("railway OR 洪水")
    expect(page.locator("#count")).to_contain_text("document")
    page.set_viewport_size({"width": 1024, "height": 400})
    page.mouse.wheel(0, 600)
    actions = page.get_by_role("toolbar")
    expect(actions).to_be_in_viewport(ratio=1)
    actions.get_by_text("Export", exact=True).click()
    expect(page.get_by_role("button", name="CSV")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    actions.get_by_role("link", name="Save this search").click()
    expect(page.locator("main")).to_contain_text("railway OR 洪水")


def test_on_a_phone_hits_come_first_and_the_chart_when_asked_for(
    context: BrowserContext, browser: Browser, address: str
) -> None:
    for scripts in (True, False):
        phone = browser.new_context(
            base_url=address,
            viewport={"width": 390, "height": 844},
            java_script_enabled=scripts,
            locale="en",
            storage_state=context.storage_state(),
        )
        page = phone.new_page()
        page.goto("/search/?q=railway")
        chart = page.get_by_role("button", name="Dates and chart")
        if scripts:
            chart.click()
            expect(chart).to_have_attribute("aria-expanded", "true")
        else:
            expect(chart).to_be_hidden()
        expect(page.locator("#after")).to_be_visible()
        phone.close()


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("zh-CN", "dark")])
@pytest.mark.parametrize("filters", ["", "&kind=article&lang=en"])
def test_on_a_phone_little_stands_before_the_first_hit(
    context: BrowserContext,
    browser: Browser,
    address: str,
    language: str,
    scheme: str,
    filters: str,
) -> None:
    phone = browser.new_context(
        base_url=address,
        viewport={"width": 390, "height": 844},
        locale=language,
        color_scheme="dark" if scheme == "dark" else "light",
        storage_state=context.storage_state(),
    )
    page = phone.new_page()
    # The second time, the browser has told its time zone.
    for _ in range(2):
        page.goto(f"/search/?q=railway{filters}")
    expect(page.locator("#chart-place[aria-busy]")).to_have_count(0)
    header, hit = (page.locator(each).first.bounding_box() for each in ("header", ".hit"))
    assert header
    assert hit
    assert hit["y"] - header["y"] - header["height"] <= 200
    # The bar shows that it goes on, and its end comes into full sight.
    bar = page.locator(".results .bar")
    assert "gradient" in bar.evaluate("bar => getComputedStyle(bar).maskImage")
    bar.locator("a").last.focus()
    room = bar.evaluate(
        "bar => bar.getBoundingClientRect().right"
        " - document.activeElement.getBoundingClientRect().right"
    )
    assert room >= 39
    # What is folded is there for keyboards and screen readers.
    actions = page.locator(".folds-actions")
    expect(page.locator("#search-actions")).to_be_hidden()
    actions.focus()
    page.keyboard.press("Enter")
    expect(actions).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#search-actions .button").first).to_be_visible()
    assert_fits_and_is_accessible(page, 390)
    phone.close()


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


def test_a_short_document_is_shown_from_its_headline(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 700})
    _ask(page, "title:landslide site:courier.example tag:railway")
    page.get_by_role("link", name="Landslide buries railway").click()
    page.wait_for_load_state()
    expect(page.locator("h1")).to_be_in_viewport()
    expect(page.locator("mark#match")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0


def test_a_thread_shows_who_answers_whom(page: Page) -> None:
    _ask(page, "author:bob")
    page.get_by_role("link", name="Trains are late").click()
    expect(page.locator(".post .floor")).to_have_text(["#1", "#2"])
    expect(page.locator(".post .answer")).to_have_text("replies to ann")
    expect(page.locator(".post blockquote")).to_have_text("closed?")


def test_a_hit_inside_a_long_thread_is_read(page: Page) -> None:
    _ask(page, "frozen harbour")
    page.keyboard.press("Escape")
    page.locator("#count").click()
    page.keyboard.press("j")
    page.keyboard.press("o")
    expect(page.locator("mark#match")).to_be_in_viewport()
    expect(page.locator(".post:has(#match) .floor")).to_have_text("#777")
    expect(page.locator(".facts")).to_contain_text("1,000")
    expect(page.get_by_text("1 of 1 results for “frozen harbour”")).to_be_visible()


def test_a_digest_arrives_in_the_morning(page: Page, stack: Stack) -> None:
    mails = _MAILS[stack.settings.web_port]
    _ask(page, "parliament")
    page.get_by_role("link", name="Save this search").click()
    page.get_by_label("Alert me about new matches").select_option("mail")
    page.get_by_label("Mail or webhook address").fill("jane@example.org")
    page.get_by_label("Tell me about").select_option("daily")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Send a test message").click()
    expect(page.get_by_role("status")).to_contain_text("The test message was accepted.")
    assert mails[-1]["Subject"] == "Newsloom: test message for “parliament”"
    now = datetime.now(UTC)
    news = [
        article(
            f"https://paper{n}.example/1",
            f"Parliament votes {n}",
            f"Vote {n}.",
            collected=now,
            published=now,
        )
        for n in range(2)
    ]
    with closing(open_documents(stack.settings)) as documents:
        documents.write(news)
        documents.refresh()
    # It is seven o'clock.
    path = stack.settings.database_url.removeprefix("sqlite://")
    with closing(sqlite3.connect(path, timeout=30)) as tables, tables:
        tables.execute(
            "UPDATE configuration_savedsearch SET next_run = ?",
            (f"{now - timedelta(minutes=1):%F %T}",),
        )
    stack.start("alerts")
    wait_until(
        lambda: mails[-1]["Subject"] == "parliament: 2 stories, new documents: 2",
        60,
        "the digest",
        stack.logs,
    )
    assert "Parliament votes 1\n  1 document, 1 site\n" in mails[-1].get_content().replace("\r", "")
    page.goto("/saved/")
    page.get_by_role("link", name="Deliveries").click()
    expect(page.get_by_role("table")).to_contain_text("2 stories")
    expect(page.get_by_role("table")).to_contain_text("delivered")


def test_the_preview_of_an_alert_fits_a_phone(page: Page, stack: Stack) -> None:
    page.set_viewport_size({"width": 390, "height": 740})
    word, now = "Donaudampfschifffahrtsgesellschaft", datetime.now(UTC)
    ferry = article(
        f"https://paper.example/{'very-long-' * 12}",
        f"The {word} says at length what it will do in the coming winter",
        collected=now,
        published=now,
    )
    with closing(open_documents(stack.settings)) as documents:
        documents.write([ferry])
        documents.refresh()
    page.goto(f"/saved/add/?q={word}")
    page.get_by_label("Tell me about").select_option("matches")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Preview alert").click()
    expect(page.locator("pre")).to_contain_text("in the coming winter")
    assert page.locator("pre").evaluate("text => text.scrollWidth <= text.clientWidth")
    assert_fits_and_is_accessible(page, 390)


def test_a_saved_search_is_edited_by_keyboard_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 375, "height": 700})
    _ask(page, "railway")
    page.get_by_role("button", name="Actions").press("Enter")
    page.get_by_role("link", name="Save this search").click()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Edit search").click()
    expect(page.get_by_text("You are editing “railway”.")).to_be_visible()
    page.get_by_role("searchbox").fill("budget")
    page.keyboard.press("Enter")
    expect(page.locator(".hit")).to_have_count(1)
    expect(page.get_by_text("You are editing “railway”.")).to_be_visible()
    page.get_by_role("searchbox").fill("budget OR 洪水")
    page.get_by_role("button", name="Save changes").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("“railway” was saved.")
    expect(page.locator("main")).to_contain_text("budget OR 洪水")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_keys_are_listed_and_can_be_switched_off(page: Page) -> None:
    _ask(page, "railway")
    page.locator("#count").click()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_be_visible()
    dialog.get_by_role("checkbox").uncheck()
    dialog.get_by_role("button", name="Close").click()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).not_to_be_focused()
    page.keyboard.press("?")
    dialog.get_by_role("checkbox").check()
    dialog.get_by_role("button", name="Close").click()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("?j")
    expect(dialog).not_to_be_visible()


def test_one_reads_from_result_to_result(page: Page) -> None:
    _ask(page, "railway")
    page.locator("[data-hit]").first.click()
    first = page.locator("h1").inner_text()
    page.keyboard.press("j")
    expect(page.get_by_text("2 of 3 results for “railway”")).to_be_visible()
    page.keyboard.press("k")
    expect(page.locator("h1")).to_have_text(first)
    page.keyboard.press("u")
    expect(page.locator(".hit:target")).to_contain_text(first)


def test_results_are_downloaded(page: Page) -> None:
    _ask(page, "budget OR 洪水")
    page.wait_for_url("**/search/?q=budget+OR+%E6%B4%AA%E6%B0%B4")
    page.get_by_role("toolbar", name="documents").get_by_text("Export", exact=True).click()
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
def test_pages_fit_and_are_accessible(
    context: BrowserContext, browser: Browser, address: str, look: Look
) -> None:
    size, scheme, language = look
    looking = browser.new_context(
        base_url=address,
        viewport={"width": size[0], "height": size[1]},
        locale=language,
        color_scheme="dark" if scheme == "dark" else "light",
        storage_state=context.storage_state(),
    )
    page = looking.new_page()
    for path in PAGES:
        page.goto(path)
        expect(page.locator("[aria-busy]")).to_have_count(0)
        page.evaluate(
            "document.querySelectorAll('main details').forEach(details => details.open = true)"
        )
        assert_fits_and_is_accessible(page, size[0])
    looking.close()
