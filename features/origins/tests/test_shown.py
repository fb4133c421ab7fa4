"""What a browser gets of a page: words, and nothing that acts or loads."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from django.template.loader import render_to_string
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from crawler.samples import SamplePage, SampleRequest
from extractor.extraction import open_page
from extractor.results import Article, DateEvidence, Hints, Link, Paragraph, Post, Thread
from fakeweb.web import FakeWeb
from features.origins.marking import marked_view
from hooks.features import load_features
from storage.outcomes import Outcome
from tests.html_trees import html_tree
from tests.unit.crawler.test_preview import without_pace
from tests.unit.extractor.samples import COLLECTED, URL
from tests.unit.webui.hostile_page import hostile_page
from tests.unit.webui.test_sources_pages import FORM

if TYPE_CHECKING:
    from pathlib import Path

    from django.test import Client
    from lxml.html import HtmlElement

    from watch.stores import Stores

Browse = Callable[..., "Client"]
AWAY = "http://away.example"
DAY = datetime(2024, 3, 5, tzinfo=UTC)
WORDS = (
    "Ann Hill",
    "Opens again",
    "5 March 2024",
    "<b>",
    "&lt;script&gt;",
    "\"'>",
    "文字",
    "a" * 9,
)
TAGS = [
    "p",
    "div",
    "h1",
    "h2",
    "a",
    "b",
    "li",
    "ul",
    "table",
    "tr",
    "td",
    "blockquote",
    "pre",
    "time",
    "span",
    "script",
    "style",
    "article",
    "br",
]
_TEXT = st.sampled_from(WORDS) | st.text(max_size=12)
_PIECE = st.one_of(
    _TEXT,
    st.sampled_from(TAGS).map(lambda tag: f"<{tag}>"),
    st.sampled_from(TAGS).map(lambda tag: f"</{tag}>"),
    st.sampled_from(TAGS).map(
        lambda tag: (
            f'<{tag} id="trial" onclick="run()" href="{AWAY}" style="x:url({AWAY})" '
            f'datetime="2024-03-05">'
        )
    ),
    st.just(f'<img src="{AWAY}"><form action="{AWAY}"><input autofocus><iframe src="{AWAY}">'),
)
_LINES = st.lists(_TEXT, max_size=5)
_SHOWN_TAGS = {"section", "h4", "dl", "div", "dt", "dd", "span", "p", "mark", "bdi", "a"}
_SHOWN_TAGS |= {"details", "summary"}
_ATTRIBUTES = {"class", "id", "tabindex", "dir", "lang", "role", "aria-label", "href"}


def shown(sample: SamplePage) -> str:
    from features.origins.feature import page_panels

    return "".join(
        render_to_string(part.template, {"sample": sample, **part.context})
        for part in page_panels("sample", sample)
    )


def sample_of(page: str, result: Article | Thread) -> SamplePage:
    hints = Hints(collected=COLLECTED, title=result.title)
    opened = open_page(page.encode("utf-8", "replace"), URL, {}, hints)
    view = marked_view(opened, result, hints, "list")
    return SamplePage(
        link=Link(url=URL),
        url=URL,
        outcome=Outcome.STORED.value,
        asked=SampleRequest(),
        result=result,
        notes={"origins": asdict(view)},
    )


def assert_harmless(markup: str) -> "HtmlElement":
    tree = html_tree(markup)
    for element in tree.iter():
        assert element.tag in _SHOWN_TAGS, markup
        assert set(element.keys()) <= _ATTRIBUTES, markup
        assert element.get("href", "#").startswith("#"), markup
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    targets = {element.get("href")[1:] for element in tree.iter("a")}
    assert targets <= set(ids)
    return tree


@given(st.lists(_PIECE, min_size=1, max_size=40).map("".join), _TEXT, _TEXT, _LINES)
def test_any_page_gives_words_alone(page: str, title: str, author: str, lines: list[str]) -> None:
    evidence = (DateEvidence(value=DAY, source="text", raw="5 March 2024", exact=False),)
    article = Article(
        url=URL,
        canonical_url=URL,
        title=title,
        content="\n".join(lines),
        published=DAY,
        date_evidence=evidence,
        author=author,
        paragraphs=tuple(Paragraph(text=line) for line in lines),
    )
    posts = tuple(Post(body=line, author=author, published=DAY) for line in lines)
    thread = Thread(url=URL, canonical_url=URL, title=title, posts=posts, thread_url=URL)
    for result in (article, thread):
        whole = f"<!doctype html><body><p>&lt;img src={AWAY}&gt;</p>{page}"
        assert_harmless(shown(sample_of(whole, result)))


@pytest.mark.parametrize("depth", [10, 100_000])
def test_a_hostile_page_shows_its_words_at_any_depth(depth: int) -> None:
    inner = "<div><b>" * depth + "<p>The middle line.</p>"
    result = Article(
        url=URL,
        canonical_url=URL,
        title="T",
        content="Read me.",
        published=None,
        paragraphs=(Paragraph(text="Read me."),),
    )
    page = hostile_page(AWAY).replace("<p>The last line.", inner + "<p>The last line.")
    markup = shown(sample_of(page, result))
    tree = assert_harmless(markup)
    assert AWAY not in markup
    assert "Read me." in tree.text_content()


def test_what_was_erased_is_not_shown() -> None:
    result = Article(url=URL, canonical_url=URL, title="T", content="Words.", published=None)
    sample = sample_of("<p>Words.</p>", result)
    assert "Words." in shown(sample)
    assert shown(replace(sample, outcome=Outcome.ERASED.value)) == ""


@pytest.fixture(scope="module")
def web() -> Iterator[FakeWeb]:
    with FakeWeb.start(
        seed=5, stock=9, rate=0, sites=("harbour-times", "carpenters", "next-data")
    ) as running:
        yield running


@pytest.fixture
def try_out(browse: Browse, ports: "Stores", tmp_path: "Path") -> Callable[..., "HtmlElement"]:
    """Return what an operator sees of the trial of an address."""
    ports.settings = without_pace(tmp_path)

    def tried(channel: str, address: str) -> "HtmlElement":
        form = FORM | {"channel": channel, "address": address, "patterns": "", "pace_seconds": "0"}
        answer = browse("operator").post("/sources/add/", form | {"test": "1"})
        return html_tree(answer.content)

    return tried


def jumps(origins: "HtmlElement", field: str) -> list[str]:
    """Return the parts of the page that the legend leads to, without what they are called there."""
    links = origins.cssselect(f"dt:has(.of-{field}) ~ dd a")
    targets = [origins.get_element_by_id(link.get("href")[1:]) for link in links]
    for target in targets:
        for label in target.cssselect(".of, .visually-hidden"):
            label.drop_tree()
    return [" ".join(target.text_content().split()) for target in targets]


def test_a_trial_of_articles_leads_to_title_author_day_and_text(
    try_out: Callable[..., "HtmlElement"], web: FakeWeb
) -> None:
    page = try_out("feed", web.address("harbour-times", "/atom.xml"))
    tried = page.cssselect(".tried")
    assert len(tried) == 3
    known = {entry["title"]: entry for entry in web.ledger() if "title" in entry}
    for each in tried:
        title = each.cssselect(".sample h4")[0].text_content().strip()
        entry = known[title]
        (origins,) = each.cssselect(".origins")
        assert jumps(origins, "title") == [title]
        assert jumps(origins, "author") == [entry["author"]]
        assert len(jumps(origins, "day")) == 1
        stored = each.cssselect(".sample > p:not(.meta)")[0].text_content()
        assert jumps(origins, "text")[0][:200] == stored[:200]
        assert "JSON-LD" in origins.cssselect("dl")[0].text_content()


def test_a_trial_of_threads_leads_to_each_post(
    try_out: Callable[..., "HtmlElement"], web: FakeWeb
) -> None:
    page = try_out("board", web.address("carpenters"))
    found = page.cssselect(".origins")
    assert len(found) == 3
    for origins, sample in zip(found, page.cssselect(".sample"), strict=True):
        first = sample.cssselect(".post .author")[0].text_content()
        assert jumps(origins, "author") == [first]
        assert jumps(origins, "title")[0] in sample.cssselect("h4")[0].text_content()
        assert "the list that led to the page" in origins.text_content()
        assert "the feed" not in origins.text_content()
        posts = origins.cssselect(".served .badge")
        assert [badge.text for badge in posts][:2] == ["#1", "#2"]


def test_a_trial_says_what_only_a_script_of_the_page_has(
    try_out: Callable[..., "HtmlElement"], web: FakeWeb
) -> None:
    page = try_out("list", web.address("next-data"))
    found = page.cssselect(".origins")
    assert len(found) == 3
    for origins in found:
        fields = [field.text_content() for field in origins.cssselect("dl > div")]
        assert len(fields) == 4
        assert all("data in a script of the page" in field for field in fields)
        assert "Without its scripts, the page shows no text." in origins.text_content()


def test_without_the_feature_a_trial_shows_what_is_stored_alone(
    try_out: Callable[..., "HtmlElement"], web: FakeWeb
) -> None:
    with override_settings(FEATURES=load_features(["all", "-origins"])):
        page = try_out("feed", web.address("harbour-times", "/atom.xml"))
    assert len(page.cssselect(".sample h4")) == 3
    assert page.cssselect(".origins") == []
