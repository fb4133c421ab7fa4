"""What the answers of readers say of a document or a pair of documents, and the rates of many of
them. Pure.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a spot check asks about."""

    DOCUMENTS = "documents"
    COPIES = "copies"  # Pairs of documents that are said to be copies.
    STORIES = "stories"  # Pairs of documents that are said to be of one story.


QUESTIONS: Mapping[Kind, tuple[str, ...]] = {
    Kind.DOCUMENTS: ("title", "time", "whole", "pure"),
    Kind.COPIES: ("same_text",),
    Kind.STORIES: ("same_event",),
}
"""The questions of each kind, which are fields of ``SpotAnswer``.

Of a document: is the title right, is the time right, does it hold the text, and nothing but the
text. Of a pair: do both tell the same text, are both about the same event.
"""
CORRECTIONS = {"title": "title", "time": "time", "whole": "missing", "pure": "foreign"}
"""What a reader may give with a wrong answer, by question: the right title, the right time, words
that are missing, words that do not belong there.
"""
_Z = 1.959964
"""The standard normal distribution has 95 % of its mass between minus and plus this."""


class Answer(StrEnum):
    """An answer to a question about a document."""

    RIGHT = "right"
    WRONG = "wrong"
    UNSURE = "unsure"


Answers = Mapping[str, Answer]
"""The answers of a reader, by question."""


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A drawn document or pair with what its readers say of it; ``wanted`` is how many have to."""

    questions: Sequence[str]
    source: str
    kind: str
    lang: str
    answers: Sequence[Answers]
    wanted: int

    @property
    def is_complete(self) -> bool:
        """Return whether enough readers have answered."""
        return len(self.answers) >= self.wanted

    def verdict(self, question: str) -> bool | None:
        """Return whether it is right; None if readers are missing, are all unsure, or disagree."""
        found = self._known(question)
        return None if not self.is_complete or len(found) != 1 else found == {Answer.RIGHT}

    @property
    def is_right(self) -> bool | None:
        """Return whether all is right: wrong if anything is, None if anything is not known."""
        found = [self.verdict(question) for question in self.questions]
        if False in found:
            return False
        return None if None in found else True

    @property
    def disputed(self) -> tuple[str, ...]:
        """The questions on which its readers disagree."""
        return tuple(each for each in self.questions if len(self._known(each)) > 1)

    def _known(self, question: str) -> set[Answer]:
        return {each[question] for each in self.answers} - {Answer.UNSURE}


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
        return self.right / self.known if self.known else None


@dataclass(frozen=True, kw_only=True)
class RateRow:
    """The rates of the documents or pairs with one value, by question, and ``all`` for all
    questions.
    """

    value: str
    documents: int
    rates: Mapping[str, Rate]
    all: Rate


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """On how many of the questions that several readers have answered they all agree."""

    same: int
    known: int


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
    all. Only what enough readers have answered counts, and all are asked the same questions.
    """
    groups: defaultdict[str, list[Judged]] = defaultdict(list)
    for each in judged:
        if each.is_complete:
            groups[getattr(each, field) if field else ""].append(each)
    rows = [_row(value, found) for value, found in groups.items()]
    return sorted(rows, key=lambda row: (row.all.high, -row.documents, row.value))


def agreement(judged: Iterable[Judged]) -> Agreement:
    """Return how far the readers of documents with several of them agree."""
    answered = [
        [answer for each in document.answers if (answer := each[question]) is not Answer.UNSURE]
        for document in judged
        for question in document.questions
    ]
    several = [answers for answers in answered if len(answers) > 1]
    return Agreement(same=sum(len(set(each)) == 1 for each in several), known=len(several))


def _row(value: str, found: Sequence[Judged]) -> RateRow:
    return RateRow(
        value=value,
        documents=len(found),
        rates={
            question: _rate(each.verdict(question) for each in found)
            for question in found[0].questions
        },
        all=_rate(each.is_right for each in found),
    )


def _rate(verdicts: Iterable[bool | None]) -> Rate:
    known = [each for each in verdicts if each is not None]
    return rate(sum(known), len(known))
