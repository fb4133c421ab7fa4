"""The whole text of a feed's entry, and never a teaser."""

import json
from datetime import UTC, datetime
from html import escape

import pytest

from extractor.lists.entry_text import (
    MAX_CHARACTERS,
    lines_of,
    post_links,
    post_text,
    whole_text,
)
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


@pytest.mark.parametrize(
    ("markup", "lines"),
    [
        (
            'The <b>mar</b>ket, says <a href="/1">Jo Field</a>, (<i>now</i>) re<wbr>opens.',
            ["The market, says Jo Field, (now) reopens."],
        ),
        ("石<b>门</b>镇的<a href='/1'>渡口</a>，今天<em>开</em>放。", ["石门镇的渡口，今天开放。"]),
        (
            '<a><span class="invisible">https://</span><span>a.example/b</span><span>c</span></a>',
            ["https://a.example/bc"],
        ),
        ("One<iframe src='/v'></iframe>Two<video>No film</video>Three", ["One", "Two", "Three"]),
        ("One.<img src='a.jpg' alt='A quay in fog'>Two", ["One. Two"]),
        ("开放<img alt='[赞]'>，明天<img alt='🙂'>见", ["开放[赞]，明天🙂见"]),
        ("<span style='display: block'>One</span>Two<span style='color:red'>!</span>", ["One", "Two!"]),
        ("One<br>Two<table><tr><td>Three</td><td>Four</td></tr></table>Five", ["One", "Two", "Three", "Four", "Five"]),
    ],
)  # fmt: skip
def test_blocks_end_lines_and_inline_elements_leave_them_as_they_are(
    markup: str, lines: list[str]
) -> None:
    assert lines_of(markup) == lines
    assert post_text(f"<p>{markup}</p>") == "\n".join(lines)


@pytest.mark.parametrize("wrapped", ["{}", "<div>{}</div>"])
@pytest.mark.parametrize("times", [1, 2])
def test_a_text_escaped_once_too_often_has_no_tags(wrapped: str, times: int) -> None:
    markup = WHOLE
    for _time in range(times):
        markup = escape(markup)
    assert whole_text(wrapped.format(markup)).split("\n") == LINES
    assert post_text(wrapped.format(markup)).split("\n") == LINES


def test_an_escaped_text_may_begin_without_a_tag() -> None:
    assert whole_text(escape(f"{LONG}<br>{LONG}<p>One</p>")).split("\n") == [
        LONG.strip(),
        LONG.strip(),
        "One",
    ]


def test_a_text_about_html_keeps_its_tags() -> None:
    said = f"<p>{LONG}Use &lt;p&gt; and &lt;/p&gt;.</p><p>{LONG}</p>"
    assert "Use <p> and </p>." in whole_text(said)
    named = "Use &lt;p&gt; and &lt;br&gt; and &lt;li&gt; &lt;/li&gt; for paragraphs in a text."
    assert "Use <p> and <br> and <li> </li> for" in whole_text(f"<p>{named} {LONG}</p>")
    shown = f"<p>{LONG}</p><pre>{escape('<div><p>One</p><p>Two</p></div>')}</pre>"
    assert "<div><p>One</p><p>Two</p></div>" in whole_text(shown)


def test_an_offer_to_share_is_no_part_of_the_text() -> None:
    said = whole_text(f"<p>{LONG}</p><p>Share this on Facebook</p><p>Share on Twitter</p>")
    assert said == LONG.strip()


def test_lines_of_a_plain_text_in_a_json_feed_stay() -> None:
    items = [{"url": "http://a.example/1", "content_text": f"{LONG}\n\n{LONG}"}]
    feed = json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": items}).encode()
    (link,) = read_feed(feed, "http://a.example/feed", {}, NOW).links
    assert link.content.split("\n") == [LONG.strip()] * 2


def test_links_that_are_never_closed_have_few_words_each() -> None:
    links = list(post_links("<a href=/1>words <div>" * 1_000, "https://a.example/"))
    assert len(links) == 1_000
    assert max(len(link.title) for link in links) < 2_000
