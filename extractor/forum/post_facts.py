"""What the posts of a page, once read, show of being those of a thread and of being read right."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from math import log

from extractor.forum.weights import Facts
from extractor.page.text import dense_length
from extractor.results import Post

_LONG = log(10_000)
_MANY_DAYS = log(100)
_UNKNOWN_ORDER = 0.5
"""The share of rising times where fewer than two posts have one."""


def post_facts(posts: Sequence[Post]) -> Facts:
    """Return the facts about one or more posts, all from 0 to 1."""
    lengths = [dense_length(post.body) + dense_length(post.quoted) for post in posts]
    times = [post.published for post in posts if post.published]
    return {
        "complete": _share(bool(post.author and post.published) for post in posts),
        "texted": _share(bool(post.body) for post in posts),
        "distinct_times": len(set(times)) / (len(times) or 1),
        "authors": len({post.author for post in posts if post.author}) / len(posts),
        "answering": _share(bool(post.reply_to) for post in posts),
        "rising": _rising(times),
        "days": min(1.0, log(1 + len({time.date() for time in times})) / _MANY_DAYS),
        "first": lengths[0] / (sum(lengths) or 1),
        "first_length": _size(dense_length(posts[0].body)),
        "longest_answer": _size(max((dense_length(post.body) for post in posts[1:]), default=0)),
        "whole_days": _share(not (time.hour or time.minute) for time in times),
    }


def _share(are: Iterable[bool]) -> float:
    """Return the share of those that are true, 0 of none."""
    known = list(are)
    return sum(known) / (len(known) or 1)


def _rising(times: Sequence[datetime]) -> float:
    pairs = list(pairwise(times))
    if pairs:
        return _share(one <= other for one, other in pairs)
    return _UNKNOWN_ORDER


def _size(characters: int) -> float:
    return min(1.0, log(1 + characters) / _LONG)
