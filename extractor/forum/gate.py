"""Decide from the posts found on a page whether it is part of a thread, and how many of them are
right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log

from extractor.forum.addresses import is_like_thread
from extractor.forum.listed import lists_pages
from extractor.forum.outline import PageOutline
from extractor.forum.post_facts import post_facts
from extractor.forum.records import Record
from extractor.forum.unsaid import may_be_other
from extractor.forum.weights import Facts, Weights, logistic, weighed
from extractor.lists.threads import engine_of
from extractor.page.page import Page
from extractor.page.text import dense_length
from extractor.results import Post

MIN_CONFIDENCE = 0.5
"""Least probability at which a page is taken for a thread: other pages are far more frequent in
training.
"""
_OF_POSTS = (
    "complete",
    "texted",
    "distinct_times",
    "authors",
    "answering",
    "rising",
    "days",
    "first",
    "first_length",
)
"""The facts about the posts that tell threads from other pages."""
_INSIDE = (*_OF_POSTS, "inside")
"""The facts that are known only when the posts are read, all from 0 to 1."""
_RANKING = ("time", "name", "number", "alike", "left", "share", "single", "beside")
"""The facts of the ranking that tell threads from other pages, and right posts from wrong ones."""
_RANKING_OF_THREADS = (*_RANKING, "gap", "single_share")
_OF_RIGHT_POSTS = ("complete", "texted", "whole_days", "first_length", "longest_answer")
_RANKING_OF_RIGHT_POSTS = (*_RANKING, "linked", "single_linked")
_MIN_FORUM_LINKS = 0.2
"""Least share of the links of a page that lead to forums if it is one of a forum."""
_LISTED = 0.1
"""Factor for the probability if the records look like those of a list."""
_DOUBT_LEFT = 0.25
"""How much of the doubt is left about posts that are where the site's layout says.

Few posts look unsure because nothing on the page is like them. Layouts of other pages find them
right nearly always.
"""
_LITTLE_TEXT = 2_000
"""Characters of running text of the whole page, below which hardly a labelled page has."""
_SEVERAL = 3
"""Posts of a page whose title, in its address, may tell that it is a thread. Articles are about
forums, too.
"""


@dataclass(frozen=True)
class ThreadEvidence:
    """The evidence that the records of a page are the posts of a thread, not comments, articles or
    reviews.

    ``glance`` are the facts about the page (``extractor.forum.glance``), ``ranking`` those that
    rank the records. ``agreement`` is that of other sets of records with them. The weights of all
    facts are learned (``extractor.forum.weights``).
    """

    page: Page
    outline: PageOutline
    records: Sequence[Record]
    glance: Facts
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
        if not self._is_said and may_be_other(self.page, self.outline, self.records, posts):
            return 0.0
        authors = {post.author for post in posts}
        doubt = _LISTED if lists_pages(self.outline, self.records, self.page.url, authors) else 1.0
        return doubt * logistic(self.weights.gate, self.facts(posts))

    def facts(self, posts: Sequence[Post]) -> dict[str, float]:
        """Return the facts behind the probability, of one or more posts."""
        known = post_facts(posts)
        read = sum(dense_length(post.body) + dense_length(post.quoted) for post in posts)
        inside = min(1.0, read / (self.outline.weights[-1] or 1.0))
        return self._outside | {name: known[name] for name in _OF_POSTS} | {"inside": inside}

    def confidence(self, posts: Sequence[Post], *, by_layout: bool = False) -> float:
        """Return the expected F1 of the page's posts, from 0 to 1.

        Args:
            posts: The posts of the page.
            by_layout: Whether the layout of the site told where they are.
        """
        alone = logistic(self.weights.confidence, self.facts_of_confidence(posts))
        return 1 - _DOUBT_LEFT * (1 - alone) if by_layout else alone

    def facts_of_confidence(self, posts: Sequence[Post]) -> dict[str, float]:
        """Return the facts behind the confidence; none of the posts, too."""
        known = post_facts(posts) if posts else {}
        covered = sum(end - start for start, end in self.records) / (len(self.outline.tags) or 1)
        return (
            {"score": self.score, "agreement": self.agreement, "covered": covered}
            | {name: known.get(name, 0.0) for name in _OF_RIGHT_POSTS}
            | {name: self.ranking.get(name, 0.0) for name in _RANKING_OF_RIGHT_POSTS}
        )

    @property
    def _is_said(self) -> bool:
        """Return whether something other than its form says that the page is one of a thread.

        A word in the title that is part of an address says so only among links to forums.
        """
        known = self._outside
        is_among_boards = known["forum_links"] >= _MIN_FORUM_LINKS
        is_addressed = self.glance["address"] and (known["address"] or is_among_boards)
        return bool(is_addressed or known["marked"] or known["declared"])

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
            "score": self.score,
            "linked": links / (links + held + 1),
            "posts": log(1 + len(self.records)),
            "running": log(1 + max(self.outline.weights[-1], _LITTLE_TEXT)),
        }
        ranking = {name: self.ranking.get(name, 0.0) for name in _RANKING_OF_THREADS}
        return dict(self.glance) | ranking | known
