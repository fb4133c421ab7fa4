"""What else a page may be that has posts, if nothing but its form says that it is a thread: an
article, with readers' comments or without, the newest entries of a blog, or the rows of a list.
"""

from collections.abc import Sequence
from itertools import chain, islice

from extractor.body.cues import CUES, cue_of
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.kind_declared import count_entries
from extractor.page.page import Page
from extractor.page.text import CJK, dense_length
from extractor.results import Post

_MIN_TEXT = 101
"""Least size of all posts together: rows of lists have less. A Chinese, Japanese or Korean
character counts twice.
"""
_COMMENTS = CUES.index("comments")
_ABOVE = 2
"""How many lines above the first text may head it."""
_MAX_HEAD_LENGTH = 40
"""Most characters of a line that heads comments: "12 comments"."""


def may_be_other(
    page: Page, outline: PageOutline, records: Sequence[Record], posts: Sequence[Post]
) -> bool:
    """Return whether a page of posts is as well something else."""
    return (
        len(records) == 1
        or sum(map(_size, posts)) < _MIN_TEXT
        or _heads_comments(outline, records)
        or count_entries(page) > 0
    )


def _size(post: Post) -> int:
    return dense_length(post.body) + len(CJK.findall(post.body))


def _heads_comments(outline: PageOutline, records: Sequence[Record]) -> bool:
    """Return whether a line right above the first text, or between it and the others, says that
    these are comments.
    """
    (start, end), (following, _) = records[:2]
    texts = outline.texts
    above = islice(filter(None, map(texts.__getitem__, range(start - 1, -1, -1))), _ABOVE)
    between = map(texts.__getitem__, range(end, following))
    return any(
        0 < len(text) <= _MAX_HEAD_LENGTH and cue_of(text) == _COMMENTS
        for text in chain(above, between)
    )
