"""How well a tag is learned, by cross-validation: each document is scored by a model that has not
learned from it, nor from others that tell of it. Pure.

What a tag would be given to can be judged only by people, and only on documents as they come: among
examples that people have picked, any tag looks precise. So the tag asks about documents drawn at
random that it would be given to. Its precision is the share of the answers that say it is right.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from notify.tagging.naive_bayes import Examples, Model
from notify.tagging.words import Words
from storage.database.spot_checks.verdicts import Rate, rate

FOLDS = 5
"""Usual: each model learns from four fifths of the examples, nearly as good as from all."""
_RECALLS = (0.75, 0.5, 0.25)
"""How many of the documents with the tag are to be found: the first of these at which the tag is
precise enough. Few, because choosing among many scores would flatter the one that is chosen."""
MIN_PRECISION = 0.6
"""A tag proposes itself if its precision is above this with 97.5 % confidence: then most of what it
proposes is right, at worst. All right of 6 answers are enough, or 15 right of 18."""


class Origin(Enum):
    """Why it is known whether an example should have the tag."""

    #: People have tagged it, or tagged it otherwise.
    GIVEN = auto()
    #: People have answered when the tag asked about it, or was proposed.
    ANSWERED = auto()
    #: Nobody has said: it was drawn at random, and counts as one that should not.
    DRAWN = auto()


@dataclass(frozen=True, kw_only=True)
class Example:
    """A document to learn from; ``group`` is shared by documents that tell of each other, such as
    copies of one text.
    """

    words: Words
    is_tagged: bool
    group: Hashable
    origin: Origin


@dataclass(frozen=True, kw_only=True)
class Learned:
    """A model, the score from which documents get the tag, and how good both are.

    ``precision`` is that of the answers. ``found`` of the examples with the tag have the score: it
    is chosen so, which measures nothing. ``doubtful`` are the places of drawn examples that would
    get it.
    """

    model: Model
    sure_from: float
    precision: Rate
    found: int
    doubtful: tuple[int, ...]

    @property
    def is_precise(self) -> bool:
        """Return whether the answers show that the tag is precise enough to propose itself."""
        return self.precision.low >= MIN_PRECISION


def learn(examples: Sequence[Example]) -> Learned:
    """Learn from examples, of which some have the tag, and others not."""
    is_tagged = np.array([each.is_tagged for each in examples])
    prepared = Examples([each.words for each in examples], is_tagged)
    folds = fold_numbers(examples)
    taught = [prepared.learn(folds != fold) for fold in range(FOLDS)]
    scores = np.zeros(len(examples))
    for fold, weights in enumerate(taught):
        scores = np.where(folds == fold, prepared.scores(weights), scores)
    # The mean of the models that were measured: one that learns from all examples scores higher,
    # and what the others are sure from would be too low for it.
    model = prepared.model(np.mean(taught, axis=0))
    at_levels = (
        _at(float(np.quantile(scores[is_tagged], 1 - recall)), model, scores, examples)
        for recall in _RECALLS
    )
    first = next(at_levels)
    return next((each for each in (first, *at_levels) if each.is_precise), first)


def fold_numbers(examples: Sequence[Example]) -> NDArray[np.int64]:
    """Return the fold of each example: those of a group share one, and all folds have about as many
    examples with the tag, and without.
    """
    groups: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place, each in enumerate(examples):
        groups[each.group].append(place)
    tagged = {key: sum(examples[each].is_tagged for each in some) for key, some in groups.items()}
    with_tag, in_all = [0] * FOLDS, [0] * FOLDS
    folds = np.zeros(len(examples), dtype=np.int64)
    # The largest first: the small ones make up for their differences.
    for key in sorted(groups, key=lambda key: (-tagged[key], -len(groups[key]))):
        # Groups without the tag fill up the folds, whatever these have of those with it.
        filled = with_tag if tagged[key] else in_all
        fold = filled.index(min(filled))
        with_tag[fold] += tagged[key]
        in_all[fold] += len(groups[key])
        folds[groups[key]] = fold
    return folds


def _at(
    sure_from: float, model: Model, scores: NDArray[np.float64], examples: Sequence[Example]
) -> Learned:
    """Return how good the tag is if documents get it from a score on."""
    found = [(at, each) for at, each in enumerate(examples) if scores[at] >= sure_from]
    answers = [each.is_tagged for _at, each in found if each.origin is Origin.ANSWERED]
    return Learned(
        model=model,
        sure_from=sure_from,
        precision=rate(sum(answers), len(answers)),
        found=sum(each.is_tagged for _at, each in found),
        doubtful=tuple(at for at, each in found if each.origin is Origin.DRAWN),
    )
