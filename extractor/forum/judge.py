"""The learned judge of sets of records: which of them are the posts of a page.

One rater compares the sets of several records, another one single records, each among those of the
same page only. A forest decides from the best of both whether the page has one post or several. All
facts are numbers without a word or a name of any board; ``training.thread_judge`` trains them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from extractor.forum.records import Record
from extractor.trees import Floats, Forest, from_arrays

FOLDER = Path(__file__).parent
"""Where the parts are: ``judge_several.npz`` and so on, after the attributes of
``RecordJudge``.
"""
NAMES = ("several", "lone", "is_lone")
_FAR_AHEAD = 5.0
"""The lead of a set without a rival: as clear as any."""
TIE = 0.03
"""Scores that are lower by less tell nothing: in shapes of our own, the heads of posts alone are
rated 0.02 higher than whole posts, and 0.04 tell posts from the page.
"""

Records = tuple[Record, ...]
Rated = Sequence[tuple[float, Records]]
"""Sets of records with their scores, best first."""


@dataclass(frozen=True, eq=False)
class Rater:
    """Weights [facts] of facts, which hold for pages of any size, and a forest that corrects their
    sum where labelled pages are many enough to teach more.
    """

    weights: Floats
    forest: Forest

    def scores(self, facts: Floats) -> Floats:
        """Return the scores [sets] of sets by their facts [sets, facts]."""
        return np.asarray(facts @ self.weights + self.forest.raw(facts)[:, 0], np.float32)


@dataclass(frozen=True, eq=False)
class RecordJudge:
    """Two raters and a forest; see the module."""

    several: Rater
    lone: Rater
    is_lone: Forest

    def rated(self, sets: Sequence[Records], facts: Floats) -> Rated:
        """Return the sets of a page with scores, best first; of those that are rated alike, the one
        that comes first.

        The softmax of the scores is the chance of a set to be the posts, as the raters see it.

        Args:
            sets: Sets of records.
            facts: [sets, facts] What ``RecordFacts`` tells of each.
        """
        single = np.array([len(records) == 1 for records in sets], np.bool_)
        scores = np.zeros(len(sets), np.float32)
        scores[~single] = self.several.scores(facts[~single])
        scores[single] = self.lone.scores(facts[single])
        if single.any() and not single.all():
            row = question(facts[~single], scores[~single], facts[single], scores[single])
            odds = self.is_lone.raw(row[None])[0, 0]
            scores[single] += scores[~single].max() + odds - scores[single].max()
        lags = (scores.max() - scores) // TIE
        order = np.argsort(lags, kind="stable").tolist()
        return [(float(scores[index]), sets[index]) for index in order]

    def score(self, records: Sequence[Record], facts: Mapping[str, float]) -> float:
        """Return how the rater of sets of this size rates one."""
        rater = self.several if len(records) > 1 else self.lone
        return float(rater.scores(np.array([list(facts.values())], np.float32))[0])


def question(several: Floats, of_several: Floats, lone: Floats, of_lone: Floats) -> Floats:
    """Return the facts [n] that tell whether the best single record is the only post of a page:
    those of the best of both kinds, their difference, and how clear both choices are.

    Args:
        several: [sets, facts] The sets of several records.
        of_several: [sets] Their scores.
        lone: [sets, facts] The sets of one record.
        of_lone: [sets] Their scores.
    """
    one, other = lone[of_lone.argmax()], several[of_several.argmax()]
    return np.concatenate([one, other, one - other, _clarity(of_lone), _clarity(of_several)])


def _clarity(scores: Floats) -> Floats:
    """Return the best score, its lead, the weight of all scores beside it, and their number."""
    ranked = -np.sort(-scores)
    if len(ranked) > 1:
        lead = ranked[0] - ranked[1]
    else:
        lead = _FAR_AHEAD
    weight = np.exp(ranked - ranked[0]).sum()
    return np.array([ranked[0], lead, weight, len(ranked)], np.float32)


def file_of(name: str) -> Path:
    """Return the file of a part of ``NAMES``."""
    return FOLDER / f"judge_{name}.npz"


@cache
def judge() -> RecordJudge:
    """Return the shipped judge."""
    return as_judge({name: _arrays_of(name) for name in NAMES})


def _arrays_of(name: str) -> dict[str, NDArray[Any]]:
    with np.load(file_of(name), allow_pickle=False) as file:
        return dict(file)


def as_judge(parts: Mapping[str, Mapping[str, NDArray[Any]]]) -> RecordJudge:
    """Return the judge of the arrays of its parts, by ``NAMES``."""
    return RecordJudge(
        rater_of(parts["several"]), rater_of(parts["lone"]), from_arrays(parts["is_lone"])
    )


def rater_of(arrays: Mapping[str, NDArray[Any]]) -> Rater:
    """Return the rater of the arrays of a forest and its weights."""
    return Rater(arrays["weights"], from_arrays(arrays))
