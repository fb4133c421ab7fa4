"""How much the sentences of a story have in common. Pure."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from features.stories.statements.statement import Statement

# Among a few sentences, what two of them share is still rare.
_FEW = 40


class Likeness:
    """The likeness of any two of these sentences, which are in one language: the cosine of their
    words, of which the rarer ones in the story count more.

    No pair is left out, however frequent its words are. Sentences with the same words are one row
    of the table of all pairs: what all reports say costs no more than what one says.
    """

    def __init__(self, statements: Sequence[Statement]) -> None:
        counts = Counter(term for each in statements for term in each.terms)
        size = max(len(statements), _FEW)
        self._weights = {term: log(1 + size / n) for term, n in counts.items()}
        self._rows: dict[frozenset[str], int] = {}
        self._of_row: list[list[Statement]] = []
        for each in statements:
            row = self._rows.setdefault(each.terms, len(self._rows))
            if row == len(self._of_row):
                self._of_row.append([])
            self._of_row[row].append(each)

    def of(self, one: Statement, other: Statement) -> float:
        """Return how alike two sentences are, from 0 to 1."""
        return float(self._alike[self._rows[one.terms], self._rows[other.terms]])

    def near(self, one: Statement, least: float) -> list[Statement]:
        """Return the sentences that are as alike to this one, which is among them, the most alike
        first.
        """
        alike = self._alike[self._rows[one.terms]]
        rows = np.flatnonzero(alike >= least)
        best = rows[np.argsort(-alike[rows], kind="stable")]
        return [each for row in best.tolist() for each in self._of_row[row]]

    def of_words(self, one: frozenset[str], other: frozenset[str]) -> float:
        """Return how alike two sentences are of which only these words count."""
        lengths = self.weight(one) * self.weight(other)
        if lengths:
            return self.weight(one & other) / sqrt(lengths)
        return 0.0

    def share(self, one: Statement, other: Statement) -> float:
        """Return how much of the shorter of two sentences is in the other, from 0 to 1."""
        least = min(self.weight(one.terms), self.weight(other.terms))
        if least:
            return self.weight(one.terms & other.terms) / least
        return 0.0

    def weight(self, terms: frozenset[str]) -> float:
        """Return how much these words say of the sentences that have them."""
        return sum(self._weights[term] ** 2 for term in terms)

    @cached_property
    def _alike(self) -> NDArray[np.float32]:
        with_term: defaultdict[str, list[int]] = defaultdict(list)
        for terms, row in self._rows.items():
            for term in terms:
                with_term[term].append(row)
        shared = np.zeros((len(self._rows), len(self._rows)), np.float32)
        for term, rows in with_term.items():
            shared[np.ix_(rows, rows)] += self._weights[term] ** 2
        lengths = np.sqrt(shared.diagonal())
        lengths[lengths == 0] = 1.0
        shared /= lengths[:, None]
        shared /= lengths
        return shared
