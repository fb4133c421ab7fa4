"""Learn the parts of ``extractor.forum.judge`` from the candidates of labelled threads.

The raters maximise the expected value of a set that is drawn by the softmax of the scores of its
page (the policy gradient of one step: Williams 1992, REINFORCE, with the expectation in full). So
only the order within a page is learned, and most where much depends on it. First a weighted sum of
the facts is learned, then a forest that corrects it: without the sum, boards left out lose a point.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from extractor.forum.judge import NAMES, Rater, file_of, question, rater_of
from extractor.trees import Floats
from training.expected_value import ExpectedValue, best_weights
from training.export import arrays, write
from training.thread_pages import Choice, fold, is_made

ROUNDS = 300
"""Trees of the rater of several records. 500 were no better in folds by site."""
LONE_ROUNDS = 150
"""Fewer: of single records less is to be learned. No other number was tried."""
QUESTION_ROUNDS = 200
"""Trees of the third forest. No other number was tried."""
PARTS = 3
"""Parts by site in which the sets are rated by forests that have not seen them, for the third
forest.
"""
PARAMETERS: dict[str, Any] = {
    "num_leaves": 8,
    # Random thresholds: with the best ones, boards left out lose a point.
    "extra_trees": True,
    "learning_rate": 0.05,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 3,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbose": -1,
}
FEW_LEAVES = {"num_leaves": 4}
"""For the two that learn from one row or a few of each page."""
MADE_WEIGHT = 0.1
"""Weight of a made-up thread: they teach what small pages look like, of which there are no others.
With 0.3, boards left out lose a point.
"""
LONE_WEIGHT = 0.2
"""Weight of a thread cut to one post where the third forest learns: real ones are fewer. With 1,
threads cut to one post gain four points and whole ones lose a quarter of a point; with 0.3, one
shape of our own is read as a single post.
"""
_LONE = ":cut-1"
_MIN_VALUE = 0.4
"""Least value of the best set of a page of which the order of sets is learned: below, no set is the
posts.
"""
_MIN_CURVE = 1e-3
"""Least second derivative of a score, so that steps stay small where one set is certain."""
USUAL_POSTS = 10
"""Posts of a page above which it counts more: as the root of their number. Without that, one page
of a hundred posts in a tree was lost.
"""
SHRINKAGE = 0.01
"""Factor of half the square of the weights of facts, each measured in its standard deviations."""

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class _Lot:
    """The sets of one kind of one page."""

    facts: Floats
    values: NDArray[np.float64]
    weight: float


def learn_judge(choices: Sequence[Choice]) -> dict[str, Arrays]:
    """Return the arrays of the three parts by name."""
    return _raters(choices) | {"is_lone": arrays(_learn_question(choices))}


def save_judge(found: dict[str, Arrays]) -> None:
    """Write the files that are shipped."""
    for name in NAMES:
        write(file_of(name), found[name])


def _raters(choices: Sequence[Choice]) -> dict[str, Arrays]:
    """Return the raters of sets of several records and of single ones."""
    several = [_lot(page, ~page.lone) for page in choices if not _is_cut(page)]
    lone = [_lot(page, page.lone) for page in choices]
    return {
        "several": _learn_order(several, ROUNDS, PARAMETERS),
        "lone": _learn_order(lone, LONE_ROUNDS, PARAMETERS | FEW_LEAVES),
    }


def _lot(page: Choice, mask: NDArray[np.bool_]) -> _Lot:
    weight = MADE_WEIGHT if is_made(page.page) else 1.0
    values, counts = page.values[mask], page.counts[mask]
    # More is lost where a page has more posts.
    posts = counts[values.argmax()] if len(values) else 1
    return _Lot(page.facts[mask], values, weight * float(np.sqrt(max(1.0, posts / USUAL_POSTS))))


def _learn_order(lots: Sequence[_Lot], rounds: int, parameters: dict[str, Any]) -> Arrays:
    known = [lot for lot in lots if len(lot.values) > 1 and lot.values.max() >= _MIN_VALUE]
    facts = np.concatenate([lot.facts for lot in known])
    aim = ExpectedValue.of([lot.values for lot in known], [lot.weight for lot in known])
    scale = facts.std(axis=0, dtype=np.float64) + _MIN_CURVE
    weights = (best_weights(aim, facts / scale, SHRINKAGE) / scale).astype(np.float32)
    begun = facts @ weights

    def slopes(
        scores: NDArray[np.float64], _data: lightgbm.Dataset
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        chances = aim.chances(scores + begun)
        curve = np.maximum(chances * (1 - chances), _MIN_CURVE) / 2
        return -aim.slope(chances), curve * aim.weights

    data = lightgbm.Dataset(facts, aim.values, params=parameters)
    booster = lightgbm.train(parameters | {"objective": slopes}, data, rounds)
    return arrays(booster) | {"weights": weights}


def _learn_question(choices: Sequence[Choice]) -> lightgbm.Booster:
    """Return the forest that decides between one post and several, from choices of raters that have
    not seen the page.
    """
    rows, labels, weights = [], [], []
    for part in range(PARTS):
        others = [page for page in choices if fold(page.page.site) % PARTS != part]
        raters = {name: rater_of(found) for name, found in _raters(others).items()}
        for page in choices:
            if fold(page.page.site) % PARTS == part and page.lone.any() and not page.lone.all():
                row, gain = _asked(page, raters)
                rows.append(row)
                labels.append(gain > 0)
                weights.append(abs(gain) * _weight(page))
    parameters = PARAMETERS | FEW_LEAVES | {"objective": "binary"}
    data = lightgbm.Dataset(
        np.array(rows), np.array(labels, float), weight=np.array(weights), params=parameters
    )
    return lightgbm.train(parameters, data, QUESTION_ROUNDS)


def _asked(page: Choice, raters: dict[str, Rater]) -> tuple[Floats, float]:
    """Return the facts of the question, and how much better the single record is."""
    several, lone = page.facts[~page.lone], page.facts[page.lone]
    of_several, of_lone = raters["several"].scores(several), raters["lone"].scores(lone)
    gain = page.values[page.lone][of_lone.argmax()] - page.values[~page.lone][of_several.argmax()]
    return question(several, of_several, lone, of_lone), float(gain)


def _weight(page: Choice) -> float:
    if is_made(page.page):
        return MADE_WEIGHT
    return LONE_WEIGHT if _is_cut(page) else 1.0


def _is_cut(page: Choice) -> bool:
    """Return whether a page was cut to one post."""
    return page.page.set.endswith(_LONE)
