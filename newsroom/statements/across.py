"""Which lines of two languages say the same, by the likeness of their sentences. Pure.

A likeness is the cosine of two vectors of a model that knows both languages.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from newsroom.statements.statement import Statement

Likenesses: TypeAlias = Mapping[tuple[str, str], float]
"""The likeness of two sentences by their keys, the one of the first language first. Pairs that are
less alike than MIN_KEPT may be left out: they decide nothing.
"""
Line: TypeAlias = Sequence[Statement]
"""Sentences of one language that say the same."""

MIN_LIKENESS = 0.5
"""The least likeness of lines that say the same, by ``benchmarks.embedders aligned``."""
MIN_GAP = 0.05
"""A line goes with another only if the next best is so much less like it."""
MIN_KEPT = MIN_LIKENESS - MIN_GAP
"""What is less alike is no rival of a pair that is alike enough."""


def same_lines(
    lines: Sequence[Line], others: Sequence[Line], likenesses: Likenesses
) -> list[tuple[int, int]]:
    """Return the places of lines that say the same in two languages; each goes with one at most.

    Two lines go together if each is the nearest of the other by a clear gap, and if they have a
    number in common or one of them has none.
    """
    alike = _alike(lines, others, likenesses)
    of_line: defaultdict[int, list[float]] = defaultdict(list)
    of_other: defaultdict[int, list[float]] = defaultdict(list)
    for (one, other), likeness in alike.items():
        of_line[one].append(likeness)
        of_other[other].append(likeness)
    return sorted(
        (one, other)
        for (one, other), likeness in alike.items()
        if likeness >= MIN_LIKENESS
        and _is_clear(likeness, of_line[one])
        and _is_clear(likeness, of_other[other])
    )


def _alike(
    lines: Sequence[Line], others: Sequence[Line], likenesses: Likenesses
) -> dict[tuple[int, int], float]:
    """Return how alike two lines are that may say the same: as their two nearest sentences are."""
    places, other_places = _places(lines), _places(others)
    alike: dict[tuple[int, int], float] = {}
    for (key, other_key), likeness in likenesses.items():
        for one in places.get(key, ()):
            for other in other_places.get(other_key, ()):
                if _numbers_agree(lines[one], others[other]):
                    alike[one, other] = max(likeness, alike.get((one, other), 0.0))
    return alike


def _places(lines: Sequence[Line]) -> dict[str, set[int]]:
    places: defaultdict[str, set[int]] = defaultdict(set)
    for place, line in enumerate(lines):
        for each in line:
            places[each.quote.key].add(place)
    return places


def _numbers_agree(line: Line, other: Line) -> bool:
    ours, theirs = ({number for each in some for number in each.numerals} for some in (line, other))
    return not (ours and theirs) or bool(ours & theirs)


def _is_clear(likeness: float, all_of_one: Sequence[float]) -> bool:
    """Return whether the best of these is this one, by a gap."""
    first, *rest = sorted(all_of_one, reverse=True)
    return likeness == first and first - max(rest, default=0.0) >= MIN_GAP
