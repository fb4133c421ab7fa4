"""Whether a page is one of a thread: first from its address and metadata alone, then from the posts that were found."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from extractor.fields.metadata import Metadata
from extractor.forum.outline import Outline
from extractor.forum.records import Record
from extractor.page import Page
from extractor.results import Post
from extractor.text import dense_length
from extractor.threads import engine_of

LEAST = 0.4
"""Probability from which a page is taken for a thread."""
_ADDRESS = re.compile(
    r"forum|foro|thread|topic|discuss|viewtopic|bbs|board|question|community|/[td]/|answers|talk|/comments/|/post/\d|tieba|"
    r"luntan|keskustel|diskussion|discussion",
    re.IGNORECASE,
)
"""What addresses of threads hold and those of articles rarely."""
_MOST_ENTITIES = 50
_TYPES = re.compile(r"DiscussionForumPosting|QAPage|Question")
_WEIGHTS = {
    "address": 3.69,
    "engine": 2.49,
    "declared": 1.23,
    "article": -1.25,
    "complete": 1.62,
    "distinct_times": 1.25,
    "first": -2.69,
    "inside": 0.44,
    "score": 0.20,
    "linked": -3.68,
}
_BIAS = -7.43
"""Logistic regression on 1,536 labelled pages of every kind, threads counting threefold. In eight folds by site, with a
bound of 0.5, 98 % of the threads are kept and 0.8 % of the other pages taken for one; with 0.3, 99 and 1.8 %."""
_CONFIDENCE = {"score": 0.16, "complete": 1.41, "texted": 4.58}
_CONFIDENCE_BIAS = -5.66
"""The same for the F1 of the posts of a page, on 605 threads as served, with names hashed and cut short."""
_LONGEST_ADDRESS = 500
_DATED = re.compile(r"(?:19|20)\d\d|\d:\d\d|前|ago\b|назад")
_LONGEST_LINE = 90
_FEWEST_DATES = 6
"""Lines with a date, or ``time`` elements, without which a page at an address that says nothing is no thread."""


def may_be_thread(page: Page) -> bool:
    """Whether it is worth the time to look for posts: most pages are refused here, for next to no time."""
    if _has_cue(page.url) or _declares(page.metadata):
        return True
    if page.metadata.says_article:
        return False
    times = sum(1 for _ in islice(page.body.iter("time"), _FEWEST_DATES))
    return times >= _FEWEST_DATES or _dated_lines(page) >= _FEWEST_DATES


def _dated_lines(page: Page) -> int:
    short = (line for line in page.lines if len(line) <= _LONGEST_LINE)
    return sum(1 for _ in islice(filter(_DATED.search, short), _FEWEST_DATES))


@dataclass(frozen=True)
class Evidence:
    """What speaks for the records of a page being the posts of a thread, and no comments, articles or reviews.

    ``score`` is that of the ranking. Sums are logits.
    """

    page: Page
    outline: Outline
    records: Sequence[Record]
    score: float

    @property
    def ceiling(self) -> float:
        """The probability if posts will turn out as good as can be."""
        return _sigmoid(self._outside() + sum(_WEIGHTS[name] for name in ("complete", "distinct_times", "inside")))

    def probability(self, posts: Sequence[Post]) -> float:
        """From 0 to 1, now that the posts are read."""
        if not posts:
            return 0.0
        lengths = [dense_length(post.body) + dense_length(post.quoted) for post in posts]
        times = [post.published for post in posts if post.published]
        values = {
            "complete": sum(bool(post.author and post.published) for post in posts) / len(posts),
            "distinct_times": len(set(times)) / (len(times) or 1),
            "first": lengths[0] / (sum(lengths) or 1),
            "inside": min(1.0, sum(lengths) / (self.outline.weights[-1] or 1.0)),
        }
        return _sigmoid(self._outside() + sum(_WEIGHTS[name] * value for name, value in values.items()))

    def confidence(self, posts: Sequence[Post]) -> float:
        """The F1 of posts to be expected of the page, from 0 to 1."""
        count = len(posts) or 1
        values = {
            "score": self.score,
            "complete": sum(bool(post.author and post.published) for post in posts) / count,
            "texted": sum(bool(post.body) for post in posts) / count,
        }
        return _sigmoid(_CONFIDENCE_BIAS + sum(_CONFIDENCE[name] * value for name, value in values.items()))

    def _outside(self) -> float:
        held = sum(self.outline.weight(*record) for record in self.records)
        links = sum(self.outline.linked[end] - self.outline.linked[start] for start, end in self.records)
        values = {
            "address": float(_has_cue(self.page.url)),
            "engine": float(engine_of(self.page.url) is not None),
            "declared": float(_declares(self.page.metadata)),
            "article": float(self.page.metadata.says_article),
            "score": self.score,
            "linked": links / (links + held + 1),
        }
        return _BIAS + sum(_WEIGHTS[name] * value for name, value in values.items())


def _sigmoid(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))


def _has_cue(url: str) -> bool:
    return bool(_ADDRESS.search(url[:_LONGEST_ADDRESS]))


def _declares(metadata: Metadata) -> bool:
    return any(_TYPES.search(str(entity.get("@type"))) for entity in metadata.entities[:_MOST_ENTITIES])
