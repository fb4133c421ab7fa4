"""Newsloom's own algorithm for the posts of a page.

Every kind of mark, such as times or names at the same position in the page's structure, yields sets
of stretches with one mark each (``records``). So does every single stretch around a time, and so do
all elements that come again (``repeated``). A learned judge chooses the set that looks most like
the posts (``judge``), unless it is a list of other pages (``listed``). Elements of the same form
beside them are added (``siblings``), and a post before them with a different structure
(``openings``).

No structure of a single engine is known. Some names of engines are, and count as clues among
others: the addresses of their threads (``lists.threads``), what their pages say of themselves to
scripts and style sheets (``kind_marks``), and classes of their names and notes (``cues``).
"""

from collections.abc import Sequence

from extractor.forum.listed import is_made_of, lists_pages
from extractor.forum.marked import MarkedPage
from extractor.forum.openings import find_opening
from extractor.forum.posts import read_posts
from extractor.forum.records import Record
from extractor.forum.siblings import with_siblings

_MAX_LAG = 0.2
"""How much lower than the best set one around it may be rated: enough for posts whose words are
fewer than those of their heads, in the shapes of our own. It changes no labelled page.
"""
_MAX_TRIED = 60
"""Most sets that are looked through for one that is no list. Bounds the time of a page."""
_MAX_LISTS = 3
"""Most lists that are found meanwhile. If the best sets are lists, the page has no better one."""


def find_posts(marked: MarkedPage) -> Sequence[Record]:
    """Return the records of the posts in document order."""
    if not marked.rated:
        return ()
    best = _widest(marked, _best(marked))
    return completed(marked, with_siblings(marked.outline, marked.marks, best))


def _widest(marked: MarkedPage, best: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the set with most of the page among those that are rated nearly as high and hold one
    record of the best set each: the head of a post may stand before the box of its words.
    """
    score = next(score for score, records in marked.rated if records == best)
    for other, records in marked.rated:
        if other < score - _MAX_LAG:
            break
        if len(records) == len(best) and all(map(_is_around, records, best)):
            best = records
    return best


def _is_around(outer: Record, inner: Record) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


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
    place = (marked.outline, marked.marks, records, marked.date_context)
    opening = find_opening(*place, marked.weights.opening, marked.page.title)
    return records if opening is None else (opening, *records)
