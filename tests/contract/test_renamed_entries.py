"""A feed's entry whose name stays while its address changes is one document."""

from pathlib import Path

import pytest

from crawler.failures import FetchFailed
from crawler.fetcher import Fetched
from scheduler.jobs import SourceSpec
from storage.documents.port import Document
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.contract.crawl import Crawl
from tests.unit.crawler.fetchers import FakeFetcher, answer

pytestmark = pytest.mark.slow  # Each test crawls in this process.

SITE = "http://paper.example"
FEED = SourceSpec(id=1, name="Feed", channel="feed", host="paper.example", pace_seconds=0)
DAY = "Tue, 24 Nov 2026 08:00:00 GMT"
FERRY = (
    "The ferry to the northern island sails again from Monday, as the harbour office said today.",
    "The crew repaired the broken ramp over the winter, and a diver checked the hull twice.",
    "Islanders had waited five months for the first boat with flour, coal and the new teacher.",
)
LATER = "Late in the evening a storm warning was issued, and the first boat may leave a day later."
ORCHARD = (
    "Apple growers of the valley expect the smallest harvest in twenty years after the frost.",
    "In the night of the ninth of May most blossoms froze, although many farmers had lit fires.",
    "A cooperative asks its members to share the machines that they can no longer pay alone.",
)


class Paper(FakeFetcher):
    """A ``Fetcher`` of a feed of one entry, and of its pages."""

    def __init__(self) -> None:
        self.entries: list[tuple[str, str]] = []
        self.pages: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.more: dict[str, str] = {}

    def show(self, name: str, path: str, title: str, text: tuple[str, ...]) -> None:
        """Let the feed show this entry only."""
        self.entries = [(name, path)]
        self.pages[SITE + path] = title, text

    async def fetch(self, url: str, **_: object) -> Fetched:
        if url in map(SITE.__add__, self.more.values()):
            raise FetchFailed(Outcome.GONE, "HTTP 404", status=404)
        if url.endswith("/feed.xml"):
            items = "".join(
                f"<item><title>News</title><link>{SITE}{path}</link><pubDate>{DAY}</pubDate>"
                f"<guid isPermaLink='false'>{name}</guid></item>"
                for name, path in self.entries
            )
            body = f"<rss version='2.0'><channel><title>Paper</title>{items}</channel></rss>"
            return answer(url, body, "text/xml")
        title, text = self.pages[url]
        paragraphs = "".join(f"<p>{paragraph} {paragraph}</p>" for paragraph in text)
        body = f"<title>{title}</title><h1>{title}</h1><article>{paragraphs}</article>"
        if following := self.more.get(url.removeprefix(SITE)):
            body += f'<a rel="next" href="{following}">2</a>'
        return answer(url, body)


class Feed:
    """A crawl of that feed."""

    def __init__(self, settings: Settings) -> None:
        self.paper = Paper()
        self._crawl = Crawl(settings, self.paper)

    def after(self, name: str, path: str, title: str, text: tuple[str, ...]) -> list[Document]:
        """Return what is stored after a visit that shows this entry."""
        self.paper.show(name, path, title, text)
        self._crawl.visit(FEED, f"{SITE}/feed.xml")
        return sorted(self._crawl.stored(), key=lambda each: each.url)


@pytest.fixture
def feed(crawl_state_url: str, tmp_path: Path) -> Feed:
    return Feed(Settings(home=tmp_path, state_url=crawl_state_url, max_attempts=1))


def test_another_slug_or_campaign_makes_no_second_document(feed: Feed) -> None:
    [first] = feed.after("7", "/ferry-stops", "The ferry sails", FERRY)
    [renamed] = feed.after("7", "/ferry-sails?ref=a", "The ferry sails", FERRY)
    assert (renamed.id, renamed.changes) == (first.id, 0)
    assert renamed.url == f"{SITE}/ferry-sails?ref=a"
    assert [each.id for each in feed.after("7", "/ferry", "The ferry sails", FERRY)] == [first.id]


def test_a_changed_text_under_another_slug_is_a_version(feed: Feed) -> None:
    [first] = feed.after("7", "/ferry-sails", "The ferry sails", FERRY)
    changed = (*FERRY[:2], LATER)
    [story] = feed.after("7", "/ferry-storm", "Storm may hold the ferry", changed)
    assert (story.id, story.changes, story.title) == (first.id, 1, "Storm may hold the ferry")
    assert LATER in story.content
    assert story.collected == first.collected


def test_an_entry_that_names_another_article_is_another_document(feed: Feed) -> None:
    feed.after("1", "/ferry", "The ferry sails", FERRY)
    stories = feed.after("1", "/orchard", "Frost in the orchards", ORCHARD)
    assert [each.url for each in stories] == [f"{SITE}/ferry", f"{SITE}/orchard"]
    # From now on the name is that of the second article.
    stories = feed.after("1", "/orchard-frost", "Frost in the orchards", (*ORCHARD[:2], LATER))
    assert [(each.url, each.changes) for each in stories] == [
        (f"{SITE}/ferry", 0),
        (f"{SITE}/orchard-frost", 1),
    ]


def test_a_page_with_a_part_of_the_text_leaves_the_text_as_it_is(feed: Feed) -> None:
    [first] = feed.after("7", "/ferry-sails", "The ferry sails", FERRY)
    [story] = feed.after("7", "/ferry-teaser", "The ferry sails today", FERRY[:2])
    assert (story.id, story.content, story.changes) == (first.id, first.content, 0)
    feed.paper.more["/ferry-1"] = "/ferry-1?page=2"
    [story] = feed.after("7", "/ferry-1", "The ferry sails", (*FERRY[:2], LATER))
    assert (story.id, story.content, story.changes) == (first.id, first.content, 0)


def test_bulletins_of_one_template_with_one_name_are_documents_of_their_own(feed: Feed) -> None:
    feed.after("brief", "/monday", "Monday in brief", (FERRY[0], *ORCHARD[:2]))
    stories = feed.after("brief", "/tuesday", "Tuesday in brief", (FERRY[0], *FERRY[1:]))
    assert [(each.title, each.changes) for each in stories] == [
        ("Monday in brief", 0),
        ("Tuesday in brief", 0),
    ]


def test_a_name_that_several_entries_share_says_nothing(feed: Feed) -> None:
    feed.after("post", "/ferry", "The ferry sails", FERRY)
    feed.paper.show("post", "/ferry-again", "The ferry sails", FERRY)
    feed.paper.entries.append(("post", "/ferry"))
    feed._crawl.visit(FEED, f"{SITE}/feed.xml")
    assert len(feed._crawl.stored()) == 2
