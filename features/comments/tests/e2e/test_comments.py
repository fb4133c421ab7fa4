"""Comments below articles, from the page of a site to the search and to the eyes of an analyst."""

import re
from collections.abc import Callable
from contextlib import closing
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from fakeweb.web import FakeWeb
from storage.backends import open_documents
from storage.documents.port import Document, DocumentComment, SearchRequest
from storage.documents.query_tree import Query
from testbed.servers.process import free_port
from testbed.stack import Stack, records, wait_until
from tests.contract.documents import NOVEMBER, document
from tests.e2e.browser import (
    WALKED,
    Look,
    answering,
    assert_fits_and_is_accessible,
    cookies_of_login,
    needs_chromium,
    new_admin,
    page_in,
)

SITE = "northgate-post"
ARTICLES = 4
# How the layout of this site shows a comment.
SHOWN = re.compile(
    r'<span class="cmt-user">([^<]*)</span><span class="cmt-time">[^<]*</span>'
    r'<div class="cmt-text">([^<]*)</div>'
)


# This one shows no comments, and declares a feed of them.
FEED_SITE = "lantern-weekly"
ITEM = re.compile(
    r"<dc:creator>([^<]*)</dc:creator><pubDate>[^<]*</pubDate><description>([^<]*)</description>"
)


def stored(stack: Stack) -> list[Document]:
    with closing(open_documents(stack.settings)) as documents:
        documents.refresh()
        return list(documents.export(SearchRequest(query=Query())))


def answer_of(web: FakeWeb, url: str) -> str:
    place = urlsplit(url)
    connection = HTTPConnection("127.0.0.1", web.port, timeout=30)
    with closing(connection):
        connection.request("GET", place.path, headers={"Host": place.netloc})
        return connection.getresponse().read().decode()


def comments_on(web: FakeWeb, url: str) -> list[tuple[str, str]]:
    """The comments that the site shows on a page, by its own markup."""
    shown = SHOWN.findall(answer_of(web, url))
    return [(unescape(name), unescape(text)) for name, text in shown]


def comments_in_feed(web: FakeWeb, url: str) -> list[tuple[str, str]]:
    """The comments in the feed of an article."""
    items = ITEM.findall(answer_of(web, f"{url.rstrip('/')}/feed/"))
    return [(unescape(name), unescape(unescape(text))) for name, text in items]


@pytest.mark.parametrize(
    ("site", "gold"), [(SITE, comments_on), (FEED_SITE, comments_in_feed)], ids=["page", "feed"]
)
def test_comments_go_from_the_site_to_the_search_and_nowhere_else(
    home: Path,
    stores: dict[str, str],
    site: str,
    gold: Callable[[FakeWeb, str], list[tuple[str, str]]],
) -> None:
    with (
        FakeWeb.start(stock=ARTICLES, sites=(site,)) as web,
        Stack(home, stores) as stack,
    ):
        stack.migrate()
        [source, *_] = [each for each in web.sources() if each["channel"] != "search"]
        stack.add_sources(records([source], comments=True, pace_seconds=0.1))
        stack.start("scheduler")
        stack.start("worker")
        wait_until(lambda: stack.count() == ARTICLES, 90, "the articles are stored", stack.logs)
        for article in stored(stack):
            shown = gold(web, article.url)
            assert shown, "the site has comments below every article"
            said = [(each.author, each.body) for each in article.comments]
            assert sorted(said) == sorted(set(shown))
            assert all(each.published for each in article.comments)
            assert all(text not in article.content for _, text in shown)
            name, words = shown[0]
            assert (
                article.title in stack.run("search", f'comments:"{words}" comments:"{name}"').stdout
            )
            assert "0 found" in stack.run("search", f'"{words}"').stdout


def commented() -> Document:
    said = (("Jane Doe", "Will there be parking?"), ("老李", "浪费钱。"))
    comments = tuple(
        DocumentComment(author=author, published=NOVEMBER, body=text) for author, text in said
    )
    text = "The new pier opens on Monday."
    return document("pier", "Harbour opens new pier", text, lang="en", comments=comments)


@needs_chromium
@pytest.mark.parametrize("look", WALKED)
def test_comments_are_folded_below_the_text_unless_they_were_searched(
    browser: Browser, tmp_path: Path, look: Look
) -> None:
    with Stack(tmp_path / "home", WEB_PORT=free_port()) as stack:
        stack.migrate()
        with closing(open_documents(stack.settings)) as documents:
            documents.write([commented()])
        stack.start("web")
        address = answering(stack)
        cookies = cookies_of_login(browser, address, new_admin(stack))
        counts = {"en": "2 comments", "zh-CN": "2 条评论"}
        walk(*page_in(browser, address, cookies, look), counts[look[2]])


def walk(page: Page, width: int, count: str) -> None:
    """Read the comments of an article by keys, then find them by their words."""
    page.goto("/documents/pier/")
    comments = page.locator("details.comments")
    expect(comments.locator("summary")).to_have_text(count)
    expect(comments.get_by_text("浪费钱。")).to_be_hidden()
    comments.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(comments.get_by_text("浪费钱。")).to_be_visible()
    assert_fits_and_is_accessible(page, width)
    page.goto("/search/?q=comments:parking")
    hit = page.locator("article.hit")
    expect(hit.locator("mark")).to_have_text("parking")
    assert_fits_and_is_accessible(page, width)
    hit.locator("h3 a").click()
    expect(page.locator("details.comments[open] mark")).to_have_text("parking")
    expect(page.locator("article.text mark")).to_have_count(0)
