"""Group documents into stories online: each document joins the nearest story or begins one.

Pure, in memory.

A story is the sum of its documents' vectors, cut to its heaviest terms. Stories that share heavy
terms with a document come from an inverted index. If a document is near two stories that are near
each other, they become one; a story whose documents fall apart into two parts is split.

What is near depends on the order of arrival: an early document may have begun a story of its own.
So a slower pass, ``review``, joins stories whose documents are near each other on average.
"""

from array import array
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush, nlargest
from math import inf
from sys import intern
from typing import NamedTuple, Self

# How near a document must be to a story, and two stories to each other: with hardly any text (a
# title alone has about six terms), and with enough of it. Few words of one event are equal in two
# titles.
JOIN = (0.1, 0.47)
MERGE = (0.1, 0.64)
_FEW_TERMS = 3
_ENOUGH_TERMS = 22
_TERMS = 48
# A story is found by its heaviest terms, and a document looks with its own heaviest.
_INDEXED = 14
_ASKED = 12
_MAX_POSTINGS = 300
_JUDGED = 12
# A story of one of these sizes looks whether another is about the same event.
_REVIEWED = (2, 3, 5, 8, 13, 21, 34, 55)
# A story is split if its newest documents, grouped by stricter limits, fall into two parts far from
# each other.
_MAX_MEMBERS = 48
_MIN_SPLIT = 8
_MAX_PARTS = 12
_MIN_PART = 0.25
_STRICTER = 0.05
_APART = 0.5
_HALF_LIFE_HOURS = 36.0
# The mean likeness of the documents of two stories from which a review joins them: with hardly any
# text, and with enough. On the news texts of ``benchmarks.stories texts`` 0.24 to 0.31 give 86.2 to
# 87.9 points of BCubed F1; on made-up events 0.28 loses nothing. Headlines alone tell too little.
_REVIEW = (0.5, 0.28)
# Two stories that both have this many documents were held apart by several: they need more.
_ESTABLISHED = 3
_MORE = 0.1
# Fewer terms in common prove nothing, and the heaviest counts no more than all others together: the
# name of a town is in all that happens there.
_MIN_SHARED = 3
# How much more than all others together the heaviest shared term counts at most, with enough text;
# with less text more. On headlines 8 and 20 give 0.4 and 1.1 points of pairs F1 less; with full
# texts all three are alike.
_MAX_OF_ONE = 13.0
Vector = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class MemberVector:
    """The vector of a document, in a fifth of the memory of a dictionary."""

    document: str
    terms: tuple[str, ...]
    weights: "array[float]"

    @classmethod
    def of(cls, document: str, vector: Vector) -> Self:
        """Keep the vector of a document."""
        # Documents share their words, so one text for each word is enough.
        return cls(document, tuple(map(intern, vector)), array("f", vector.values()))

    def vector(self) -> dict[str, float]:
        """Return the weights by term."""
        return dict(zip(self.terms, self.weights, strict=True))


@dataclass(slots=True)
class Cluster:
    """A story in memory: its size, the time of its last document in hours, and its vector; the time
    of its first document if that is known.

    ``members`` are the vectors of its newest documents since the process started, by which it can
    be split. ``number`` is its place in the index.
    """

    id: str
    size: int = 0
    last: float = 0.0
    first: float = -inf
    terms: tuple[str, ...] = ()
    weights: "array[float]" = field(default_factory=lambda: array("f"))
    evidence: float = 0.0
    members: list[MemberVector] = field(default_factory=list)
    number: int = -1

    def vector(self) -> dict[str, float]:
        """Return the weights by term; their length is the number of documents at most."""
        return dict(zip(self.terms, self.weights, strict=True))

    def set_vector(self, vector: Vector) -> None:
        """Keep the heaviest terms of a vector."""
        best = sorted(vector, key=lambda key: (-vector[key], key))[:_TERMS]
        # Stories share their words, so one text for each word is enough.
        self.terms, self.weights = (
            tuple(map(intern, best)),
            array("f", [vector[key] for key in best]),
        )

    def include(self, vector: Vector) -> None:
        """Count a document with its vector."""
        self.evidence = (self.evidence * self.size + evidence(vector)) / (self.size + 1)
        self.size += 1
        self.add(vector)

    def add(self, vector: Vector) -> None:
        """Add a document's vector."""
        together = self.vector()
        for key, weight in vector.items():
            together[key] = together.get(key, 0.0) + weight
        self.set_vector(together)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a document went. ``merged`` are the ids of stories that became part of ``story``.

    ``split`` are documents that left the story for a new one, whose id is that of the first of
    them.
    """

    story: str
    merged: tuple[str, ...] = ()
    split: tuple[str, ...] = ()


def cosine(one: Vector, other: Vector) -> float:
    """Return the cosine of two vectors."""
    if len(one) > len(other):
        one, other = other, one
    product = sum(weight * other[key] for key, weight in one.items() if key in other)
    lengths = sum(weight * weight for weight in one.values()) * sum(
        weight * weight for weight in other.values()
    )
    return product / lengths**0.5 if product else 0.0


def likeness(one: Vector, other: Vector) -> float:
    """Return the cosine of two vectors, in which no term counts too much more than all others.

    The name of a town is in the reports of all that happens there. Where there is little text, one
    name may be all that two reports of one event share besides common words.
    """
    if len(one) > len(other):
        one, other = other, one
    products = [weight * other[key] for key, weight in one.items() if key in other]
    heaviest = max(products, default=0.0)
    rest = sum(products) - heaviest
    share = min(evidence(one), evidence(other))
    if share:
        too_much = max(0.0, heaviest * share - _MAX_OF_ONE * rest) / share
    else:
        too_much = 0.0
    lengths = sum(weight * weight for weight in one.values()) * sum(
        weight * weight for weight in other.values()
    )
    return (heaviest + rest - too_much) / lengths**0.5 if products else 0.0


def evidence(vector: Vector) -> float:
    """Return how much text a document has to be judged by, from 0 to 1, by the number of its
    terms.
    """
    return min(1.0, max(0.0, (len(vector) - _FEW_TERMS) / (_ENOUGH_TERMS - _FEW_TERMS)))


class _Pair(NamedTuple):
    """Two stories that may be joined: the smallest first, with their sizes when they were
    compared.
    """

    order: float
    ids: tuple[str, str]
    sizes: tuple[int, int]


def _mean_likeness(one: Cluster, other: Cluster) -> float:
    """Return the mean product of a document of one story and one of another, halved for each half
    life between them. A story's vector is the sum of its documents', each of length 1.
    """
    first, second = one.vector(), other.vector()
    products = [weight * second[key] for key, weight in first.items() if key in second]
    if len(products) < _MIN_SHARED:
        return 0.0
    heaviest = max(products)
    rest = sum(products) - heaviest
    age = max(0.0, one.first - other.last, other.first - one.last)
    together = min(heaviest, rest) + rest
    share = 1 / (one.size * other.size)
    return float(together * share * 0.5 ** (age / _HALF_LIFE_HOURS))


def _limit(limits: tuple[float, float], share: float) -> float:
    return limits[0] + (limits[1] - limits[0]) * share


class Clusters:
    """The stories that may still grow.

    ``hours`` of one call never matter but for their differences.
    """

    def __init__(
        self, join: tuple[float, float] = JOIN, merge: tuple[float, float] = MERGE
    ) -> None:
        self._join, self._merge = join, merge
        self.stories: dict[str, Cluster] = {}
        # Most terms are of one story: its number alone takes a fifth of the memory of an array.
        self._postings: dict[str, int | array[int]] = {}
        self._indexed: dict[int, Cluster] = {}
        self._next = 0

    def place(self, document_id: str, vector: Vector, hours: float) -> Placed:
        """Put a document into the nearest story, or into a new one with its own id."""
        near = self.near(vector, hours)
        if not near or near[0][0] < _limit(self._join, evidence(vector)):
            self._begin(document_id, [MemberVector.of(document_id, vector)], hours)
            return Placed(document_id)
        story = self.stories[near[0][1]]
        self._grow(story, vector, hours)
        story.members = [
            *story.members[1 - _MAX_MEMBERS :],
            MemberVector.of(document_id, vector),
        ]
        # A story is compared with the others when it has grown by a share, or each report would
        # cost that.
        if story.size not in _REVIEWED and story.size % _REVIEWED[-1]:
            return Placed(story.id)
        story, merged = self._reviewed(story, hours)
        return Placed(story.id, tuple(merged), self._split(story, hours) if not merged else ())

    def restore(self, story: Cluster) -> None:
        """Add a story as it was stored."""
        self.stories[story.id] = story
        self._index(story, ())

    def review(self, story_ids: Iterable[str]) -> list[tuple[str, str]]:
        """Join these stories with those whose documents are near theirs on average, the nearest
        first; return the id of each story that was joined and of the one that it is part of now.
        """
        joined: list[tuple[str, str]] = []
        pairs = [pair for story_id in story_ids for pair in self._pairs(story_id)]
        heapify(pairs)
        while pairs:
            pair = heappop(pairs)
            stories = [self.stories.get(each) for each in pair.ids]
            # One of them was joined meanwhile, and looked again.
            if pair.sizes != tuple(story.size if story else 0 for story in stories):
                continue
            kept, given = sorted(pair.ids, key=self._rank)
            self._join_stories(self.stories[kept], self.stories[given])
            joined.append((given, kept))
            for further in self._pairs(kept):
                heappush(pairs, further)
        return joined

    def _rank(self, story_id: str) -> tuple[int, float, str]:
        """Return what decides which of two stories keeps its id: the larger, or the older one."""
        story = self.stories[story_id]
        return -story.size, story.first, story_id

    def _pairs(self, story_id: str) -> Iterator["_Pair"]:
        """Yield the stories that are near enough to one for a review."""
        story = self.stories.get(story_id)
        if story is None:
            return
        for _nearness, other_id in self.near(story.vector(), story.last, _TERMS):
            other = self.stories[other_id]
            if other is story:
                continue
            needed = _limit(_REVIEW, min(story.evidence, other.evidence))
            # Two large stories that are one would have met while they were small.
            if min(story.size, other.size) >= _ESTABLISHED:
                needed += _MORE
            above = _mean_likeness(story, other) - needed
            if above >= 0:
                yield _Pair(-above, (story_id, other_id), (story.size, other.size))

    def forget(self, before: float) -> None:
        """Drop the stories without a document since a time, and what the index has of dropped
        ones.
        """
        kept = [story for story in self.stories.values() if story.last >= before]
        self.stories, self._indexed, self._postings, self._next = {}, {}, {}, 0
        for story in kept:
            story.number = -1
            self.restore(story)

    def _reviewed(self, story: Cluster, hours: float) -> tuple[Cluster, list[str]]:
        """Merge a story with those that are near it now that it has grown; the larger one's id
        stays.
        """
        merged: list[str] = []
        for nearness, other_id in self.near(story.vector(), hours):
            if other_id == story.id or nearness < _limit(
                self._merge, min(story.evidence, self.stories[other_id].evidence)
            ):
                continue
            kept, given = story, self.stories[other_id]
            if given.size > kept.size:
                kept, given = given, kept
            self._join_stories(kept, given)
            merged.append(given.id)
            story = kept
        return story, merged

    def _join_stories(self, kept: Cluster, given: Cluster) -> None:
        self._drop(given.id)
        kept.members = [*kept.members, *given.members][-_MAX_MEMBERS:]
        size = kept.size + given.size
        share = (kept.evidence * kept.size + given.evidence * given.size) / size
        self._grow(kept, given.vector(), given.last)
        kept.size, kept.evidence, kept.first = size, share, min(kept.first, given.first)

    def near(
        self, vector: Vector, hours: float, asked_terms: int = _ASKED
    ) -> list[tuple[float, str]]:
        """Return the nearest stories with their similarity, the nearest first, of those that share
        heavy terms with the heaviest of a vector.
        """
        shared: defaultdict[int, float] = defaultdict(float)
        asked = sorted(vector, key=lambda key: -vector[key])[:asked_terms]
        for key in asked:
            weight = vector[key]
            for number in self._numbers(key):
                shared[number] += weight
        found = []
        for number in nlargest(_JUDGED, shared, key=shared.__getitem__):
            story = self._indexed.get(number)
            if story is None:
                continue
            # A document may be older than the story, too: a list shows what is long past.
            age = max(0.0, hours - story.last, story.first - hours)
            found.append(
                (likeness(vector, story.vector()) * 0.5 ** (age / _HALF_LIFE_HOURS), story.id)
            )
        return sorted(found, key=lambda each: (-each[0], each[1]))

    def _begin(self, story_id: str, members: Sequence[MemberVector], hours: float) -> None:
        story = self.stories[story_id] = Cluster(story_id, first=hours)
        for member in members:
            self._grow(story, member.vector(), hours)
        story.members = list(members)
        only = members[0]
        if len(members) == 1 and only.terms == story.terms:
            # Most stories have one document. Neither vector is changed in place.
            story.terms, story.weights = only.terms, only.weights

    def _drop(self, story_id: str) -> None:
        del self._indexed[self.stories.pop(story_id).number]

    def _split(self, story: Cluster, hours: float) -> tuple[str, ...]:
        """Part a story whose newest documents fall into two groups; return the documents that leave
        it.
        """
        if len(story.members) < _MIN_SPLIT:
            return ()
        parts = Clusters(
            *(
                (limits[0] + _STRICTER, limits[1] + _STRICTER)
                for limits in (self._join, self._merge)
            )
        )
        for member in story.members:
            if len(parts.stories) < _MAX_PARTS:
                parts.place(member.document, member.vector(), 0.0)
        ranked = sorted(parts.stories.values(), key=lambda part: (-part.size, part.id))
        if len(ranked) < 2:
            return ()
        first, second = ranked[:2]
        apart = (
            cosine(first.vector(), second.vector()) < _limit(self._join, story.evidence) * _APART
        )
        if not apart or second.size < _MIN_PART * len(story.members):
            return ()
        apart_from_it = {member.document for member in second.members}
        leaving = [member for member in story.members if member.document in apart_from_it]
        staying = [member for member in story.members if member.document not in apart_from_it]
        size, last = story.size - len(leaving), story.last
        self._drop(story.id)
        self._begin(story.id, staying, last)
        self.stories[story.id].size = max(size, len(staying))
        self._begin(leaving[0].document, leaving, hours)
        return tuple(member.document for member in leaving)

    def _grow(self, story: Cluster, vector: Vector, hours: float) -> None:
        before = set(story.terms[:_INDEXED])
        story.add(vector)
        story.size += 1
        story.evidence += (evidence(vector) - story.evidence) / story.size
        story.first, story.last = min(story.first, hours), max(story.last, hours)
        self._index(story, before)

    def _index(self, story: Cluster, known: Container[str]) -> None:
        """Enter a story under its heaviest terms, except those under which it is known."""
        if story.number < 0:
            story.number = self._next
            self._indexed[story.number] = story
            self._next += 1
        for key in story.terms[:_INDEXED]:
            if key not in known:
                self._post(key, story.number)

    def _post(self, key: str, number: int) -> None:
        posted = self._postings.get(key)
        if posted is None:
            self._postings[key] = number
        elif isinstance(posted, int):
            self._postings[key] = array("I", (posted, number))
        else:
            posted.append(number)

    def _numbers(self, key: str) -> Sequence[int]:
        """Return the newest stories that are entered under a term."""
        posted = self._postings.get(key)
        if posted is None:
            return ()
        if isinstance(posted, int):
            return (posted,)
        return posted[-_MAX_POSTINGS:]
