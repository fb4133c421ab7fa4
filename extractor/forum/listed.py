"""Tell lists of pages, such as a board's threads, from the posts of a thread."""

from bisect import bisect_right
from collections.abc import Container, Sequence
from itertools import islice

from extractor.forum.addresses import is_board
from extractor.forum.cues import is_name_class, is_profile, masked, tells_moment
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.lists.threads import engine_of
from extractor.page.dom import host_of, join

_MIN_RECORDS = 5
"""Fewest records of a list. In fewer posts, links to other pages may be there by chance."""
_MIN_THREADS = 2
"""Fewest records of a list whose links are known to lead to threads, each to another one."""
_MIN_LIST_SHARE = 0.8
"""Least share of records with a link of their own. Not every row of a list needs to have one."""
_MIN_HEADING_LENGTH = 5
"""Fewest characters of a heading. Shorter links are numbers of pages and buttons."""
_MAX_NAME_LENGTH = 24
"""Most characters of an author's name. Longer ones are taken for the titles of pages."""
_MIN_SHARED_TEXT = 0.5
"""Least share of the text of records that makes them parts of a list, or its box."""
_MAX_BEFORE = 40.0
"""Most running text, in characters, before the heading of a record."""


def lists_pages(
    outline: PageOutline, records: Sequence[Record], url: str, authors: Container[str] = ()
) -> bool:
    """Return whether nearly all records begin with a link to a page of their own.

    Args:
        outline: The page.
        records: What may be its posts.
        url: The address of the page, to which links are relative.
        authors: Names that lead to pages of their own in every post.
    """
    if len(records) < _MIN_THREADS:
        return False
    headings = [_heading(outline, record, url, authors) for record in records]
    texts = {masked(text) for text, _ in headings if text}
    # The link of a rank has the same text and target in all posts, so it counts once.
    targets = {target for _, target in headings if target}
    fewest = _MIN_LIST_SHARE * len(records)
    if len(records) < _MIN_RECORDS:
        threads = {engine_of(target) for target in targets} - {None, engine_of(url)}
        return len(threads) >= fewest
    return min(len(texts), len(targets)) >= fewest


def _heading(
    outline: PageOutline, record: Record, url: str, authors: Container[str]
) -> tuple[str, str]:
    """Return text and target of the first link to another page of the site, or two "".

    Only links before the running text count.
    """
    start, end = record
    tags = outline.tags
    weights = outline.weights
    for node in range(start, end):
        if weights[node] - weights[start] > _MAX_BEFORE:
            break
        if tags[node] != "a":
            continue
        href = outline.attributes[node].get("href", "").strip()
        if not href or href.startswith("#"):
            continue
        if is_profile(href) or is_name_class(outline.classes[node]):
            continue
        text = outline.text(node, outline.ends[node])
        target = join(url, href).partition("#")[0]
        is_author = text in authors and len(text) <= _MAX_NAME_LENGTH and not is_board(target)
        # A time often leads to the post itself.
        if len(text) < _MIN_HEADING_LENGTH or is_author or tells_moment(text):
            continue
        is_other_page = target != url.partition("#")[0]
        if is_other_page and host_of(target) == host_of(url):
            return text, target
    return "", ""


def is_made_of(outline: PageOutline, records: Sequence[Record], rows: Sequence[Record]) -> bool:
    """Return whether most of the text of records is that of rows.

    Both are in document order and without overlap.
    """
    held = sum(outline.weight(*record) for record in records)
    ends = [end for _, end in rows]
    shared = 0.0
    for start, end in records:
        for first, last in islice(rows, bisect_right(ends, start), None):
            if first >= end:
                break
            shared += outline.weight(max(first, start), min(last, end))
    return shared >= _MIN_SHARED_TEXT * held
