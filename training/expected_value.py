"""The expected value of an option that is drawn by the softmax of the scores of its page, as what
training maximises.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from extractor.trees import Floats as Facts

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ExpectedValue:
    """All options of several pages, one after the other.

    Attributes:
        values: [options] What each option is worth.
        weights: [options] The weight of its page.
        owners: [options] The number of its page.
        starts: [pages] The first option of each page.
    """

    values: Floats
    weights: Floats
    owners: NDArray[np.intp]
    starts: NDArray[np.intp]

    @classmethod
    def of(cls, values: Sequence[Sequence[float] | Floats], weights: Sequence[float]) -> Self:
        """Return that of pages, by the values of the options of each, and by their weights."""
        counts = [len(each) for each in values]
        return cls(
            np.concatenate(values),
            np.repeat(weights, counts),
            np.repeat(np.arange(len(counts)), counts),
            np.cumsum([0, *counts[:-1]]),
        )

    def chances(self, scores: Floats) -> Floats:
        """Return the chance [options] of each option to be drawn."""
        powers = np.exp(scores - np.maximum.reduceat(scores, self.starts)[self.owners])
        return np.asarray(powers / np.add.reduceat(powers, self.starts)[self.owners])

    def total(self, chances: Floats) -> float:
        """Return the expected value of all pages."""
        return float(self.weights @ (chances * self.values))

    def slope(self, chances: Floats) -> Floats:
        """Return the derivative [options] of that by the scores."""
        expected = np.add.reduceat(chances * self.values, self.starts)[self.owners]
        return np.asarray(chances * (self.values - expected) * self.weights)


def best_weights(aim: ExpectedValue, facts: Facts | Floats, shrinkage: float) -> Floats:
    """Return the weights [facts] of the facts [options, facts] whose sums have the largest mean
    expected value a page, less ``shrinkage`` times half their square.
    """
    pages = float(aim.weights[aim.starts].sum())

    def loss(weights: Floats) -> tuple[float, Floats]:
        chances = aim.chances(facts @ weights)
        slope = facts.T @ aim.slope(chances) / pages
        cost = shrinkage / 2 * float(weights @ weights)
        return cost - aim.total(chances) / pages, shrinkage * weights - slope

    found = minimize(
        loss,
        np.zeros(facts.shape[1]),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": 3000, "ftol": 1e-12},
    )
    return np.asarray(found.x)
