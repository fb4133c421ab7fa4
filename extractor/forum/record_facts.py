"""Describe sets of records by facts that distinguish posts from other lists.

Most sets hold few records, so those of a page are described all at once, as arrays.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import ArrayLike, NDArray

from extractor.compiled import threads as compiled
from extractor.forum.cues import is_beside_class
from extractor.forum.marks import Kind, Marks
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.trees import Floats

_MIN_TEXT = 15
"""Least running text, in characters, of a post with any text. Buttons and labels have less."""
_MIN_LONG_TEXT = 60
"""Least running text, in characters, of a post with more than a scrap, such as "Thanks a lot!"."""
_USUAL_POST = 100
"""Characters above which a median is no better. The weights of this room are trained with these
scales.
"""
_USUAL_NODES = 300
"""Nodes above which a record is no worse."""
_FAR = 300
"""Running text, in characters, between the headline and the posts that is certainly too much."""
_MAX_COUNTED = 20
"""Records above which a set is no better."""
_CONTROLS = frozenset({"textarea", "select", "form"})
_PARAGRAPHS = frozenset({"p", "br", "blockquote", "pre"})
_BESIDE = frozenset({"aside", "nav", "footer"})
_MORE_TIMES = 0.6
"""Value of several times in a record, where one is worth 1. A note of a change adds one."""
_MORE_NAMES = 0.8
"""The same of several names: many boards print the author's twice."""
_MORE_NUMBERS = 0.5
"""The same of several numbers, which no board prints twice."""
_NOTHING = 1e-6
"""Characters that are added where a number is divided by a text that may be empty."""

Reals = NDArray[np.float64]
_Nodes = NDArray[np.intp]


class _Sets:
    """The records of several sets, one set after the other, and what sums up their values.

    ``begins`` are the places of the first records of the sets.
    """

    def __init__(self, sets: Sequence[Sequence[Record]]) -> None:
        self.counts = np.array([len(records) for records in sets])
        self.starts, self.ends = np.array(list(chain.from_iterable(sets))).T
        self.begins = np.cumsum(self.counts) - self.counts
        self.first = self.starts[self.begins]
        self.last = self.ends[self.begins + self.counts - 1]
        self._owners = np.repeat(np.arange(len(sets)), self.counts)

    def total(self, values: ArrayLike) -> Reals:
        """Return the sum of each set."""
        return np.asarray(np.add.reduceat(np.asarray(values, np.float64), self.begins))

    def mean(self, values: ArrayLike) -> Reals:
        """Return the mean of each set; of truths, the share that is true."""
        return np.asarray(self.total(values) / self.counts)

    def most(self, values: ArrayLike) -> Reals:
        """Return the largest value of each set; of truths, whether any is true."""
        return np.maximum.reduceat(np.asarray(values, np.float64), self.begins)

    def ranked(self, values: ArrayLike) -> Reals:
        """Return the values with those of each set in ascending order."""
        known = np.asarray(values, np.float64)
        return known[np.lexsort((known, self._owners))]

    def median(self, values: Reals) -> Reals:
        """Return the median of each set."""
        return self._middle(self.ranked(values), 0)

    def median_gap(self, values: Reals) -> Reals:
        """Return the median of what is before the records of each set but the first; 0 of none."""
        gaps = values.copy()
        gaps[self.begins] = -np.inf
        return np.where(self.counts > 1, self._middle(self.ranked(gaps), 1), 0.0)

    def _middle(self, ranked: Reals, skipped: int) -> Reals:
        """Return the median of the ranked values of each set without the first ``skipped``."""
        begins, left = self.begins + skipped, self.counts - skipped
        upper = np.minimum(begins + left // 2, len(ranked) - 1)
        lower = begins + (left - 1) // 2
        return np.asarray((ranked[lower] + ranked[upper]) / 2)

    def same(self, values: _Nodes) -> tuple[Reals, Reals]:
        """Return how often the commonest value of each set comes, and the number of its values."""
        ranked = self.ranked(values)
        is_new = np.diff(ranked, prepend=-np.inf) != 0
        is_new[self.begins] = True
        places = np.flatnonzero(is_new)
        different = self.total(is_new)
        first = (np.cumsum(different) - different).astype(np.intp)
        lengths = np.diff(places, append=len(ranked)).astype(np.float64)
        return np.maximum.reduceat(lengths, first), different


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """Describes all sets of a page.

    Attributes:
        head: The first ``h1`` or -1.
        largest: The longest leaf.
        weights: Running text before each node, in characters.
        sizes: The same with the text of links.
        ends, parents, signs: Those of the outline.
        times, controls, paragraphs: Nodes in document order.
        boxes: The columns and boxes beside the main text in document order, after -1.
        boxed: The farthest end of each of these and all before it.
    """

    marks: Marks
    head: int
    largest: int
    weights: Reals
    sizes: Reals
    ends: _Nodes
    parents: _Nodes
    signs: _Nodes
    times: _Nodes
    controls: _Nodes
    paragraphs: _Nodes
    boxes: _Nodes
    boxed: _Nodes

    def features(self, records: Sequence[Record]) -> dict[str, float]:
        """Return the facts about one set."""
        return {name: float(column[0]) for name, column in self.columns([records]).items()}

    def columns(self, sets: Sequence[Sequence[Record]]) -> dict[str, Reals]:
        """Return the facts [sets] that rate how much sets look like the posts, in the order of the
        forests' features.

        Only those of one page can be compared.
        """
        found = _Sets(sets)
        starts, ends, first, count = found.starts, found.ends, found.first, found.counts
        held = self.weights[ends] - self.weights[starts]
        text = found.total(held)
        share = text / (self.weights[-1] or 1.0)
        links = found.total(self.sizes[ends] - self.sizes[starts]) - text
        linked = links / (links + text + 1)
        is_headed = (self.head >= 0) & (self.head < first)
        gap = np.where(is_headed, self.weights[first] - self.weights[self.head], 0.0)
        between = self.weights[found.last] - self.weights[first]
        alike, _ = found.same(self.signs[starts])
        times = _inside(self.times, starts, ends)
        counted = np.minimum(count, _MAX_COUNTED)
        single = np.asarray(count == 1, np.float64)
        beside = self._are_beside(starts)
        holds_head = (starts <= self.head) & (self.head < ends)
        holds_largest = (starts <= self.largest) & (self.largest < ends)
        upper_median = found.ranked(held)[found.begins + count // 2]
        return {
            "share": share,
            "texted": found.mean(held >= _MIN_TEXT),
            "long": found.mean(held >= _MIN_LONG_TEXT),
            "median": np.minimum(1.0, upper_median / _USUAL_POST),
            "spread": share * counted**0.5,
            "dense": text / np.where(between, between, 1.0),
            "time": _best_fits(self.marks.times, sets, _MORE_TIMES),
            "name": _best_fits(self.marks.names, sets, _MORE_NAMES),
            "number": _best_fits(self.marks.numbers, sets, _MORE_NUMBERS),
            "any_time": found.mean(times > 0),
            "largest": found.most(holds_largest),
            "after": np.where(self.head < 0, 0.5, self.head <= first),
            "gap": np.where(is_headed, np.minimum(1.0, gap / _FAR), 0.5),
            "wide": found.most(holds_head),
            "size": np.minimum(1.0, found.mean(ends - starts) / _USUAL_NODES),
            "linked": linked,
            "left": gap / (gap + text + 1),
            "alike": alike / count,
            "count": counted / _MAX_COUNTED,
            "pair": np.asarray(count == 2, np.float64),
            "controls": found.mean(_inside(self.controls, starts, ends) > 0),
            "paragraphs": found.mean(_inside(self.paragraphs, starts, ends) > 0),
            "beside": np.maximum(beside[found.begins], beside[found.begins + count - 1]),
            "single": single,
            "single_share": single * share,
            "single_linked": single * linked,
            "times": np.log1p(found.mean(times)),
            "one_time": found.mean(times == 1),
            **self._of_shape(found),
        }

    def _of_shape(self, found: _Sets) -> dict[str, Reals]:
        """Return how records lie on the page, and how much of it they are."""
        starts, ends, sizes = found.starts, found.ends, self.sizes
        held = sizes[ends] - sizes[starts] + _NOTHING
        own = self.weights[ends] - self.weights[starts]
        parents = self.parents[starts]
        around = np.where(parents >= 0, sizes[self.ends[parents]] - sizes[parents], 0.0)
        gaps = found.median_gap(sizes[starts] - sizes[np.roll(ends, 1)])
        text, whole = found.total(held), sizes[-1] + _NOTHING
        _, different = found.same(parents)
        return {
            "records": np.log1p(found.counts),
            "words": text / whole,
            "links": 1 - found.mean(own / held),
            "whole": found.mean(self.ends[starts] == ends),
            "behind": 1 - sizes[found.last] / whole,
            "biggest": found.most(held) / text,
            "parents": different / found.counts,
            "own": np.log1p(found.median(own)),
            "outer": np.log(np.maximum(1.0, found.total(around) / text)),
            "gaps": np.log1p(gaps / found.median(held)),
            "filled": text / (sizes[found.last] - sizes[found.first] + _NOTHING),
        }

    def _are_beside(self, nodes: _Nodes) -> Reals:
        """Return whether nodes are in a column or box beside the main text."""
        places = np.searchsorted(self.boxes, nodes, side="right") - 1
        return np.asarray(nodes < self.boxed[places], np.float64)


def record_facts(outline: PageOutline, marks: Marks) -> RecordFacts:
    """Return what describes the sets of a page."""
    tags, weights = outline.tags, np.array(outline.weights)
    ends = np.array(outline.ends, np.intp)
    lengths = np.diff(weights)
    beside = set(filter(is_beside_class, set(outline.classes)))
    boxes = []
    for node, (tag, name) in enumerate(zip(tags, outline.classes, strict=True)):
        # Nothing is beside the top, whatever its class.
        if node and (tag in _BESIDE or name in beside):
            boxes.append(node)
    return RecordFacts(
        marks,
        head=tags.index("h1") if "h1" in tags else -1,
        largest=int(lengths.argmax()) if tags else 0,
        weights=weights,
        sizes=weights + outline.linked,
        ends=ends,
        parents=np.array(outline.parents, np.intp),
        signs=np.array(outline.signs, np.intp),
        times=np.array(marks.all_times, np.intp),
        controls=_of_tags(outline, _CONTROLS),
        paragraphs=_of_tags(outline, _PARAGRAPHS),
        boxes=np.array([-1, *boxes]),
        boxed=np.maximum.accumulate([-1, *ends[boxes]]),
    )


def matrix(columns: Mapping[str, Reals]) -> Floats:
    """Return the facts [sets, facts] of the columns."""
    return np.stack([*columns.values()], axis=1).astype(np.float32)


def _of_tags(outline: PageOutline, wanted: Collection[str]) -> _Nodes:
    return np.array([node for node, tag in enumerate(outline.tags) if tag in wanted], np.intp)


def _inside(nodes: _Nodes, starts: _Nodes, ends: _Nodes) -> _Nodes:
    """Return how many of the nodes are in each record."""
    return np.searchsorted(nodes, ends) - np.searchsorted(nodes, starts)


def _best_fits(
    kinds: Mapping[Kind, list[int]], sets: Sequence[Sequence[Record]], several: float
) -> Reals:
    """Return for each set the best ``fit`` of all kinds of marks."""
    return np.array([best_fit(kinds.values(), records, several) for records in sets])


def best_fit(kinds: Iterable[list[int]], records: Sequence[Record], several: float) -> float:
    """Return the best ``fit`` of all kinds.

    Kinds with too few marks to beat the best so far are skipped.
    """
    if compiled:
        return compiled.best_fit(kinds, records, several)
    best = 0.0
    for nodes in kinds:
        if min(len(nodes), len(records)) > best * len(records):
            best = max(best, fit(nodes, records, several))
    return best


def fit(nodes: list[int], records: Sequence[Record], several: float) -> float:
    """Rate how well marks of a kind identify the records: 1 for one mark in each and none
    elsewhere.
    """
    if compiled:
        return compiled.fit(nodes, records, several)
    once = more = inside = 0
    for start, end in records:
        low = bisect_left(nodes, start)
        count = bisect_left(nodes, end, low) - low
        inside += count
        if count == 1:
            once += 1
        elif count:
            more += 1
    return (once + several * more) / (len(records) + 0.5 * (len(nodes) - inside))
