"""Decide whether a page is part of a thread: first from address and metadata alone, then from the
posts found.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import log

from extractor.fields.metadata import Metadata
from extractor.forum.addresses import is_like_thread, share_of_forum
from extractor.forum.listed import lists_pages
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.forum.weights import Facts, Weights, logistic, weighed
from extractor.kind_marks import marked_kind
from extractor.lists.threads import engine_of
from extractor.page.dom import join
from extractor.page.page import Page
from extractor.page.text import dense_length
from extractor.results import Kind, Post

MIN_CONFIDENCE = 0.5
"""Least probability at which a page is taken for a thread: other pages are far more frequent in
training.
"""
_MAX_ENTITIES = 50
_TYPES = re.compile(r"DiscussionForumPosting|QAPage|Question")
_INSIDE = ("complete", "distinct_times", "first", "inside", "authors", "texted")
"""The facts that the posts decide, all from 0 to 1."""
_RANKING = ("time", "name", "number", "alike", "left", "share", "single", "beside")
"""The facts of the ranking that tell threads from other pages, too."""
_DOUBT_LEFT = 0.25
"""How much of the doubt is left about posts that are where the site's layout says.

Few posts look unsure because nothing on the page is like them. Layouts of other pages find them
right nearly always.
"""
_LISTED = 0.1
"""Factor for the probability if the records look like those of a list."""
_SEVERAL = 3
"""Posts of a page whose title, in its address, may tell that it is a thread. Articles are about
forums, too.
"""
_MAX_LINKS = 1_000
_DATED = re.compile(r"(?:19|20)\d\d|\d:\d\d|前|ago\b|назад")
_MAX_LINE_LENGTH = 90
_MIN_DATES = 6
"""Lines with a date, or ``time`` elements, that a page needs to be a thread if its address says
nothing.
"""


def may_be_thread(page: Page) -> bool:
    """Return whether looking for posts is worth the time.

    Most pages are rejected here, at almost no cost.
    """
    marked = marked_kind(page)
    if marked in (Kind.ARTICLE, Kind.LISTING):
        return False
    if marked is Kind.THREAD or is_like_thread(page.url) or _declares(page.metadata):
        return True
    if page.metadata.says_article:
        return False
    times = sum(1 for _ in islice(page.body.iter("time"), _MIN_DATES))
    return times >= _MIN_DATES or _dated_lines(page) >= _MIN_DATES


def _dated_lines(page: Page) -> int:
    short = (line for line in page.lines if len(line) <= _MAX_LINE_LENGTH)
    return sum(1 for _ in islice(filter(_DATED.search, short), _MIN_DATES))


@dataclass(frozen=True)
class ThreadEvidence:
    """The evidence that the records of a page are the posts of a thread, not comments, articles or
    reviews.

    ``ranking`` are the facts that rank the records, ``agreement`` is that of other sets of records
    with them. The weights of all facts are learned (``extractor.forum.weights``).
    """

    page: Page
    outline: PageOutline
    records: Sequence[Record]
    ranking: Facts
    agreement: float
    weights: Weights

    @property
    def score(self) -> float:
        """The rank of the records."""
        return weighed(self.weights.ranking, self.ranking) if self.ranking else 0.0

    @property
    def ceiling(self) -> float:
        """The probability if the posts turn out as good as possible."""
        best = {name: float(self.weights.gate[name] > 0) for name in _INSIDE}
        return logistic(self.weights.gate, self._outside | best)

    def probability(self, posts: Sequence[Post]) -> float:
        """Return the probability from 0 to 1, now that the posts are read."""
        if not posts:
            return 0.0
        authors = {post.author for post in posts}
        doubt = _LISTED if lists_pages(self.outline, self.records, self.page.url, authors) else 1.0
        return doubt * logistic(self.weights.gate, self.facts(posts))

    def facts(self, posts: Sequence[Post]) -> dict[str, float]:
        """Return the facts behind the probability, of one or more posts."""
        lengths = [dense_length(post.body) + dense_length(post.quoted) for post in posts]
        times = [post.published for post in posts if post.published]
        return self._outside | {
            "complete": _complete(posts),
            "distinct_times": len(set(times)) / (len(times) or 1),
            "authors": len({post.author for post in posts if post.author}) / len(posts),
            "texted": _texted(posts),
            "first": lengths[0] / (sum(lengths) or 1),
            "inside": min(1.0, sum(lengths) / (self.outline.weights[-1] or 1.0)),
        }

    def confidence(self, posts: Sequence[Post], *, by_layout: bool = False) -> float:
        """Return the expected F1 of the page's posts, from 0 to 1.

        Args:
            posts: The posts of the page.
            by_layout: Whether the layout of the site told where they are.
        """
        alone = logistic(self.weights.confidence, self.facts_of_confidence(posts))
        return 1 - _DOUBT_LEFT * (1 - alone) if by_layout else alone

    def facts_of_confidence(self, posts: Sequence[Post]) -> dict[str, float]:
        """Return the facts behind the confidence."""
        known = {name: self.ranking.get(name, 0.0) for name in _RANKING}
        read = {"complete": _complete(posts), "texted": _texted(posts)}
        return {"score": self.score, "agreement": self.agreement} | read | known

    @cached_property
    def _outside(self) -> dict[str, float]:
        """What is known before the posts are read."""
        held = sum(self.outline.weight(*record) for record in self.records)
        links = sum(
            self.outline.linked[end] - self.outline.linked[start] for start, end in self.records
        )
        known = {
            "address": float(is_like_thread(self.page.url, titled=len(self.records) >= _SEVERAL)),
            "engine": float(engine_of(self.page.url) is not None),
            "declared": float(_declares(self.page.metadata)),
            "article": float(self.page.metadata.says_article),
            "score": self.score,
            "forum_links": _forum_links(self.page, self.outline),
            "linked": links / (links + held + 1),
            "posts": log(1 + len(self.records)),
        }
        return known | {name: self.ranking.get(name, 0.0) for name in _RANKING}


def _complete(posts: Sequence[Post]) -> float:
    """Return the share of the posts with author and time."""
    return sum(bool(post.author and post.published) for post in posts) / (len(posts) or 1)


def _texted(posts: Sequence[Post]) -> float:
    """Return the share of the posts with a text."""
    return sum(bool(post.body) for post in posts) / (len(posts) or 1)


def _forum_links(page: Page, outline: PageOutline) -> float:
    """Return the share of the page's links within its site whose paths are like those of forums."""
    anchors = (
        attributes
        for tag, attributes in zip(outline.tags, outline.attributes, strict=True)
        if tag == "a"
    )
    hrefs = {attributes.get("href", "") for attributes in islice(anchors, _MAX_LINKS)}
    return share_of_forum(page.url, (join(page.base, href) for href in hrefs))


def _declares(metadata: Metadata) -> bool:
    return any(
        _TYPES.search(str(entity.get("@type"))) for entity in metadata.entities[:_MAX_ENTITIES]
    )
