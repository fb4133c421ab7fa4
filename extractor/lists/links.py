"""Links to articles on a list page: those that match the source's patterns, or else those that look
like articles.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    leads_to_file,
    leads_to_section,
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
_MIN_LABEL_USES = 3
"""Fewest pages of a list that one text leads to if it is a label. Two reports may share a title."""


class Judgement(StrEnum):
    """The verdict on a link of a list page without patterns."""

    ARTICLE = "article"
    OTHER_SITE = "other_site"
    SHORT_TEXT = "short_text"
    FEW_ALIKE = "few_alike"
    FILE = "file"
    SECTION = "section"


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
    """Return one link for each URL in page order, with the best title of those that lead there."""
    by_url: dict[str, list[Anchor]] = defaultdict(list)
    for anchor in anchors:
        by_url[anchor.url].append(anchor)
    uses = Counter(text for each in by_url.values() for text in {anchor.text for anchor in each})
    return tuple(Link(url=url, title=_title(each, uses)) for url, each in by_url.items())


def _title(anchors: Sequence[Anchor], uses: Mapping[str, int]) -> str:
    """Return the heading, else the longest text, else the text of a picture.

    A text that leads to many pages ("Continue reading", "Go to last post") is a label: it stands
    for a page only if nothing else does.
    """
    if len(anchors) == 1:
        return anchors[0].text

    def rank(anchor: Anchor) -> tuple[bool, bool, bool, int]:
        is_title = weight(anchor.text) > 0 and uses[anchor.text] < _MIN_LABEL_USES
        return is_title, anchor.is_headline, anchor.has_text, len(anchor.text)

    return max(anchors, key=rank).text


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
        parts = urlsplit(anchor.url)
        if not same_site(host, parts.hostname or ""):
            continue
        if leads_to_file(parts.path):
            found[anchor] = Judgement.FILE
        elif leads_to_section(parts.path):
            found[anchor] = Judgement.SECTION
        else:
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
