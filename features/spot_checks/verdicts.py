"""What answers say of a document, and the rates of many of them. Pure."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

QUESTIONS = ("title", "time", "whole", "pure")
"""Is the title right, is the time right, is the whole text there, and nothing but the text."""
_Z = 1.959964
"""The standard normal distribution has 95 % of its mass between minus and plus this."""


class CheckAnswer(StrEnum):
    """An answer to a question about a document."""

    RIGHT = "right"
    WRONG = "wrong"
    UNSURE = "unsure"


Answers = Mapping[str, CheckAnswer]
"""The answers about a document, by question."""


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A drawn document with what was answered about it."""

    source: str
    kind: str
    lang: str
    answers: Answers

    def verdict(self, question: str) -> bool | None:
        """Return whether it is right; None if that cannot be told."""
        answer = self.answers[question]
        if answer is CheckAnswer.UNSURE:
            return None
        return answer is CheckAnswer.RIGHT

    @property
    def is_right(self) -> bool | None:
        """Return whether all is right: wrong if anything is, None if anything is not known."""
        found = [self.verdict(question) for question in QUESTIONS]
        if False in found:
            return False
        return None if None in found else True


@dataclass(frozen=True, kw_only=True)
class Rate:
    """``right`` of ``known`` documents are right; the true share is between ``low`` and ``high``
    with 95 % confidence.
    """

    right: int
    known: int
    low: float
    high: float

    @property
    def share(self) -> float | None:
        """The share, None of nothing."""
        if self.known:
            return self.right / self.known
        return None


@dataclass(frozen=True, kw_only=True)
class RateRow:
    """The rates of the documents with one value, by question, and ``all`` for all questions."""

    value: str
    documents: int
    rates: Mapping[str, Rate]
    all: Rate


def rate(right: int, known: int) -> Rate:
    """Return a rate with its interval after Wilson (1927), which holds for few documents and for
    shares near 100 % as well.
    """
    if not known:
        return Rate(right=0, known=0, low=0.0, high=1.0)
    share, z2 = right / known, _Z * _Z
    middle = share + z2 / (2 * known)
    half = _Z * math.sqrt(share * (1 - share) / known + z2 / (4 * known * known))
    low, high = ((middle + sign * half) / (1 + z2 / known) for sign in (-1, 1))
    # Rounding must not leave the share itself outside.
    return Rate(
        right=right, known=known, low=max(0.0, min(low, share)), high=min(1.0, max(high, share))
    )


def rates(judged: Iterable[Judged], field: str = "") -> list[RateRow]:
    """Return the rates by a field (source, kind or lang), the worst first; without one, one row of
    all.
    """
    groups: defaultdict[str, list[Judged]] = defaultdict(list)
    for each in judged:
        groups[getattr(each, field) if field else ""].append(each)
    rows = [_row(value, found) for value, found in groups.items()]
    return sorted(rows, key=lambda row: (row.all.high, -row.documents, row.value))


def _row(value: str, found: Sequence[Judged]) -> RateRow:
    return RateRow(
        value=value,
        documents=len(found),
        rates={question: _rate(each.verdict(question) for each in found) for question in QUESTIONS},
        all=_rate(each.is_right for each in found),
    )


def _rate(verdicts: Iterable[bool | None]) -> Rate:
    known = [each for each in verdicts if each is not None]
    return rate(sum(known), len(known))
