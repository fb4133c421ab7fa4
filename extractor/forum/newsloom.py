"""Newsloom's own algorithm for the posts of a page.

Every kind of mark, such as times or names at the same position in the page's structure, yields sets
of stretches with one mark each (``records``). So does every single stretch around a time. The set
that looks most like posts wins (``ranking``) unless it is a list of other pages (``listed``), and a
post before it with a different structure is added (``openings``).

No structure of a single engine is known. Some names of engines are, and count as clues among
others: the addresses of their threads (``lists.threads``), what their pages say of themselves to
scripts and style sheets (``kind_marks``), and classes of their names and notes (``cues``).
"""

from collections.abc import Sequence

from extractor.forum.listed import is_made_of, lists_pages
from extractor.forum.marked import MarkedPage
from extractor.forum.nested import divided, unfolded, with_siblings
from extractor.forum.openings import find_opening
from extractor.forum.posts import read_posts
from extractor.forum.records import Record

_MIN_ANSWERS = 3
"""Fewest answers in or after what looks like a lone post. Fewer boxes are alike by chance."""
_MAX_ANSWERS_LAG = 2.0
"""How much less than the best set such answers may look like posts."""
_MIN_REGULAR_SHARE = 0.8
"""Least share of answers after a lone post with a time, a name and words. Boxes of another kind
lack some of these.
"""
_MAX_DIVISION_LAG = 1.0
"""How much less than the best set the sets that divide it may look like posts."""
_MAX_TRIED = 60
"""Most sets that are looked through for one that is no list. Bounds the time of a page."""
_MAX_LISTS = 3
"""Most lists that are found meanwhile. If the best sets are lists, the page has no better one."""


def find_posts(marked: MarkedPage) -> Sequence[Record]:
    """Return the records of the posts in document order."""
    if not marked.rated:
        return ()
    best = _best(marked)
    if len(best) == 1:
        several = _inside(marked, best[0]) or _after(marked, best[0])
        if several:
            return several
    rated = marked.rated[:_MAX_TRIED]
    close = (records for score, records in rated if score >= rated[0][0] - _MAX_DIVISION_LAG)
    whole = divided(marked.outline, marked.marks, best, close)
    posts = unfolded(marked.outline, marked.marks, whole, (records for _, records in rated))
    return completed(marked, with_siblings(marked.outline, marked.marks, posts))


def _inside(marked: MarkedPage, whole: Record) -> tuple[Record, ...]:
    """Return the post and the answers inside what looks like a lone post; () if there are none.

    The answers must look nearly as much like posts.
    """
    for score, records in marked.rated[:_MAX_TRIED]:
        if score < marked.rated[0][0] - _MAX_ANSWERS_LAG:
            break
        inside = whole[0] <= records[0][0] and records[-1][1] <= whole[1]
        if inside and len(records) >= _MIN_ANSWERS and not _is_list(marked, records):
            opening = _opening(marked, records)
            return (opening, *records) if opening and opening[0] >= whole[0] else ()
    return ()


def _after(marked: MarkedPage, first: Record) -> tuple[Record, ...]:
    """Return what looks like a lone post and the answers after it; () if there are none.

    Nearly all of the answers must have a time, a name and words.
    """
    for score, records in marked.rated[:_MAX_TRIED]:
        if score < marked.rated[0][0] - _MAX_ANSWERS_LAG:
            break
        if len(records) < _MIN_ANSWERS or records[0][0] < first[1] or _is_list(marked, records):
            continue
        facts = marked.judge.features(records)
        if min(facts["time"], facts["name"], facts["texted"]) >= _MIN_REGULAR_SHARE:
            return (first, *records)
    return ()


def _best(marked: MarkedPage) -> tuple[Record, ...]:
    """Return the best set that is no list of pages, nor made of one; else the best of all."""
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
    outline = marked.outline
    url = marked.page.url
    if not lists_pages(outline, records, url):
        return False
    # The links may all lead to authors. To find these takes long, so they are found only here.
    authors = {post.author for post in read_posts(marked, records)}
    return lists_pages(outline, records, url, authors)


def completed(marked: MarkedPage, records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Add an opening post with a different structure to a set."""
    opening = _opening(marked, records)
    return records if opening is None else (opening, *records)


def _opening(marked: MarkedPage, records: Sequence[Record]) -> Record | None:
    place = (marked.outline, marked.marks, records, marked.date_context)
    return find_opening(*place, marked.weights.opening, marked.page.title)
