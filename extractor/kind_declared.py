"""What a page says that it is in place of an article: a product, an event, an offer, or several
entries of a blog.

It counts only if nothing on the page says that it is an article.
"""

import re
from bisect import bisect_left
from collections import Counter
from itertools import islice

from lxml import etree

from extractor.compiled import walk as compiled
from extractor.fields.headline import headline_lines
from extractor.fields.jsonld import readable_text, type_of
from extractor.fields.metadata import Metadata
from extractor.fields.site import letters
from extractor.page.blocks import Blocks
from extractor.page.dom import Element, host_of, join
from extractor.page.page import Page

_TYPES = re.compile(
    r"(?:^|[/#])(?P<type>Product(?:Group|Model)?|\w{0,20}Offer|\w{0,20}Event|JobPosting"
    r"|DefinedTerm|RealEstateListing"
    r"|Vehicle|Hotel|Restaurant|ProfilePage|AboutPage|ContactPage|Movie|TVSeries|TVEpisode"
    r"|MusicAlbum|MusicRecording)$"
)
_MARKED = re.compile(rf"{_TYPES.pattern}|(?:^|[/#])(?P<person>Person)$")
"""The same around a headline. A person among the objects of JSON-LD may be the author."""
_ARTICLE = re.compile(r"(?:Article|BlogPosting|Report|Review|Recipe|LiveBlogPosting)$")
_FOR_SALE = re.compile(r"^product|Offer$", re.IGNORECASE)
_MAX_TYPED = 100
"""Most elements of schema.org that are looked through for the headline."""
_HEADINGS = frozenset(("h1", "h2", "h3", "h4"))
_MIN_ENTRIES = 3
"""Two linked headlines with texts may be an article and its neighbour."""
_LINKED = 0.8
"""Least share of a line that is link if the line is a linked headline."""
_MIN_HEADING_LENGTH = 12
"""Least size of the linked headline of an entry, in bytes of UTF-8."""
_RUNNING = 80
"""Least size of running text, in the same form."""
# Least share of the running text of the page in all entries, and in each of the three longest.
_SHARE = 0.6
_MIN_SHARE = 0.1


def declared_kind(page: Page) -> str:
    """Return the type that the page states about itself if that is no article's, or ""."""
    metadata = page.metadata
    if metadata.says_article or metadata.article:
        return ""
    if metadata.first("product:price:amount", "og:price:amount"):
        return "product"
    if metadata.first("og:type").lower() == "profile":
        return "profile"
    if is_video(metadata) and "VideoObject" in metadata.own_types:
        return "video"
    persons = (
        readable_text(one.get("name")) for one in metadata.entities if type_of(one) == "Person"
    )
    if any(letters(name) == letters(page.title) for name in persons):
        return "profile"
    stated = (match["type"] for name in metadata.own_types if (match := _TYPES.search(name)))
    return next(stated, "") or _marked_kind(page)


def is_for_sale(declared: str) -> bool:
    """Return whether a declared kind is that of something to buy."""
    return bool(_FOR_SALE.search(declared))


def is_video(metadata: Metadata) -> bool:
    """Return whether a page says that it shows a video.

    A text that only its scripts hold then describes the video.
    """
    return metadata.first("og:type").lower().startswith("video")


def _marked_kind(page: Page) -> str:
    """Return the type of the element of schema.org that holds the headline, or ""."""
    types = [(element, (element.get("itemtype") or "").strip()) for element in _typed(page.root)]
    if any(_ARTICLE.search(name) for _, name in types):
        return ""
    found = (
        (element, match["type"] or match["person"])
        for element, name in types
        if (match := _MARKED.search(name))
    )
    return next(
        (name for element, name in islice(found, _MAX_TYPED) if _has_headline(element, page.title)),
        "",
    )


def _typed(root: Element) -> list[Element]:
    return compiled.having(root, "itemtype") if compiled else _find_typed(root)  # type: ignore[return-value]


_find_typed = etree.XPath("//@itemtype/..")


def _has_headline(element: Element, title: str) -> bool:
    return any(title in "".join(map(str, heading.itertext())) for heading in element.iter("h1"))


def count_entries(page: Page) -> int:
    """Return the number of entries of equal rank that the page consists of, each with a linked
    headline; else 0.

    The text of an article between its headline and such entries shows that they are other stories.
    """
    if page.metadata.says_article:
        return 0
    blocks = page.blocks
    heads = {index: address for index, address in _linked_headings(page) if address}
    if len(set(heads.values())) < _MIN_ENTRIES:
        return 0
    sizes = [_free(blocks, index) for index in range(len(blocks.texts))]
    in_order = sorted(heads)
    found = [_entry(blocks, index, in_order) for index in heads]
    marks = Counter(_signature(blocks, entry) for entry in found)
    mark, count = marks.most_common(1)[0]
    entries = [entry for entry in dict.fromkeys(found) if _signature(blocks, entry) == mark]
    texts = sorted(
        (_running(sizes, blocks.starts[one], blocks.ends[one]) for one in entries), reverse=True
    )
    whole = _running(sizes, 0, len(sizes))
    filled = [text for text in texts if text]
    if count < _MIN_ENTRIES or len(filled) < _MIN_ENTRIES or sum(texts) < _SHARE * whole:
        return 0
    if texts[_MIN_ENTRIES - 1] < _MIN_SHARE * sum(texts) or _has_own_text(page, entries, sizes):
        return 0
    return len(filled)


def _linked_headings(page: Page) -> list[tuple[int, str]]:
    """Return the blocks of headings that consist of a link, each with the address of its first
    link; "" if that is not another page of the site.
    """
    blocks = page.blocks
    found: dict[int, str] = {}
    for index, anchor in blocks.anchors:
        if index >= len(blocks.texts) or index in found or not _in_heading(blocks, index):
            continue
        text = blocks.texts[index]
        is_long = len(text.encode("utf-8", "replace")) >= _MIN_HEADING_LENGTH
        if not is_long or blocks.linked[index] < _LINKED * len(text):
            continue
        address = anchor.get("href") or ""
        if not address or address.startswith("#"):
            continue
        # A heading that leads to this page or to another site is no entry of a list of articles.
        full = join(page.base, address)
        is_other_page = host_of(full) == page.metadata.host and full != page.url
        found[index] = full if is_other_page else ""
    return list(found.items())


def _in_heading(blocks: Blocks, index: int) -> bool:
    holder = blocks.holders[index]
    return blocks.tags[holder] in _HEADINGS or (
        holder > 0 and blocks.tags[blocks.parents[holder]] in _HEADINGS
    )


def _entry(blocks: Blocks, head: int, heads: list[int]) -> int:
    """Return the outermost container around a linked heading that holds no other one; ``heads`` are
    in order.
    """
    container = blocks.holders[head]
    while (parent := blocks.parents[container]) >= 0:
        if bisect_left(heads, blocks.ends[parent]) - bisect_left(heads, blocks.starts[parent]) > 1:
            break
        container = parent
    return container


def _signature(blocks: Blocks, container: int) -> tuple[str, str]:
    names = (blocks.attributes[container].get("class") or "").split()
    return blocks.tags[container], names[0] if names else ""


def _free(blocks: Blocks, place: int) -> int:
    text = blocks.texts[place]
    size = len(text.encode("utf-8", "replace"))
    return round(size * (1 - blocks.linked[place] / max(1, len(text))))


def _running(sizes: list[int], start: int, end: int) -> int:
    return sum(size for size in sizes[start:end] if size >= _RUNNING)


def _has_own_text(page: Page, entries: list[int], sizes: list[int]) -> bool:
    """Return whether running text stands between the headline of the page and the entries after
    it.
    """
    blocks = page.blocks
    starts = sorted(blocks.starts[entry] for entry in entries)
    for headline in headline_lines(blocks, page.title):
        if any(blocks.starts[entry] <= headline < blocks.ends[entry] for entry in entries):
            continue
        end = next((start for start in starts if start > headline), len(sizes))
        if _running(sizes, headline + 1, end):
            return True
    return False
