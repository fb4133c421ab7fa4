"""Pages that name no day: the list that leads to them dates them, or they are stored undated."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from crawler.fetcher import Fetched
from scheduler.jobs import SourceSpec
from storage.documents.port import Document
from storage.settings import Settings
from tests.contract.crawl import Crawl
from tests.unit.crawler.fetchers import FakeFetcher, answer
from tests.unit.extractor import samples

pytestmark = pytest.mark.slow  # Each test crawls in this process.

SITE = "http://paper.example"
LIST = f"{SITE}/list"
STORY = f"{SITE}/2026/library.html"
TITLE = "Town library opens again"
TEXT = "".join(f"<p>{paragraph}</p>" for paragraph in samples.ENGLISH)
MORE = "The mayor said that the roof of the old reading room will be repaired before the winter."
POSTS = "".join(
    f"<div class=post><b class=author>{name}</b><div class=text>{paragraph}</div></div>"
    for name, paragraph in zip(("marsh", "quill", "reed", "tern"), samples.ENGLISH, strict=True)
)
DAY = datetime(2026, 11, 3, tzinfo=UTC)
SOURCE = SourceSpec(
    id=1,
    name="Paper",
    channel="list",
    patterns=("/2026/",),
    host="paper.example",
    pace_seconds=0,
)


def page(body: str, *, before: str = "") -> str:
    """Return a page with a headline and something before it."""
    head = f"<title>{TITLE}</title>"
    return f"<html><head>{head}</head><body>{before}<h1>{TITLE}</h1>{body}</body></html>"


MENU = "".join(f"<li><a href='/s/{number}'>Room {number}</a></li>" for number in range(30))
CARDS = "".join(
    f"<div><h3><a href='/room/{number}'>Reading room number {number} of the library</a></h3>"
    "<p>Books for all who like to read.</p></div>"
    for number in range(3)
)
LIKE_AN_ARTICLE = page(TEXT, before=f"<ul>{MENU}</ul>")
HARDLY_AN_ARTICLE = page(
    f"<p>By Anna Miller</p><p>{samples.ENGLISH[0]}</p>{CARDS}<p><a href=/a>Call us</a></p>",
    before=f"<ul>{MENU}</ul>",
)


def list_page(day: str) -> str:
    """Return a list whose entries have the days before one, or none."""
    others = [(f"{SITE}/2026/{number}.html", f"Another story {number}") for number in range(1, 7)]
    return "".join(
        f'<p><a href="{url}">{title}</a> {f"2026-11-{9 - number:02}" if day else ""}</p>'
        for number, (url, title) in enumerate([*others[:5], (STORY, TITLE), others[5]], 1)
    )


def feed(day: str) -> str:
    """Return a feed of one entry, with a day or none."""
    date = f"<pubDate>{day}</pubDate>" if day else ""
    item = f"<item><title>{TITLE}</title><link>{STORY}</link>{date}</item>"
    return f"<rss version='2.0'><channel>{item}</channel></rss>"


def sitemap(day: str) -> str:
    """Return a sitemap of one page, with the day of its last change or none."""
    date = f"<lastmod>{day}</lastmod>" if day else ""
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f"<urlset xmlns='{space}'><url><loc>{STORY}</loc>{date}</url></urlset>"


LISTS = {"list": list_page, "feed": feed, "sitemap": sitemap}


class Site(FakeFetcher):
    """A ``Fetcher`` of some pages; all others are empty."""

    def __init__(self, pages: Mapping[str, str]) -> None:
        self.pages = dict(pages)

    async def fetch(self, url: str, **_: object) -> Fetched:
        body = self.pages.get(url, "<title>x</title>")
        return answer(url, body, "text/xml" if body.startswith(("<rss", "<url")) else "text/html")


class Reading:
    """A crawl of one site, whose list leads to one story."""

    def __init__(self, home: Path, listed: str, story: str) -> None:
        self.site = Site({LIST: listed, STORY: story})
        settings = Settings(home=home, state_url=f"local://{home}/seen", max_attempts=1)
        self.crawl = Crawl(settings, self.site)

    def visit(self, source: SourceSpec) -> list[Document]:
        """Visit the list; return what is stored of the story."""
        self.crawl.visit(source, LIST)
        return [each for each in self.crawl.stored() if each.canonical_url == STORY]


@pytest.mark.parametrize("require_date", [False, True])
@pytest.mark.parametrize("channel", sorted(LISTS))
def test_the_list_dates_a_page_that_names_no_day(
    tmp_path: Path, channel: str, require_date: bool
) -> None:
    reading = Reading(tmp_path, LISTS[channel]("2026-11-03"), page(TEXT))
    [story] = reading.visit(replace(SOURCE, channel=channel, require_date=require_date))
    assert (story.published, story.date_known) == (DAY, True)
    said = "feed" if channel == "feed" else "list"
    assert [line.partition(":")[0] for line in story.date_evidence] == [said]


@pytest.mark.parametrize("channel", sorted(LISTS))
def test_a_page_that_nobody_dates_is_stored_undated_if_its_source_allows_it(
    tmp_path: Path, channel: str
) -> None:
    source = replace(SOURCE, channel=channel)
    reading = Reading(tmp_path, LISTS[channel](""), page(TEXT))
    assert reading.visit(replace(source, require_date=True)) == []
    [story] = reading.visit(source)
    assert (story.published, story.date_known) == (None, False)
    [line] = story.date_evidence
    assert line == f"first seen: {LIST} -> {story.collected.isoformat()}"


def test_a_page_that_looks_like_an_article_needs_no_patterns_to_be_stored_undated(
    tmp_path: Path,
) -> None:
    reading = Reading(tmp_path, sitemap(""), LIKE_AN_ARTICLE)
    [story] = reading.visit(replace(SOURCE, channel="sitemap", patterns=()))
    assert not story.date_known


@pytest.mark.parametrize(
    ("again", "listed", "published"),
    [
        (replace(SOURCE, channel="sitemap", patterns=()), sitemap("2026-11-03"), DAY),
        (replace(SOURCE, channel="feed", patterns=()), feed("2026-11-03"), DAY),
        (replace(SOURCE, channel="sitemap"), sitemap(""), None),
    ],
    ids=["a date in the sitemap", "a date in a feed", "patterns"],
)
def test_a_page_refused_without_a_date_is_read_once_more_for_what_it_lacked(
    tmp_path: Path, again: SourceSpec, listed: str, published: datetime | None
) -> None:
    source = replace(SOURCE, channel="sitemap", patterns=())
    reading = Reading(tmp_path, sitemap(""), HARDLY_AN_ARTICLE)
    assert reading.visit(source) == reading.visit(source) == []
    reading.site.pages[LIST] = listed
    [story] = reading.visit(again)
    assert story.published == published


def test_a_thread_that_names_no_day_is_stored_undated(tmp_path: Path) -> None:
    reading = Reading(tmp_path, list_page(""), page(POSTS))
    board = replace(SOURCE, channel="board", require_date=True)
    [thread] = reading.visit(board)
    assert (thread.kind, thread.date_known, len(thread.posts)) == ("thread", False, 4)


def test_the_day_that_a_page_shows_is_better_than_the_last_change_in_a_sitemap(
    tmp_path: Path,
) -> None:
    story = page(f"<p>3 November 2026</p>{TEXT}")
    reading = Reading(tmp_path, sitemap("2026-11-20T06:00:00Z"), story)
    [found] = reading.visit(replace(SOURCE, channel="sitemap"))
    assert found.published is not None
    assert found.published.date() == DAY.date()


@pytest.mark.parametrize("day", ["", "2026-11-03"])
def test_a_page_without_a_day_is_visited_again_with_the_date_it_has(
    tmp_path: Path, day: str
) -> None:
    source = replace(SOURCE, channel="feed", require_date=bool(day))
    reading = Reading(tmp_path, feed(day), page(TEXT))
    [story] = reading.visit(source)
    reading.site.pages[STORY] = page(f"{TEXT}<p>{MORE}</p>")
    reading.crawl.visit_again(source, story)
    [changed] = reading.crawl.stored()
    assert (changed.changes, changed.published) == (1, story.published)
    assert changed.date_evidence == story.date_evidence
