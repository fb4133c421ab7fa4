"""Decide from the posts found on a page whether it is part of a thread, and how many of them are
right.

A small forest of trees weighs what the page shows at a glance, how its records rank, and what its
posts are like. ``training.thread_gate`` trains it and prints its figures.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from pathlib import Path

import numpy as np

from extractor.forum.addresses import is_like_thread
from extractor.forum.comment_heads import heads_comments
from extractor.forum.listed import lists_pages
from extractor.forum.outline import PageOutline
from extractor.forum.post_facts import post_facts
from extractor.forum.records import Record
from extractor.forum.unsaid import are_no_posts, may_be_other, size_of
from extractor.forum.weights import Facts, Weights, logistic
from extractor.kind_declared import count_entries
from extractor.lists.threads import engine_of
from extractor.page.page import Page
from extractor.page.text import dense_length
from extractor.results import Post
from extractor.trees import Forest, load

MODEL = Path(__file__).with_name("gate.npz")
MIN_CONFIDENCE = 0.3
"""Least probability at which a page is taken for a thread.

In folds by site, 98 of 100 threads are, 90 if their addresses are hidden, and six other pages of a
thousand; their posts are found with the shipped weights, which know most of them.
"""
MIN_UNLIKELY = 0.7
"""The same for a page that does not look like one at a glance. Of 4,026 other pages, none more is
taken for a thread, and of 270 threads whose addresses are hidden, two more are.
"""
_MIN_FORUM_LINKS = 0.2
"""Least share of the links of a page that lead to forums if it is one of a forum."""
SURE = 0.97
"""Least probability at which a page is taken for a thread that may as well be something else.

In folds by site, one of 1,170 such pages that are no threads reaches it.
"""
_DOUBTED = 0.1
"""Factor for a probability that is not believed."""
_RANKING = ("time", "name", "number", "alike", "left", "share", "single", "beside")
"""The facts of the ranking that tell threads from other pages, and right posts from wrong ones."""
_RANKING_OF_THREADS = (*_RANKING, "gap", "single_share")
_OF_RIGHT_POSTS = ("complete", "texted", "whole_days", "first_length", "longest_answer")
_RANKING_OF_RIGHT_POSTS = (*_RANKING, "linked", "single_linked")
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

    ``glance`` are the facts about the page (``extractor.forum.glance``), ``ranking`` those about
    the records, ``score`` is how the judge rates these. ``agreement`` is that of other sets of
    records with them. The weights of all facts are learned.
    """

    page: Page
    outline: PageOutline
    records: Sequence[Record]
    glance: Facts
    ranking: Facts
    score: float
    agreement: float
    weights: Weights

    def probability(self, posts: Sequence[Post]) -> float:
        """Return the probability from 0 to 1, now that the posts are read."""
        if not posts:
            return 0.0
        row = list(self.facts(posts).values())
        chance = float(_forest().predict(np.array([row], np.float32))[0])
        is_believed = chance < MIN_CONFIDENCE or self.is_believed(chance, posts)
        return chance if is_believed else _DOUBTED * chance

    def is_believed(self, chance: float, posts: Sequence[Post]) -> bool:
        """Return whether the page may be a thread, if the forest says so at this probability: what
        the labelled pages are too few to teach.
        """
        authors = {post.author for post in posts}
        if lists_pages(self.outline, self.records, self.page.url, authors):
            return False
        if self._is_said:
            return True
        if are_no_posts(self.outline, self.records, posts):
            return False
        # Two records without any name may be an article and the line of copyright below it.
        is_nameless_pair = len(self.records) == 2 and not self.ranking.get("name")
        is_doubted = is_nameless_pair or may_be_other(self.page, self.outline, self.records, posts)
        return chance >= SURE or not is_doubted

    def facts(self, posts: Sequence[Post]) -> dict[str, float]:
        """Return the facts behind the probability, of one or more posts, in the order of the
        forest's features.
        """
        facts = dict(self.glance)
        facts |= {name: self.ranking.get(name, 0.0) for name in _RANKING_OF_THREADS}
        facts |= self._of_records()
        facts |= post_facts(posts)
        facts |= self._of_posts(posts)
        return facts

    def confidence(self, posts: Sequence[Post], *, by_layout: bool = False) -> float:
        """Return the expected F1 of the page's posts, from 0 to 1.

        Args:
            posts: The posts of the page.
            by_layout: Whether the layout of the site told where they are.
        """
        alone = logistic(self.weights.confidence, self.facts_of_confidence(posts))
        if by_layout:
            return 1 - _DOUBT_LEFT * (1 - alone)
        return alone

    def facts_of_confidence(self, posts: Sequence[Post]) -> dict[str, float]:
        """Return the facts behind the confidence; none of the posts, too."""
        known = post_facts(posts) if posts else {}
        covered = sum(end - start for start, end in self.records) / (len(self.outline.tags) or 1)
        facts = {"score": self.score, "agreement": self.agreement, "covered": covered}
        facts |= {name: known.get(name, 0.0) for name in _OF_RIGHT_POSTS}
        facts |= {name: self.ranking.get(name, 0.0) for name in _RANKING_OF_RIGHT_POSTS}
        return facts

    @property
    def _is_said(self) -> bool:
        """Return whether something other than its form says that the page is one of a thread.

        A word in the title that is part of an address says so only among links to forums.
        """
        glance = self.glance
        is_among_boards = glance["forum_links"] >= _MIN_FORUM_LINKS
        is_addressed = glance["address"] and (self._has_address or is_among_boards)
        return bool(is_addressed or glance["marked"] or glance["declared"])

    @property
    def _has_address(self) -> bool:
        return is_like_thread(self.page.url, titled=len(self.records) >= _SEVERAL)

    def _of_records(self) -> dict[str, float]:
        """Return what is known before the posts are read."""
        outline, records = self.outline, self.records
        held = sum(outline.weight(*record) for record in records)
        links = sum(outline.linked[end] - outline.linked[start] for start, end in records)
        first, last = records[0][0], records[-1][1]
        whole = outline.weights[-1] or 1.0
        return {
            "address": float(self._has_address),
            "engine": float(engine_of(self.page.url) is not None),
            "score": self.score,
            "linked": links / (links + held + 1),
            "posts": log(1 + len(records)),
            "running": log(1 + max(outline.weights[-1], _LITTLE_TEXT)),
            "agreement": self.agreement,
            "before": outline.weights[first] / whole,
            "after": outline.weight(last, len(outline.tags)) / whole,
            "comments": float(heads_comments(outline, records)),
            "entries": log(1 + count_entries(self.page)),
        }

    def _of_posts(self, posts: Sequence[Post]) -> dict[str, float]:
        """Return what is known of the posts beside the facts that the confidence shares."""
        first, *others = posts
        answering = {post.author for post in others}
        read = sum(dense_length(post.body) + dense_length(post.quoted) for post in posts)
        return {
            "inside": min(1.0, read / (self.outline.weights[-1] or 1.0)),
            "text": log(1 + size_of(posts)),
            "first_text": log(1 + len(first.body)),
            "others_text": log(1 + sum(len(post.body) for post in others)),
            "author_again": float(bool(first.author) and first.author in answering),
        }


@cache
def _forest() -> Forest:
    return load(MODEL)
