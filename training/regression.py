"""A logistic regression whose weights are facts by name."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from extractor.forum.weights import BIAS, Facts

PENALTY = 0.1
"""Factor of half the square of the weights, in weights of pages. 0.1 and 1 differ little."""
_DIGITS = 3

Floats = NDArray[np.float64]


def regression(facts: Sequence[Facts], labels: Sequence[bool], weights: Sequence[float]) -> Facts:
    """Return the weights that give the probability of the label, and a bias."""
    names = tuple(facts[0])
    model = LogisticRegression(C=1 / PENALTY, tol=1e-8, max_iter=10_000)
    model.fit(matrix(facts, names), np.array(labels), sample_weight=np.array(weights))
    return rounded((BIAS, *names), np.concatenate([model.intercept_, model.coef_[0]]))


def matrix(facts: Sequence[Facts], names: Sequence[str]) -> Floats:
    """Return the facts [rows, names]."""
    return np.array([[row[name] for name in names] for row in facts], float)


def rounded(names: Iterable[str], values: Floats) -> Facts:
    """Return the weights by name, with so few digits that machines agree."""
    return {name: round(float(value), _DIGITS) for name, value in zip(names, values, strict=True)}
