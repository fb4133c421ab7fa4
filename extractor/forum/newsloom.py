"""Newsloom's own algorithm for the posts of a page.

Every kind of mark, such as times or names at the same position in the page's structure, yields sets
of stretches with one mark each (``records``). So does every single stretch around a time. The set
that looks most like posts wins (``ranking``) unless it is a list of other pages (``listed``), and a
post before it with a different structure is added (``openings``). No engine's names are known.
"""

from collections.abc import Sequence

from extractor.forum.listed import is_made_of, lists_pages
from extractor.forum.marked import MarkedPage
from extractor.forum.nested import divided, unfolded
from extractor.forum.openings import find_opening, headed_stretch
from extractor.forum.posts import read_posts
from extractor.forum.records import Record
from extractor.forum.singles import widened, with_head
from extractor.forum.stamps import read_mark

_SEVERAL, _NEARLY = 3, 2.0
"""Fewest answers inside what looks like a lone post, and how much less they may look like posts."""
_REGULAR = 0.8
"""Least share of answers with a time, a name and words, for what looks like a lone post to be the
first of a thread.
"""
_CLOSELY = 1.0
"""How much less sets may look like posts that divide the best one."""
_MAX_TRIED, _MAX_LISTS = 60, 3
"""Most sets that are looked through for one that is no list, and lists found meanwhile."""


def find_posts(marked: MarkedPage) -> Sequence[Record]:
    """Return the records of the posts in document order."""
    if not marked.rated:
        return ()
    best = _best(marked)
    if len(best) == 1 and (several := _inside(marked, best[0]) or _behind(marked, best[0])):
        return several
    rated = marked.rated[:_MAX_TRIED]
    close = (records for score, records in rated if score >= rated[0][0] - _CLOSELY)
    whole = divided(marked.outline, marked.marks, best, close)
    return completed(
        marked, unfolded(marked.outline, marked.marks, whole, (records for _, records in rated))
    )


def _inside(marked: MarkedPage, whole: Record) -> tuple[Record, ...]:
    """Return the posts inside a record that looks like a lone post: one of its own and answers; ()
    if there are none.

    The answers must look nearly as much like posts.
    """
    for score, records in marked.rated[:_MAX_TRIED]:
        if score < marked.rated[0][0] - _NEARLY:
            break
        inside = whole[0] <= records[0][0] and records[-1][1] <= whole[1]
        if inside and len(records) >= _SEVERAL and not _is_list(marked, records):
            place = (marked.outline, marked.marks, records, marked.date_context)
            opening = headed_stretch(*place) or find_opening(*place, marked.weights.opening)
            return (opening, *records) if opening and opening[0] >= whole[0] else ()
    return ()


def _behind(marked: MarkedPage, first: Record) -> tuple[Record, ...]:
    """Return what looks like a lone post and the answers behind it, of which each has a time and a
    name; else ().
    """
    for score, records in marked.rated[:_MAX_TRIED]:
        if score < marked.rated[0][0] - _NEARLY:
            break
        if len(records) < _SEVERAL or records[0][0] < first[1] or _is_list(marked, records):
            continue
        facts = marked.judge.features(records)
        if min(facts["time"], facts["name"], facts["texted"]) >= _REGULAR:
            return (first, *records)
    return ()


def _best(marked: MarkedPage) -> tuple[Record, ...]:
    """Return the best set that is no list of pages, nor made of one; the best of all if there is
    none.
    """
    lists: list[Sequence[Record]] = []
    for _, records in marked.rated[:_MAX_TRIED]:
        if any(is_made_of(marked.outline, records, rows) for rows in lists):
            continue
        if not _is_list(marked, records):
            return records
        lists.append(records)
        if len(lists) == _MAX_LISTS:
            break
    return marked.rated[0][1]


def _is_list(marked: MarkedPage, records: Sequence[Record]) -> bool:
    outline, url = marked.outline, marked.page.url
    # Who wrote the posts is found only where links of authors may be all there is.
    return lists_pages(outline, records, url) and lists_pages(
        outline, records, url, {post.author for post in read_posts(marked, records)}
    )


def completed(marked: MarkedPage, records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Add to a non-empty set what a lone post lacks, and an opening post with a different
    structure.
    """
    outline, marks = marked.outline, marked.marks
    context = marked.date_context
    if len(records) == 1:
        lone = with_head(
            outline,
            marks,
            records[0],
            lambda node: read_mark(outline, marks, node, context) is not None,
        )
        records = (widened(outline, marks, lone),)
    opening = find_opening(outline, marks, records, context, marked.weights.opening)
    return records if opening is None else (opening, *records)
