"""Feeds of comments: where lists declare them, and what is in them."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import ExtractionError, NotFeed
from extractor.lists.feeds import read_feed
from features.comments.feed import read_comments

NOW = datetime(2026, 3, 6, tzinfo=UTC)
URL = "https://daily.example/feed/"
WFW = 'xmlns:wfw="http://wellformedweb.org/CommentAPI/"'
THR = 'xmlns:thr="http://purl.org/syndication/thread/1.0"'


def of_entry(entry: str, kind: str = "rss") -> str:
    if kind == "rss":
        inside = f"<item><link>https://daily.example/pier</link>{entry}</item>"
        feed = f'<rss version="2.0" {WFW}><channel>{inside}</channel></rss>'
    else:
        inside = f'<entry><id>1</id><link href="https://daily.example/pier"/>{entry}</entry>'
        feed = f'<feed xmlns="http://www.w3.org/2005/Atom" {THR}>{inside}</feed>'
    [link] = read_feed(feed.encode(), URL, {}, NOW).links
    return link.comments_url


@pytest.mark.parametrize(
    ("entry", "kind", "found"),
    [
        ("<wfw:commentRss>/pier/feed/</wfw:commentRss>", "rss", "https://daily.example/pier/feed/"),
        ("<comments>https://daily.example/pier#c</comments>", "rss", ""),
        (
            '<link rel="replies" type="application/atom+xml" href="/c" thr:count="2"/>',
            "atom",
            "https://daily.example/c",
        ),
        ('<link rel="replies" type="text/html" href="/pier#c"/>', "atom", ""),
        ("", "atom", ""),
    ],
)  # fmt: skip
def test_an_entry_declares_the_feed_of_its_comments(entry: str, kind: str, found: str) -> None:
    assert of_entry(entry, kind) == found


def test_the_comments_of_rss_have_author_time_and_words() -> None:
    feed = (
        '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>'
        "<title>Comments on: Pier</title><item><title>By: Jane</title>"
        "<link>https://daily.example/pier#comment-2</link><dc:creator>Jane Doe</dc:creator>"
        "<pubDate>Thu, 05 Mar 2026 11:10:00 +0000</pubDate><description>Cut off</description>"
        "<content:encoded><![CDATA[<p>Short &amp; good.</p><p>Really.</p>]]></content:encoded>"
        "</item><item><title>A note of the site</title><description>No name</description></item>"
        "</channel></rss>"
    )
    [comment] = read_comments(feed.encode(), URL, {}, NOW)
    assert (comment.author, comment.body) == ("Jane Doe", "Short & good.\nReally.")
    assert comment.published == datetime(2026, 3, 5, 11, 10, tzinfo=UTC)


def test_the_comments_of_atom_need_no_link() -> None:
    feed = (
        f'<feed xmlns="http://www.w3.org/2005/Atom" {THR}><entry><id>tag:1</id><title/>'
        '<thr:in-reply-to ref="tag:pier"/><author><name>Bob</name></author>'
        "<published>2026-03-05T12:00:00Z</published>"
        '<content type="text">No!</content></entry></feed>'
    )
    [comment] = read_comments(feed.encode(), URL, {}, NOW)
    assert (comment.author, comment.body) == ("Bob", "No!")


def test_a_feed_without_comments_has_none() -> None:
    feed = b'<rss version="2.0"><channel><title>Comments on: Pier</title></channel></rss>'
    assert read_comments(feed, URL, {}, NOW) == ()


@pytest.mark.parametrize("body", [b"<html><body>Not found</body></html>", b"", b"{}"])
def test_what_is_no_feed_is_said(body: bytes) -> None:
    with pytest.raises(NotFeed):
        read_comments(body, URL, {}, NOW)


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_no_bytes_raise_anything_else(body: bytes) -> None:
    try:
        comments = read_comments(b"<rss version='2.0'><channel><item>" + body, URL, {}, NOW)
    except ExtractionError:
        return
    assert all(each.body for each in comments)
