"""CEVC, content extraction via valid characters (Ma Xueyang, master's thesis, HIT Harbin 2016, ch.
2).

A text leaf is valid if no ancestor is a link and it contains a stop word. Its length without white
space counts for all its ancestors. From ``body`` down, the block is the first node whose largest
child has less than half of its count.

Interpretations where the thesis leaves room: A leaf is one DOM text node, so that the pieces of
text in a paragraph with inline tags are children beside those tags. If a piece is the largest
child, the paragraph is the block. Ties go to the first child. A page without valid text has its
body as the block. ``textarea`` is a form field, not text. The stop words are those of
``extractor.page.text``, which covers more languages than the two of the thesis. In Chinese they are
searched for as substrings, which was measured against segmentation (docs/algorithms.md).
"""

from lxml import etree

from extractor.page.dom import BLOCK_TAGS, BREAK, Element, Step, split_lines
from extractor.page.page import Page
from extractor.page.text import has_stop_word, worded_length

ALPHA = 0.5
"""Share of the largest child from which the search descends. Results are flat between 0.3 and 0.6.
"""
_NO_TEXT = frozenset({"a", "textarea"})


def extract(page: Page) -> str:
    """Return the valid text of the page's content block, one line per block tag."""
    return "\n".join(valid_lines(descend(page.body, valid_counts(page.steps))))


def descend(body: Element, counts: dict[Element, int], alpha: float = ALPHA) -> Element:
    """Return the content block, given the count of each element, in O(height)."""
    node = body
    while total := counts.get(node, 0):
        child = max(node, key=lambda child: counts.get(child, 0), default=node)
        largest = counts.get(child, 0)
        if child is node or largest < alpha * total or largest < max(map(_valid, _leaves(node))):
            break
        node = child
    return node


def valid_counts(walked: list[Step]) -> dict[Element, int]:
    """Return the valid characters below each element that has any, from a walk through the tree."""
    counts: dict[Element, int] = {}
    open_counts = [0]
    closed = 0
    for starts, tag, leaf, element in walked:
        if tag in _NO_TEXT:
            closed += 1 if starts else -1
        if starts:
            open_counts.append(0)
        elif count := open_counts.pop():
            counts[element] = count
            open_counts[-1] += count
        if leaf and not closed:
            open_counts[-1] += worded_length(leaf)
    return counts


def valid_lines(block: Element) -> list[str]:
    """Return all valid text below a block in lines."""
    parts: list[str] = []
    closed = 0
    for event, element in etree.iterwalk(block, events=("start", "end")):
        if element.tag in BLOCK_TAGS:
            parts.append(BREAK)
        if element.tag in _NO_TEXT:
            closed += 1 if event == "start" else -1
        leaf = element.text if event == "start" else element.tail
        if (
            leaf
            and not closed
            and (event == "start" or element is not block)
            and has_stop_word(leaf)
        ):
            parts.append(leaf)
    return split_lines(parts)


def _leaves(node: Element) -> list[str | None]:
    return [node.text, *(child.tail for child in node)]


def _valid(leaf: str | None) -> int:
    return worded_length(leaf) if leaf else 0
