"""Feeds of the comments below one article, which its page declares as WordPress does."""

from collections.abc import Sequence
from html import escape
from typing import Final

from fakeweb import times
from fakeweb.message import Response

COMMENT_FEED: Final = "/feed/"
"""Where the feed is: behind the path of its article, whose last slash it has."""


def with_comment_feed(html: str, path: str) -> str:
    """Return the page of an article with the link to the feed of its comments."""
    feed = escape(path.removesuffix("/") + COMMENT_FEED)
    link = f'<link rel="alternate" type="application/rss+xml" href="{feed}">'
    return html.replace("</head>", f"{link}</head>", 1)


def comment_feed(address: str, comments: Sequence[tuple[str, int, str]], zone: str) -> Response:
    """Return the feed; comments are given as author, Unix time and words, and the last is first."""
    items = "".join(
        f"<item><title>By: {escape(author)}</title><link>{escape(address)}#comment-{number}</link>"
        f"<dc:creator>{escape(author)}</dc:creator>"
        f"<pubDate>{times.mail_date(times.local(moment, zone))}</pubDate>"
        f"<description>{escape(escape(body))}</description></item>"
        for number, (author, moment, body) in reversed(list(enumerate(comments, 1)))
    )
    feed = (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>'
        f"<title>Comments</title><link>{escape(address)}</link>{items}</channel></rss>"
    )
    return Response(200, feed.encode(), "application/rss+xml; charset=utf-8")
