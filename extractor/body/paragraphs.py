"""Turn the blocks of a body into paragraphs with their kinds, and into links."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from extractor.page.blocks import Blocks
from extractor.page.dom import Element, join, start_of_text
from extractor.page.page import Page
from extractor.results import Link, Paragraph

_SOFT_HYPHEN = "\xad"
_UNSEEN = "\u200b\u2060\ufeff"
"""Characters without a width, which sites put into links beside headings. Inside words, they may
join or part.
"""
_CELLS = frozenset({"td", "th"})
_KINDS = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
    **dict.fromkeys(("li", "dt", "dd"), "item"),
    **dict.fromkeys(_CELLS, "paragraph"),
    "blockquote": "quote",
    "pre": "code",
}
"""The kind of a block by the tag of its innermost container of this kind."""
_CELL_LENGTH = 120
"""Length of a cell, in characters, from which its table counts as a layout whose cells are
paragraphs.
"""
_BETWEEN_CELLS = " | "
_DEEPEST = 40
"""Most containers that are checked around a block."""


def paragraphs(blocks: Blocks, chosen: Iterable[int]) -> Iterator[Paragraph]:
    """Yield the chosen blocks as paragraphs.

    Short cells of a row form one, a code listing one per line.
    """
    for row, places in groupby(chosen, lambda place: _row_of(blocks, place)):
        if row >= 0:
            cells = _BETWEEN_CELLS.join(_text(blocks, place) for place in places)
            yield Paragraph(text=cells, kind="row")
            continue
        for place in places:
            kind = _kind_of(blocks, blocks.holders[place])
            lines = _code_lines(blocks, place) if kind == "code" else []
            for line in lines or [_text(blocks, place)]:
                yield Paragraph(text=line, kind=kind)


def links(page: Page, chosen: Iterable[int]) -> tuple[Link, ...]:
    """Return the addresses that the chosen blocks link to, once each, with the longest text that
    leads there.
    """
    places = set(chosen)
    titles: dict[str, str] = {}
    for place, element in page.blocks.anchors:
        if place not in places:
            continue
        href = element.get("href", "").strip()
        if not href or href.startswith("#"):
            continue
        url = join(page.base, href)
        if url.startswith(("http://", "https://")):
            text = start_of_text(element) if len(element) else element.text or ""
            titles[url] = max(titles.get(url, ""), " ".join(text.split()), key=len)
    return tuple(Link(url=url, title=title) for url, title in titles.items())


def _text(blocks: Blocks, index: int) -> str:
    text = blocks.texts[index]
    if text.isascii():
        return text
    return text.replace(_SOFT_HYPHEN, "").strip(_UNSEEN).strip()


def _kind_of(blocks: Blocks, node: int) -> str:
    """Return the kind of a block in a container: that of the innermost element with one, unless it
    is far out.
    """
    for _ in range(_DEEPEST):
        if (kind := _KINDS.get(blocks.tags[node])) or node == 0:
            return kind or "paragraph"
        node = blocks.parents[node]
    return "paragraph"


def _row_of(blocks: Blocks, index: int) -> int:
    """Return the row of which the block is a short cell, or -1."""
    node = blocks.holders[index]
    if blocks.tags[node] not in _CELLS and blocks.parents[node] >= 0:
        node = blocks.parents[node]
    if blocks.tags[node] not in _CELLS or len(blocks.texts[index]) > _CELL_LENGTH:
        return -1
    row = blocks.parents[node]
    is_alone = blocks.ends[row] - blocks.starts[row] == blocks.ends[node] - blocks.starts[node]
    return -1 if is_alone else row


def _code_lines(blocks: Blocks, index: int) -> list[str]:
    """Return the lines of a code listing as they are written, if it is a block of its own."""
    node = blocks.holders[index]
    element: Element = blocks.elements[node]
    if blocks.tags[node] != "pre" or blocks.ends[node] - blocks.starts[node] != 1:
        return []
    lines = "".join(map(str, element.itertext())).split("\n")
    return [line.rstrip() for line in lines if line.strip()]
