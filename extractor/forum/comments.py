"""Readers' comments below an article, as posts.

They are read like the posts of a thread, from a page of nothing else: the boxes of other articles
around them would be sets of alike stretches, too.
"""

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace

from lxml import etree

from extractor.forum.marked import MarkedPage
from extractor.forum.newsloom import find_posts
from extractor.forum.posts import read_posts
from extractor.page.dom import Element
from extractor.page.page import Page
from extractor.results import Post

MAX_COMMENTS = 500
"""Most comments that are kept of an article: more than a page shows, and than a reader reads."""
MAX_COMMENT_CHARACTERS = 10_000
"""Most characters of a comment. Sites that limit them allow less."""


def read_comments(page: Page, containers: Iterable[Element]) -> tuple[Post, ...]:
    """Return the comments in these elements of a page, in page order.

    What has neither a name nor a time is no comment: forms and notes stand between them.
    """
    section = etree.Element("div")
    section.extend(map(deepcopy, containers))
    for container in section:
        container.tail = None  # what stands behind it is no comment
    if not len(section):
        return ()
    marked = MarkedPage(replace(page, body=section, post_layout=None))
    posts = read_posts(marked, find_posts(marked), title=page.title)
    return bounded(post for post in posts if post.body and (post.author or post.published))


def bounded(comments: Iterable[Post]) -> tuple[Post, ...]:
    """Return the last comments that are kept, none longer than one may be."""
    kept = tuple(comments)[-MAX_COMMENTS:]
    return tuple(replace(each, body=each.body[:MAX_COMMENT_CHARACTERS]) for each in kept)
