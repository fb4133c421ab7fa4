"""Links to articles on a list page: those that match the source's patterns, or else those that look
like articles.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import StrEnum
from statistics import median
from urllib.parse import urlsplit

from extractor.lists.anchors import Anchor, ListPage, open_page
from extractor.lists.paging import next_page
from extractor.lists.patterns import Patterns, check_pattern
from extractor.lists.shapes import (
    NONE,
    STRONG,
    WEAK,
    Shape,
    address_evidence,
    same_site,
    shape_of,
    weight,
)
from extractor.results import Headers, Link, Listing

__all__ = [
    "Judgement",
    "check_pattern",
    "distinct",
    "judged",
    "looks_like_article",
    "matching",
    "read_list_page",
]

_MIN_WEIGHT = {STRONG: 4, WEAK: 6, NONE: 12}
"""Least median weight of the texts of a group of article links, by the evidence of their addresses.
"""
_MIN_WITHOUT_EVIDENCE = 5
_LABEL_WEIGHT = 4


class Judgement(StrEnum):
    """The verdict on a link of a list page without patterns."""

    ARTICLE = "article"
    OTHER_SITE = "other_site"
    SHORT_TEXT = "short_text"
    FEW_ALIKE = "few_alike"


def read_list_page(
    body: bytes, url: str, headers: Headers, *, patterns: Iterable[str] = (), charset: str = ""
) -> Listing:
    """Return the links to articles and the next page.

    Raises:
        UndecodableBytes: No encoding turns the bytes into text.
        NotHtml: The bytes are not HTML.
        UnusablePattern: A pattern is invalid or too slow.
    """
    chosen = Patterns(tuple(patterns))
    page = open_page(body, headers, url, charset)
    anchors = matching(page.anchors, chosen) if chosen else likely_articles(page)
    here = url.partition("#")[0]
    return Listing(links=distinct(a for a in anchors if a.url != here), next_url=next_page(page))


def matching(anchors: Iterable[Anchor], patterns: Patterns) -> list[Anchor]:
    """Return the links that a pattern matches.

    Raises:
        UnusablePattern: A pattern takes too long.
    """
    return [anchor for anchor in anchors if patterns.matched(anchor.url, anchor.href) is not None]


def distinct(anchors: Iterable[Anchor]) -> tuple[Link, ...]:
    """Return one link for each URL in page order, titled with the longest text that leads there."""
    titles: dict[str, str] = {}
    for anchor in anchors:
        title = titles.setdefault(anchor.url, anchor.text)
        if len(anchor.text) > len(title):
            titles[anchor.url] = anchor.text
    return tuple(Link(url=url, title=title) for url, title in titles.items())


def likely_articles(page: ListPage) -> list[Anchor]:
    """Return the links on the page's own site that look like articles."""
    found = judged(page)
    return [anchor for anchor in page.anchors if found[anchor] is Judgement.ARTICLE]


def judged(page: ListPage) -> dict[Anchor, Judgement]:
    """Return the verdict on each link of the page.

    Links whose addresses have one form are judged together, by the form and by the length of their
    texts.
    """
    host = urlsplit(page.url).hostname or ""
    found = dict.fromkeys(page.anchors, Judgement.OTHER_SITE)
    groups: dict[Shape, list[Anchor]] = defaultdict(list)
    for anchor in page.anchors:
        if same_site(host, urlsplit(anchor.url).hostname or ""):
            groups[shape_of(anchor.url)].append(anchor)
    for group in groups.values():
        found.update(_judged_together(group))
    return found


def looks_like_article(url: str, text: str) -> bool:
    """Return whether a single link looks like one to an article.

    The text must be long; the more the address says, the shorter it may be.
    """
    return weight(text) >= _MIN_WEIGHT[address_evidence(url)]


def _judged_together(group: list[Anchor]) -> Iterator[tuple[Anchor, Judgement]]:
    weights: dict[str, int] = {}
    for anchor in group:
        weights[anchor.url] = max(weights.get(anchor.url, 0), weight(anchor.text))
    evidence = int(median(sorted(map(address_evidence, weights))))
    everything = None
    if median(weights.values()) < _MIN_WEIGHT[evidence]:
        everything = Judgement.SHORT_TEXT
    elif evidence == NONE and len(weights) < _MIN_WITHOUT_EVIDENCE:
        everything = Judgement.FEW_ALIKE
    for anchor in group:
        says_enough = evidence == STRONG or weights[anchor.url] >= _LABEL_WEIGHT
        yield anchor, everything or (Judgement.ARTICLE if says_enough else Judgement.SHORT_TEXT)
