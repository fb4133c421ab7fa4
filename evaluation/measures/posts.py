"""Measure how well the posts of a thread were found, and the fields of each.

Extracted and labelled posts are matched one to one, best pair first. A pair may match if the bodies
agree by half (bag F1, with or without what the extraction marks as quoted, whichever is better), or
if author and time are correct and half of the gold's words are there, as in short posts and posts
of pictures. A labelled comment (Stack Exchange) is optional: its absence is not a miss, its
presence not an error. How many comments are replies with all that they need is counted apart.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from evaluation.datasets import GoldPost
from evaluation.measures.datetimes import is_right, possible_datetimes
from evaluation.measures.names import comparable_name
from evaluation.measures.text import OverlapCounts, bag_of
from extractor.page.text import words
from extractor.results import Post

LIKE_ENOUGH = 0.5
"""Bag F1 from which two bodies may be the same post; also the share of the gold's words for the
second way.
"""
STRICT = 0.9
"""Bag F1 from which a body is correct."""


@dataclass(frozen=True)
class Hits:
    """How many of the matched posts with a gold value have it right."""

    right: int = 0
    known: int = 0

    def __add__(self, other: "Hits") -> "Hits":
        return Hits(self.right + other.right, self.known + other.known)

    @property
    def share(self) -> float | None:
        """From 0 to 1; None if nothing is known."""
        return self.right / self.known if self.known else None


@dataclass(frozen=True)
class PostCounts:
    """The counts of a page's posts, which add up: matched, found, wanted at three levels of
    strictness, and fields.
    """

    found: OverlapCounts = field(default_factory=OverlapCounts)
    strict: OverlapCounts = field(default_factory=OverlapCounts)
    full: OverlapCounts = field(default_factory=OverlapCounts)
    author: Hits = field(default_factory=Hits)
    time: Hits = field(default_factory=Hits)
    floor: Hits = field(default_factory=Hits)
    #: Labelled comments, and replies nested in posts. In common are those with 0.9 of their words,
    #: the correct author, and the correct post that they answer.
    replies: OverlapCounts = field(default_factory=OverlapCounts)

    def __add__(self, other: "PostCounts") -> "PostCounts":
        return PostCounts(
            *(getattr(self, part.name) + getattr(other, part.name) for part in fields(self))
        )


@dataclass(frozen=True)
class Pair:
    """A labelled and an extracted post that match, by index, and what is correct; None is not
    known.
    """

    gold: int
    extracted: int
    f1: float
    author: bool | None
    time: bool | None
    floor: bool | None

    @property
    def fields_right(self) -> bool:
        """Return whether author and time are correct as far as they are known."""
        return self.author is not False and self.time is not False


def match(
    extracted: Sequence[Post], gold: Sequence[GoldPost], names: Sequence[frozenset[str]]
) -> list[Pair]:
    """Return the pairs, best first.

    ``names`` are the accepted authors of each labelled post (``names.accepted_names``).
    """
    bags = [
        (Counter(words(post.body)), Counter(words(f"{post.quoted}\n{post.body}")))
        for post in extracted
    ]
    pairs = []
    for index, (wanted, accepted) in enumerate(zip(gold, names, strict=True)):
        bag = Counter(words(wanted.body))
        for other, (post, versions) in enumerate(zip(extracted, bags, strict=True)):
            pair = _pair((index, wanted, accepted, bag), (other, post, versions))
            if pair:
                pairs.append(pair)
    return _one_to_one(pairs)


def count(pairs: Sequence[Pair], extracted: Sequence[Post], gold: Sequence[GoldPost]) -> PostCounts:
    """Return the counts of a page with these posts."""
    kept = [pair for pair in pairs if not gold[pair.gold].is_optional]
    found = len(extracted) - (len(pairs) - len(kept))
    wanted = sum(not post.is_optional for post in gold)
    strict = [pair for pair in kept if pair.f1 >= STRICT]
    return PostCounts(
        found=OverlapCounts(len(kept), found, wanted),
        strict=OverlapCounts(len(strict), found, wanted),
        full=OverlapCounts(sum(pair.fields_right for pair in strict), found, wanted),
        author=_hits([pair.author for pair in kept]),
        time=_hits([pair.time for pair in kept]),
        floor=_hits([pair.floor for pair in kept]),
        replies=_replies(pairs, extracted, gold),
    )


def _replies(
    pairs: Sequence[Pair], extracted: Sequence[Post], gold: Sequence[GoldPost]
) -> OverlapCounts:
    """Return the counts of replies. A labelled comment answers the last post before it."""
    places = {pair.gold: pair.extracted for pair in pairs}
    posts = [index for index, post in enumerate(gold) if not post.is_optional]
    right = 0
    for pair in pairs:
        before = bisect_left(posts, pair.gold)
        parent = places.get(posts[before - 1]) if before else None
        right += (
            gold[pair.gold].is_optional
            and pair.f1 >= STRICT
            and pair.author is not False
            and parent is not None
            and extracted[pair.extracted].parent == parent
        )
    found = sum(post.parent is not None for post in extracted)
    return OverlapCounts(right, found, len(gold) - len(posts))


def _hits(answers: Sequence[bool | None]) -> Hits:
    known = [answer for answer in answers if answer is not None]
    return Hits(sum(known), len(known))


_Wanted = tuple[int, GoldPost, frozenset[str], Counter[str]]
_Given = tuple[int, Post, tuple[Counter[str], Counter[str]]]


def _pair(gold: _Wanted, given: _Given) -> Pair | None:
    place, wanted, accepted, bag = gold
    other, post, versions = given
    counts = max((bag_of(version, bag) for version in versions), key=lambda counts: counts.score.f1)
    author = _author(wanted, post, accepted)
    time = _time(wanted, post)
    alike = counts.score.f1 >= LIKE_ENOUGH and bool(bag)
    covered = author is True and time is True and counts.common >= LIKE_ENOUGH * counts.wanted
    if not alike and not covered:
        return None
    floor = None if wanted.floor is None else post.floor == wanted.floor
    return Pair(place, other, counts.score.f1, author, time, floor)


def _author(wanted: GoldPost, post: Post, accepted: frozenset[str]) -> bool | None:
    return comparable_name(post.author) in accepted if wanted.author and any(accepted) else None


def _time(wanted: GoldPost, post: Post) -> bool | None:
    """Return whether either labelled form agrees; None if neither can be read, so that relative
    times do not count.
    """
    known = False
    for text in filter(None, (wanted.time_iso, wanted.time_text)):
        answer = is_right(post.published, text) if post.published else _is_readable(text)
        if answer:
            return True
        known = known or answer is False
    return False if known else None


def _is_readable(text: str) -> bool | None:
    """Return False, as no time was found, if the gold can be read; else None."""
    return False if possible_datetimes(text) else None


def _one_to_one(pairs: list[Pair]) -> list[Pair]:
    taken_gold: set[int] = set()
    taken_extracted: set[int] = set()
    kept = []
    for pair in sorted(
        pairs, key=lambda pair: (-pair.f1, not pair.fields_right, abs(pair.gold - pair.extracted))
    ):
        if pair.gold not in taken_gold and pair.extracted not in taken_extracted:
            taken_gold.add(pair.gold)
            taken_extracted.add(pair.extracted)
            kept.append(pair)
    return kept
