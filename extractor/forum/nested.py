"""Take posts apart that a set of records has together: a box of all answers beside the post that they answer."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from extractor.forum.marks import Marks
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record

Records = tuple[Record, ...]
_LEAST_TEXT = 15.0
"""Least running text of an answer in the mean, in characters."""


def unfolded(outline: PageOutline, marks: Marks, records: Records, others: Iterable[Records]) -> Records:
    """Return the first of two records and the answers in the second, or the records themselves.

    The second is such a box if it has several times and names of the kinds of which the first has one, and another set
    has one of each in every answer.

    Args:
        outline: The page.
        marks: Its marks.
        records: What was chosen as the posts.
        others: Other sets, best first.
    """
    if len(records) != 2:
        return records
    first, box = records
    times, names = _shared(marks.times.values(), first, box), _shared(marks.names.values(), first, box)
    if not times or not names:
        return records
    for answers in others:
        if len(answers) > 1 and box[0] <= answers[0][0] and answers[-1][1] <= box[1]:
            told = any(_one_in_each(nodes, answers, box) for nodes in times)
            named = any(_one_in_each(nodes, answers, box) for nodes in names)
            text = sum(outline.weight(*answer) for answer in answers)
            if told and named and text >= _LEAST_TEXT * len(answers):
                return (first, *answers)
    return records


def _shared(kinds: Iterable[Sequence[int]], first: Record, box: Record) -> list[Sequence[int]]:
    """Return the kinds of marks of which a record has one and a box has several."""
    return [nodes for nodes in kinds if _count(nodes, first) == 1 and _count(nodes, box) > 1]


def _one_in_each(nodes: Sequence[int], answers: Records, box: Record) -> bool:
    return _count(nodes, box) == len(answers) and all(_count(nodes, answer) == 1 for answer in answers)


def _count(nodes: Sequence[int], span: Record) -> int:
    return bisect_left(nodes, span[1]) - bisect_left(nodes, span[0])
