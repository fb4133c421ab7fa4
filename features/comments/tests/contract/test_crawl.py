"""Comments below articles, from the list of a source to the search, on both profiles."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from crawler.failures import FetchFailed
from crawler.fetcher import Fetched
from scheduler.jobs import SourceSpec
from storage.backends import open_documents, open_tombstones, open_written
from storage.documents.port import Document, SearchRequest
from storage.documents.query import parse
from storage.outcomes import Outcome
from storage.settings import Settings
from storage.tombstones.marks import commented_mark
from tests.contract.crawl import Crawl
from tests.unit.crawler.fetchers import FakeFetcher, answer

SITE = "http://paper.example"
FEED = SourceSpec(
    id=1, name="Feed", channel="feed", host="paper.example", pace_seconds=0, comments=True
)
TEXT = (
    "The ferry to the northern island sails again from Monday, as the harbour office said today.",
    "The crew repaired the broken ramp over the winter, and a diver checked the hull twice.",
    "Islanders had waited five months for the first boat with flour, coal and the new teacher.",
)
ON_PAGE = (("Jane Doe", "I was on the first boat, and it was full."),)
IN_FEED = (("Bob", "A waste of money."), ("Karl", "Will there be parking?"))


class Paper(FakeFetcher):
    """A ``Fetcher`` of a feed of one article, of its page, and of the feed of its comments."""

    def __init__(self) -> None:
        self.on_page: tuple[tuple[str, str], ...] = ON_PAGE
        self.in_feed: tuple[tuple[str, str], ...] = IN_FEED
        self.text = TEXT
        self.failure: FetchFailed | None = None
        self.declared_by = "list"
        self.feed_path = "/ferry/feed/"
        self.fetched: list[str] = []

    async def fetch(self, url: str, **_: object) -> Fetched:
        self.fetched.append(url.removeprefix(SITE))
        if url.endswith("/list.xml"):
            return answer(url, self._list(), "text/xml")
        if url.endswith("/ferry"):
            return answer(url, self._page())
        if self.failure:
            raise self.failure
        return answer(url, comments_feed(self.in_feed), "text/xml")

    def _list(self) -> str:
        declared = f"<wfw:commentRss>{SITE}{self.feed_path}</wfw:commentRss>"
        return (
            '<rss version="2.0" xmlns:wfw="http://wellformedweb.org/CommentAPI/"><channel>'
            f"<title>Paper</title><item><title>The ferry sails</title><link>{SITE}/ferry</link>"
            "<pubDate>Tue, 24 Nov 2026 08:00:00 GMT</pubDate>"
            f"{declared if self.declared_by == 'list' else ''}</item></channel></rss>"
        )

    def _page(self) -> str:
        link = f'<link rel="alternate" type="application/rss+xml" href="{self.feed_path}">'
        paragraphs = "".join(f"<p>{paragraph} {paragraph}</p>" for paragraph in self.text)
        said = "".join(
            f"<div class='comment'><b class='who'>{name}</b> <time datetime='2026-11-24T09:00Z'>"
            f"9:00</time><p>{text}</p></div>"
            for name, text in self.on_page
        )
        declared = link if self.declared_by == "page" else ""
        return (
            f"<html><head><title>The ferry sails</title>{declared}</head><body>"
            f"<h1>The ferry sails</h1><article>{paragraphs}</article>"
            f"<div id='comments'>{said}</div></body></html>"
        )


def comments_feed(said: tuple[tuple[str, str], ...]) -> str:
    items = "".join(
        f"<item><dc:creator>{name}</dc:creator><description>{text}</description>"
        f"<pubDate>Tue, 24 Nov 2026 1{hour}:00:00 GMT</pubDate></item>"
        for hour, (name, text) in enumerate(said)
    )
    return (
        '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>'
        f"<title>Comments</title>{items}</channel></rss>"
    )


class Story:
    """A crawl of that paper."""

    def __init__(self, settings: Settings) -> None:
        self.paper = Paper()
        self.crawl = Crawl(settings, self.paper)
        self._settings = settings

    def read(self, source: SourceSpec = FEED) -> Document:
        self.crawl.visit(source, f"{SITE}/list.xml")
        return self.stored()

    def read_again(self, source: SourceSpec = FEED) -> Document:
        self.paper.fetched.clear()
        self.crawl.visit_again(source, self.stored())
        return self.stored()

    def stored(self) -> Document:
        [document] = self.crawl.stored()
        return document

    def erase_comments(self) -> None:
        """Erase the comments of the article, as an order does."""
        document = self.stored()
        self.crawl.write(replace(document, comments=()))
        with closing(open_tombstones(self._settings)) as tombstones:
            tombstones.add({commented_mark(document.id)})

    def last_write(self) -> str:
        """The place of the newest document in the log of those that workers have written."""
        with closing(open_written(self._settings)) as written:
            return written.end()

    def finds(self, query: str) -> bool:
        with closing(open_documents(self._settings)) as documents:
            documents.refresh()
            return documents.count_matches(SearchRequest(query=parse(query))).total == 1


@pytest.fixture
def story(crawl_state_url: str, tmp_path: Path) -> Story:
    return Story(Settings(home=tmp_path, state_url=crawl_state_url, max_attempts=1))


def said(document: Document) -> list[tuple[str, str]]:
    return [(each.author, each.body) for each in document.comments]


@pytest.mark.parametrize("declared_by", ["list", "page"])
def test_comments_of_page_and_feed_are_kept_with_the_article(
    story: Story, declared_by: str
) -> None:
    story.paper.declared_by = declared_by
    document = story.read()
    assert said(document) == [*ON_PAGE, *IN_FEED]
    assert [each.published.hour for each in document.comments if each.published] == [9, 10, 11]
    assert document.comments_url == f"{SITE}/ferry/feed/"
    assert story.paper.fetched == ["/list.xml", "/ferry", "/ferry/feed/"]
    assert story.finds("comments:parking")
    assert story.finds("ferry comments:jane")
    assert not story.finds("parking")
    assert "parking" not in document.content
    assert "boat, and it was full" not in document.content


def test_without_the_option_nothing_is_fetched_or_kept(story: Story) -> None:
    document = story.read(replace(FEED, comments=False))
    assert (document.comments, document.comments_url) == ((), "")
    assert story.paper.fetched == ["/list.xml", "/ferry"]


@pytest.mark.parametrize("outcome", [Outcome.GONE, Outcome.TIMEOUT, Outcome.CHALLENGE])
def test_a_feed_that_cannot_be_had_costs_only_its_comments(story: Story, outcome: Outcome) -> None:
    story.paper.failure = FetchFailed(outcome, "it failed")
    assert said(story.read()) == [*ON_PAGE]


def test_what_is_no_feed_costs_only_its_comments(story: Story) -> None:
    story.paper.in_feed = ()
    story.paper.feed_path = "/ferry"  # a page, and the article's own
    assert said(story.read()) == [*ON_PAGE]


def test_a_feed_on_another_site_is_not_asked(story: Story) -> None:
    story.paper.declared_by = "list"
    story.paper.feed_path = "@elsewhere.example/feed"
    assert said(story.read()) == [*ON_PAGE]
    assert story.paper.fetched == ["/list.xml", "/ferry"]


def test_a_later_visit_adds_the_new_comments_and_keeps_the_old_ones(story: Story) -> None:
    first = story.read()
    story.paper.on_page = ()
    story.paper.in_feed = (IN_FEED[1], ("Li", "The next boat was empty."))
    again = story.read_again()
    assert set(said(again)) == {*ON_PAGE, *IN_FEED, ("Li", "The next boat was empty.")}
    assert story.paper.fetched == ["/ferry", "/ferry/feed/"]
    assert (again.content, again.changes) == (first.content, 0)
    assert story.finds("comments:empty")


def test_a_changed_text_and_new_comments_come_together(story: Story) -> None:
    story.read()
    story.paper.text = (*TEXT[:2], "A storm came up in the evening, and no boat left the harbour.")
    story.paper.in_feed = (*IN_FEED, ("Li", "The next boat was empty."))
    again = story.read_again()
    assert (again.changes, len(again.comments)) == (1, 4)


def test_erased_comments_that_the_page_still_shows_are_no_new_ones(story: Story) -> None:
    story.read()
    story.erase_comments()
    before = story.last_write()
    assert said(story.read_again()) == []
    assert story.last_write() == before
    story.paper.in_feed = (*IN_FEED, ("Ann", "The ramp is steep."))
    story.paper.text = (*TEXT[:2], "A storm came up in the evening, and no boat left the harbour.")
    again = story.read_again()
    assert (again.changes, said(again)) == (1, [])
    assert not story.finds("comments:boat")
    story.paper.fetched.clear()
    assert said(story.read(replace(FEED, name="Another feed"))) == []


def test_a_failing_feed_does_not_hide_a_change(story: Story) -> None:
    story.read()
    story.paper.text = (*TEXT[:2], "A storm came up in the evening, and no boat left the harbour.")
    story.paper.failure = FetchFailed(Outcome.TIMEOUT, "it failed")
    again = story.read_again()
    assert (again.changes, said(again)) == (1, [*ON_PAGE, *IN_FEED])
