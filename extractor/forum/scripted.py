"""The times of posts that only a page's scripts hold, because a script writes them into the page,
as Flarum does.

A script tells the time of a post by an object with its words and its time: ``{"contentHtml":
"<p>Hello", "createdAt": "2024-03-05T10:10:00+00:00"}``.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from html import unescape

from extractor.dates.context import DateContext
from extractor.dates.date_matches import parse_date_text
from extractor.fields.nested import objects_in
from extractor.fields.script_values import script_values
from extractor.page.dom import Element
from extractor.results import Post

_TEXTS = ("contentHtml", "bodyHtml", "cooked", "content", "body", "text", "message")
_TIMES = (
    "createdAt",
    "created_at",
    "postedAt",
    "posted_at",
    "publishedAt",
    "published_at",
    "datePublished",
    "created",
)
_MAX_OBJECTS = 20_000
"""Most lists and objects of one value of a script that are looked at."""
_MAX_LETTERS = 40
"""Most letters by which words are compared. What is beyond may be a quote."""
_MIN_LETTERS = 3
"""Fewest letters that tell a post from others."""
_MAX_TEXT_LENGTH = 100_000
"""Characters of a script that are compared with a post: bounds what one page costs."""
_End = tuple[bool, str]
"""The first letters of a text (True) or the last ones."""
_TAG = re.compile(r"<[^<>]{0,2000}>")


def with_scripted_times(
    posts: Sequence[Post], scripts: Iterable[Element], context: DateContext
) -> tuple[Post, ...]:
    """Return the posts, those without a time with that of the object of a script that has the same
    words.

    Words that several objects have tell nothing. If any post has a time, the page shows those that
    it knows.
    """
    if any(post.published for post in posts):
        return tuple(posts)
    known: dict[_End, datetime | None] = {}
    for ends, moment in _stated(scripts, context):
        for end in ends:
            known[end] = moment if known.get(end, moment) == moment else None
    dated = []
    for post in posts:
        moments = map(known.get, _ends(post.body))
        dated.append(replace(post, published=next(filter(None, moments), None)))
    return tuple(dated)


def _stated(
    scripts: Iterable[Element], context: DateContext
) -> Iterator[tuple[tuple[_End, ...], datetime]]:
    """Yield both ends of the words and the time of all such objects."""
    for value in script_values(scripts):
        for one in objects_in(value, _MAX_OBJECTS):
            texts = (text for text in map(one.get, _TEXTS) if isinstance(text, str))
            times = (time for time in map(one.get, _TIMES) if isinstance(time, str | int))
            text, time = next(texts, ""), next(times, "")
            ends = _ends(unescape(_TAG.sub(" ", text[:_MAX_TEXT_LENGTH])))
            if not ends or not time:
                continue
            moment = parse_date_text(str(time), context)
            if moment and moment.exact:
                yield ends, moment.value


def _ends(text: str) -> tuple[_End, ...]:
    """Return the first letters and digits of a text and the last ones: quotes may stand before or
    behind words.
    """
    letters = "".join(filter(str.isalnum, text.casefold()))
    if len(letters) < _MIN_LETTERS:
        return ()
    return (True, letters[:_MAX_LETTERS]), (False, letters[-_MAX_LETTERS:])
