"""The weights that rate parts of posts and pages: ``weights.json``, which ``training.threads``
writes.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from operator import mul
from pathlib import Path

FILE = Path(__file__).with_name("weights.json")
BIAS = "bias"
"""The name of the constant of a logistic regression."""

Facts = Mapping[str, float]
"""Numbers by name: weights, or the facts that they weigh."""


@dataclass(frozen=True)
class Weights:
    """The weights of each decision.

    Attributes:
        opening: Whether a stretch before the records is the opening post.
        bodies: Which box of the posts is their text.
        glance: Whether posts are worth looking for.
        confidence: The expected F1 of the posts.
    """

    opening: Facts
    bodies: Facts
    glance: Facts
    confidence: Facts


@cache
def weights() -> Weights:
    """Return the weights of the file."""
    return Weights(**json.loads(FILE.read_text("utf-8")))


def weighed(weights: Facts, facts: Facts) -> float:
    """Return the sum of the facts, each times its weight."""
    return float(sum(map(mul, map(weights.__getitem__, facts), facts.values())))


def logistic(weights: Facts, facts: Facts) -> float:
    """Return the probability of a logistic regression, from 0 to 1."""
    return 1 / (1 + math.exp(-weights[BIAS] - weighed(weights, facts)))
