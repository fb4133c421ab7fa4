"""Group documents into stories online: each document joins the nearest story or begins one. Pure, in memory.

A story is the sum of its documents' vectors, cut to its heaviest terms. Stories that share heavy terms with a document
come from an inverted index. If a document is near two stories that are near each other, they become one; a story whose
documents fall apart into two parts is split.
"""

from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

# How near a document must be to a story, and two stories to each other: with hardly any text (a title alone has about
# six terms), and with enough of it. Few words of one event are equal in two titles.
JOIN = (0.1, 0.5)
MERGE = (0.1, 0.64)
_FEW_TERMS, _ENOUGH_TERMS = 3, 22
_TERMS = 48
# A story is found by its heaviest terms, and a document looks with its own heaviest.
_INDEXED = 14
_ASKED = 12
_MOST_POSTINGS = 300
_JUDGED = 12
# A story of one of these sizes looks whether another is about the same event.
_REVIEWED = (2, 3, 5, 8, 13, 21, 34, 55)
_HALF_LIFE_HOURS = 24.0
Vector = Mapping[str, float]


@dataclass(slots=True)
class Cluster:
    """A story in memory: its size, the time of its last document in hours, and its vector."""

    id: str
    size: int = 0
    last: float = 0.0
    terms: tuple[str, ...] = ()
    weights: "array[float]" = field(default_factory=lambda: array("f"))
    evidence: float = 0.0

    def vector(self) -> dict[str, float]:
        """Return the weights by term; their length is the number of documents at most."""
        return dict(zip(self.terms, self.weights, strict=True))

    def set_vector(self, vector: Vector) -> None:
        """Keep the heaviest terms of a vector."""
        best = sorted(vector, key=lambda key: (-vector[key], key))[:_TERMS]
        self.terms, self.weights = tuple(best), array("f", [vector[key] for key in best])

    def add(self, vector: Vector) -> None:
        """Add a document's vector."""
        together = self.vector()
        for key, weight in vector.items():
            together[key] = together.get(key, 0.0) + weight
        self.set_vector(together)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a document went. ``merged`` are the ids of stories that became part of ``story``."""

    story: str
    similarity: float
    merged: tuple[str, ...] = ()


def cosine(one: Vector, other: Vector) -> float:
    """Return the cosine of two vectors."""
    if len(one) > len(other):
        one, other = other, one
    product = sum(weight * other[key] for key, weight in one.items() if key in other)
    lengths = sum(weight * weight for weight in one.values()) * sum(weight * weight for weight in other.values())
    return product / lengths**0.5 if product else 0.0


def evidence(vector: Vector) -> float:
    """Return how much text a document has to be judged by, from 0 to 1, by the number of its terms."""
    return min(1.0, max(0.0, (len(vector) - _FEW_TERMS) / (_ENOUGH_TERMS - _FEW_TERMS)))


def _limit(limits: tuple[float, float], share: float) -> float:
    return limits[0] + (limits[1] - limits[0]) * share


class Clusters:
    """The stories that may still grow. ``hours`` of one call never matter but for their differences."""

    def __init__(self, join: tuple[float, float] = JOIN, merge: tuple[float, float] = MERGE) -> None:
        self._join, self._merge = join, merge
        self.stories: dict[str, Cluster] = {}
        self._postings: dict[str, array[int]] = {}
        self._names: dict[int, str] = {}
        self._numbers: dict[str, int] = {}
        self._next = 0

    def place(self, document_id: str, vector: Vector, hours: float) -> Placed:
        """Put a document into the nearest story, or into a new one with its own id."""
        near = self.near(vector, hours)
        if not near or near[0][0] < _limit(self._join, evidence(vector)):
            self.load(Cluster(document_id), vector, hours)
            return Placed(document_id, near[0][0] if near else 0.0)
        similarity, best = near[0]
        story = self.stories[best]
        self._grow(story, vector, hours)
        merged: list[str] = []
        if story.size in _REVIEWED or story.size % _REVIEWED[-1] == 0:
            story, merged = self._reviewed(story, hours)
        return Placed(story.id, similarity, tuple(merged))

    def _reviewed(self, story: Cluster, hours: float) -> tuple[Cluster, list[str]]:
        """Merge a story with those that are near it now that it has grown; the larger one's id stays."""
        merged: list[str] = []
        for similarity, other_id in self.near(story.vector(), hours):
            if other_id == story.id or similarity < _limit(
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
        self.drop(given.id)
        size = kept.size + given.size
        share = (kept.evidence * kept.size + given.evidence * given.size) / size
        self._grow(kept, given.vector(), given.last)
        kept.size, kept.evidence = size, share

    def near(self, vector: Vector, hours: float) -> list[tuple[float, str]]:
        """Return the nearest stories with their similarity, the nearest first."""
        shared: Counter[int] = Counter()
        asked = sorted(vector, key=lambda key: -vector[key])[:_ASKED]
        for key in asked:
            postings = self._postings.get(key, ())
            weight = vector[key]
            for number in postings[-_MOST_POSTINGS:]:
                shared[number] += weight
        found = []
        for number, _weight in shared.most_common(_JUDGED):
            story_id = self._names.get(number)
            if story_id is None:
                continue
            story = self.stories[story_id]
            age = max(0.0, hours - story.last)
            found.append((cosine(vector, story.vector()) * 0.5 ** (age / _HALF_LIFE_HOURS), story_id))
        return sorted(found, key=lambda each: (-each[0], each[1]))

    def load(self, story: Cluster, vector: Vector, hours: float) -> None:
        """Add a story with its first document, or as it was stored."""
        self.stories[story.id] = story
        self._grow(story, vector, hours)

    def drop(self, story_id: str) -> None:
        """Remove a story."""
        del self.stories[story_id]
        del self._names[self._numbers.pop(story_id)]

    def _grow(self, story: Cluster, vector: Vector, hours: float) -> None:
        before = set(story.terms[:_INDEXED])
        story.add(vector)
        story.size += 1
        story.evidence += (evidence(vector) - story.evidence) / story.size
        story.last = max(story.last, hours)
        if story.id not in self._numbers:
            self._numbers[story.id] = self._next
            self._names[self._next] = story.id
            self._next += 1
        number = self._numbers[story.id]
        for key in story.terms[:_INDEXED]:
            if key not in before:
                self._postings.setdefault(key, array("q")).append(number)
