"""Newsloom's own algorithm for the posts of a page.

Every kind of mark, such as times or names at the same position in the page's structure, yields sets
of stretches with one mark each (``records``). So does every single stretch around a time. The set
that looks most like posts wins (``ranking``) unless it is a list of other pages (``listed``), and a
post before it with a different structure is added (``openings``). No engine's names are known.
"""

from collections.abc import Sequence

from extractor.forum.listed import is_made_of, lists_pages
from extractor.forum.marked import MarkedPage
from extractor.forum.openings import find_opening
from extractor.forum.posts import read_posts
from extractor.forum.records import Record
from extractor.forum.singles import widened

_MOST_TRIED, _MOST_LISTS = 60, 3
"""Most sets that are looked through for one that is no list, and lists found meanwhile."""


def find_posts(marked: MarkedPage) -> Sequence[Record]:
    """Return the records of the posts in document order."""
    return completed(marked, _best(marked)) if marked.rated else ()


def _best(marked: MarkedPage) -> tuple[Record, ...]:
    """Return the best set that is no list of pages, nor made of one; the best of all if there is none."""
    lists: list[Sequence[Record]] = []
    for _, records in marked.rated[:_MOST_TRIED]:
        if any(is_made_of(marked.outline, records, rows) for rows in lists):
            continue
        if not _is_list(marked, records):
            return records
        lists.append(records)
        if len(lists) == _MOST_LISTS:
            break
    return marked.rated[0][1]


def _is_list(marked: MarkedPage, records: Sequence[Record]) -> bool:
    outline, url = marked.outline, marked.page.url
    # Who wrote the posts is found only where links of authors may be all there is.
    return lists_pages(outline, records, url) and lists_pages(
        outline, records, url, {post.author for post in read_posts(marked, records)}
    )


def completed(marked: MarkedPage, records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Add to a non-empty set what a lone post lacks, and an opening post with a different structure."""
    outline, marks = marked.outline, marked.marks
    if len(records) == 1:
        records = (widened(outline, marks, records[0]),)
    opening = find_opening(outline, marks, records, marked.page.date_context, marked.weights.opening)
    return records if opening is None else (opening, *records)
