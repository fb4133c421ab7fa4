"""Readers' comments below an article, as posts, and the feed of them that its page declares.

They are read like the posts of a thread, from a page of nothing else: the boxes of other articles
around them would be sets of alike stretches, too.
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

from lxml import etree

from extractor.fields.comments import comment_containers
from extractor.forum.marked import MarkedPage
from extractor.forum.newsloom import find_posts
from extractor.forum.posts import read_posts
from extractor.page.dom import Element
from extractor.page.page import Page
from extractor.results import Hints, Post
from features.comments.bounds import kept
from features.comments.declared_feed import find_comments_feed


def read_page(page: Page, text: range, hints: Hints) -> Mapping[str, Any]:
    """Return the comments below a text, whose lines these are, and the feed of them.

    What the page declares is newer than what a list said when the page was found.
    """
    containers = comment_containers(page.blocks, text.stop - 1) if text else ()
    links = page.root.iter("link")
    declared = find_comments_feed(links, page.base, page.metadata.canonical_url or page.url)
    return {
        "comments": _read_comments(page, containers),
        "comments_url": declared or hints.comments_url,
    }


def _read_comments(page: Page, containers: Iterable[Element]) -> tuple[Post, ...]:
    """Return the comments in these elements of a page, in page order."""
    section = etree.Element("div")
    section.extend(map(deepcopy, containers))
    for container in section:
        container.tail = None  # what stands behind it is no comment
    if not len(section):
        return ()
    marked = MarkedPage(replace(page, body=section, post_layout=None))
    return kept(read_posts(marked, find_posts(marked), title=page.title))
