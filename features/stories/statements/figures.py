"""What a sentence states that another one may contradict: numbers, dates, results, names. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, TypeAlias

Bound: TypeAlias = Literal["exact", "low", "high", "about"]
FigureKind: TypeAlias = Literal["number", "date", "score", "name"]
Value: TypeAlias = float | tuple[int, ...] | str
# "About 100" may be 115.
_ABOUT = 0.15
# Ann and Joanne, Liz and Elizabeth have so many letters in common.
_GIVEN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure at ``[start, end)`` of a sentence.

    ``head`` is what it counts or says: "dead", "magnitude", the stem of a noun. ``group`` is whom
    it counts, "" for all: 3 dead soldiers are not all dead.

    ``is_telling``: an event has this figure once, so that two of them contradict each other though
    the rest of the sentences is unlike. ``step`` is the unit of the last digit of a number that may
    be rounded, 0 for a count.
    """

    start: int
    end: int
    kind: FigureKind
    value: Value
    head: str
    group: str = ""
    bound: Bound = "exact"
    step: float = 0.0
    is_telling: bool = False
    is_growing: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """Return what two figures must have in common to be compared."""
        return self.kind, self.head, self.group, self.is_telling


def agree(one: Figure, other: Figure) -> bool:
    """Return whether two figures of one key can both be true."""
    if isinstance(one.value, str) and isinstance(other.value, str):
        return one.value == other.value or _may_be_one_person(one.value, other.value)
    # Dates and names have no margin; numbers are rounded, or are bounds.
    if not (isinstance(one.value, float) and isinstance(other.value, float)):
        return one.value == other.value
    low, high = _range(one)
    other_low, other_high = _range(other)
    return low <= other_high and other_low <= high


def _may_be_one_person(one: str, other: str) -> bool:
    """Return whether two full names may be of one person: "A. Moor", "Ann Moor", "Anna Moor" and
    "Moor" may.
    """
    (*given, last), (*others, other_last) = one.split(), other.split()
    if last != other_last or not (given and others):
        return last == other_last
    first, second = given[0].lower(), others[0].lower()
    is_alike = any(first[at : at + _GIVEN] in second for at in range(len(first) - _GIVEN + 1))
    return is_alike or first[0] == second[0]


def same_value(one: Figure, other: Figure) -> bool:
    """Return whether two figures say the same, with the same bound."""
    return one.value == other.value and one.bound == other.bound


def _range(figure: Figure) -> tuple[float, float]:
    """Return the least and the largest value that a number can mean."""
    assert isinstance(figure.value, float)
    value, half = figure.value, figure.step / 2
    match figure.bound:
        case "low":
            return value - half, float("inf")
        case "high":
            return 0.0, value + half
        case "about":
            return value * (1 - _ABOUT) - half, value * (1 + _ABOUT) + half
        case _:
            return value - half, value + half


def scaled(digits: str, multiplier: float) -> float:
    """Return a number of digits, times a power of ten: the same for 4.35 million and 435万."""
    return float(Decimal(digits.replace(",", "")) * int(multiplier))


def step_of(digits: str, multiplier: float, *, is_count: bool) -> float:
    """Return the unit of the last digit of a number that may be rounded: 100,000 for "1.2" million,
    1,000 for "12,000", 0 for 300 people.
    """
    plain = digits.replace(",", "")
    if "." in plain:
        return float(multiplier * 10.0 ** -len(plain.partition(".")[2]))
    if is_count and multiplier == 1 and len(plain) <= _FEW_DIGITS:
        return 0.0
    zeros = len(plain) - len(plain.rstrip("0"))
    return float(multiplier * 10**zeros)


# "300 people" is a count like 299; "3,000" may be rounded.
_FEW_DIGITS = 3


def without_overlaps(figures: Sequence[Figure]) -> list[Figure]:
    """Return the figures in order, without those that begin inside another."""
    found: list[Figure] = []
    for each in sorted(figures, key=lambda each: (each.start, -each.end)):
        if not found or each.start >= found[-1].end:
            found.append(each)
    return found


def scores(pattern: re.Pattern[str], sentence: str) -> Iterator[Figure]:
    """Yield the results of matches: of both sides, whichever is named first."""
    for found in pattern.finditer(sentence):
        value = tuple(sorted((int(found[1]), int(found[2]))))
        yield Figure(start=found.start(), end=found.end(), kind="score", value=value, head="score")
