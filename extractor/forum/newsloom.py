"""Newsloom's own algorithm for the posts of a page.

Every kind of mark, such as times or names at the same position in the page's structure, yields sets
of stretches with one mark each (``records``). So does every single stretch around a time. The set
that looks most like posts wins (``ranking``), and a post before it with a different structure is
added (``openings``). No engine's names are known.
"""

from collections.abc import Sequence

from extractor.forum.marked import MarkedPage
from extractor.forum.openings import find_opening
from extractor.forum.records import Record, candidate_sets
from extractor.forum.singles import pairs_of_posts, single_sets, widened
from extractor.forum.weights import weighed


def find_posts(marked: MarkedPage) -> Sequence[Record]:
    """Return the records of the posts in document order."""
    judge, ranking = marked.judge, marked.weights.ranking
    best = max(candidates(marked), key=lambda records: weighed(ranking, judge.features(records)), default=())
    return completed(marked, best) if best else ()


def candidates(marked: MarkedPage) -> list[tuple[Record, ...]]:
    """Return all sets of records that may be the posts; only those inside the page's ``main``, if there are any."""
    outline, marks = marked.outline, marked.marks
    found = [*candidate_sets(outline, marks), *single_sets(outline, marks), *pairs_of_posts(outline, marks)]
    inside = [
        records
        for records in found
        if any(main <= records[0][0] and records[-1][1] <= outline.ends[main] for main in outline.mains)
    ]
    return inside or found


def completed(marked: MarkedPage, records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Add to a non-empty set what a lone post lacks, and an opening post with a different structure."""
    outline, marks = marked.outline, marked.marks
    if len(records) == 1:
        records = (widened(outline, marks, records[0]),)
    opening = find_opening(outline, marks, records, marked.page.date_context, marked.weights.opening)
    return records if opening is None else (opening, *records)
