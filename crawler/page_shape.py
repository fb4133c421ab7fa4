"""The shape of a page, which shows when a site was redesigned. Pure.

Two consecutive opening tags with their first classes are a shingle. The sketch holds the smallest
hashes of a page's shingles (a bottom-k MinHash), so that the share of equal ones estimates how much
of the structure two pages share.
"""

import re
from functools import lru_cache
from itertools import pairwise
from zlib import crc32

from extractor.results import Article, Extraction, Thread
from storage.findings.signs import PageShape
from storage.outcomes import Outcome

Sketch = tuple[int, ...]
SKETCH = 24
_MAX_URL_LENGTH = 300
_MAX_BYTES = 400_000
_OPENING = re.compile(rb"([a-zA-Z][a-zA-Z0-9]{0,20})([^<>]{0,500})")
_MAX_TAG_LENGTH = 521
"""What the pattern above can match."""
_CLASS = re.compile(rb"""\bclass\s*=\s*["']?\s*([A-Za-z_-]{2,24})""", re.IGNORECASE)


def sketch(body: bytes) -> Sketch:
    """Return the smallest 16-bit hashes of the page's shingles, in ascending order, at most
    ``SKETCH``.
    """
    parts = (part.partition(b">") for part in body[:_MAX_BYTES].split(b"<")[1:])
    tags = (tag for tag, closed, _ in parts if closed and len(tag) <= _MAX_TAG_LENGTH)
    names = filter(None, map(_name, tags))
    hashes = {crc32(first + b">" + second) & 0xFFFF for first, second in set(pairwise(names))}
    return tuple(sorted(hashes)[:SKETCH])


def shape_of(
    result: Extraction, structure: Sketch, outcome: Outcome, url: str, at: float
) -> PageShape:
    """Return the shape of a page whose extraction gave ``result``; ``at`` is Unix time."""
    article = result if isinstance(result, Article) else None
    length = len(article.content) if article else 0
    if isinstance(result, Thread):
        length = sum(len(post.body) for post in result.posts)
    evidence = article.date_evidence if article else ()
    return PageShape(
        url=url[:_MAX_URL_LENGTH],
        outcome=outcome.value,
        length=length,
        confidence=article.confidence if article else None,
        dated_by=evidence[0].source if evidence else "",
        sketch=structure,
        at=round(at, 3),
    )


@lru_cache(maxsize=4096)  # the pages of a site repeat their tags
def _name(tag: bytes) -> bytes:
    """Return the name of an opening tag and the beginning of its first class, b"" for what is none.

    The class ends at a number, which may belong to the page.
    """
    opening = _OPENING.fullmatch(tag)
    if opening is None:
        return b""
    name, attributes = opening.groups()
    found = _CLASS.search(attributes)
    if found:
        return name.lower() + b"." + found[1]
    return name.lower()
