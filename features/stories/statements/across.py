"""Which lines of two languages say the same, by the likeness of their sentences. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias, TypeVar

from features.stories.grouping.names import is_long_enough, may_be_one
from features.stories.statements.figures import Figure, Value, agree
from features.stories.statements.statement import Statement, counts_of

T = TypeVar("T")
Line: TypeAlias = Sequence[Statement]
"""Sentences that say the same."""
Near: TypeAlias = Mapping[tuple[int, int], float]
"""How alike two lines are that may say the same, by their places."""


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a line states that can be compared in any language: numbers as they are meant (1.2
    billion and 12亿 are one) but for those of days and results, days, results, and names of who
    holds an office.

    Two lines that say the same have one in common of each kind that both have, and of ``told``,
    which an event has once (its dead, its injured), one of each that both have.
    """

    numbers: set[float]
    days: set[Value]
    weekdays: set[Value]
    results: set[Value]
    names: set[str]
    told: Sequence[Figure]


MIN_LIKENESS = 0.15
"""The least likeness of lines that say the same, above the floor of the embedder: what means the
same is nearer than what is about the same. By ``benchmarks.embedders aligned``.
"""
MIN_GAP = 0.05
"""A line goes with another only if the next best is so much less like it."""
MIN_KEPT = MIN_LIKENESS - MIN_GAP
"""What is less alike is no rival of a pair that is alike enough."""


def near_lines(
    lines: Sequence[Line], others: Sequence[Line], likenesses: Mapping[tuple[str, str], float]
) -> Near:
    """Return the lines of two languages that may say the same, each pair as alike as its two
    nearest sentences are.

    ``likenesses`` are those of two sentences by their keys, the one of ``lines`` first.
    """
    places, other_places = _places(lines), _places(others)
    facts, other_facts = [_facts(each) for each in lines], [_facts(each) for each in others]
    near: dict[tuple[int, int], float] = {}
    for (key, other_key), likeness in likenesses.items():
        for one in places.get(key, ()):
            for other in other_places.get(other_key, ()):
                if _agree(facts[one], other_facts[other]):
                    near[one, other] = max(likeness, near.get((one, other), 0.0))
    return near


def same_lines(near: Near) -> list[tuple[int, int]]:
    """Return which of the lines say the same: each is the nearest of the other by a clear gap."""
    of_line: defaultdict[int, list[float]] = defaultdict(list)
    of_other: defaultdict[int, list[float]] = defaultdict(list)
    for (one, other), likeness in near.items():
        of_line[one].append(likeness)
        of_other[other].append(likeness)
    return sorted(
        (one, other)
        for (one, other), likeness in near.items()
        if likeness >= MIN_LIKENESS
        and _is_clear(likeness, of_line[one])
        and _is_clear(likeness, of_other[other])
    )


def _places(lines: Sequence[Line]) -> dict[str, set[int]]:
    places: defaultdict[str, set[int]] = defaultdict(set)
    for place, line in enumerate(lines):
        for each in line:
            places[each.quote.key].add(place)
    return places


def _facts(line: Line) -> _Facts:
    figures = [figure for each in line for figure in each.figures]
    return _Facts(
        numbers={number for each in line for number in counts_of(each)},
        days={each.value for each in figures if each.head == "day"},
        weekdays={each.value for each in figures if each.head == "weekday"},
        results={each.value for each in figures if each.kind == "score"},
        names=set(filter(is_long_enough, (name for each in line for name in _names(each)))),
        told=[each for each in figures if each.is_telling and not each.group],
    )


def _names(statement: Statement) -> Iterator[str]:
    """Yield names of who holds an office, by the last word and as the text has them: a Chinese name
    has no words.
    """
    for each in statement.figures:
        if isinstance(each.value, str):
            yield each.value
            yield statement.quote.text[each.start : each.end]


def _agree(ours: _Facts, theirs: _Facts) -> bool:
    """Return whether nothing that can be compared in any language speaks against two lines."""
    return (
        _share(ours.numbers, theirs.numbers)
        and _share(ours.days, theirs.days)
        and _share(ours.weekdays, theirs.weekdays)
        and _share(ours.results, theirs.results)
        and _tell_the_same(ours.told, theirs.told)
        and (
            not (ours.names and theirs.names)
            or any(may_be_one(*pair) for pair in product(ours.names, theirs.names))
        )
    )


def _tell_the_same(ours: Iterable[Figure], theirs: Iterable[Figure]) -> bool:
    """Return whether of each thing that both count, some two counts can both be true."""
    both: defaultdict[tuple[object, ...], list[bool]] = defaultdict(list)
    for one, other in product(ours, theirs):
        if one.key == other.key:
            both[one.key].append(agree(one, other))
    return all(map(any, both.values()))


def _share(ours: set[T], theirs: set[T]) -> bool:
    """Return whether something is in both, or nothing in one."""
    return not (ours and theirs) or bool(ours & theirs)


def _is_clear(likeness: float, all_of_one: Sequence[float]) -> bool:
    """Return whether the best of these is this one, by a gap."""
    first, *rest = sorted(all_of_one, reverse=True)
    return likeness == first and first - max(rest, default=0.0) >= MIN_GAP
