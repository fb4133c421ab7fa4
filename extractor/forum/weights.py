"""The weights by which sets of records, and pages, are judged: ``weights.json``, made by ``training.threads``."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("weights.json")
BIAS = "bias"
"""The name of the constant of a logistic regression."""

Facts = Mapping[str, float]
"""Numbers by name, weights or what they are for."""


@dataclass(frozen=True)
class Weights:
    """Of the sets of a page (``ranking``), of the page being a thread (``gate``), and of its posts' F1."""

    ranking: Facts
    gate: Facts
    confidence: Facts


@cache
def weights() -> Weights:
    """Those of the file."""
    return Weights(**json.loads(FILE.read_text("utf-8")))


def weighed(weights: Facts, facts: Facts) -> float:
    """The sum of the facts, each times its weight."""
    return sum(weights[name] * value for name, value in facts.items())


def logistic(weights: Facts, facts: Facts) -> float:
    """What a logistic regression says, from 0 to 1."""
    return 1 / (1 + math.exp(-weights[BIAS] - weighed(weights, facts)))
