"""Rank sets of records by a learned weighted sum of facts that distinguish posts from other
lists.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import sub

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
_MANY_ITEMS = 10
"""Items of lists in a record above which it is no worse."""
_CONTROLS = frozenset({"textarea", "select", "form"})
_PARAGRAPHS = frozenset({"p", "br", "blockquote", "pre"})
_BESIDE = frozenset({"aside", "nav", "footer"})
_MORE_TIMES = 0.6
"""Value of several times in a record, where one is worth 1. A note of a change adds one."""
_MORE_NAMES = 0.8
"""The same of several names: many boards print the author's twice."""
_MORE_NUMBERS = 0.5
"""The same of several numbers, which no board prints twice."""


@dataclass(frozen=True, slots=True)
class CandidateRanker:
    """Compares all sets of a page.

    ``head`` is the first ``h1`` or -1, ``largest`` the longest leaf. The other lists are nodes in
    document order.
    """

    outline: PageOutline
    marks: Marks
    times: list[int]
    names: list[int]
    controls: list[int]
    paragraphs: list[int]
    items: list[int]
    head: int
    largest: int

    def features(self, records: Sequence[Record]) -> dict[str, float]:
        """Return the facts that rate how much a set looks like the posts.

        Only those of one page can be compared.
        """
        outline, marks, count = self.outline, self.marks, len(records)
        weights = outline.weights
        held = sorted([weights[end] - weights[start] for start, end in records])
        text = sum(held)
        share = text / (outline.weights[-1] or 1.0)
        links = sum(outline.linked[end] - outline.linked[start] for start, end in records)
        linked = links / (links + text + 1)
        first, last = records[0][0], records[-1][1]
        before = 0 <= self.head < first
        gap = outline.weight(self.head, first) if before else 0.0
        signs = Counter(outline.signs[start] for start, _ in records)
        return {
            "share": share,
            "texted": sum(weight >= _MIN_TEXT for weight in held) / count,
            "long": sum(weight >= _MIN_LONG_TEXT for weight in held) / count,
            "median": min(1.0, held[count // 2] / _USUAL_POST),
            "spread": share * min(count, _MAX_COUNTED) ** 0.5,
            "dense": text / (outline.weight(first, last) or 1.0),
            "time": best_fit(marks.times.values(), records, _MORE_TIMES),
            "name": best_fit(marks.names.values(), records, _MORE_NAMES),
            "number": best_fit(marks.numbers.values(), records, _MORE_NUMBERS),
            "any_time": reach(self.times, records),
            "any_name": reach(self.names, records),
            "largest": float(any(start <= self.largest < end for start, end in records)),
            "after": 0.5 if self.head < 0 else float(self.head <= first),
            "gap": min(1.0, outline.weight(self.head, first) / _FAR) if before else 0.5,
            "wide": float(any(start <= self.head < end for start, end in records)),
            "size": min(1.0, sum(end - start for start, end in records) / count / _USUAL_NODES),
            "linked": linked,
            "left": gap / (gap + text + 1),
            "alike": max(signs.values()) / count,
            "count": min(count, _MAX_COUNTED) / _MAX_COUNTED,
            "pair": float(count == 2),
            "controls": reach(self.controls, records),
            "paragraphs": reach(self.paragraphs, records),
            "items": min(1.0, _inside(self.items, records) / count / _MANY_ITEMS),
            "beside": float(self._is_beside(first) or self._is_beside(records[-1][0])),
            "single": float(count == 1),
            "single_share": share if count == 1 else 0.0,
            "single_linked": linked if count == 1 else 0.0,
        }

    def _is_beside(self, node: int) -> bool:
        """Return whether an element is in a column or box beside the main text."""
        outline = self.outline
        while node > 0:
            if outline.tags[node] in _BESIDE or is_beside_class(outline.classes[node]):
                return True
            node = outline.parents[node]
        return False


def judge_of(outline: PageOutline, marks: Marks) -> CandidateRanker:
    """Return the ranker of a page."""
    lengths = list(map(sub, outline.weights[1:], outline.weights))
    return CandidateRanker(
        outline,
        marks,
        times=marks.all_times,
        names=marks.all_names,
        controls=[node for node, tag in enumerate(outline.tags) if tag in _CONTROLS],
        paragraphs=[node for node, tag in enumerate(outline.tags) if tag in _PARAGRAPHS],
        items=[node for node, tag in enumerate(outline.tags) if tag == "li"],
        head=next((node for node, tag in enumerate(outline.tags) if tag == "h1"), -1),
        largest=lengths.index(max(lengths)) if lengths else 0,
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


def _inside(nodes: Sequence[int], records: Sequence[Record]) -> int:
    """Return how many of the nodes the records contain."""
    return sum(bisect_left(nodes, end) - bisect_left(nodes, start) for start, end in records)
