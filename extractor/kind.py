"""Tell what a page is: an article, a list of links to others, or something else (a product, a service, a manual).

A small forest of trees weighs the facts of ``extractor.kind_facts``. ``training.kind`` trains it
and prints its accuracy.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from extractor.kind_facts import features
from extractor.page.page import Page
from extractor.results import Kind
from extractor.trees import Forest, load

MODEL = Path(__file__).with_name("kind.npz")
KINDS = (Kind.ARTICLE, Kind.LISTING, Kind.OTHER)
"""The kinds in the order of the forest's outputs."""


@dataclass(frozen=True)
class KindPrediction:
    """The most probable kind of a page with its probability, and the probability that the page is an article."""

    kind: Kind
    confidence: float
    article: float


def find_kind(page: Page) -> KindPrediction:
    """Return the most probable kind of a page. Threads are found elsewhere, see ``extractor.forum.thread``."""
    chances: list[float] = _forest().predict(np.array([features(page)], np.float32))[0].tolist()
    best = max(range(len(KINDS)), key=chances.__getitem__)
    return KindPrediction(KINDS[best], chances[best], chances[0])


@cache
def _forest() -> Forest:
    return load(MODEL)
