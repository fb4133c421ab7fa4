"""Split a page into blocks and their containers.

Blocks are the runs of text between block-level tags and line breaks.

One pass computes everything that readers of a page need: the text of each block, how much of it is
linked or bold, and the tree above it. Every container is a range of blocks, so that a sum over a
container is a difference of prefix sums.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice

from extractor.compiled import walk
from extractor.page.dom import BLOCK_TAGS, UNSEEN_TAGS, Element, attributes_of, squeeze

# The roles of tags. ``extractor.compiled.walk`` has the same numbers.
_INLINE = 0
"""No effect on the text. It is 0, so that ``if role`` skips the most frequent role."""
_CONTAINER = 1
"""A block-level element: a text ends before and after it."""
_BREAK = 2
"""A line break or rule: a text ends there."""
_LINK = 3
"""The text in it counts as linked."""
_BOLD = 4
"""The text in it counts as bold."""
_IMAGE = 5
"""A picture or film, which is kept with its position."""
_UNSEEN = 6
"""Browsers do not show the text in it."""
_TIME = 7
"""A ``time`` element, which is kept."""
_ROLES: dict[str, int] = {
    **dict.fromkeys(BLOCK_TAGS - {"br", "hr"}, _CONTAINER),
    "noscript": _CONTAINER,
    "br": _BREAK,
    "hr": _BREAK,
    "a": _LINK,
    "b": _BOLD,
    "strong": _BOLD,
    "img": _IMAGE,
    "picture": _IMAGE,
    "video": _IMAGE,
    "time": _TIME,
    **dict.fromkeys(UNSEEN_TAGS, _UNSEEN),
}
"""The effect of a tag on the text. Every other tag is inline."""
MAX_ELEMENTS = 60_000
"""Most elements that are read of a page. The largest labelled page has a quarter of them."""
CONTAINER_TAGS = tuple(tag for tag, role in _ROLES.items() if role == _CONTAINER)
"""The tags of containers. The top is one, whatever its tag."""


@dataclass
class Blocks:
    """The blocks of a page in document order, and their containers, parents before children.

    Attributes:
        top: The element whose blocks these are.
        texts: [n] White space folded, inline tags merged as a browser does without a style sheet.
        lines: [n] The same with a blank at every inline tag, for text that only a style sheet
            separates.
        linked: [n] Characters of the text inside links.
        bold: [n] Characters inside ``b`` and ``strong``.
        holders: [n] Index of the innermost container.
        tags, attributes: [m] The tag and the attributes of each container.
        parents: [m] Index of the parent. -1 for the first container, which is the top.
        starts, ends: [m] Range of blocks of each container.
        inner_tags: [m] Number of elements of any kind inside.
        anchors: The ``a`` elements, each with the block that it is in or begins before.
        images: The pictures, in the same form.
        times: The ``time`` elements.
    """

    top: Element
    texts: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    linked: list[int] = field(default_factory=list)
    bold: list[int] = field(default_factory=list)
    holders: list[int] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    attributes: list[Mapping[str, str]] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    inner_tags: list[int] = field(default_factory=list)
    anchors: list[tuple[int, Element]] = field(default_factory=list)
    images: list[tuple[int, Element]] = field(default_factory=list)
    times: list[Element] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Return whether all elements were read."""
        return self.inner_tags[0] + 1 < MAX_ELEMENTS

    @cached_property
    def elements(self) -> list[Element]:
        """The element of each container [m].

        They are found when first used: tags and attributes cost far less.
        """
        found = chain((self.top,), self.top.iterdescendants(*CONTAINER_TAGS))
        return list(islice(found, len(self.tags)))


def read_blocks(top: Element) -> Blocks:
    """Return the blocks of the first ``MAX_ELEMENTS`` elements below ``top``.

    This takes linear time and no recursion, which deep pages would exhaust.
    """
    if walk:
        blocks = Blocks(top)
        if walk.read_into(blocks, top, _ROLES, squeeze, MAX_ELEMENTS):
            return blocks
    return read_blocks_in_python(top)


def read_blocks_in_python(top: Element) -> Blocks:
    """Do the same without compiled code. This is what ``extractor.compiled.walk`` must do too."""
    reader = _PieceCollector(top)
    parts = reader.parts
    role_of = _ROLES.get  # looked up once, not for each element
    path = [top]  # the open elements
    roles = [_CONTAINER]  # and the role of each
    elements = islice(top.iter(), MAX_ELEMENTS)
    reader.add(next(elements).text or "")
    index = 0
    for index, element in enumerate(elements, 1):
        parent = element.getparent()
        # Every open element that is not around this one has ended.
        while path[-1] is not parent:
            closed = path.pop()
            role = roles.pop()
            if role:
                reader.leave(role, index)
            # White space begins no block. Most tails are that: do not call for them.
            tail = closed.tail
            if tail and (parts or not tail.isspace()):
                reader.add(tail)
        role = role_of(element.tag, _INLINE)
        if role:
            reader.enter(role, element, index)
        text = element.text
        if text and (parts or not text.isspace()):
            reader.add(text)
        path.append(element)
        roles.append(role)
    for closed, role in zip(reversed(path), reversed(roles), strict=True):
        reader.leave(role, index + 1)
        # What follows the top is not in the page.
        if closed is not top:
            reader.add(closed.tail or "")
    return reader.blocks


class _PieceCollector:
    """Collects the pieces of the current block in ``parts``, and counts the open elements."""

    __slots__ = ("_bold", "_in_bold", "_in_link", "_linked", "_open", "_unseen", "blocks", "parts")

    def __init__(self, top: Element) -> None:
        self.blocks = Blocks(top)
        self.parts: list[str] = []
        self._linked = self._bold = 0
        self._in_link = self._in_bold = self._unseen = 0
        self._open: list[int] = [-1]
        self._begin(top, 0)

    def add(self, text: str) -> None:
        """Add text to the current block. White space alone does not begin one."""
        if self._unseen or (not self.parts and (not text or text.isspace())):
            return
        self.parts.append(text)
        if self._in_link:
            self._linked += len(" ".join(text.split()))
        if self._in_bold:
            self._bold += len(" ".join(text.split()))

    def enter(self, role: int, element: Element, index: int) -> None:
        """Open an element with an effect on the text, the one at ``index`` of the page."""
        if role == _CONTAINER:
            self._begin(element, index)
        elif role == _LINK:
            self._in_link += 1
            self.blocks.anchors.append((len(self.blocks.texts), element))
        elif role == _BREAK:
            self._flush()
        elif role == _BOLD:
            self._in_bold += 1
        elif role == _IMAGE:
            self.blocks.images.append((len(self.blocks.texts), element))
        elif role == _TIME:
            self.blocks.times.append(element)
        else:
            self._unseen += 1

    def leave(self, role: int, index: int) -> None:
        """Close an element. ``index`` is the position of the first one after it."""
        if role == _CONTAINER:
            if self.parts:
                self._flush()
            container = self._open.pop()
            self.blocks.ends[container] = len(self.blocks.texts)
            self.blocks.inner_tags[container] += index
        elif role == _LINK:
            self._in_link -= 1
        elif role == _BOLD:
            self._in_bold -= 1
        elif role == _UNSEEN:
            self._unseen -= 1

    def _begin(self, element: Element, index: int) -> None:
        """Open a container."""
        if self.parts:
            self._flush()
        blocks = self.blocks
        blocks.parents.append(self._open[-1])
        self._open.append(len(blocks.tags))
        blocks.tags.append(element.tag)
        blocks.attributes.append(attributes_of(element))
        blocks.starts.append(len(blocks.texts))
        blocks.ends.append(0)
        # ``leave`` adds the number of the element after it.
        blocks.inner_tags.append(-index - 1)

    def _flush(self) -> None:
        parts = self.parts
        if not parts:
            return
        text = squeeze(parts[0] if len(parts) == 1 else "".join(parts))
        if text:
            blocks = self.blocks
            blocks.texts.append(text)
            blocks.lines.append(text if len(parts) == 1 else squeeze(" ".join(parts)))
            blocks.linked.append(min(self._linked, len(text)))
            blocks.bold.append(min(self._bold, len(text)))
            blocks.holders.append(self._open[-1])
        parts.clear()
        self._linked = self._bold = 0


def first_blocks(blocks: Blocks, count: int) -> Blocks:
    """Return the page as if it ended after ``count`` blocks."""
    if len(blocks.texts) <= count:
        return blocks
    containers = sum(start < count for start in blocks.starts)  # starts are in order
    return Blocks(
        blocks.top,
        texts=blocks.texts[:count],
        lines=blocks.lines[:count],
        linked=blocks.linked[:count],
        bold=blocks.bold[:count],
        holders=blocks.holders[:count],
        tags=blocks.tags[:containers],
        attributes=blocks.attributes[:containers],
        parents=blocks.parents[:containers],
        starts=blocks.starts[:containers],
        ends=[min(end, count) for end in blocks.ends[:containers]],
        inner_tags=blocks.inner_tags[:containers],
        anchors=[anchor for anchor in blocks.anchors if anchor[0] < count],
        images=[image for image in blocks.images if image[0] < count],
        times=blocks.times,
    )
