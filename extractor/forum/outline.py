"""A page as flat arrays: elements and text leaves in document order, one number each.

The nodes inside node ``i`` are those from ``i + 1`` to before ``ends[i]``. So every stretch of
siblings is a range, and a sum over a range is the difference of two running sums.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate

from lxml import etree

from extractor.compiled import threads as compiled
from extractor.page.dom import NO_ATTRIBUTES, Element, attributes_of

CONTROLS = frozenset(
    {"a", "button", "select", "option", "textarea", "input", "label", "nav", "footer"}
)
"""Elements whose text is not a post's, and links, whose text may be."""
SHORT = 20
"""Length from which a leaf outside links counts in full as running text. Shorter ones are mostly
labels.
"""
SCRAP = 1 / 4
"""Weight of a character in a short text, where one of running text counts 1. The weights are
trained with it.
"""
_NUMBER = re.compile(r"\d{3,}")
_STRIPE = re.compile(
    r"(?:(?<=row)|(?<=post)|(?<=bg)|(?<=alt)|(?<=item)|(?<=line))2(?=\s|$)|(?:(?<![a-z])|(?<=row))even(?=\s|$)|"
    r"(?<=[a-z])[_-]alt(?=\s|$)",
    re.IGNORECASE,
)
"""How classes name every other row, whose colour differs."""
MAX_NODES = 150_000
"""Most nodes of a page that are read. A thread of a thousand posts has half as many."""
_MAX_NAMES_LENGTH = 300
"""Characters of class names that are compared: bounds the cost of generated names."""


@dataclass
class PageOutline:
    """The arrays, which ``outline_of`` fills and nothing changes later.

    Attributes:
        top: The element that is node 0.
        tags: The tag of each element, "" for a leaf.
        texts: The text of each leaf, "" for an element.
        attributes: The attributes of each element, none for a leaf.
        parents: The parent of each node, -1 for the top.
        signs: Numbers that elements of the same tag and class share, 0 for leaves.
        weights: Running text, in characters, before each node. The last entry is the total.
        linked: The same for the text of links and controls.
    """

    top: Element
    tags: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    attributes: list[Mapping[str, str]] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    signs: list[int] = field(default_factory=list)
    classes: list[str] = field(default_factory=list)
    weights: list[float] = field(default_factory=lambda: [0.0])
    linked: list[int] = field(default_factory=lambda: [0])

    @cached_property
    def elements(self) -> dict[int, Element]:
        """The elements by node, found when first used: tags and attributes cost far less."""
        nodes = (node for node, tag in enumerate(self.tags) if tag)
        # The outline of a very large page ends before the page does.
        return dict(zip(nodes, self.top.iter(), strict=False))

    @cached_property
    def mains(self) -> list[int]:
        """The elements that the page calls its main part."""
        return [node for node, tag in enumerate(self.tags) if tag == "main"]

    def children(self, node: int) -> Iterator[int]:
        """Yield the children of an element."""
        child = node + 1
        while child < self.ends[node]:
            yield child
            child = self.ends[child]

    def weight(self, start: int, end: int) -> float:
        """Return the running text from node ``start`` to before node ``end``, in characters."""
        return self.weights[end] - self.weights[start]

    def text(self, start: int, end: int) -> str:
        """Return the leaves of a range on one line."""
        return " ".join(" ".join(filter(None, self.texts[start:end])).split())


def outline_of(top: Element) -> PageOutline:
    """Return the outline of a tree, cut off after some hundred thousand nodes."""
    outline = PageOutline(top)
    is_read = compiled and compiled.read_outline(
        outline, top, CONTROLS, class_shape, SHORT, SCRAP, MAX_NODES
    )
    if not is_read:
        outline = PageOutline(top)
        _read_in_python(outline, top)
    outline.weights = list(accumulate(outline.weights))
    outline.linked = list(accumulate(outline.linked))
    return outline


def _read_in_python(outline: PageOutline, top: Element) -> None:
    """Fill an empty outline without compiled code.

    This is what ``extractor.compiled.threads`` must do too.
    """
    tags, ends = outline.tags, outline.ends
    known: dict[tuple[str, str], int] = {("", ""): 0}
    stack: list[int] = []
    node = -1  # the open element
    silent = 0  # the number of open links and controls
    for event, element in etree.iterwalk(top, events=("start", "end")):
        tag = element.tag
        if event == "start":
            stack.append(node)
            _add_element(outline, tag, attributes_of(element), node, known)
            node = len(tags) - 1
            silent += tag in CONTROLS
            leaf = element.text
        else:
            ends[node] = len(tags)
            node = stack.pop()
            silent -= tag in CONTROLS
            leaf = element.tail
        if leaf and not leaf.isspace() and node >= 0:
            _add_leaf(outline, leaf, node, silent > 0)
        if len(tags) >= MAX_NODES:
            break
    while node >= 0:  # what is open where the walk was cut off
        ends[node] = len(tags)
        node = stack.pop()


def _add_element(
    outline: PageOutline,
    tag: str,
    attributes: Mapping[str, str],
    parent: int,
    known: dict[tuple[str, str], int],
) -> None:
    name = attributes.get("class", "")
    shape = class_shape(name) if name else ""
    outline.tags.append(tag)
    outline.texts.append("")
    outline.attributes.append(attributes)
    outline.parents.append(parent)
    outline.ends.append(0)
    outline.signs.append(known.setdefault((tag, shape), len(known)))
    outline.classes.append(name)
    outline.weights.append(0.0)
    outline.linked.append(0)


def _add_leaf(outline: PageOutline, leaf: str, parent: int, is_silent: bool) -> None:
    if len(leaf) < SHORT:
        length = len(leaf)
    else:
        length = len(leaf.strip())
    outline.tags.append("")
    outline.texts.append(leaf)
    outline.attributes.append(NO_ATTRIBUTES)
    outline.parents.append(parent)
    outline.ends.append(len(outline.tags))
    outline.signs.append(0)
    outline.classes.append("")
    if is_silent:
        outline.weights.append(0.0)
        outline.linked.append(length)
    else:
        outline.weights.append(length if length >= SHORT else SCRAP * length)
        outline.linked.append(0)


@lru_cache(maxsize=4096)
def class_shape(name: str) -> str:
    """Return class names without long numbers, which count posts and users, and without the colours
    of rows.
    """
    numberless = _NUMBER.sub("0", name[:_MAX_NAMES_LENGTH])
    return " ".join(_STRIPE.sub(_first_colour, numberless).split())


def _first_colour(stripe: re.Match[str]) -> str:
    """Return what the class of a row of the first colour says in place of that of the second."""
    return {"2": "1", "even": "odd"}.get(stripe[0].lower(), "")
