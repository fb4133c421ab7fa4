"""The role stories as a process, on both profiles: documents become stories, also after it was
killed.
"""

import re
import signal
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from fakeweb.events import Report, reports
from storage.backends import open_document_writer, open_documents, open_embedder
from storage.documents.port import Document, SearchRequest, Vectors
from storage.documents.query_tree import Query
from storage.embedder.documents import vector_maker
from storage.keys import url_key
from testbed.embeddings import MODEL, embeddings_server
from testbed.servers.process import free_port
from testbed.stack import Stack, wait_until
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
    pages_in_everyday_looks,
)

_REPORTS = reports(6, 5)


def written(report: Report) -> Document:
    moment = datetime.now(UTC) - timedelta(days=1) + timedelta(minutes=report.hours)
    fields = {"site": report.site, "lang": report.lang, "published": moment, "collected": moment}
    return document(url_key(report.id), report.title, report.content, **fields)


def test_stored_documents_become_stories_within_a_minute_though_the_role_is_killed(
    home: Path, stores: dict[str, str]
) -> None:
    with Stack(home, stores, lead_seconds=2) as stack:
        stack.migrate()
        role = stack.start("stories")
        half = len(_REPORTS) // 2

        def write(found: list[Report]) -> None:
            with closing(open_document_writer(stack.settings)) as writer:
                writer.write([written(each) for each in found])

        write(_REPORTS[:half])
        wait_until(
            lambda: "stories.saved" in stack.logs(), 60, "the first batch is grouped", stack.logs
        )
        role.send_signal(signal.SIGKILL)
        role.wait()
        write(_REPORTS[half:])
        stack.start("stories")
        wait_until(
            lambda: stack.logs().count("stories.saved") > 1,
            60,
            "the others are grouped",
            stack.logs,
        )
        with closing(open_documents(stack.settings)) as documents:
            page = documents.search(SearchRequest(query=Query(), facets=False))
        assert page.total == len(_REPORTS)
        assert all(hit.document.copy_id for hit in page.hits)


def test_documents_get_vectors_beside_stories_though_the_server_was_away_and_the_role_killed(
    home: Path, stores: dict[str, str]
) -> None:
    with embeddings_server() as server:
        server.status = 503
        named = {"EMBEDDER": server.url, "EMBEDDER_MODEL": MODEL}
        with Stack(home, stores, lead_seconds=2, **named) as stack:
            stack.migrate()
            # The module's tests share a database, which knows the stories of the other documents.
            documents_of_test = [
                replace(written(each), id=url_key(f"with a vector {each.id}")) for each in _REPORTS
            ]
            with closing(open_document_writer(stack.settings)) as writer:
                writer.write(documents_of_test)
            role = stack.start("stories")
            wait_until(
                lambda: "stories.saved" in stack.logs() and "store.unavailable" in stack.logs(),
                60,
                "stories go on without vectors",
                stack.logs,
            )
            role.send_signal(signal.SIGKILL)
            role.wait()
            server.status = 200
            stack.start("stories")
            with closing(open_documents(stack.settings)) as documents:
                wait_until(
                    lambda: (
                        documents.info().documents == len(_REPORTS)
                        and not documents.count_unfilled(Vectors(MODEL))
                    ),
                    60,
                    "every document has a vector",
                    stack.logs,
                )


def fire() -> list[Document]:
    """Return what four sites and a forum write about a fire."""
    said = {
        "agency": (
            "Fenton depot burns down",
            "A depot of Fenton in Kestrel Bay burned down. Nobody was hurt.",
        ),
        "paper": (
            "Kestrel Bay: flames destroy Fenton depot",
            "Firefighters fought flames at the Fenton depot.",
        ),
        "radio": (
            "Fire at Fenton in Kestrel Bay",
            "The Fenton depot in Kestrel Bay is lost after a fire.",
        ),
        "daily": (
            "Fenton depot in ruins after fire",
            "Kestrel Bay woke to smoke: the Fenton depot burned for hours.",
        ),
    }
    now = datetime.now(UTC) - timedelta(minutes=20)
    shared = {"lang": "en", "published": now, "collected": now}
    articles = [
        document(url_key(site), title, text, site=f"{site}.example", **shared)
        for site, (title, text) in said.items()
    ]
    question, text = (
        "Saw the Fenton depot fire in Kestrel Bay?",
        "The flames at the Fenton depot were huge.",
    )
    forum = {
        "site": "forum.example",
        "kind": "thread",
        "channel": "board",
        "thread": url_key("forum"),
    }
    return [*articles, document(url_key("forum"), question, text, **forum, **shared)]


@needs_chromium
@pytest.mark.parametrize("look", WALKED)
def test_from_a_hot_topic_over_its_story_to_the_thread_and_the_search(
    browser: Browser, stores: dict[str, str], tmp_path: Path, look: Look
) -> None:
    with Stack(tmp_path / "home", stores, WEB_PORT=free_port()) as stack:
        stack.migrate()
        with closing(open_document_writer(stack.settings)) as writer:
            writer.write(fire())
        stack.start("stories")
        stack.start("web")
        address = answering(stack)
        cookies = cookies_of_login(browser, address, new_admin(stack))
        walk(*page_in(browser, address, cookies, look), _WORDS[look[2]])


def flood() -> list[Document]:
    """Return what two sites write in English and one in Chinese about a flood, and others about
    something else.
    """
    now = datetime.now(UTC) - timedelta(minutes=20)
    told = (
        ("paper", "en", "Flood at the river Fenton: 47 people flee"),
        ("radio", "en", "47 people flee from a flood of the river Fenton"),
        ("cnnews", "zh-hans", "河流 洪水 47 人 逃离"),
        ("sports", "zh-hans", "足球 冠军"),
        ("bank", "en", "Lender strike"),
    )
    return [
        document(
            url_key(site),
            title,
            f"{title}.",
            site=f"{site}.example",
            lang=lang,
            published=now,
            collected=now,
        )
        for site, lang, title in told
    ]


@needs_chromium
@pytest.mark.parametrize("look", WALKED)
def test_a_story_in_two_languages_has_a_switch(home: Path, browser: Browser, look: Look) -> None:
    with embeddings_server() as server:
        named = {"EMBEDDER": server.url, "EMBEDDER_MODEL": MODEL, "EMBEDDER_FLOOR": "0.35"}
        with Stack(home, {}, lead_seconds=2, WEB_PORT=free_port(), **named) as stack:
            stack.migrate()
            with closing(open_document_writer(stack.settings)) as writer:
                writer.write(flood())
            embedder = open_embedder(stack.settings)
            assert embedder
            with closing(open_documents(stack.settings)) as documents:
                documents.fill(Vectors(MODEL), vector_maker(embedder), 32)
            stack.start("stories")
            stack.start("web")
            wait_until(
                lambda: "stories.related" in stack.logs(), 60, "stories are related", stack.logs
            )
            address = answering(stack)
            cookies = cookies_of_login(browser, address, new_admin(stack))
            words = {"en": ("English 2", "All languages 3"), "zh-CN": ("英语 2", "全部语言 3")}
            switch_languages(*page_in(browser, address, cookies, look), *words[look[2]])


IN_ENGLISH = "Minister: flood at the river bridge and harbour bank."
IN_CHINESE = "部长：河流桥梁港口银行洪水。"


# tests/test_said_across.py shows the line, and tests/contract/test_story_likenesses.py what a kill
# leaves.
@pytest.mark.heavy
@needs_chromium
def test_what_two_languages_tell_is_one_line_though_the_role_is_killed(
    home: Path, browser: Browser
) -> None:
    said = {"paper.example": IN_ENGLISH, "radio.example": IN_ENGLISH, "cnnews.example": IN_CHINESE}
    told = [replace(each, content=f"{each.content}\n{said.get(each.site, '')}") for each in flood()]
    with embeddings_server() as server:
        named = {"EMBEDDER": server.url, "EMBEDDER_MODEL": MODEL, "EMBEDDER_FLOOR": "0.35"}
        with Stack(home, {}, lead_seconds=2, WEB_PORT=free_port(), **named) as stack:
            stack.migrate()
            with closing(open_document_writer(stack.settings)) as writer:
                writer.write(told)
            embedder = open_embedder(stack.settings)
            assert embedder
            with closing(open_documents(stack.settings)) as documents:
                documents.fill(Vectors(MODEL), vector_maker(embedder), 32)
            # From now on there are only sentences to ask for.
            server.status = 503
            role = stack.start("stories")
            wait_until(
                lambda: any(IN_CHINESE in body["input"] for _headers, body in server.asked),
                120,
                "vectors of sentences are asked for",
                stack.logs,
            )
            stack.start("web")
            address = answering(stack)
            cookies = cookies_of_login(browser, address, new_admin(stack))
            looks = pages_in_everyday_looks(browser, address, cookies)
            page, width = next(looks)
            read_apart(page, width)
            role.send_signal(signal.SIGKILL)
            role.wait()
            server.status = 200
            stack.start("stories")
            wait_until(
                lambda: "stories.languages_compared" in stack.logs(),
                120,
                "sentences are compared",
                stack.logs,
            )
            read_together(page, width, ("Fenton", "What the reports say", "3 sites"))
            phone, narrow = next(looks)
            read_together(phone, narrow, ("河流", "报道内容比对", "3 个网站"))


def read_apart(page: Page, width: int) -> None:
    """Read that the languages of a story have not been compared."""
    page.goto("/stories/")
    page.get_by_role("link", name="Fenton").first.click()
    region = page.get_by_role("region", name="What the reports say")
    expect(region).to_contain_text("Not all of these reports have been compared")
    expect(region).not_to_contain_text(IN_CHINESE)
    assert_fits_and_is_accessible(page, width)


def read_together(page: Page, width: int, words: tuple[str, str, str]) -> None:
    """Read a line that is told in both languages, and open each report at it."""
    headline, heading, sites = words
    page.goto("/stories/")
    page.get_by_role("link", name=headline).first.click()
    region = page.get_by_role("region", name=heading)
    line = region.get_by_role("listitem").filter(has_text=IN_ENGLISH)
    expect(line).to_contain_text(sites)
    assert_fits_and_is_accessible(page, width)
    for sentence in (IN_ENGLISH, IN_CHINESE):
        line.get_by_role("link", name=sentence).click()
        expect(page.locator("mark").first).to_have_text(sentence)
        page.go_back()


def switch_languages(page: Page, width: int, english: str, every: str) -> None:
    """Choose a language on the card of a story, and then all."""
    page.goto("/stories/")
    assert_fits_and_is_accessible(page, width)
    page.locator(".stories .meta a", has_text=english).click()
    expect(page.locator("h1")).to_contain_text("Fenton")
    expect(page.locator(".reports")).not_to_contain_text("洪水")
    assert_fits_and_is_accessible(page, width)
    page.locator("a", has_text=every).click()
    expect(page.locator(".reports")).to_contain_text("洪水")
    expect(page.locator(".reports")).to_contain_text("Fenton")
    assert_fits_and_is_accessible(page, width)


# Texts of the pages: the topics, a chip's name, and how many hits.
_WORDS = {
    "en": ("Hot topics", "Story", "5 documents"),
    "zh-CN": ("热点话题", "新闻事件", "5 篇文档"),
}


def walk(page: Page, width: int, words: tuple[str, str, str]) -> None:
    """Follow a topic to its story, its thread, and a search in the story; look at each page."""
    topics, story, count = words
    page.goto("/")
    expect(page.locator("#t-topics")).to_have_text(topics)
    topic = page.locator(".topics > li", has_text="Fenton").first
    expect(topic).to_be_visible()
    assert_fits_and_is_accessible(page, width)
    topic.locator("ul a").first.click()
    expect(page.locator("h1")).to_contain_text("Fenton")
    assert_fits_and_is_accessible(page, width)
    page.locator("a", has_text="Saw the Fenton depot fire").click()
    expect(page.locator("main")).to_contain_text("The flames at the Fenton depot were huge.")
    page.go_back()
    page.locator(".actions a[href^='/search/']").click()
    expect(page.locator("#count")).to_have_text(count)
    chip = page.locator(".chips a", has_text=story)
    expect(chip).to_contain_text("Fenton")
    assert_fits_and_is_accessible(page, width)
    chip.click()
    expect(page).not_to_have_url(re.compile("story"))
    page.goto("/stories/")
    expect(page.locator(".topics")).to_contain_text("Fenton")
    assert_fits_and_is_accessible(page, width)
    page.locator("#q").fill("flames")
    page.locator("#q").press("Enter")
    expect(page.locator(".stories > li")).to_have_count(1)
    page.locator(".facets > summary").click()
    page.locator("#facet-site + ul a", has_text="forum.example").click()
    expect(page.locator(".chips")).to_contain_text("forum.example")
    expect(page.locator(".stories > li")).to_have_count(1)
    assert_fits_and_is_accessible(page, width)
    page.locator(".stories a").click()
    page.locator(".actions a[href^='/saved/']").click()
    expect(page.locator("input[name='name']")).to_have_value(re.compile("Fenton"))
