"""The input of the two-layer decision: paragraphs, the nodes that may govern the content, and their
features.

See ``evaluation.published.two_layer`` for the paper. Both trees were trained on exactly these
numbers.
"""

import re
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from evaluation.published.leaves import UNREAD_TAGS
from extractor.page.dom import BLOCK_TAGS, Element, Step, squeeze
from extractor.page.text import dense_length

Matrix = NDArray[np.float32]
Values = NDArray[np.float64]

NODE_FEATURES = (
    "plain", "plain of page", "linked", "linked of node", "plain of parent", "children",
    "table above", "div above", "tr above", "td above",
    "p", "p of page", "br", "br of page", "linked beside", "linked of beside", "in table",
)  # fmt: skip
"""Features of a node. "Plain" and "linked" are characters outside and inside links, "beside" the
parent without it.
"""
PARAGRAPH_FEATURES = (
    "p", "br", "heading", "li", "linked share", "plain", "linked",
    "under image", "centred", "dateline", "cue word", "hidden",
)  # fmt: skip
"""Features of a paragraph in scope."""
CUE_WORDS = (
    "相关新闻", "相关报道", "相关阅读", "相关链接", "推荐阅读", "热点新闻", "上一页", "下一页",
    "版权所有", "责任编辑", "转载", "免责声明", "发表评论", "copyright", "all rights reserved",
    "related", "read more", "next page", "sign up", "subscribe", "privacy policy", "share this",
)  # fmt: skip
"""22 words of boilerplate. The paper names five of its own (Chinese and Copyright)."""
DATELINE = re.compile("[讯电訊電]")
DATELINE_LENGTH = 16
"""Characters at the start of a paragraph in which a Chinese dateline names the news agency."""
_BETWEEN = {"table": 1, "div": 2, "tr": 4, "td": 8}
"""Tags that may be between a candidate and the one above it, each with its bit."""
_EMPTY_TAGS = frozenset({"br", "hr", "img"})
"""Elements that never have content. They are counted and are not nodes."""
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_CENTRED = re.compile(r"text-align\s*:\s*center", re.IGNORECASE)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_MAX_STYLE_LENGTH = 500


@dataclass(slots=True)
class LeafParagraph:
    """Adjacent leaves that no block tag separates.

    ``tag`` is the block tag before them, "" after an end tag.
    """

    tag: str
    under_image: bool
    centred: bool
    hidden: bool
    plain: int = 0
    linked: int = 0
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text with white space folded."""
        return squeeze("".join(self.pieces))


@dataclass(slots=True)
class Node:
    """An element with its contents. ``above`` is its parent's index.

    Its paragraphs are those from ``first``, None if it has no text, to before ``end``.
    """

    tag: str
    above: int
    centred: bool
    hidden: bool
    in_table: bool
    first: int | None = None
    end: int = 0
    plain: int = 0
    linked: int = 0
    p: int = 0
    br: int = 0
    children: int = 0
    leaves: int = 0

    @property
    def is_candidate(self) -> bool:
        """Return whether it may govern: it has several children with text, or contains a single
        leaf directly.
        """
        return self.children > 1 or self.leaves == 1


@dataclass(frozen=True)
class TwoLayerOutline:
    """A page as both layers see it; ``nodes`` are in document order, the body first."""

    nodes: list[Node]
    paragraphs: list[LeafParagraph]

    def candidates(self) -> list[int]:
        """Return the indices of the nodes that may govern the content."""
        return [index for index, node in enumerate(self.nodes) if node.is_candidate]


def outline(walked: list[Step]) -> TwoLayerOutline:
    """Return the outline of a walked body."""
    reader = _Reader()
    for starts, tag, raw, element in walked:
        if tag in BLOCK_TAGS:
            reader.separate(tag if starts or tag == "br" else "")
        if tag in _EMPTY_TAGS:
            if starts:
                reader.note(tag)
        elif starts:
            reader.open(tag, element)
        else:
            reader.close(tag)
        if raw and not (starts and tag in UNREAD_TAGS):
            reader.read(raw)
    return TwoLayerOutline(reader.nodes, reader.paragraphs)


def node_features(page: TwoLayerOutline, candidates: list[int]) -> Matrix:
    """Return the features [candidates, ``NODE_FEATURES``]."""
    nodes = page.nodes
    governing, between = _parents(nodes)
    counts = np.array(
        [(one.plain, one.linked, one.p, one.br, one.children, one.in_table) for one in nodes], float
    )
    plain, linked, p, br, children, in_table = counts[candidates].T
    parents = counts[[governing[place] for place in candidates]].T
    plain_beside, linked_beside = parents[0] - plain, parents[1] - linked
    crossed = np.array([between[place] for place in candidates])
    columns = [
        plain, _shares(plain, counts[0, 0]), linked, _shares(linked, plain + linked),
        _shares(plain, parents[0]), children, *(crossed & bit > 0 for bit in _BETWEEN.values()), p,
        _shares(p, counts[0, 2]), br, _shares(br, counts[0, 3]), linked_beside,
        _shares(linked_beside, plain_beside + linked_beside), in_table,
    ]  # fmt: skip
    return np.stack(columns, axis=1).astype(np.float32)


def paragraph_features(paragraphs: list[LeafParagraph]) -> Matrix:
    """Return the features [paragraphs, ``PARAGRAPH_FEATURES``]."""
    texts = [one.text for one in paragraphs]
    folded = "\n".join(texts).lower()
    present = [word for word in CUE_WORDS if word in folded]
    rows = [
        [
            one.tag == "p", one.tag == "br", one.tag in _HEADINGS, one.tag == "li",
            one.linked / (one.plain + one.linked), one.plain, one.linked, one.under_image,
            one.centred, bool(DATELINE.search(text[:DATELINE_LENGTH])),
            _holds(text.lower(), present), one.hidden,
        ]
        for one, text in zip(paragraphs, texts, strict=True)
    ]  # fmt: skip
    return np.array(rows, np.float32).reshape(len(rows), len(PARAGRAPH_FEATURES))


class _Reader:
    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.paragraphs: list[LeafParagraph] = []
        self._open: list[int] = []
        self._links = 0
        self._separator = ""
        self._separated = True
        self._image = False

    def separate(self, tag: str) -> None:
        """Record that a block tag begins or ends here."""
        self._separator, self._separated = tag, True

    def note(self, tag: str) -> None:
        """Record an element without content here."""
        self._image = self._image or tag == "img"
        if tag == "br" and self._open:
            self.nodes[self._open[-1]].br += 1

    def open(self, tag: str, element: Element) -> None:
        self._links += tag == "a"
        styled = bool(element.attrib)
        centred = tag == "center" or (styled and _is_centred(element))
        hidden = styled and _is_hidden(element)
        in_table = False
        index_above = 0
        if self._open:
            # What an element is, all elements inside are.
            index_above = self._open[-1]
            above = self.nodes[index_above]
            centred = centred or above.centred
            hidden = hidden or above.hidden
            in_table = above.in_table or above.tag == "table"
        self._open.append(len(self.nodes))
        self.nodes.append(
            Node(tag, above=index_above, centred=centred, hidden=hidden, in_table=in_table)
        )

    def close(self, tag: str) -> None:
        self._links -= tag == "a"
        node = self.nodes[self._open.pop()]
        node.end = len(self.paragraphs)
        if self._open:
            above = self.nodes[self._open[-1]]
            above.plain += node.plain
            above.linked += node.linked
            above.p += node.p + (tag == "p")
            above.br += node.br
            above.children += node.first is not None
            if above.first is None:
                above.first = node.first

    def read(self, raw: str) -> None:
        length = dense_length(raw)
        if not length:
            if not self._separated:
                self.paragraphs[-1].pieces.append(" ")
            return
        holder = self.nodes[self._open[-1]]
        if self._separated:
            self.paragraphs.append(
                LeafParagraph(self._separator, self._image, holder.centred, holder.hidden)
            )
            self._separated = self._image = False
        paragraph = self.paragraphs[-1]
        paragraph.pieces.append(raw)
        holder.children += 1
        holder.leaves += 1
        if holder.first is None:
            holder.first = len(self.paragraphs) - 1
        for counted in (holder, paragraph):
            if self._links:
                counted.linked += length
            else:
                counted.plain += length


def _parents(nodes: list[Node]) -> tuple[list[int], list[int]]:
    """Return for each node its governing candidate above, and which tags of ``_BETWEEN`` lead up to
    it.
    """
    governing: list[int] = []
    between: list[int] = []
    for node in nodes:
        above, crossed = node.above, _BETWEEN.get(node.tag, 0)
        if governing and not nodes[above].is_candidate:
            above, crossed = governing[above], crossed | between[above]
        governing.append(above)
        between.append(crossed)
    return governing, between


def _holds(text: str, cue_words: list[str]) -> bool:
    return any(word in text for word in cue_words) if cue_words else False


def _is_centred(element: Element) -> bool:
    return element.get("align", "").lower() == "center" or bool(_CENTRED.search(_style(element)))


def _is_hidden(element: Element) -> bool:
    return element.get("hidden") is not None or bool(_HIDDEN.search(_style(element)))


def _style(element: Element) -> str:
    return element.get("style", "")[:_MAX_STYLE_LENGTH]


def _shares(part: Values, whole: Values | float) -> Values:
    """Return the quotient, or 0 if the whole is 0, because then the part is 0 too."""
    return part / np.maximum(whole, 1)
