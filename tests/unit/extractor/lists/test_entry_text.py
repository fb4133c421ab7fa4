"""The whole text of a feed's entry, and never a teaser."""

import json
from datetime import UTC, datetime

import pytest

from extractor.lists.entry_text import MAX_CHARACTERS, whole_text
from extractor.lists.feeds import read_feed

NOW = datetime(2026, 3, 1, tzinfo=UTC)
LONG = "The bridge over the river was closed for repairs, and the town had to find another way to the market. "
WHOLE = f"<p>{LONG}</p>\n<ul><li>One &amp; two</li></ul><script>alert(1)</script><p>{LONG}<b>It opened</b> again.</p>"
LINES = [LONG.strip(), "One & two", f"{LONG}It opened again."]


def test_the_text_of_the_content_is_taken_a_paragraph_a_line() -> None:
    assert whole_text(WHOLE).split("\n") == LINES
    assert whole_text(WHOLE, "A teaser.").split("\n") == LINES
    assert (
        whole_text(f"{WHOLE}<p>The post Bridge appeared first on The Daily.</p>").split("\n")
        == LINES
    )


@pytest.mark.parametrize(
    "end",
    [
        "<p>And so on …</p>",
        "<p>And so on [&#8230;]</p>",
        "<p>And so on...</p>",
        "<a href='/1'>Read more</a>",
        "<p><a href='/1'>Continue reading Bridge is closed →</a></p>",
        "<p>阅读全文</p>",
        "<p>続きを読む</p>",
        "<p>Weiterlesen »</p>",
    ],
)
def test_a_teaser_is_not_taken_for_the_text(end: str) -> None:
    assert whole_text(WHOLE + end) == ""


@pytest.mark.parametrize(
    "content", ["", "<p>Short.</p>", "<img src=x>" * 50, "x" * (MAX_CHARACTERS + 1), "<p>" * 200]
)
def test_what_is_not_a_text_of_an_article(content: str) -> None:
    assert whole_text(content) == ""


def test_a_summary_must_be_long() -> None:
    assert whole_text("", f"<p>{LONG * 2}</p>") == ""
    assert whole_text("", f"<p>{LONG * 7}</p>").startswith("The bridge")
    assert whole_text("", f"<p>{LONG * 7}…</p>") == ""


def _rss(item: str) -> bytes:
    space = 'xmlns:content="http://purl.org/rss/1.0/modules/content/"'
    link = "<title>Bridge</title><link>http://a.example/1</link>"
    return f'<rss version="2.0" {space}><channel><title>A</title><item>{link}{item}</item></channel></rss>'.encode()


def test_every_format_of_feed_carries_it() -> None:
    escaped = WHOLE.replace("&", "&amp;").replace("<", "&lt;")
    atom = (
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><title>B</title><id>1</id>'
        f'<link href="http://a.example/1"/><content type="html">{escaped}</content></entry></feed>'
    )
    items = [{"id": "1", "url": "http://a.example/1", "title": "B", "content_html": WHOLE}]
    feeds = [
        _rss(
            f"<description>Short.</description><content:encoded><![CDATA[{WHOLE}]]></content:encoded>"
        ),
        atom.encode(),
        json.dumps(
            {"version": "https://jsonfeed.org/version/1.1", "title": "A", "items": items}
        ).encode(),
    ]
    for feed in feeds:
        (link,) = read_feed(feed, "http://a.example/feed", {}, NOW).links
        assert link.content.split("\n") == LINES
    (teaser,) = read_feed(
        _rss(f"<description>{LONG}</description>"), "http://a.example/feed", {}, NOW
    ).links
    assert teaser.content == ""


def test_plain_text_of_a_json_feed_is_not_markup() -> None:
    items = [
        {"id": "1", "url": "http://a.example/1", "content_text": f"{LONG} a < b and <b>bold</b>"}
    ]
    feed = json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": items}).encode()
    (link,) = read_feed(feed, "http://a.example/feed", {}, NOW).links
    assert link.content.endswith("a < b and <b>bold</b>")
