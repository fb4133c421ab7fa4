"""Decide which storyline a story goes on with. Pure, in memory.

Two stories are of one matter if they share what few others have: their heaviest terms, which the
grouping of stories weighs by how rare they are, and the people and organisations that they name.
Rather two storylines of one matter than one of two: what looks alike is apart.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from sys import intern

from features.storylines.editions import Editions, are_apart

MAX_GAP = timedelta(days=42)
"""A matter that nobody reported on for longer begins a new storyline: six weeks pass between two
days in court.
"""
_MAX_TERMS = 20
"""A story keeps so many of its 32 heaviest terms: the others are words of any story."""
# The next five were chosen on the tuned halves of ``benchmarks.storylines``.
_ALIKE = 0.5
"""Least cosine of two stories of one matter."""
_ALIKE_OF_ONE_CAST = 0.4
"""The same if they name the same person or organisation, as few others do."""
_ALIKE_OF_OTHER_CASTS = 0.75
"""The same if each names people or organisations, and none is the other's."""
_BESIDE = 0.2
"""Of the cosine, so much must come from other terms than the heaviest common one: one town has
many events.
"""
_BESIDE_OF_ONE_CAST = 0.045
_AT_ONE_TIME = 0.15
"""So much more alike must be stories that were reported at the same time: the grouping of stories
has told them apart.
"""
_FEW = 3
"""What so many storylines name is no sign of one of them."""
_FEW_OF = 0.01
"""The same as a share of all storylines."""
_AGAIN = timedelta(days=4)
"""Who reports the same again after so long reports on a regular event."""
_SAME_WORDS = 0.75
"""Least share of the words of the shorter of two headlines that tell the same."""
_SAME_WORDS_OF_REGULAR = 0.5
"""The same if both texts say that the event is a regular one."""
_WORD = re.compile(r"[^\W\d_]+")
_HAN = re.compile(r"[\u3400-\u9fff]")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, kw_only=True)
class StoryTraits:
    """What a story is recognised by.

    ``terms`` are its heaviest terms, as a vector of length 1; ``cast`` the people and organisations
    that it names, ``places`` the places. ``is_regular``: it says that its event is a regular one.
    """

    id: str
    first: datetime
    last: datetime
    title: str
    terms: Mapping[str, float]
    cast: frozenset[str]
    places: frozenset[str]
    editions: Editions
    is_regular: bool

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the headline; of Chinese, pairs of characters."""
        return frozenset(
            part for word in _WORD.findall(self.title.lower()) for part in _parts(word)
        )

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers of the headline."""
        return frozenset(_NUMBER.findall(self.title))


def heaviest(weights: Mapping[str, float]) -> dict[str, float]:
    """Return the heaviest terms of a story as a vector of length 1."""
    best = sorted(weights, key=lambda term: (-weights[term], term))[:_MAX_TERMS]
    length = sum(weights[term] ** 2 for term in best) ** 0.5
    # Stories share their terms, so one text for each is enough.
    return {intern(term): weights[term] / length for term in best if length}


class Storylines:
    """The stories of the last weeks by what they are recognised by, with the storyline of each."""

    def __init__(self) -> None:
        self._traits: dict[str, StoryTraits] = {}
        self._lines: dict[str, str] = {}
        self._chapters: defaultdict[str, set[str]] = defaultdict(set)
        self._with_term: defaultdict[str, dict[str, float]] = defaultdict(dict)
        # In how many storylines each person and organisation is named.
        self._named: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def __len__(self) -> int:
        return len(self._traits)

    @property
    def stories(self) -> Iterable[str]:
        """The ids of the stories."""
        return self._traits.keys()

    def put(self, traits: StoryTraits, storyline: str) -> None:
        """Add a story, or replace what is known of it."""
        self.drop(traits.id)
        self._traits[traits.id], self._lines[traits.id] = traits, storyline
        self._chapters[storyline].add(traits.id)
        for term, weight in traits.terms.items():
            self._with_term[term][traits.id] = weight
        for name in traits.cast:
            self._named[name][storyline] += 1

    def drop(self, story_id: str) -> None:
        """Forget a story; nothing happens if it is unknown."""
        traits = self._traits.pop(story_id, None)
        if traits is None:
            return
        storyline = self._lines.pop(story_id)
        self._chapters[storyline].discard(story_id)
        if not self._chapters[storyline]:
            del self._chapters[storyline]
        for term in traits.terms:
            del self._with_term[term][story_id]
            if not self._with_term[term]:
                del self._with_term[term]
        for name in traits.cast:
            self._named[name][storyline] -= 1
            # This drops counts of 0.
            self._named[name] += Counter()
            if not self._named[name]:
                del self._named[name]

    def continued_by(self, traits: StoryTraits) -> str | None:
        """Return the storyline that a story goes on with: of those with a chapter that is alike
        enough, the one that is most alike; None if the story begins one.
        """
        found: dict[str, float] = {}
        for story_id, alike in self._alike(traits).items():
            storyline = self._lines[story_id]
            if alike > found.get(storyline, 0.0) and self._is_continued(story_id, traits, alike):
                found[storyline] = alike
        for storyline in sorted(found, key=lambda each: (-found[each], each)):
            if not self._has_another_edition(storyline, traits):
                return storyline
        return None

    def _alike(self, traits: StoryTraits) -> dict[str, float]:
        """Return the cosines with all stories that share a term."""
        found: defaultdict[str, float] = defaultdict(float)
        for term, weight in traits.terms.items():
            for story_id, other in self._with_term.get(term, {}).items():
                found[story_id] += weight * other
        found.pop(traits.id, None)
        return found

    def _is_continued(self, story_id: str, traits: StoryTraits, alike: float) -> bool:
        known = self._traits[story_id]
        if alike < _ALIKE_OF_ONE_CAST or _gap(known, traits) > MAX_GAP:
            return False
        is_of_one_cast = any(self._is_telling(name) for name in known.cast & traits.cast)
        if alike < _least(known, traits, is_of_one_cast=is_of_one_cast):
            return False
        least = _BESIDE_OF_ONE_CAST if is_of_one_cast else _BESIDE
        return _beside(known, traits) >= least and not _is_again(known, traits)

    def _is_telling(self, name: str) -> bool:
        """Return whether so few storylines name somebody that it tells which one a story is of."""
        return len(self._named[name]) <= max(_FEW, _FEW_OF * len(self._chapters))

    def _has_another_edition(self, storyline: str, traits: StoryTraits) -> bool:
        chapters = (self._traits[each] for each in self._chapters[storyline])
        return any(are_apart(each.editions, traits.editions) for each in chapters)


def _least(one: StoryTraits, other: StoryTraits, *, is_of_one_cast: bool) -> float:
    """Return how alike two stories must be."""
    least = _ALIKE
    if is_of_one_cast:
        least = _ALIKE_OF_ONE_CAST
    elif _are_others(one.cast, other.cast) or _are_others(one.places, other.places):
        least = _ALIKE_OF_OTHER_CASTS
    if _gap(one, other) < timedelta(0):
        return least + _AT_ONE_TIME
    return least


def _are_others(some: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether both stories name somebody or something, and nothing in common."""
    return bool(some and others) and some.isdisjoint(others)


def _beside(one: StoryTraits, other: StoryTraits) -> float:
    """Return what is left of the cosine without the name or the term that counts most in it."""
    shared = {term: one.terms[term] * other.terms[term] for term in one.terms.keys() & other.terms}
    heaviest_term = max(shared, key=lambda term: (shared[term], term))
    names = [
        name.split()
        for name in one.cast | other.cast
        if any(word.startswith(heaviest_term) for word in name.split())
    ]
    # Terms are stems, and a name of two words is one sign, not two.
    of_name = {
        term for term in shared if any(word.startswith(term) for words in names for word in words)
    }
    left_out = {heaviest_term} | of_name
    return sum(weight for term, weight in shared.items() if term not in left_out)


def _gap(one: StoryTraits, other: StoryTraits) -> timedelta:
    """Return the time between two stories, negative if both were reported at once."""
    return max(one.first, other.first) - min(one.last, other.last)


def _is_again(one: StoryTraits, other: StoryTraits) -> bool:
    """Return whether one story is told in the words of the other, days later, and with no other
    number: so is a regular event, and a matter that goes on has news.
    """
    shorter = min(len(one.words), len(other.words))
    if not shorter or _gap(one, other) < _AGAIN or one.numbers != other.numbers:
        return False
    is_regular = one.is_regular and other.is_regular
    least = _SAME_WORDS_OF_REGULAR if is_regular else _SAME_WORDS
    return len(one.words & other.words) >= least * shorter


def _parts(word: str) -> list[str]:
    if not _HAN.search(word):
        return [word]
    return [word[at : at + 2] for at in range(max(1, len(word) - 1))]
