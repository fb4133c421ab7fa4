"""Naive Bayes over words: what tells documents with a tag from others. Pure.

It needs few examples, and learns in milliseconds. Documents are vectors of length 1 (see
``notify.tagging.words``), and words are weighed by how rare they are, both after Rennie et al.
(ICML 2003).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from notify.tagging.words import Words

MAX_WORDS = 5_000
"""The words that tell most are kept. The mean of five models that share most of theirs has about
7,000, and is 140 kB large."""
_SMOOTHING = 0.1
"""What a word counts before it was seen, about as much as once in a short text. Both sides share it
as they share all that was seen, so that a word that neither has speaks for neither. The same on
both sides would let every rare word speak for the tag, which has far fewer documents. On 3,600
articles in seven languages, 0.01 to 0.2 were as good, and 1 and more asked about worse ones."""


@dataclass(frozen=True, kw_only=True)
class Model:
    """The hashes of words, ascending, and how far each speaks for the tag."""

    hashes: NDArray[np.uint32]
    weights: NDArray[np.float32]

    def score(self, words: Words) -> float:
        """Return how far a document speaks for the tag; it means something only beside others."""
        if not len(self.hashes):
            return 0.0
        at = np.minimum(np.searchsorted(self.hashes, words.hashes), len(self.hashes) - 1)
        is_known = self.hashes[at] == words.hashes
        return float(np.sum(self.weights[at] * words.weights * is_known))


class Examples:
    """Documents with and without a tag, prepared to learn from any part of them."""

    def __init__(self, documents: Sequence[Words], is_tagged: NDArray[np.bool_]) -> None:
        self._is_tagged = is_tagged
        self._rows = np.repeat(np.arange(len(documents)), [len(each.hashes) for each in documents])
        self._values = np.concatenate([each.weights for each in documents])
        hashes = np.concatenate([each.hashes for each in documents])
        self._hashes, self._columns = np.unique(hashes, return_inverse=True)

    def learn(self, chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return how far each word speaks for the tag, as the chosen documents teach; of these,
        some have the tag and others not.
        """
        is_used = chosen[self._rows]
        tagged = self._sums(is_used & self._is_tagged[self._rows])
        others = self._sums(is_used & ~self._is_tagged[self._rows])
        if not tagged.any() or not others.any():
            # A side without a word, as pictures without text are, teaches nothing.
            return np.zeros(len(self._hashes))
        share = tagged.sum() / (tagged.sum() + others.sum())
        ratio = np.log((tagged + _SMOOTHING * share) / tagged.sum())
        ratio -= np.log((others + _SMOOTHING * (1 - share)) / others.sum())
        frequency = np.bincount(self._columns[is_used], minlength=len(self._hashes))
        weights: NDArray[np.float64] = ratio * np.log(1 + chosen.sum() / np.maximum(frequency, 1))
        told = np.argsort(-np.abs(weights) * frequency, kind="stable")
        weights[told[MAX_WORDS:]] = 0
        weights[frequency == 0] = 0
        return weights

    def scores(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the score of each document, as ``Model.score`` does."""
        values = weights[self._columns] * self._values
        summed: NDArray[np.float64] = np.zeros(len(self._is_tagged))
        summed += np.bincount(self._rows, values, minlength=len(self._is_tagged))
        return summed

    def model(self, weights: NDArray[np.float64]) -> Model:
        """Return a model with what each word says."""
        told = np.flatnonzero(weights)
        return Model(hashes=self._hashes[told], weights=weights[told].astype(np.float32))

    def _sums(self, is_counted: NDArray[np.bool_]) -> NDArray[np.float64]:
        summed: NDArray[np.float64] = np.zeros(len(self._hashes))
        summed += np.bincount(
            self._columns[is_counted], self._values[is_counted], minlength=len(self._hashes)
        )
        return summed
