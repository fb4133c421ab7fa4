"""Compute the facts about a page from which ``extractor.kind`` tells articles from lists and
everything else.

The facts hold for any site: how running text is spread over the page, how many blocks of one form
are next to each other with a link each, what the page says about itself, the form of its address,
and what was found when the page was read as an article: the form of the text, where it stands below
the headline, and the dates. No fact depends on a language, except for the English words that
addresses use everywhere.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean, median
from urllib.parse import urlsplit

from extractor.page.blocks import Blocks
from extractor.page.page import Page
from extractor.results import Body, DateEvidence

_RUNNING = 80
"""Least size of a block of running text, in bytes of UTF-8 outside links: 80 Latin or 27 Chinese
characters.
"""
_PARAGRAPH = 200
"""Least characters of a paragraph. The forest is trained with these sizes."""
_HEADLINE = 20
"""Least size of a link that may be a headline, in bytes. The labels of menus are shorter."""
_MAX_HEADLINE_LENGTH = 300
"""Most characters of a linked headline."""
_SHORT = 60
"""Shorter blocks are labels and lines of facts."""
_LINKED = 0.8
"""Least share of a block that is link if the block is a linked headline."""
_AFTER = 30
"""Number of blocks after the headline within which an article has begun."""
_PARAGRAPH_TAGS = frozenset({"p", "li", "dd", "dt", "blockquote"})
_HEADINGS = frozenset({"h2", "h3", "h4"})
# Limits on what is read. They are enough to show what a page is, and they bound the time.
_MAX_BLOCKS = 2_000
_MAX_ANCHORS = 400
_DATE = re.compile(r"\d(?:[-/.:年月]\s?\d|, ?\d{4})")
_CURRENCIES = "$€£¥￥₹₽元円원"
_SENTENCE = (".", "。", "!", "?", "！", "？", "”", "…", "।", "؟", '"', "»")
_SLUG_WORD = re.compile(r"[^\W_]+")
_DATED_PATH = re.compile(r"/(?:19|20)\d\d[/_-]?(?:0?[1-9]|1[0-2])(?:[/_-]|\d\d|$)")
_LONG_NUMBER = re.compile(r"\d{5,}")
_SECTION_NAMES = (
    "category categories tag tags topic topics section archive archives author page search label",
    "product products shop store item items collections collection buy services service pricing "
    "produkt produkte produit produits producto productos produto produtos prodotto prodotti "
    "tovar urun",
    "docs doc documentation manual reference guide help wiki api tutorial learn support faq",
    "news article articles story blog post posts content archives p a",
)
_SECTIONS = tuple(frozenset(names.split()) for names in _SECTION_NAMES)
"""Directory names on sites of every language: of lists, of shops and services, of manuals, of
articles.
"""
OUTSIDE = frozenset({"url", "feed", "list"})
"""Sources of dates that are not the page."""
_LIST_TYPES = frozenset({"ItemList", "CollectionPage", "SearchResultsPage", "Blog"})
_ARTICLE_TYPES = ("Article", "BlogPosting", "Report", "Review", "Recipe")
_TRADE_TYPES = frozenset(
    {"Product", "Offer", "Service", "LocalBusiness", "SoftwareApplication", "ProductGroup"}
)


def features(page: Page, body: Body, dates: Sequence[DateEvidence]) -> list[float]:
    """Return the facts about a page in the fixed order of the forest's features.

    Args:
        page: The page, with its headline.
        body: The text that it would have as an article.
        dates: Its dates of publication; those of the address, a feed or a list say nothing of the
            page and do not count.
    """
    text = _Text(page.blocks)
    return [
        *_of_text(text),
        *_of_structure(text),
        *_of_links(page, text),
        *_of_metadata(page),
        *_of_address(page.url),
        *_of_body(page, body, text.unlinked),
        *_of_dates([one for one in dates if one.source not in OUTSIDE]),
    ]


class _Text:
    """The blocks with their sizes in bytes of UTF-8, so that a Chinese character weighs as much as
    a syllable.
    """

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.texts = blocks.texts[:_MAX_BLOCKS]
        shares = [part / len(text) for text, part in zip(self.texts, blocks.linked, strict=False)]
        self.sizes = [
            len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
            for text in self.texts
        ]
        self.free = [size * (1 - part) for size, part in zip(self.sizes, shares, strict=True)]
        self.running = [index for index, size in enumerate(self.free) if size >= _RUNNING]
        self.headlines = [
            index
            for index, (size, part) in enumerate(zip(self.sizes, shares, strict=True))
            if part > _LINKED
            and _HEADLINE <= size <= _MAX_HEADLINE_LENGTH
            and self.free[index] < _RUNNING
        ]
        self.total, self.unlinked = sum(self.sizes) + 1, sum(self.free) + 1


def _of_text(text: _Text) -> Iterable[float]:
    """Return how much running text there is and how it is spread."""
    blocks, free, running = text.blocks, text.free, text.running
    count, total, unlinked = len(text.sizes) + 1, text.total, text.unlinked
    good = sum(free[number] for number in running)
    places: dict[int, float] = {}
    for number in running:
        holder = blocks.holders[number]
        if blocks.tags[holder] in _PARAGRAPH_TAGS:
            place = blocks.parents[holder]
        else:
            place = holder
        places[place] = places.get(place, 0) + free[number]
    outer: dict[int, float] = {}
    for place, size in places.items():
        outer[blocks.parents[place]] = outer.get(blocks.parents[place], 0) + size
    short = [one for one, size in zip(text.texts, text.sizes, strict=True) if size < _SHORT]
    joined = "\n".join(short)
    twins = Counter(short)
    ended = sum(text.texts[number].endswith(_SENTENCE) for number in running)
    paragraphs = [free[number] for number in running if free[number] >= _PARAGRAPH]
    return (
        math.log(total),
        unlinked / total,
        math.log(good + 1),
        good / unlinked,
        good / total,
        math.log(max(free, default=0) + 1),
        math.log(len(running) + 1),
        math.log(sum(paragraphs) + 1),
        math.log(len(paragraphs) + 1),
        good / (len(running) + 1),
        max(places.values(), default=0) / (good + 1),
        math.log(max(places.values(), default=0) + 1),
        max(outer.values(), default=0) / (good + 1),
        math.log(len(places) + 1),
        len(places) / (len(running) + 1),
        ended / (len(running) + 1),
        math.log(count),
        len(short) / count,
        math.log(len(_DATE.findall(joined)) + 1),
        math.log(sum(map(joined.count, "$" if joined.isascii() else _CURRENCIES)) + 1),
        math.log(max(twins.values(), default=0) + 1),
        (len(short) - len(twins)) / count,
        sum(free[number] for number in running if blocks.tags[blocks.holders[number]] == "p")
        / (good + 1),
        running[0] / count if running else 1.0,
        sum(free[: len(free) // 2]) / unlinked,
    )


def _of_structure(text: _Text) -> Iterable[float]:
    """Return what the tags say, and how often elements with a link of their own repeat side by
    side.
    """
    blocks, count = text.blocks, len(text.sizes) + 1
    tags = Counter(blocks.tags)
    headings, linked_headings = _count_headings(blocks)
    repeated, held = _repetition(blocks, text.headlines)
    return (
        math.log(tags["article"] + 1),
        math.log(tags["p"] + 1),
        tags["li"] / count,
        math.log(tags["h1"] + 1),
        math.log(headings + 1),
        linked_headings / (headings + 1),
        math.log(linked_headings + 1),
        math.log(tags["pre"] + tags["table"] + 1),
        math.log(tags["form"] + 1),
        math.log(tags["td"] + 1),
        math.log(len(blocks.images) + 1),
        math.log(repeated + 1),
        held / (len(blocks.texts) + 1),
    )


def _count_headings(blocks: Blocks) -> tuple[int, int]:
    """Return how many of the first blocks are in headings, and how many of these contain a link."""
    found = linked_too = 0
    for holder, linked in zip(blocks.holders[:_MAX_BLOCKS], blocks.linked, strict=False):
        if blocks.tags[holder] in _HEADINGS:
            found += 1
            linked_too += linked > 0
    return found, linked_too


def _repetition(blocks: Blocks, headlines: list[int]) -> tuple[int, int]:
    """Count the siblings of one tag that contain a linked headline.

    Returns:
        The largest such number, and the number of blocks that these siblings contain.
    """
    counts: dict[tuple[int, str], int] = {}
    held: dict[tuple[int, str], int] = {}
    counted: set[int] = set()
    for number in headlines:
        holder = blocks.holders[number]
        while holder > 0 and holder not in counted:
            counted.add(holder)
            parent = blocks.parents[holder]
            key = (parent, blocks.tags[holder])
            counts[key] = counts.get(key, 0) + 1
            held[key] = held.get(key, 0) + blocks.ends[holder] - blocks.starts[holder]
            holder = parent
    best = max(counts, key=lambda key: (counts[key], held[key]), default=None)
    if best:
        return (counts[best], held[best])
    return (0, 0)


def _of_links(page: Page, text: _Text) -> Iterable[float]:
    """Return where linked headlines are in the running text, and where they lead."""
    blocks, count = text.blocks, len(text.sizes) + 1
    headlines = set(text.headlines)
    longest = _longest_stretch(text.running, text.headlines, text.free)
    if "h1" in blocks.tags:
        first = blocks.starts[blocks.tags.index("h1")]
    else:
        first = 0
    after = range(first, first + _AFTER)
    own = urlsplit(page.url).path.rstrip("/") + "/"
    below = 0
    folders: dict[str, int] = {}
    for number, anchor in blocks.anchors[:_MAX_ANCHORS]:
        if number in headlines:
            href = anchor.get("href") or ""
            if href.startswith("http"):
                path = href[href.find("/", 8) :]
            else:
                path = href
            below += len(own) > 1 and len(path) > len(own) and path.startswith(own)
            folder = path.rpartition("/")[0]
            folders[folder] = folders.get(folder, 0) + 1
    return (
        math.log(longest + 1),
        longest / text.unlinked,
        math.log(sum(text.free[number] for number in text.running if number in after) + 1),
        float(sum(number in after for number in headlines)),
        math.log(len(blocks.anchors) + 1),
        len(blocks.anchors) / count,
        math.log(len(headlines) + 1),
        len(headlines) / count,
        math.log(below + 1),
        math.log(max(folders.values(), default=0) + 1),
    )


def _longest_stretch(running: list[int], headlines: list[int], free: list[float]) -> float:
    """Return the most running text between two linked headlines."""
    longest = stretch = 0.0
    leading = set(headlines)
    for number in sorted((*running, *headlines)):
        stretch = 0.0 if number in leading else stretch + free[number]
        longest = max(longest, stretch)
    return longest


def _of_metadata(page: Page) -> Iterable[float]:
    """Return what the page says about itself."""
    metadata = page.metadata
    types = Counter(name for entity in metadata.entities for name in _types_of(entity))
    articles = sum(count for name, count in types.items() if name.endswith(_ARTICLE_TYPES))
    declared = metadata.first("og:type").lower()
    title = page.title
    return (
        float(declared == "article"),
        float(declared == "website"),
        float(declared.startswith(("product", "og:product"))),
        float(not declared),
        math.log(articles + 1),
        float(any(name in types for name in _LIST_TYPES)),
        float(any(name in types for name in _TRADE_TYPES)),
        float(
            bool(
                metadata.first(
                    "article:published_time",
                    "og:published_time",
                    "datepublished",
                    "pubdate",
                    "date",
                )
            )
        ),
        float(bool(metadata.article.get("datePublished"))),
        float(
            bool(metadata.first("author", "article:author", "byl"))
            or bool(metadata.article.get("author"))
        ),
        float(bool(metadata.first("article:tag", "news_keywords", "article:section"))),
        math.log(len(title.encode("utf-8", "replace")) + 1),
        math.log(len(metadata.title.encode("utf-8", "replace")) + 1),
        float(len(_SLUG_WORD.findall(title))),
    )


def _types_of(entity: dict[str, object]) -> list[str]:
    kind = entity.get("@type")
    return [name for name in (kind if isinstance(kind, list) else [kind]) if isinstance(name, str)]


def _of_address(url: str) -> Iterable[float]:
    """Return what the form of the address says."""
    parts = urlsplit(url)
    segments = [segment for segment in parts.path.lower().split("/") if segment]
    last = segments[-1] if segments else ""
    words = _SLUG_WORD.findall(last)
    return (
        float(len(segments)),
        float(len(parts.path)),
        float(len(words)),
        float(len(last)),
        float(bool(_DATED_PATH.search(parts.path))),
        float(bool(_LONG_NUMBER.search(last + parts.query))),
        float(bool(parts.query)),
        float(parts.path.endswith("/")),
        float(last.endswith((".html", ".htm", ".shtml", ".php", ".aspx"))),
        *(float(not names.isdisjoint(segments)) for names in _SECTIONS),
    )


def _of_body(page: Page, body: Body, unlinked: float) -> Iterable[float]:
    """Return the form of the text that was found, and where it stands on the page."""
    paragraphs = body.paragraphs
    sizes = [len(one.text.encode("utf-8", "replace")) for one in paragraphs]
    running = [size for size in sizes if size >= _RUNNING]
    count, total = len(sizes) + 1, sum(sizes) + 1
    own = {one.text for one in paragraphs}
    taken = [index for index, text in enumerate(page.blocks.texts) if text in own]
    first, last = (taken[0], taken[-1]) if taken else (0, 0)
    texts = page.blocks.texts
    headline = texts.index(page.title) if page.title in texts else first
    return (
        total / unlinked,
        math.log(count),
        math.log(len(running) + 1),
        fmean(sizes or [0]),
        float(median(sizes or [0])),
        len(running) / count,
        sum(running) / total,
        float(first - headline),
        math.log(last - first + 1),
        len(taken) / (last - first + 1),
        len(body.links) / count,
        sum(one.text.endswith(_SENTENCE) for one in paragraphs) / count,
        sum("?" in one.text or "？" in one.text for one in paragraphs) / count,
        sum(sum(map(str.isdigit, one.text)) for one in paragraphs) / total,
    )


def _of_dates(dates: Sequence[DateEvidence]) -> Iterable[float]:
    """Return where the dates of publication are, and how many days they name."""
    source = dates[0].source if dates else ""
    return (
        float(source in ("json-ld", "meta")),
        float(source == "time"),
        float(source == "text"),
        float(len({one.source for one in dates})),
        float(len({one.value.date() for one in dates})),
    )


def linked_headlines(page: Page) -> int:
    """Return the number of headlines on the page that are links."""
    return len(_Text(page.blocks).headlines)


def reasons(page: Page) -> str:
    """Describe for people why a page looks like a list."""
    text = _Text(page.blocks)
    siblings, _ = _repetition(page.blocks, text.headlines)
    share = sum(text.free[number] for number in text.running) / text.total
    return (
        f"{len(text.headlines)} headlines are links, {siblings} of them in blocks of one form side "
        f"by side; {share:.0%} of the text is in paragraphs"
    )
