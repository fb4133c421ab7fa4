"""The feed's text replaces that of a page only if the page does not show the article."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from extractor.extraction import extract
from extractor.results import Article, Extraction, Hints, Kind, Rejection, RejectionReason, Thread
from extractor.stand_in import article_of_feed, better_text
from tests.unit.extractor import samples
from tests.unit.extractor.samples import COLLECTED, URL, article_page, read, thread_page

LINES = tuple(f"{text} Sentence {number}." for number in range(6) for text in samples.ENGLISH)
CONTENT = "\n".join(LINES)
PUBLISHED = COLLECTED - timedelta(days=2)
SHELL = "<html><head><title>The town library | Daily</title></head><body><div id=root></div></body></html>"


def hints(**more: Any) -> Hints:
    given: dict[str, Any] = {
        "collected": COLLECTED,
        "kind": "article",
        "title": "The town library opens again",
        "author": "Jane Roe",
        "published": PUBLISHED,
        "content": CONTENT,
    }
    return Hints(**(given | more))


def extracted(page: str, **more: Any) -> Extraction:
    return extract(page.encode(), URL, {}, hints(**more))


def test_a_page_that_a_script_fills_gets_its_text_from_the_feed() -> None:
    found = extracted(SHELL)
    assert isinstance(found, Article)
    assert (found.title, found.author, found.published) == (
        "The town library opens again",
        "Jane Roe",
        PUBLISHED,
    )
    assert (found.content, found.lang, found.url) == (CONTENT, "en", URL)
    assert found.content == "\n".join(each.text for each in found.paragraphs)
    assert [each.source for each in found.date_evidence] == ["feed"]
    assert (found.text_source, found.confidence) == ("feed", None)
    assert found.text_reason.startswith("the page was rejected as ")


def test_a_teaser_gives_way_to_the_feed_and_keeps_what_the_page_says_of_itself() -> None:
    page = article_page(paragraphs=LINES[:3])
    alone = read(page, kind="article", **_without_content())
    found = extracted(page)
    assert isinstance(alone, Article)
    assert isinstance(found, Article)
    assert (found.title, found.published) == (alone.title, alone.published)
    assert (found.content, found.text_source, found.confidence) == (CONTENT, "feed", None)
    assert "characters of text" in found.text_reason


def test_a_page_that_ends_at_a_paywall_gives_way_to_any_longer_text_of_the_feed() -> None:
    page = read(article_page(paragraphs=LINES[: len(LINES) * 9 // 10]), kind="article")
    assert isinstance(page, Article)
    found = better_text(replace(page, text_source="teaser"), URL, hints())
    assert isinstance(found, Article)
    assert (found.content, found.text_source) == (CONTENT, "feed")


@pytest.mark.parametrize("lines", [LINES, LINES[: len(LINES) * 9 // 10]])
def test_a_page_with_about_as_much_text_keeps_its_own(lines: tuple[str, ...]) -> None:
    found = extracted(article_page(paragraphs=lines))
    assert isinstance(found, Article)
    assert (found.text_source, found.text_reason) == ("page", "")
    assert found == read(article_page(paragraphs=lines), kind="article", **_without_content())


def _without_content() -> dict[str, Any]:
    return {"title": "The town library opens again", "author": "Jane Roe", "published": PUBLISHED}


HIDDEN = {
    "empty",
    "too_short",
    "no_title",
    "doubtful",
    "challenge",
    "consent",
    "login",
    "paywall",
    "script_shell",
}


@pytest.mark.parametrize("reason", sorted(HIDDEN))
def test_what_hides_the_article_is_passed_by(reason: str) -> None:
    found = better_text(Rejection(reason=RejectionReason(reason), detail="why"), URL, hints())
    assert isinstance(found, Article)
    assert found.text_reason == f"the page was rejected as {reason}: why"
    assert found.kind is Kind.ARTICLE


@pytest.mark.parametrize(
    "reason", ["not_html", "charset", "listing", "no_date", "no_posts", "soft_404"]
)
def test_other_rejections_stay(reason: str) -> None:
    refused = Rejection(reason=RejectionReason(reason), detail="why")
    assert better_text(refused, URL, hints()) == refused


@pytest.mark.parametrize(
    "more",
    [
        {"content": ""},
        {"content": "Too short."},
        {"title": ""},
        {"published": None, "require_date": True},
    ],
)
def test_a_feed_that_says_too_little_is_not_an_article(more: dict[str, object]) -> None:
    assert article_of_feed(URL, hints(**more), "why") is None
    assert isinstance(extracted(SHELL, **more), Rejection)


def test_without_a_date_the_article_of_a_feed_is_undated() -> None:
    found = article_of_feed(URL, hints(published=None), "why")
    assert found
    assert (found.published, found.date_evidence) == (None, ())
    future = article_of_feed(URL, hints(published=datetime(2090, 1, 1, tzinfo=UTC)), "why")
    assert future
    assert future.published is None


def test_a_thread_is_left_alone() -> None:
    result = extract(
        thread_page(samples.POSTS).encode(),
        "http://forum.example.org/t/17",
        {},
        hints(kind="thread"),
    )
    assert isinstance(result, Thread)


def test_what_a_page_says_of_its_use_holds_for_the_text_that_stands_in() -> None:
    shell = SHELL.replace("<head>", '<head><meta name="robots" content="noarchive">')
    found = extract(shell.encode(), URL, {"content-usage": "train-ai=n"}, hints())
    assert isinstance(found, Article)
    assert (found.text_source, found.rights) == ("feed", ("noarchive", "train-ai=n"))
    empty = extract(b"", URL, {"x-robots-tag": "noarchive"}, hints(content=""))
    assert isinstance(empty, Rejection)
    assert empty.rights == ("noarchive",)
