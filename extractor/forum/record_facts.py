"""Describe sets of records by facts that distinguish posts from other lists."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf, log, log1p
from operator import add, sub, truediv
from statistics import median

from extractor.compiled import threads as compiled
from extractor.forum.cues import is_beside_class
from extractor.forum.marks import Marks
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record

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


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """Describes all sets of a page.

    Attributes:
        head: The first ``h1`` or -1.
        largest: The longest leaf.
        sizes: Running text and text of links before each node, in characters.
        beside: Whether elements are in a column or box beside the main text, as far as known.
        others: The other lists are nodes in document order.
    """

    outline: PageOutline
    marks: Marks
    times: list[int]
    controls: list[int]
    paragraphs: list[int]
    head: int
    largest: int
    sizes: list[float]
    beside: dict[int, bool] = field(default_factory=dict)

    def features(self, records: Sequence[Record]) -> dict[str, float]:
        """Return the facts that rate how much a set looks like the posts, in the order of the
        forests' features.

        Only those of one page can be compared.
        """
        outline, marks, count = self.outline, self.marks, len(records)
        weights = outline.weights
        held = sorted([weights[end] - weights[start] for start, end in records])
        text = sum(held)
        share = text / (outline.weights[-1] or 1.0)
        links = sum([outline.linked[end] - outline.linked[start] for start, end in records])
        linked = links / (links + text + 1)
        first, last = records[0][0], records[-1][1]
        before = 0 <= self.head < first
        gap = outline.weight(self.head, first) if before else 0.0
        signs = Counter([outline.signs[start] for start, _ in records])
        times = [
            bisect_left(self.times, end) - bisect_left(self.times, start) for start, end in records
        ]
        return {
            "share": share,
            "texted": (count - bisect_left(held, _MIN_TEXT)) / count,
            "long": (count - bisect_left(held, _MIN_LONG_TEXT)) / count,
            "median": min(1.0, held[count // 2] / _USUAL_POST),
            "spread": share * min(count, _MAX_COUNTED) ** 0.5,
            "dense": text / (outline.weight(first, last) or 1.0),
            "time": best_fit(marks.times.values(), records, _MORE_TIMES),
            "name": best_fit(marks.names.values(), records, _MORE_NAMES),
            "number": best_fit(marks.numbers.values(), records, _MORE_NUMBERS),
            "any_time": (count - times.count(0)) / count,
            "largest": _holds(self.largest, records),
            "after": 0.5 if self.head < 0 else float(self.head <= first),
            "gap": min(1.0, outline.weight(self.head, first) / _FAR) if before else 0.5,
            "wide": _holds(self.head, records),
            "size": min(1.0, sum([end - start for start, end in records]) / count / _USUAL_NODES),
            "linked": linked,
            "left": gap / (gap + text + 1),
            "alike": max(signs.values()) / count,
            "count": min(count, _MAX_COUNTED) / _MAX_COUNTED,
            "pair": float(count == 2),
            "controls": reach(self.controls, records),
            "paragraphs": reach(self.paragraphs, records),
            "beside": float(self._is_beside(first) or self._is_beside(records[-1][0])),
            "single": float(count == 1),
            "single_share": share if count == 1 else 0.0,
            "single_linked": linked if count == 1 else 0.0,
            "times": log1p(sum(times) / count),
            "one_time": times.count(1) / count,
            **self._of_shape(records),
        }

    def _of_shape(self, records: Sequence[Record]) -> dict[str, float]:
        """Return how records lie on the page, and how much of it they are."""
        outline, sizes, count = self.outline, self.sizes, len(records)
        held = [sizes[end] - sizes[start] + _NOTHING for start, end in records]
        own = [outline.weights[end] - outline.weights[start] for start, end in records]
        parents = [outline.parents[start] for start, _ in records]
        around = [sizes[outline.ends[node]] - sizes[node] for node in parents if node >= 0]
        gaps = [sizes[after[0]] - sizes[before[1]] for before, after in pairwise(records)]
        first, last = records[0][0], records[-1][1]
        text, whole = sum(held), sizes[-1] + _NOTHING
        return {
            "records": log1p(count),
            "words": text / whole,
            "links": 1 - sum(map(truediv, own, held)) / count,
            "whole": sum([outline.ends[start] == end for start, end in records]) / count,
            "behind": 1 - sizes[last] / whole,
            "biggest": max(held) / text,
            "parents": len(set(parents)) / count,
            "own": log1p(median(own)),
            "outer": log(max(1.0, sum(around) / text)),
            "gaps": log1p(median(gaps) / median(held)) if gaps else 0.0,
            "filled": text / (sizes[last] - sizes[first] + _NOTHING),
        }

    def _is_beside(self, node: int) -> bool:
        """Return whether an element is in a column or box beside the main text."""
        outline, around = self.outline, []
        while node > 0 and node not in self.beside:
            around.append(node)
            if outline.tags[node] in _BESIDE or is_beside_class(outline.classes[node]):
                self.beside[node] = True
                break
            node = outline.parents[node]
        is_beside = self.beside.get(node, False)
        self.beside.update(dict.fromkeys(around, is_beside))
        return is_beside


def record_facts(outline: PageOutline, marks: Marks) -> RecordFacts:
    """Return what describes the sets of a page."""
    lengths = list(map(sub, outline.weights[1:], outline.weights))
    return RecordFacts(
        outline,
        marks,
        times=marks.all_times,
        controls=[node for node, tag in enumerate(outline.tags) if tag in _CONTROLS],
        paragraphs=[node for node, tag in enumerate(outline.tags) if tag in _PARAGRAPHS],
        head=next((node for node, tag in enumerate(outline.tags) if tag == "h1"), -1),
        largest=lengths.index(max(lengths)) if lengths else 0,
        sizes=list(map(add, outline.weights, outline.linked)),
    )


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


def reach(nodes: list[int], records: Sequence[Record]) -> float:
    """Return the share of the records that contain any of the nodes."""
    if compiled:
        return compiled.reached(nodes, records) / len(records)
    return sum(bisect_left(nodes, end) > bisect_left(nodes, start) for start, end in records) / len(
        records
    )


def _holds(node: int, records: Sequence[Record]) -> float:
    """Return 1 if a node is in one of the records, which are in document order, else 0."""
    place = bisect_right(records, (node, inf)) - 1
    return float(place >= 0 and records[place][0] <= node < records[place][1])
