"""Find which stories of different languages tell of one event. Pure, in memory.

Each story has the direction of its documents' vectors. Two stories of different languages may be
one if each is the nearest to the other among those of its language and time, clearly nearer than
what comes next, and the nearer the more of their names and numbers agree. What is near depends on
the kind of event: two fires are near each other. So what counts is how much nearer two stories are
than the next ones of the other language are to them (as in the CSLS of Conneau and others, 2018).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from features.stories.grouping.names import Names, differ, likeness_of_names
from storage.parts import in_parts

Direction: TypeAlias = NDArray[np.float32]
"""A vector of which only the direction counts."""
# So far apart in time, two reports are hardly of one event: the half life of a story.
_MAX_APART_HOURS = 36.0
# How many stories after the nearest say what is near anyway.
_NEXT = 3
# So many of the nearest by meaning are compared by names too.
_COMPARED = 8
# What names and numbers count beside meaning, and how much nearer than others two stories must be,
# and than the second nearest. On ``benchmarks.stories languages``, seeds 21 and 22.
_NAMES = 0.3
_FLOOR = 0.13
_MARGIN = 0.05
# How much nearer two stories must be if all their numbers differ: this leaves out about half of the
# wrong pairs, and on other seeds one right pair in a hundred.
_DIFFERENT = 0.17
# Stories that are one stay so until they are this much less alike.
_SLACK = 0.05
_STEPS = 127
_GROWTH = 256
# So many stories are compared with so many of another language at once: 4 and 8 MB.
_AT_ONCE = 256
_BLOCK = 4096
# Less than any cosine.
_NEVER = -2.0


@dataclass(frozen=True, slots=True)
class Telling:
    """A story of one language, with the hours of its first and last document."""

    id: str
    lang: str
    first: float
    last: float
    direction: Direction


@dataclass(slots=True)
class _Language:
    """The stories of a language: a row for each, in eight bits a number."""

    ids: list[str] = field(default_factory=list)
    rows: NDArray[np.int8] = field(default_factory=lambda: np.empty((0, 0), np.int8))
    times: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 2)))

    def put(self, number: int, telling: Telling) -> None:
        if number == len(self.ids):
            self.ids.append(telling.id)
        if number >= len(self.rows):
            # Twice as many rows each time: copying them costs little for each story.
            size = max(_GROWTH, 2 * len(self.rows))
            rows, times = np.zeros((size, len(telling.direction)), np.int8), np.zeros((size, 2))
            if number:
                rows[:number], times[:number] = self.rows[:number], self.times[:number]
            self.rows, self.times = rows, times
        self.ids[number] = telling.id
        steps = telling.direction * (_STEPS / np.abs(telling.direction).max())
        # Eight bits a number keep a direction well enough, in a quarter of the memory.
        self.rows[number] = np.rint(steps).astype(np.int8)
        self.times[number] = telling.first, telling.last


class _Near(NamedTuple):
    """The nearest stories of a language, the nearest first, and what is near anyway."""

    candidates: tuple[tuple[str, float], ...]
    usual: float


class Tellings:
    """The stories that may be one with those of another language.

    ``usual`` is what is near anyway where there are few stories to say so. ``heads`` leads from
    stories that are one to the one that stands for all of them.
    """

    def __init__(self, usual: float) -> None:
        self.usual = usual
        self.heads: dict[str, str] = {}
        self._languages: defaultdict[str, _Language] = defaultdict(_Language)
        self._places: dict[str, tuple[str, int]] = {}

    def __contains__(self, story_id: object) -> bool:
        return story_id in self._places

    def put(self, telling: Telling) -> None:
        """Add a story, or replace it."""
        place = self._places.get(telling.id)
        if place and place[0] != telling.lang:
            self.drop(telling.id)
            place = None
        if place:
            number = place[1]
        else:
            number = len(self._languages[telling.lang].ids)
        self._places[telling.id] = telling.lang, number
        self._languages[telling.lang].put(number, telling)

    def drop(self, story_id: str) -> None:
        """Forget a story; the last one takes its place."""
        place = self._places.pop(story_id, None)
        if place is None:
            return
        lang, index = place
        known = self._languages[lang]
        last_id = known.ids.pop()
        if last_id == story_id:
            return
        last_index = len(known.ids)
        known.ids[index] = last_id
        known.rows[index] = known.rows[last_index]
        known.times[index] = known.times[last_index]
        self._places[last_id] = lang, index

    def keep(self, heads: Mapping[str, str]) -> None:
        """Note which stories stand for others; one that stands for itself alone is in no group."""
        self.heads |= heads
        used = Counter(self.heads.values())
        self.heads = {
            each: head for each, head in self.heads.items() if each != head or used[head] > 1
        }
        self.heads |= {head: head for head in set(self.heads.values())}

    def replace(self, given: str, kept: str) -> dict[str, str]:
        """Let a story be what another was, which became part of it; return what stands for what
        now.
        """
        self.drop(given)
        head = self.heads.pop(given, None)
        if head is None:
            return {}
        head = self.heads.get(kept, kept if head == given else head)
        others = [each for each, former in self.heads.items() if former == given]
        changed = dict.fromkeys((*others, kept), head)
        self.keep(changed)
        return changed

    def forget_others(self, growing: Container[str]) -> None:
        """Forget the stories that do not grow any more."""
        for story_id in [each for each in self._places if each not in growing]:
            self.drop(story_id)
        heads = set(self.heads.values())
        self.heads = {
            each: head for each, head in self.heads.items() if each in growing or each in heads
        }

    def compare(self, changed: Iterable[str]) -> "LanguageComparison":
        """Find the stories that these may be one with."""
        groups = self._groups()
        asked = _with_groups((each for each in changed if each in self._places), groups)
        near = self._nearest(asked)
        found = _with_groups(sorted(_candidates(near)), groups)
        near |= self._nearest([each for each in found if each not in near])
        return LanguageComparison(self, asked, near, groups)

    def lang_of(self, story_id: str) -> str:
        """Return the language of a known story."""
        return self._places[story_id][0]

    def likeness(self, one: str, other: str) -> float:
        """Return how near two known stories are; as far as can be if not of the same days."""
        (lang, number), (other_lang, place) = self._places[one], self._places[other]
        known, others = self._languages[lang], self._languages[other_lang]
        if _apart(known.times[number], others.times[place : place + 1])[0] > _MAX_APART_HOURS:
            return _NEVER
        return float(_directions(known.rows[[number]])[0] @ _directions(others.rows[[place]])[0])

    def _groups(self) -> dict[str, tuple[str, ...]]:
        """Return the known stories that are one with each, with itself."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for story_id, head in self.heads.items():
            if story_id in self._places:
                found[head].append(story_id)
        return {each: tuple(group) for group in found.values() for each in group}

    def _nearest(self, story_ids: Sequence[str]) -> dict[str, dict[str, _Near]]:
        """Return, by story and by other language, the nearest stories."""
        asked: defaultdict[str, list[int]] = defaultdict(list)
        for story_id in story_ids:
            lang, number = self._places[story_id]
            asked[lang].append(number)
        found: dict[str, dict[str, _Near]] = {each: {} for each in story_ids}
        for lang, numbers in asked.items():
            known = self._languages[lang]
            for other in self._languages:
                if other == lang or not self._languages[other].ids:
                    continue
                for some in in_parts(numbers, _AT_ONCE):
                    near = self._near(known, some, self._languages[other])
                    for number, each in zip(some, near, strict=True):
                        found[known.ids[number]][other] = each
        return found

    def _near(self, known: _Language, numbers: Sequence[int], others: _Language) -> Iterator[_Near]:
        count = len(others.ids)
        asked = _directions(known.rows[numbers])
        likeness = np.empty((len(numbers), count), np.float32)
        for at in range(0, count, _BLOCK):
            end = min(at + _BLOCK, count)
            likeness[:, at:end] = asked @ _directions(others.rows[at:end]).T
        for row, times in zip(likeness, known.times[numbers], strict=True):
            row[_apart(times, others.times[:count]) > _MAX_APART_HOURS] = _NEVER
            best = (
                np.argpartition(-row, _COMPARED)[:_COMPARED] if count > _COMPARED else range(count)
            )
            ranked = sorted((-float(row[each]), others.ids[each]) for each in best)
            near = [(story_id, -negative) for negative, story_id in ranked if -negative > _NEVER]
            next_ones = [each for _story, each in near[1 : _NEXT + 1]]
            next_ones += [self.usual] * (_NEXT - len(next_ones))
            yield _Near(tuple(near), sum(next_ones) / _NEXT)


class LanguageComparison:
    """Stories beside those of other languages that are near them. ``ids`` are all whose names are
    compared.
    """

    def __init__(
        self,
        tellings: Tellings,
        asked: Sequence[str],
        near: Mapping[str, Mapping[str, _Near]],
        groups: Mapping[str, tuple[str, ...]],
    ) -> None:
        self._tellings = tellings
        self._asked = asked
        self._near = near
        self._groups = groups
        self._names: Mapping[str, Names] = {}
        self.ids = set(near) | _candidates(near)

    def decide(self, names: Mapping[str, Names], rank: Callable[[str], Any]) -> dict[str, str]:
        """Return, for the stories for which that changes, the one that stands for all that tell of
        the same event; a story that is alone stands for itself.

        ``names`` are those of the stories; the first by ``rank`` stands for a new group.
        """
        self._names = names
        groups = dict(self._groups)
        left = set()
        for story_id in self._asked:
            group = groups.get(story_id, ())
            rest = tuple(each for each in group if each != story_id)
            # It has grown away from the others.
            if rest and self._mean((story_id,), rest) < _FLOOR - _SLACK:
                left.add(story_id)
                groups |= dict.fromkeys(rest, rest) | {story_id: (story_id,)}
        for one, other in sorted(self._pairs(), key=lambda pair: (-self._score(*pair), pair)):
            first, second = groups.get(one, (one,)), groups.get(other, (other,))
            langs = [self._tellings.lang_of(each) for each in (*first, *second)]
            # A group has one story of each language: two of one language are compared by their
            # words.
            if len(set(langs)) == len(langs) and self._mean(first, second) >= _FLOOR:
                groups |= dict.fromkeys((*first, *second), (*first, *second))
        return self._changes(groups, left, rank)

    def _changes(
        self,
        groups: Mapping[str, tuple[str, ...]],
        left: Container[str],
        rank: Callable[[str], Any],
    ) -> dict[str, str]:
        before, found = self._tellings.heads, dict[str, str]()
        for group in set(groups.values()):
            heads = {before[each] for each in group if each in before}
            kept = [each for each in heads if each not in left or each in group]
            # An address stays as long as it can.
            candidates = kept if len(group) > 1 and kept else group
            found |= dict.fromkeys(group, min(candidates, key=rank))
        return {each: head for each, head in found.items() if before.get(each, each) != head}

    def _pairs(self) -> Iterator[tuple[str, str]]:
        """Yield stories that are clearly the nearest to each other."""
        for one in self._asked:
            lang = self._tellings.lang_of(one)
            for other in self._near[one]:
                nearest = self._clearly_nearest(one, other)
                if nearest and self._clearly_nearest(nearest, lang) == one:
                    yield one, nearest

    def _clearly_nearest(self, story_id: str, lang: str) -> str:
        """Return the story of a language that is clearly the nearest to one, "" for none."""
        near = self._near.get(story_id, {}).get(lang)
        ranked = sorted(
            (
                self._usual(each, story_id) / 2
                - likeness
                - _NAMES * self._shared_names(story_id, each),
                each,
            )
            for each, likeness in (near.candidates if near else ())
        )
        if not ranked or (len(ranked) > 1 and ranked[1][0] - ranked[0][0] < _MARGIN):
            return ""
        return ranked[0][1]

    def _mean(self, some: Sequence[str], others: Sequence[str]) -> float:
        scores = [self._score(one, other) for one in some for other in others]
        return sum(scores) / len(scores)

    def _score(self, one: str, other: str) -> float:
        """Return how much nearer two stories are than others are to them."""
        nearness = self._tellings.likeness(one, other) + _NAMES * self._shared_names(one, other)
        if differ(self._names.get(one, {}), self._names.get(other, {})):
            nearness -= _DIFFERENT
        return nearness - (self._usual(one, other) + self._usual(other, one)) / 2

    def _usual(self, story_id: str, other: str) -> float:
        near = self._near.get(story_id, {}).get(self._tellings.lang_of(other))
        return near.usual if near else self._tellings.usual

    def _shared_names(self, one: str, other: str) -> float:
        return likeness_of_names(self._names.get(one, {}), self._names.get(other, {}))


def _candidates(near: Mapping[str, Mapping[str, _Near]]) -> set[str]:
    return {
        story_id
        for languages in near.values()
        for each in languages.values()
        for story_id, _likeness in each.candidates
    }


def _with_groups(
    story_ids: Iterable[str], groups: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """Return the stories with all that are one with them."""
    return tuple(
        dict.fromkeys(each for story_id in story_ids for each in groups.get(story_id, (story_id,)))
    )


def _apart(times: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the hours between a story and each of others, negative if they overlap."""
    return np.asarray(np.maximum(others[:, 0] - times[1], times[0] - others[:, 1]))


def _directions(rows: NDArray[np.int8]) -> Direction:
    """Return rows of length one."""
    directions = rows.astype(np.float32)
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return directions
