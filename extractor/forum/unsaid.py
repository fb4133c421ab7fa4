"""What else a page may be that has posts, if nothing but its form says that it is a thread: an
article, with readers' comments or without, the newest entries of a blog, or the rows of a list.
"""

from collections.abc import Sequence

from extractor.forum.comment_heads import heads_all, heads_comments
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.kind_declared import count_entries
from extractor.page.dom import start_of_text
from extractor.page.page import Page
from extractor.page.text import CJK, dense_length
from extractor.results import Post

_MIN_TEXT = 101
"""Least size of all posts together: rows of lists have less."""
_MANY = 20
"""Posts under a line such as "12 comments", or in a box of comments, from which the facts decide:
pages that show so many are as often threads. In folds by site, 12 and 30 are no better.
"""
_MAX_ANCHORS = 1_000
"""Most links among which names are searched for: bounds the cost."""
_MIN_BEFORE = 0.2
"""Least share of the text of a page that stands before a box of readers' comments."""
_MIN_BEFORE_LINE = 0.06
"""The same before a line that says so: before the posts of threads below such a line, 0.04 is most.
"""


def may_be_other(
    page: Page, outline: PageOutline, records: Sequence[Record], posts: Sequence[Post]
) -> bool:
    """Return whether a page of posts is as well something else."""
    # A lone post may be any text.
    if len(records) == 1 or _are_unsigned(page, posts):
        return True
    # A blog has its newest entries on its front page.
    if count_entries(page) > 0:
        return True
    return len(records) < _MANY and heads_comments(outline, records)


def are_no_posts(outline: PageOutline, records: Sequence[Record], posts: Sequence[Post]) -> bool:
    """Return whether posts are all comments on another text, which stands above them and is none of
    them, or have no more text than the rows of a list, or most of them none at all.
    """
    silent = sum(not post.body for post in posts)
    are_rows = size_of(posts) < _MIN_TEXT or 2 * silent > len(posts)
    if are_rows:
        return True
    return len(records) < _MANY and _are_comments(outline, records)


def _are_unsigned(page: Page, posts: Sequence[Post]) -> bool:
    """Return whether posts may be the paragraphs of an article. Nobody signs these, or each stands
    below a subheading or caption that was taken for a name: it has no time, comes once, and is no
    link, or one that the words of a sentence go on behind.
    """
    names = [post.author for post in posts if post.author]
    if not names:
        return True
    if any(post.published for post in posts) or len(set(names)) < len(names):
        return False
    anchors = page.blocks.anchors[:_MAX_ANCHORS]
    linked = {
        start_of_text(anchor).strip()
        for _, anchor in anchors
        if not (anchor.tail or "")[:1].isalnum()
    }
    return linked.isdisjoint(names)


def _are_comments(outline: PageOutline, records: Sequence[Record]) -> bool:
    """Return whether another text stands above posts, and a line or a box says that all of these
    are comments.
    """
    before = outline.weights[records[0][0]] / (outline.weights[-1] or 1.0)
    if before >= _MIN_BEFORE_LINE and heads_all(outline, records):
        return True
    return before >= _MIN_BEFORE and _is_in_comments(outline, records[-1][0])


def _is_in_comments(outline: PageOutline, node: int) -> bool:
    while node > 0:
        if "comment" in outline.classes[node].lower():
            return True
        node = outline.parents[node]
    return False


def size_of(posts: Sequence[Post]) -> int:
    """Return the characters of posts. A Chinese, Japanese or Korean one counts twice."""
    return sum(dense_length(post.body) + len(CJK.findall(post.body)) for post in posts)
