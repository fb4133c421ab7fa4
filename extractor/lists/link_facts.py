"""Facts about the links of a list page, for the judge that tells articles from everything else.

One link says little. What tells is what repeats: links in the same markup are of one kind, and so
are links whose addresses have the same form. So each link is described by itself (its address, text
and card) and by these two groups.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from itertools import islice
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

import numpy as np
from numpy.typing import NDArray

from extractor.lists.anchors import HEADINGS, Anchor
from extractor.lists.shapes import address_evidence, shape_of, weight
from extractor.lists.surroundings import LinkSurroundings
from extractor.page import dom

Floats = NDArray[np.float32]

_MAX_CARD_LENGTH = 600
"""Most characters of a card that are read. Longer ones are whole texts."""
_MAX_CARD_ELEMENTS = 60
"""Elements of a card that are looked at. The forest is trained with it."""
_MAX_TEXT_WEIGHT = 30
"""Largest weight of one text, so that one long text does not outweigh many titles."""
_LONG = 0.75
"""The quantile of the lengths of a page's links to which each is compared."""
_SHORT = 0.2
"""The quantiles of weights that stand for a page's long texts and for a group's short ones."""
_PAGE_ENDINGS = (".html", ".htm", ".shtml", ".php", ".aspx", ".jsp")
_DATE = re.compile(
    r"(?:19|20)\d\d|\d{1,2}[-/.]\d{1,2}[-/.]\d\d|\d{1,2}月\d{1,2}|\d{1,2}:\d\d"
    r"|\b\d+\s?(?:min|hour|day|week|h|d)|前|ago"
)


class LinkFacts(NamedTuple):
    """What one address of a page shows by itself. Lengths are in characters, flags 0 or 1.

    Attributes:
        evidence: What the address says about the page behind it (``address_evidence``).
        folders: Parts of its path.
        deeper: Parts of its path beyond those of the list itself.
        last_length, hyphens, digits: Of the last part of the path.
        parameters: Names in its query.
        is_page: The path ends as pages do (.html).
        is_same_host: It is on the very host of the list.
        weight, length, words: Of its best text. An East Asian character weighs 1, a word 2.
        has_digit: The text contains a digit.
        uses: Addresses of the page that share the text ("Read more").
        is_headline: The text is a heading or in one.
        times: How often the page links to it.
        card_length, card_extra: Of the text in its card, with and without the link's own text.
        has_card_heading, has_picture, has_date: The card contains one.
        siblings: Elements beside the card that are written like it.
        place: Its number among all addresses, from 0 to 1.
        in_nav to in_table: Such an element is around it.
    """

    evidence: float
    folders: float
    deeper: float
    last_length: float
    hyphens: float
    digits: float
    parameters: float
    is_page: float
    is_same_host: float
    weight: float
    length: float
    words: float
    has_digit: float
    uses: float
    is_headline: float
    times: float
    card_length: float
    card_extra: float
    has_card_heading: float
    has_picture: float
    has_date: float
    siblings: float
    place: float
    in_nav: float
    in_header: float
    in_footer: float
    in_aside: float
    in_main: float
    in_article: float
    in_li: float
    in_table: float


_AVERAGED = (
    "evidence", "last_length", "hyphens", "digits", "length", "uses", "is_headline", "times",
    "card_length", "card_extra", "has_card_heading", "has_picture", "has_date", "siblings", "place",
)  # fmt: skip
_OF_GROUP = ("size", "median", "short", "share", "rank", "spread", *_AVERAGED)
NAMES = (
    *LinkFacts._fields,
    "links",
    "relative_weight",
    *(f"markup_{name}" for name in _OF_GROUP),
    *(f"form_{name}" for name in _OF_GROUP),
)
"""The names of the columns, in order."""
_WEIGHT = LinkFacts._fields.index("weight")
_PLACE = LinkFacts._fields.index("place")
_AVERAGED_COLUMNS = [LinkFacts._fields.index(name) for name in _AVERAGED]


def facts_of(page_url: str, anchors: Sequence[Anchor]) -> tuple[tuple[str, ...], Floats]:
    """Return the distinct addresses of the links [n] and their facts [n, len(NAMES)].

    Args:
        page_url: The address of the list.
        anchors: The links that may be articles, in page order.
    """
    by_url: dict[str, list[Anchor]] = defaultdict(list)
    for anchor in anchors:
        by_url[anchor.url].append(anchor)
    count = len(by_url)
    if not count:
        return (), np.zeros((0, len(NAMES)), np.float32)
    surroundings = LinkSurroundings([each.element for each in links] for links in by_url.values())
    heads = [max(links, key=_rank) for links in by_url.values()]
    uses = Counter(head.text for head in heads)
    reader = _FactReader(page_url, surroundings)
    rows = []
    for index, head in enumerate(heads):
        times = len(by_url[head.url])
        rows.append(reader.facts(head, uses[head.text], times, index / count))
    own = np.array(rows, np.float32)
    weights = own[:, _WEIGHT]
    relative = weights / (1 + np.quantile(weights, _LONG))
    of_page = np.stack((np.full(count, count), relative), axis=1)
    by_markup = _of_groups([surroundings.signature(head.element) for head in heads], own)
    by_form = _of_groups([shape_of(url) for url in by_url], own)
    return tuple(by_url), np.hstack((own, of_page, by_markup, by_form)).astype(np.float32)


def _rank(anchor: Anchor) -> tuple[bool, int, int]:
    return anchor.is_headline, weight(anchor.text), len(anchor.text)


class _FactReader:
    """Reads the facts of single links of one list."""

    def __init__(self, page_url: str, surroundings: LinkSurroundings) -> None:
        parts = urlsplit(page_url)
        self._host = parts.hostname
        self._depth = len(_folders(parts.path))
        self._surroundings = surroundings

    def facts(self, head: Anchor, uses: int, times: int, place: float) -> LinkFacts:
        parts = urlsplit(head.url)
        folders = _folders(parts.path)
        last = folders[-1] if folders else ""
        parameters = parse_qsl(parts.query, keep_blank_values=True) if parts.query else ()
        text = head.text
        card = self._surroundings.card(head.element)
        card_text = text
        tags: set[object] = set()
        if card.element is not head.element:
            card_text = dom.squeeze(dom.start_of_text(card.element)[:_MAX_CARD_LENGTH])
        if len(card.element):
            tags = {each.tag for each in islice(card.element.iter("*"), _MAX_CARD_ELEMENTS)}
        has_date = "time" in tags or _DATE.search(card_text) is not None
        return LinkFacts(
            address_evidence(head.url),
            len(folders),
            len(folders) - self._depth,
            len(last),
            last.count("-") + last.count("_"),
            sum(map(str.isdigit, last)),
            len(parameters),
            parts.path.lower().endswith(_PAGE_ENDINGS),
            parts.hostname == self._host,
            weight(text),
            len(text),
            text.count(" ") + 1,
            any(map(str.isdigit, text)),
            uses,
            head.is_headline,
            times,
            len(card_text),
            len(card_text) - len(text),
            not tags.isdisjoint(HEADINGS),
            "img" in tags,
            has_date,
            card.siblings,
            place,
            *self._surroundings.places(head.element),
        )


def _folders(path: str) -> list[str]:
    return [folder for folder in path.split("/") if folder]


def _of_groups(keys: Sequence[Hashable], own: Floats) -> Floats:
    """Return for each link the facts of its group, the links with the same key
    [n, len(_OF_GROUP)].
    """
    numbers: dict[Hashable, int] = {}
    group = np.array([numbers.setdefault(key, len(numbers)) for key in keys])
    size = np.bincount(group)

    def mean(values: Floats) -> NDArray[np.float64]:
        return np.bincount(group, values) / size

    # Sorted by group and weight, the links of a group are side by side, the lightest first.
    weights = own[:, _WEIGHT]
    ordered = weights[np.lexsort((weights, group))]
    first = np.cumsum(size) - size
    median = (ordered[first + (size - 1) // 2] + ordered[first + size // 2]) / 2
    short = ordered[first + (_SHORT * (size - 1)).astype(np.intp)]

    # The group with the most text has rank 0.
    text = np.bincount(group, np.minimum(weights, _MAX_TEXT_WEIGHT))
    share = text / (1 + text.sum())
    rank = np.empty(len(size))
    rank[np.argsort(-text, kind="stable")] = np.arange(len(size))

    # The standard deviation of the places on the page; rounding can leave a variance below 0.
    place = own[:, _PLACE]
    spread = np.sqrt(np.maximum(mean(place**2) - mean(place) ** 2, 0))

    averages = (mean(own[:, column]) for column in _AVERAGED_COLUMNS)
    by_group = np.stack((size, median, short, share, rank, spread, *averages), axis=1)
    facts: Floats = by_group[group].astype(np.float32)
    return facts
