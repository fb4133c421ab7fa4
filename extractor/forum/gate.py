"""Decide whether a page is part of a thread: first from address and metadata alone, then from the posts found."""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import log

from extractor.fields.metadata import Metadata
from extractor.forum.cues import is_profile, masked, tells_moment
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.forum.weights import Facts, Weights, logistic, weighed
from extractor.lists.threads import engine_of
from extractor.page.dom import host_of, join
from extractor.page.page import Page
from extractor.page.text import dense_length
from extractor.results import Post

LEAST = 0.5
"""Least probability at which a page is taken for a thread: other pages are far more frequent in training."""
_ADDRESS = re.compile(
    r"forum|foren|foros?(?![a-z])|thread|(?:show|view)topic|topics?(?:\W{0,2}\d|\.\w)|discuss|bbs|talk(?![a-z])|"
    r"(?<![a-z])(?:boards?|community|answers)(?![a-z])|/questions?(?![a-z])|/[td]/|/comments/|/posts?/\d{5,20}+(?!/[^/]{1,50}-)|tieba|"
    r"luntan|keskustel|diskussion|pipermail/|/read\.cgi/|/res/\d{3,}\.html?|/issues/\d{1,9}/?(?:$|[?#])|/item\?id=\d",
    re.IGNORECASE,
)
"""What addresses of threads contain and those of articles rarely do.

A numbered topic is a thread; a named one is a list of articles. A board is not a keyboard.
"""
_SLUG = re.compile(
    r"(?<=[^/]/)(?![^/]*(?:show|view)(?:topic|thread))(\d*)[^/?#]*?(?:[^\W\d_]+[-_]){2,}[^\W\d_]+[^/?#]*"
)
"""A title in the path of an address, of three words and more: "peace-talk-in-vienna" is no forum."""
_BOARD = re.compile(
    r"(?:view|show)forum|forumdisplay|/forum-\d+-\d|[?&;](?:board|fid)=\d+(?!.*[?&;](?:topic|tid)=)|"
    r"//[^/?#]+/?(?:index\.\w{2,5})?$",
    re.IGNORECASE,
)
"""What only addresses of a board, the list of its threads, contain, and of front pages."""
_MOST_ENTITIES = 50
_TYPES = re.compile(r"DiscussionForumPosting|QAPage|Question")
_INSIDE = ("complete", "distinct_times", "first", "inside", "authors", "texted")
"""The facts that the posts decide, all from 0 to 1."""
_RANKING = ("time", "name", "number", "alike", "left", "share", "single", "beside")
"""The facts of the ranking that tell threads from other pages, too."""
_DOUBT_LEFT = 0.25
"""How much of the doubt is left about posts that are where the site's layout says.

Few posts look unsure because nothing on the page is like them. Layouts of other pages find them right nearly always.
"""
_LISTED = 0.1
"""Factor for the probability if the records look like those of a list."""
_SEVERAL = 3
"""Posts of a page whose title, in its address, may tell that it is a thread. Articles are about forums, too."""
_FEWEST_LISTED, _MOSTLY_LISTED, _SHORTEST_HEADING, _LONGEST_NAME = 5, 0.8, 5, 24
_MOST_BEFORE = 40.0
"""Most running text, in characters, before the heading of a record."""
_LONGEST_ADDRESS, _LONGEST_PATH = 500, 100
_MOST_LINKS = 1_000
_DATED = re.compile(r"(?:19|20)\d\d|\d:\d\d|前|ago\b|назад")
_LONGEST_LINE = 90
_FEWEST_DATES = 6
"""Lines with a date, or ``time`` elements, that a page needs to be a thread if its address says nothing."""


def may_be_thread(page: Page) -> bool:
    """Tell whether looking for posts is worth the time. Most pages are rejected here, at almost no cost."""
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
class ThreadEvidence:
    """The evidence that the records of a page are the posts of a thread, not comments, articles or reviews.

    ``ranking`` are the facts that rank the records, ``agreement`` is that of other sets of records with them. The
    weights of all facts are learned (``extractor.forum.weights``).
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
        doubt = _LISTED if self._lists_pages(posts) else 1.0
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

    def _lists_pages(self, posts: Sequence[Post]) -> bool:
        """Tell whether nearly all records begin with a link to a page of their own, as in a list of threads."""
        if len(self.records) < _FEWEST_LISTED:
            return False
        known = {post.author for post in posts}
        headings = {masked(self._heading(record, known)) for record in self.records} - {""}
        return len(headings) >= _MOSTLY_LISTED * len(self.records)

    def _heading(self, record: Record, authors: Container[str]) -> str:
        """Return the text of the first link before the running text to another page of the site, or ""."""
        outline, url = self.outline, self.page.url
        start, end = record
        for node in range(start, end):
            if outline.weight(start, node) > _MOST_BEFORE:
                break
            href = outline.attributes[node].get("href", "").strip() if outline.tags[node] == "a" else ""
            if not href or href[0] == "#" or is_profile(href):
                continue
            text = outline.text(node, outline.ends[node])
            target = join(url, href).partition("#")[0]
            is_name = text in authors and len(text) <= _LONGEST_NAME and not _BOARD.search(target)
            if len(text) < _SHORTEST_HEADING or is_name or tells_moment(text):
                continue
            if host_of(target) == host_of(url) and target != url.partition("#")[0]:
                return text
        return ""

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
        links = sum(self.outline.linked[end] - self.outline.linked[start] for start, end in self.records)
        known = {
            "address": float(_has_cue(self.page.url, titled=len(self.records) >= _SEVERAL)),
            "engine": float(engine_of(self.page.url) is not None),
            "declared": float(_declares(self.page.metadata)),
            "article": float(self.page.metadata.says_article),
            "score": self.score,
            "forum_links": _forum_links(self.page),
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


def _has_cue(url: str, *, titled: bool = True) -> bool:
    """Tell whether an address is like that of a thread; if ``titled``, the title in it may say so."""
    start = url[:_LONGEST_ADDRESS]
    start = start if titled else _SLUG.sub(r"\1", start)
    return bool(_ADDRESS.search(start)) and not _BOARD.search(start)


def _forum_links(page: Page) -> float:
    """Return the share of the page's links within its site whose paths are like those of forums."""
    host = page.url[:_LONGEST_ADDRESS].partition("//")[2].partition("/")[0]
    here = (f"http://{host}/", f"https://{host}/")
    links = (join(page.base, element.get("href") or "") for _, element in page.blocks.anchors[:_MOST_LINKS])
    own = {link[link.index("/", len("https://")) :][:_LONGEST_PATH] for link in links if link.startswith(here)}
    likely = sum(bool(_ADDRESS.search(path) and _ADDRESS.search(_SLUG.sub(r"\1", f"x{path}"))) for path in own)
    return likely / (len(own) or 1)


def _declares(metadata: Metadata) -> bool:
    return any(_TYPES.search(str(entity.get("@type"))) for entity in metadata.entities[:_MOST_ENTITIES])
