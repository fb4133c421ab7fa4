"""Tell from the shapes of a source's pages that the site was redesigned, or that its extraction
drifted. Pure.

The newest pages are compared with those before them. A test raises the alarm only if chance
explains the difference once in a million times, and only if the difference is large. Within a site,
pages of the same layout share most of their sketch; after a redesign, a few per cent.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import comb, exp, lgamma, sqrt
from statistics import median

from storage.findings.signs import PageShape
from storage.outcomes import Outcome

RECENT = 12
"""How many of the newest pages are compared with the ones before."""
# With these numbers, a simulation of 200 sites with 200 pages each, up to half of them rejected,
# gave one false alarm, and finds each kind of change after 8 to 11 pages (docs/measurements.md).
MIN_BEFORE = 24
MIN_STORED = 20
_SKETCH = 24
_STEP = 2
# Two pages of a site are alike by 0.88 or more, and by 0.17 or less after a redesign.
_ALIKE = 0.5
_MIN_UNLIKE_SHARE = 0.9
_SERIES = 6
_CHANCE = 1e-6
_SIGMAS = 4.2
_TIMES_LENGTH = 2.0
_LOWER_CONFIDENCE = 0.15
_SHIFT = 0.7
_SAMPLES = 3


class Drift(StrEnum):
    """What changed."""

    STRUCTURE = "structure"
    OUTCOME = "outcome"
    LENGTH = "length"
    CONFIDENCE = "confidence"
    DATE = "date"


@dataclass(frozen=True, kw_only=True)
class DriftFinding:
    """What changed, most telling first, and URLs of pages before and after."""

    drifts: Sequence[Drift]
    before: Sequence[str]
    after: Sequence[str]


def find_drift(shapes: Sequence[PageShape]) -> DriftFinding | None:
    """Return what changed in these pages, oldest first; None if nothing did, or if they are too
    few.

    Many pages may have come since the last look, so the change may be anywhere among them.
    """
    for end in range(len(shapes), MIN_BEFORE + RECENT - 1, -_STEP):
        before, recent = shapes[: end - RECENT], shapes[end - RECENT : end]
        if drifts := [drift for drift, test in _TESTS.items() if test(before, recent)]:
            return DriftFinding(
                drifts=drifts, before=_newest(before), after=_newest(shapes[end - RECENT :])
            )
    return None


def similarity(first: Sequence[int], second: Sequence[int]) -> float:
    """Return the estimated share of structure (Jaccard) that two pages share, from their
    sketches.
    """
    one, other = frozenset(first), frozenset(second)
    union = sorted(one | other)[:_SKETCH]
    if union:
        return len(one & other & frozenset(union)) / len(union)
    return 1.0


def _structure(before: Sequence[PageShape], recent: Sequence[PageShape]) -> bool:
    known = [shape.sketch for shape in before]
    unlike = sum(not _is_like_any(shape.sketch, known) for shape in recent)
    if unlike < _MIN_UNLIKE_SHARE * len(recent):
        return False
    # A site with many layouts often has a page that is like none before: then another one says
    # little.
    usual = sum(
        not _is_like_any(sketch, _far_from(index, known)) for index, sketch in enumerate(known)
    )
    return _at_least(unlike, len(recent), usual, len(known)) < _CHANCE


def _far_from(index: int, sketches: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """Return the sketches but those near ``place``: a site may publish a series of like pages."""
    return [*sketches[: max(0, index - _SERIES)], *sketches[index + _SERIES + 1 :]]


def _is_like_any(sketch: Sequence[int], others: Sequence[Sequence[int]]) -> bool:
    one = frozenset(sketch)
    # Few pages share as many numbers as this, which is quick to see.
    least = _ALIKE * min(len(one), _SKETCH)
    return any(
        len(one.intersection(other)) >= least and similarity(sketch, other) >= _ALIKE
        for other in others
    )


def _at_least(hits: int, trials: int, hits_before: int, trials_before: int) -> float:
    """Return the probability of at least so many hits after those before (beta-binomial, uniform
    prior).
    """
    first, second = hits_before + 1, trials_before - hits_before + 1

    def exactly(k: int) -> float:
        logarithm = _log_beta(first + k, second + trials - k) - _log_beta(first, second)
        return comb(trials, k) * exp(logarithm)

    return sum(exactly(k) for k in range(hits, trials + 1))


def _log_beta(first: float, second: float) -> float:
    return lgamma(first) + lgamma(second) - lgamma(first + second)


def _outcome(before: Sequence[PageShape], recent: Sequence[PageShape]) -> bool:
    """Return whether pages that were stored are now rejected."""
    rejected = sum(shape.outcome != Outcome.STORED for shape in recent)
    if rejected < _SHIFT * len(recent):
        return False
    usual = sum(shape.outcome != Outcome.STORED for shape in before)
    return _at_least(rejected, len(recent), usual, len(before)) < _CHANCE


def _length(before: Sequence[PageShape], recent: Sequence[PageShape]) -> bool:
    first = [shape.length for shape in before if shape.length]
    second = [shape.length for shape in recent if shape.length]
    if not _differ(first, second):
        return False
    small, large = sorted((median(first), median(second)))
    return large >= _TIMES_LENGTH * small


def _confidence(before: Sequence[PageShape], recent: Sequence[PageShape]) -> bool:
    first = [shape.confidence for shape in before if shape.confidence is not None]
    second = [shape.confidence for shape in recent if shape.confidence is not None]
    return _differ(first, second) and median(first) - median(second) >= _LOWER_CONFIDENCE


def _date(before: Sequence[PageShape], recent: Sequence[PageShape]) -> bool:
    """Return whether the dates of stored pages come from other evidence than before."""
    first = Counter(shape.dated_by for shape in before if shape.outcome == Outcome.STORED)
    second = Counter(shape.dated_by for shape in recent if shape.outcome == Outcome.STORED)
    if first.total() < MIN_STORED or second.total() < _SHIFT * RECENT:
        return False
    total, total_before = second.total(), first.total()
    more = [each for each in second if second[each] / total > first[each] / total_before]
    now = sum(second[each] for each in more)
    then = sum(first[each] for each in more)
    if now / total - then / total_before < _SHIFT:
        return False
    # The evidence was chosen after looking, out of all sets of it.
    choices = 1 << len({*first, *second})
    return choices * _at_least(now, total, then, total_before) < _CHANCE


def _differ(first: Sequence[float], second: Sequence[float]) -> bool:
    """Return whether two samples differ by the rank-sum test of Mann and Whitney, in its normal
    approximation.
    """
    if len(first) < MIN_STORED or len(second) < _SHIFT * RECENT:
        return False
    greater = sum((a > b) + (a == b) / 2 for a in first for b in second)
    pairs = len(first) * len(second)
    sigma = sqrt(pairs * (len(first) + len(second) + 1) / 12)
    return bool(abs(greater - pairs / 2) >= _SIGMAS * sigma)


_TESTS: Mapping[Drift, Callable[[Sequence[PageShape], Sequence[PageShape]], bool]] = {
    Drift.OUTCOME: _outcome,
    Drift.STRUCTURE: _structure,
    Drift.LENGTH: _length,
    Drift.CONFIDENCE: _confidence,
    Drift.DATE: _date,
}


def _newest(shapes: Sequence[PageShape]) -> list[str]:
    return [shape.url for shape in shapes[-_SAMPLES:]]
