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

from extractor.forum.judge import Records
from extractor.forum.listed import is_made_of, lists_pages
from extractor.forum.marked import MarkedPage
from extractor.forum.openings import find_opening
from extractor.forum.posts import read_posts
from extractor.forum.records import Record
from extractor.forum.siblings import with_siblings

_MAX_TRIED = 60
"""Most sets that are looked through for one that is no list. Bounds the time of a page."""
_MAX_LISTS = 3
"""Most lists that are found meanwhile. If the best sets are lists, the page has no better one."""


def find_posts(marked: MarkedPage) -> Sequence[Record]:
    """Return the records of the posts in document order."""
    if not marked.rated:
        return ()
    return completed(marked, with_siblings(marked.outline, _best(marked)))


def _best(marked: MarkedPage) -> Records:
    """Return the best set that is no list of pages, nor made of one; else the best of all."""
    lists: list[Records] = []
    for _, records in marked.rated[:_MAX_TRIED]:
        if any(is_made_of(marked.outline, records, rows) for rows in lists):
            continue
        if not _is_list(marked, records):
            return records
        lists.append(records)
        if len(lists) == _MAX_LISTS:
            break
    return marked.rated[0][1]


def _is_list(marked: MarkedPage, records: Records) -> bool:
    outline = marked.outline
    url = marked.page.url
    if not lists_pages(outline, records, url):
        return False
    # The links may all lead to authors. To find these takes long, so they are found only here.
    authors = {post.author for post in read_posts(marked, records)}
    return lists_pages(outline, records, url, authors)


def completed(marked: MarkedPage, records: Records) -> Records:
    """Add an opening post with a different structure to a set."""
    place = (marked.outline, marked.marks, records, marked.date_context)
    opening = find_opening(*place, marked.weights.opening, marked.page.title)
    if opening is None:
        return records
    return (opening, *records)
