"""Which set of records is that of the posts: a weighted sum of what holds for posts and not for other lists."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from extractor.forum.marks import Marks
from extractor.forum.outline import Outline
from extractor.forum.records import Record

WEIGHTS = {
    "share": 0.53,
    "texted": 0.74,
    "long": 1.17,
    "median": 1.05,
    "spread": 2.91,
    "dense": 1.54,
    "time": 4.29,
    "name": 1.17,
    "number": 3.17,
    "any_time": 2.68,
    "any_name": 0.79,
    "largest": 0.66,
    "after": 1.61,
    "gap": -3.25,
    "wide": -1.45,
    "size": -1.60,
    "linked": -2.52,
    "single": -1.57,
    "single_share": -1.50,
    "single_linked": -2.64,
}
"""Learned on the labelled threads, as served, with names hashed, and cut to one, two and three posts, by the softmax of
the sums over all sets of a page. With each family of forum engines left out in turn, the best set was chosen as well
as with all of them: 98.6 % of the posts as served, 98.0 with names hashed, 88 / 93 / 95 cut to one / two / three."""
_SHORT, _LONG = 15, 60
"""Running text, in characters, of a post that has any, and of one that is more than a scrap."""
_USUAL_POST = 100
_USUAL_NODES = 300
_FAR = 300
"""Running text, in characters, between the headline and the posts that is surely too much."""
_MOST_COUNTED = 20
_MORE_TIMES, _MORE_NAMES, _MORE_NUMBERS = 0.6, 0.8, 0.5
"""Worth of several marks of a kind in a record, where one is worth 1: names are printed twice, numbers are not."""


@dataclass(frozen=True, slots=True)
class Judge:
    """What all sets of a page are compared with. ``head`` is the first ``h1`` or -1, ``largest`` the longest leaf."""

    outline: Outline
    marks: Marks
    times: Sequence[int]
    names: Sequence[int]
    head: int
    largest: int

    def score(self, records: Sequence[Record]) -> float:
        """How much a set looks like that of the posts; only scores of one page compare."""
        return sum(WEIGHTS[name] * value for name, value in self.features(records).items())

    def features(self, records: Sequence[Record]) -> dict[str, float]:
        """What is weighed, most of it from 0 to 1."""
        outline, marks, count = self.outline, self.marks, len(records)
        held = sorted(outline.weight(*record) for record in records)
        text = sum(held)
        share = text / (outline.weights[-1] or 1.0)
        links = sum(outline.linked[end] - outline.linked[start] for start, end in records)
        linked = links / (links + text + 1)
        first, last = records[0][0], records[-1][1]
        before = 0 <= self.head < first
        return {
            "share": share,
            "texted": sum(weight >= _SHORT for weight in held) / count,
            "long": sum(weight >= _LONG for weight in held) / count,
            "median": min(1.0, held[count // 2] / _USUAL_POST),
            "spread": share * min(count, _MOST_COUNTED) ** 0.5,
            "dense": text / (outline.weight(first, last) or 1.0),
            "time": max((fit(nodes, records, _MORE_TIMES) for nodes in marks.times.values()), default=0.0),
            "name": max((fit(nodes, records, _MORE_NAMES) for nodes in marks.names.values()), default=0.0),
            "number": max((fit(nodes, records, _MORE_NUMBERS) for nodes in marks.numbers.values()), default=0.0),
            "any_time": _reach(self.times, records),
            "any_name": _reach(self.names, records),
            "largest": float(any(start <= self.largest < end for start, end in records)),
            "after": 0.5 if self.head < 0 else float(self.head <= first),
            "gap": min(1.0, outline.weight(self.head, first) / _FAR) if before else 0.5,
            "wide": float(any(start <= self.head < end for start, end in records)),
            "size": min(1.0, sum(end - start for start, end in records) / count / _USUAL_NODES),
            "linked": linked,
            "single": float(count == 1),
            "single_share": share if count == 1 else 0.0,
            "single_linked": linked if count == 1 else 0.0,
        }


def judge_of(outline: Outline, marks: Marks) -> Judge:
    """The judge of a page."""
    weights = outline.weights
    return Judge(
        outline,
        marks,
        times=marks.all_times(),
        names=marks.all_names(),
        head=next((node for node, tag in enumerate(outline.tags) if tag == "h1"), -1),
        largest=max(range(len(outline.tags)), key=lambda node: weights[node + 1] - weights[node], default=0),
    )


def fit(nodes: Sequence[int], records: Sequence[Record], several: float) -> float:
    """How well marks of a kind stand for the records: 1 for one in each and none elsewhere."""
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


def _reach(nodes: Sequence[int], records: Sequence[Record]) -> float:
    """Share of the records that hold any of the nodes."""
    return sum(bisect_left(nodes, end) > bisect_left(nodes, start) for start, end in records) / len(records)
