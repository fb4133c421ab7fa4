"""How well documents are grouped: F1 over pairs, and BCubed F1 (Bagga and Baldwin 1998)."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class GroupingScore:
    """Precision, recall and F1, from 0 to 1."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def pairs(found: Sequence[Hashable], gold: Sequence[Hashable]) -> GroupingScore:
    """Score the pairs of documents that are in one group; both sequences name the group of each
    document.
    """
    together = _pairs(Counter(zip(found, gold, strict=True)))
    in_found, in_gold = _pairs(Counter(found)), _pairs(Counter(gold))
    return GroupingScore(
        precision=together / in_found if in_found else 1.0,
        recall=together / in_gold if in_gold else 1.0,
    )


def bcubed(found: Sequence[Hashable], gold: Sequence[Hashable]) -> GroupingScore:
    """Score each document by the others in its group, and take the mean over documents."""
    if not gold:
        return GroupingScore(precision=1.0, recall=1.0)
    found_sizes, gold_sizes = Counter(found), Counter(gold)
    both = Counter(zip(found, gold, strict=True))
    precision = sum(count * count / found_sizes[one] for (one, _other), count in both.items())
    recall = sum(count * count / gold_sizes[other] for (_one, other), count in both.items())
    return GroupingScore(precision=precision / len(gold), recall=recall / len(gold))


def _pairs(sizes: "Counter[Any]") -> int:
    return sum(size * (size - 1) // 2 for size in sizes.values())
