"""All sets of records of a page that may be its posts, and how far they agree with the one that was
chosen.
"""

from collections.abc import Sequence
from math import exp, log

from extractor.forum.judge import Rated, Records
from extractor.forum.marks import Marks
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record, candidate_sets
from extractor.forum.repeated import repeated_elements
from extractor.forum.singles import pairs_of_posts, single_sets

_SAME = 0.6
"""Least part of their common text that two records share if they are the same post."""
_MAX_RIVALS = 40
"""Most sets that are compared with the chosen one. Bounds the time of a page."""
_MIN_CHANCE = 0.003
"""Least chance of a set to be the posts. Less likely ones change nothing, and take as long."""
_NEVER = 0.01
"""What is added to agreement and disagreement, so that neither is ever certain."""


def candidates(outline: PageOutline, marks: Marks, *, are_unmarked: bool = True) -> list[Records]:
    """Return all sets of records that may be the posts; only those inside the page's ``main``, if
    there are any.

    Args:
        outline: The page.
        marks: Its marks.
        are_unmarked: Whether posts may have no marks. So may the paragraphs of an article.
    """
    found = candidate_sets(outline, marks)
    found += single_sets(outline, marks)
    found += pairs_of_posts(outline, marks)
    if are_unmarked:
        found += repeated_elements(outline)
    found = list(dict.fromkeys(found))
    inside = [records for records in found if _is_in_main(outline, records)]
    return inside or found


def _is_in_main(outline: PageOutline, records: Records) -> bool:
    start, end = records[0][0], records[-1][1]
    return any(main <= start and end <= outline.ends[main] for main in outline.mains)


def agreement(outline: PageOutline, records: Sequence[Record], rated: Rated) -> float:
    """Return the log odds that a post found is a post, if the posts are drawn by the softmax of the
    scores.

    So many sets with nearly the same score say that no one knows, unless they hold the same posts.
    """
    if not rated:
        return log(_NEVER / (1 + _NEVER))
    best = rated[0][0]
    powers = [exp(score - best) for score, _ in rated]
    total = sum(powers)
    shared = 0.0
    for power, (_, rival) in zip(powers, rated[:_MAX_RIVALS], strict=False):
        chance = power / total
        if chance < _MIN_CHANCE:
            break
        shared += chance * _shared(outline, records, rival)
    return log((shared + _NEVER) / (1 + _NEVER - min(shared, 1.0)))


def _shared(outline: PageOutline, one: Sequence[Record], other: Sequence[Record]) -> float:
    """Return the share of equal posts in two sets, as F1.

    Both are in document order and without overlap.
    """
    same = left = 0
    for record in one:
        while left < len(other) and other[left][1] <= record[0]:
            left += 1
        index = left
        while index < len(other) and other[index][0] < record[1]:
            if _overlap(outline, record, other[index]) >= _SAME:
                same += 1
                break
            index += 1
    return 2 * same / (len(one) + len(other))


def _overlap(outline: PageOutline, one: Record, other: Record) -> float:
    """Return the text that two ranges share, as a part of the text of both."""
    common = outline.weight(max(one[0], other[0]), min(one[1], other[1]))
    both = outline.weight(*one) + outline.weight(*other) - common
    return common / both if both else 0.0
