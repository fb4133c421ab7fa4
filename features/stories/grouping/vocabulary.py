"""How common each term is, and how often it is written like a name; from these follow the weights
of terms.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import log
from typing import Any

from newsroom.terms import Term

# When there are more terms, all counts are halved and those that reach zero are dropped.
_MAX_TERMS = 400_000
_MAX_DOCUMENTS = 200_000
# From this share of all documents on, a word belongs to the language or to all sites. Small numbers
# prove nothing.
_EVERYWHERE = 0.12
_ENOUGH = 200
_KINDS = {"person": 2.0, "place": 1.6, "name": 1.8, "common": 0.3, "number": 0.7}
_SMALL = 0.4
_NAME = 2.0
_LEAD = 1.0
_MAX_COUNTED = 3
_MAX_WEIGHTS = 32


class Vocabulary:
    """Counts of terms over the documents so far; they fade as new ones come."""

    def __init__(self) -> None:
        self.documents = 0
        self._counts: Counter[str] = Counter()
        self._capitals: Counter[str] = Counter()
        self._smalls: Counter[str] = Counter()

    def add(self, terms: Mapping[str, Term]) -> None:
        """Count the terms of a document."""
        self.documents += 1
        self._counts.update(terms.keys())
        for key, term in terms.items():
            # None where a capital tells nothing, as at the beginning of a sentence and in Chinese.
            if term.capital is not None:
                (self._capitals if term.capital else self._smalls)[key] += 1
        if len(self._counts) > _MAX_TERMS or self.documents > _MAX_DOCUMENTS:
            self._fade()

    def discount(self, terms: Iterable[str]) -> None:
        """Forget one document with these terms."""
        self.documents = max(0, self.documents - 1)
        for key in terms:
            for counts in (self._counts, self._capitals, self._smalls):
                if counts[key] > 1:
                    counts[key] -= 1
                else:
                    del counts[key]

    def weights(self, terms: Mapping[str, Term]) -> dict[str, float]:
        """Return the heaviest terms of a document with their weights, as a vector of length 1."""
        raw = {key: self._weight(key, term) for key, term in terms.items()}
        best = sorted((key for key in raw if raw[key] > 0), key=lambda key: (-raw[key], key))[
            :_MAX_WEIGHTS
        ]
        length = sum(raw[key] ** 2 for key in best) ** 0.5
        return {key: raw[key] / length for key in best}

    def is_name(self, key: str, term: Term) -> bool:
        """Return whether a term is a name: by the dictionary, or because it is hardly ever written
        small.
        """
        return term.kind in ("person", "place", "name") or (
            term.kind == "word" and self._likeness(key) > _NAME_LIKENESS
        )

    def rarity(self, key: str) -> float:
        """Return how rare a term is: the logarithm of one in how many documents has it."""
        return log(1 + (self.documents + 1) / (self._counts[key] + 1))

    def state(self) -> dict[str, Any]:
        """Return the counts as JSON values; terms that occurred once are left out."""
        kept = {
            key: [count, self._capitals[key], self._smalls[key]]
            for key, count in self._counts.items()
            if count > 1
        }
        return {"documents": self.documents, "terms": kept}

    @classmethod
    def of_state(cls, state: Mapping[str, Any]) -> "Vocabulary":
        """Return the vocabulary with these counts."""
        made = cls()
        made.documents = int(state.get("documents", 0))
        for key, (count, capitals, smalls) in state.get("terms", {}).items():
            made._counts[key] = count
            if capitals:
                made._capitals[key] = capitals
            if smalls:
                made._smalls[key] = smalls
        return made

    def _weight(self, key: str, term: Term) -> float:
        count = self._counts[key]
        if self.documents >= _ENOUGH and count > _EVERYWHERE * self.documents:
            return 0.0
        rarity = self.rarity(key)
        kind = _KINDS.get(term.kind) or _SMALL + (_NAME - _SMALL) * self._likeness(key)
        often = min(term.title, _MAX_COUNTED) ** 0.5 + _LEAD * min(term.lead, _MAX_COUNTED) ** 0.5
        return float(rarity * kind * often)

    def _likeness(self, key: str) -> float:
        """Return the share of telling occurrences in which a word has a capital; a half if there
        are none.
        """
        capitals, smalls = self._capitals[key], self._smalls[key]
        return (capitals + 0.5) / (capitals + smalls + 1)

    def _fade(self) -> None:
        self.documents //= 2
        for counts in (self._counts, self._capitals, self._smalls):
            for key in list(counts):
                counts[key] //= 2
                if not counts[key]:
                    del counts[key]


_NAME_LIKENESS = 0.7
