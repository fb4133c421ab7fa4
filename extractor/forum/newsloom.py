"""Newsloom's own algorithm for the posts of a page.

Every kind of mark, such as times or names at the same position in the page's structure, yields sets
of stretches with one mark each (``records``). So does every single stretch around a time. The set
that looks most like posts wins (``ranking``), and a post before it with a different structure is
added (``openings``). No engine's names are known.
"""

from collections.abc import Sequence

from extractor.forum.marked import MarkedPage
from extractor.forum.openings import find_opening
from extractor.forum.records import Record
from extractor.forum.singles import widened


def find_posts(marked: MarkedPage) -> Sequence[Record]:
    """Return the records of the posts in document order."""
    return completed(marked, marked.rated[0][1]) if marked.rated else ()


def completed(marked: MarkedPage, records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Add to a non-empty set what a lone post lacks, and an opening post with a different structure."""
    outline, marks = marked.outline, marked.marks
    if len(records) == 1:
        records = (widened(outline, marks, records[0]),)
    opening = find_opening(outline, marks, records, marked.page.date_context, marked.weights.opening)
    return records if opening is None else (opening, *records)
