"""Tell lists of pages, such as a board's threads or the newest ones beside a thread, from the posts
of a thread.
"""

from bisect import bisect_right
from collections.abc import Container, Sequence
from itertools import islice

from extractor.forum.addresses import is_board
from extractor.forum.cues import is_name_class, is_profile, masked, tells_moment
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.page.dom import host_of, join

_MIN_RECORDS, _MOSTLY, _MIN_HEADING_LENGTH, _MAX_NAME_LENGTH = 5, 0.8, 5, 24
_MADE_OF = 0.5
"""Least share of the text of records that makes them parts of a list, or its box."""
_MAX_BEFORE = 40.0
"""Most running text, in characters, before the heading of a record."""


def lists_pages(
    outline: PageOutline, records: Sequence[Record], url: str, authors: Container[str] = ()
) -> bool:
    """Return whether nearly all of several records begin with a link to a page of their own, as in
    a list of threads.

    Args:
        outline: The page.
        records: What may be its posts.
        url: The address of the page, to which links are relative.
        authors: Names that lead to pages of their own in every post.
    """
    if len(records) < _MIN_RECORDS:
        return False
    headings = [_heading(outline, record, url, authors) for record in records]
    texts = {masked(text) for text, _ in headings if text}
    targets = {
        target for _, target in headings if target
    }  # that of a rank is the same in all posts
    return min(len(texts), len(targets)) >= _MOSTLY * len(records)


def _heading(
    outline: PageOutline, record: Record, url: str, authors: Container[str]
) -> tuple[str, str]:
    """Return text and target of the first link before the running text to another page of the site,
    or two "".
    """
    start, end = record
    tags, weights = outline.tags, outline.weights
    for node in range(start, end):
        if weights[node] - weights[start] > _MAX_BEFORE:
            break
        if tags[node] != "a":
            continue
        href = outline.attributes[node].get("href", "").strip()
        if not href or href[0] == "#" or is_profile(href) or is_name_class(outline.classes[node]):
            continue
        text = outline.text(node, outline.ends[node])
        target = join(url, href).partition("#")[0]
        is_author = text in authors and len(text) <= _MAX_NAME_LENGTH and not is_board(target)
        if len(text) < _MIN_HEADING_LENGTH or is_author or tells_moment(text):
            continue
        if host_of(target) == host_of(url) and target != url.partition("#")[0]:
            return text, target
    return "", ""


def is_made_of(outline: PageOutline, records: Sequence[Record], rows: Sequence[Record]) -> bool:
    """Return whether most of the text of records is that of rows; both are in document order and
    without overlap.
    """
    held = sum(outline.weight(*record) for record in records)
    ends = [end for _, end in rows]
    shared = 0.0
    for start, end in records:
        for first, last in islice(rows, bisect_right(ends, start), None):
            if first >= end:
                break
            shared += outline.weight(max(first, start), min(last, end))
    return shared >= _MADE_OF * held
