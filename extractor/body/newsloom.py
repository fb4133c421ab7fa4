"""Newsloom's own article body: CEVC's block, read in lines, without what is not the author's text.

What is left out was measured on pages with known text: reader comments and side boxes by tag or by name, where enough
is left without them; lines that are mostly links; exact second copies (phone and desktop versions of one text);
captions and form fields; and the headline, byline and date line in front, which are fields of their own.
"""

import re
from dataclasses import dataclass

from lxml import etree

from extractor.body import cevc
from extractor.body.boxes import find_boxes
from extractor.dom import BLOCK_TAGS, Element, squeeze
from extractor.fields.clock import Clock
from extractor.fields.moments import find_moments
from extractor.page import Page
from extractor.text import dense_length, word_count

LINK_SHARE = 0.5
"""A line with this share of its characters in links is a list of links."""
COPY_WORDS = 8
"""Only lines of so many words are recognised as second copies; short ones may stand twice by right."""
_ENOUGH_TO_COUNT = 200
"""Characters in which so many words end, of whatever language."""
HEAD_LINES = 6
"""Headline, byline and date line are looked for in so many lines."""
_WITH_HEADLINE = 1.4
"""A line that holds the headline is no more if it is longer by that: leads repeat headlines."""
_LONGEST_HEAD = 80
_LONGEST_BESIDE_DATE = 45
_BYLINE = re.compile(
    r"(?:[Bb]y|[Vv]on|[Pp]or|[Pp]ar|[Aa]uthor:?|(?:Written|Posted) by|作者|记者|記者|来源|來源|文)"
    r"\s*[:：\s]\s*\S.{0,40}$"
)
OWN_SHARE = 0.2
"""A node that holds this share of its text in paragraphs of its own is where the article is."""
_CONTAINERS = frozenset(
    {"article", "body", "center", "div", "form", "main", "section", "table", "tbody", "td", "tr", "text", "font"}
)


@dataclass
class _Line:
    text: str
    linked: int
    length: int


def extract(page: Page) -> str:
    """The article's paragraphs, one a line."""
    counts = cevc.valid_counts(page.steps)
    boxes = find_boxes(page.steps, counts)
    block = content_block(page.body, counts)
    texts = [line.text for line in _kept(_lines(block, boxes))]
    clock = page.clock
    head = [text for text in texts[:HEAD_LINES] if not _is_head(text, page.title, clock)]
    return "\n".join(head + texts[HEAD_LINES:])


def _is_head(text: str, title: str, clock: Clock) -> bool:
    """Whether a line at the start is the headline, the date line or the byline."""
    if title and (text in title or (title in text and len(text) < _WITH_HEADLINE * len(title))):
        return True
    if len(text) > _LONGEST_HEAD:
        return False
    dates = find_moments(text, clock)
    left = len(text) - sum(len(moment.raw) for moment in dates)
    return (bool(dates) and left <= _LONGEST_BESIDE_DATE) or bool(_BYLINE.match(text))


def content_block(body: Element, counts: dict[Element, int]) -> Element:
    """Where CEVC's search ends, but never inside a paragraph, nor past a node with paragraphs of its own."""
    node = body
    while total := counts.get(node, 0):
        inner = [child for child in node if child.tag in _CONTAINERS and counts.get(child)]
        child = max(inner, key=lambda child: counts[child], default=None)
        if child is None or counts[child] < cevc.ALPHA * total:
            break
        if total - sum(counts[child] for child in inner) >= OWN_SHARE * total:
            break
        node = child
    return node


def _kept(lines: list[_Line]) -> list[_Line]:
    seen: set[str] = set()
    kept = []
    for line in lines:
        if line.linked >= LINK_SHARE * line.length or line.text in seen:
            continue
        if word_count(line.text[:_ENOUGH_TO_COUNT]) >= COPY_WORDS:
            seen.add(line.text)
        kept.append(line)
    return kept


def _lines(block: Element, boxes: set[Element]) -> list[_Line]:
    lines: list[_Line] = []
    parts: list[str] = []
    linked = links = 0
    walker = etree.iterwalk(block, events=("start", "end"))
    for event, element in walker:
        tag = element.tag
        if tag in BLOCK_TAGS and parts:
            text = squeeze("".join(parts))
            if text:
                lines.append(_Line(text, linked, dense_length(text)))
            parts, linked = [], 0
        if event == "start":
            if element is not block and element in boxes:
                walker.skip_subtree()
                leaf = None
            else:
                leaf = element.text
            links += tag == "a"
        else:
            links -= tag == "a"
            leaf = element.tail if element is not block else None
        if leaf:
            parts.append(leaf)
            linked += dense_length(leaf) if links else 0
    return lines
