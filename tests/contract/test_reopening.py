"""A page that was refused is handled for the sources that offer no more, and open to others."""

from dataclasses import replace
from pathlib import Path

import pytest

from crawler.failures import FetchFailed
from crawler.fetcher import Fetched
from scheduler.jobs import SourceSpec
from storage.keys import url_key
from storage.outcomes import Outcome
from storage.settings import Settings
from tests.contract.crawl import Crawl
from tests.contract.documents import NOVEMBER, document
from tests.unit.crawler.fetchers import FakeFetcher, answer

pytestmark = pytest.mark.slow  # Each test crawls in this process.

SITE = "http://paper.example"
STORY = f"{SITE}/2026/ferry.html"
TITLE = "The ferry to the northern island sails again"
SENTENCES = (
    "The ferry to the northern island sails again from Monday.",
    "The crew repaired the broken ramp over the winter, and a diver checked the hull twice.",
    "Islanders had waited five months for the first boat with flour, coal and the new teacher.",
    "The harbour master said that the old timetable holds until the end of the summer.",
)
TEXT = "".join(f"<p>{sentence * 2}</p>" for sentence in SENTENCES)
ARTICLE = f"<html><head><title>{TITLE}</title></head><body><h1>{TITLE}</h1>{TEXT}</body></html>"
SHELL = f"<title>{TITLE}</title><div id=root></div>{'<script src=/app.js></script>' * 3}"
LOGIN = f"<title>{TITLE}</title><p>You must be logged in to read this.</p>"

LISTING = SourceSpec(
    id=1,
    name="Front page",
    channel="list",
    patterns=("/2026/",),
    host="paper.example",
    pace_seconds=0,
)
FEED = SourceSpec(id=2, name="Feed", channel="feed", host="paper.example", pace_seconds=0)
FRONT, WHOLE, SHORT = f"{SITE}/news", f"{SITE}/whole.xml", f"{SITE}/short.xml"


def feed(text: str) -> str:
    content = f"<content:encoded><![CDATA[{text}]]></content:encoded>" if text else ""
    return (
        "<rss version='2.0' xmlns:content='http://purl.org/rss/1.0/modules/content/'><channel>"
        f"<item><title>{TITLE}</title><link>{STORY}</link>{content}</item></channel></rss>"
    )


class Paper(FakeFetcher):
    """A ``Fetcher`` of one site, which answers the story by the headers of the request."""

    def __init__(self, story: str | FetchFailed) -> None:
        self.story = story
        self.for_members = ARTICLE
        self.linked = STORY
        self.others: dict[str, str] = {}
        self.fetched: list[str] = []

    async def fetch(self, url: str, *, source: SourceSpec | None = None, **_: object) -> Fetched:
        self.fetched.append(url)
        pages = {
            FRONT: f'<title>News</title><p><a href="{self.linked}">{TITLE}</a></p>',
            WHOLE: feed(TEXT),
            SHORT: feed(""),
        }
        page: str | FetchFailed = self.for_members if source and source.headers else self.story
        page = {**pages, **self.others}.get(url, page)
        if isinstance(page, FetchFailed):
            raise page
        kind = "text/html" if page.startswith("<ti") or "<html" in page else "text/xml"
        return answer(url, page, kind)

    @property
    def stories(self) -> int:
        return self.fetched.count(STORY)


@pytest.fixture
def settings(crawl_state_url: str, tmp_path: Path) -> Settings:
    return Settings(home=tmp_path, state_url=crawl_state_url, max_attempts=1)


@pytest.mark.parametrize(
    "refusal",
    [SHELL, LOGIN, "<title>x</title>", FetchFailed(Outcome.HTTP_4XX, "HTTP 403", status=403)],
    ids=["script_shell", "login", "empty", "http_4xx"],
)
def test_a_feed_with_the_text_gets_the_page_that_a_list_could_not_read(
    settings: Settings, refusal: str | FetchFailed
) -> None:
    paper = Paper(refusal)
    crawl = Crawl(settings, paper)
    crawl.visit(LISTING, FRONT)
    crawl.visit(LISTING, FRONT)
    crawl.visit(FEED, SHORT)
    assert (paper.stories, crawl.stored()) == (1, [])
    crawl.visit(FEED, WHOLE)
    [story] = crawl.stored()
    assert (story.canonical_url, story.text_source, story.source) == (STORY, "feed", "Feed")
    assert "diver" in story.content
    # It is stored: nobody needs it again.
    for source, address in ((FEED, WHOLE), (LISTING, FRONT), (FEED, SHORT)):
        crawl.visit(source, address)
    assert paper.stories == 2


def test_a_source_with_a_login_reads_what_others_could_not(settings: Settings) -> None:
    paper = Paper(LOGIN)
    crawl = Crawl(settings, paper)
    crawl.visit(LISTING, FRONT)
    member = replace(LISTING, id=1, name="Member", headers={"Cookie": "member=1"})
    crawl.visit(member, FRONT)
    [story] = crawl.stored()
    assert (story.source, story.text_source) == ("Member", "page")


def test_a_source_that_needs_no_date_keeps_what_another_left_out(settings: Settings) -> None:
    paper = Paper(ARTICLE)
    crawl = Crawl(settings, paper)
    crawl.visit(replace(LISTING, require_date=True), FRONT)
    assert crawl.stored() == []
    crawl.visit(replace(LISTING, name="Undated"), FRONT)
    assert [story.source for story in crawl.stored()] == ["Undated"]


def test_a_page_is_read_once_more_for_each_offer_and_not_at_every_visit(
    settings: Settings,
) -> None:
    paper = Paper(LOGIN)
    paper.for_members = LOGIN
    crawl = Crawl(settings, paper)
    member = replace(LISTING, headers={"Cookie": "member=1"})
    for source in (LISTING, member, LISTING, member, member):
        crawl.visit(source, FRONT)
    assert (paper.stories, crawl.stored()) == (2, [])


def test_a_page_that_was_stored_since_keeps_its_document_and_history(
    settings: Settings,
) -> None:
    paper = Paper(LOGIN)
    crawl = Crawl(settings, paper)
    crawl.visit(LISTING, FRONT)
    paper.story = FetchFailed(Outcome.TIMEOUT, "no answer")
    crawl.visit(FEED, WHOLE)  # opens the page, which does not answer then
    assert crawl.stored() == []
    paper.story = ARTICLE
    crawl.visit(LISTING, FRONT)
    [story] = crawl.stored()
    crawl.write(edited := replace(story, changes=3, changed=story.collected))
    crawl.visit(FEED, WHOLE)
    assert crawl.stored() == [edited]
    assert paper.stories == 3


def test_a_list_opens_no_page_that_has_a_document(settings: Settings) -> None:
    """Whoever asks for a refused page by its address may have written it."""
    paper = Paper(LOGIN)
    crawl = Crawl(settings, paper)
    crawl.visit(LISTING, FRONT)
    asked = replace(document("ferry", TITLE), id=url_key(STORY), changes=3, changed=NOVEMBER)
    crawl.write(asked)
    for _ in range(2):
        crawl.visit(FEED, WHOLE)
    assert crawl.stored() == [asked]
    assert paper.stories == 1


def test_a_refused_page_that_another_address_shows_is_one_document(settings: Settings) -> None:
    paper = Paper(LOGIN)
    crawl = Crawl(settings, paper)
    crawl.visit(LISTING, FRONT)
    paper.linked = f"{SITE}/2026/print/ferry.html"
    named = f"</title><link rel=canonical href={STORY}>"
    paper.others[paper.linked] = ARTICLE.replace("</title>", named)
    crawl.visit(LISTING, FRONT)
    [story] = crawl.stored()
    crawl.visit(FEED, WHOLE)
    assert [each.id for each in crawl.stored()] == [story.id]
    assert paper.stories == 1
