"""Marks: nodes that occur once in each post of a thread, such as its time, a name, or a number of its own.

Marks have a kind, the form of their position or number. Only marks of one kind make a set of posts.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property

from extractor.forum.cues import (
    LONGEST_DATE,
    LONGEST_NAME,
    holds_moment,
    is_name,
    is_name_class,
    is_number_attribute,
    is_profile,
    is_quote_class,
    is_stamp,
    masked,
    tells_moment,
    tells_other_moment,
)
from extractor.forum.outline import PageOutline

Kind = tuple[object, ...]

_MOST_MARKS = 12_000
_LABEL = 28
"""Most characters of a leaf that may be the label of the next one ("joined:")."""
_LONGEST_NUMBER = 60
LONGEST_ECHO = 60
_QUOTED = 0.3
"""Largest share of a page's nodes in a quote. Larger elements are around the posts."""
_SHORTEST_QUOTE = 12.0
"""Least running text of a quote, in characters. Buttons and lines about the author may have its class."""
_SHORTEST_STAMP = 10
_NAME_NODES = 8
"""Most nodes of an element that shows a name and little else."""
_DIGIT = re.compile(r"\d")
_MOMENTS = frozenset({"datetime", "title", "content", "aria-label", "alt"})
"""Attributes besides ``data-*`` that may contain a time."""


@dataclass
class Marks:
    """Numbers of marked nodes in document order, by kind.

    Attributes:
        times, names, numbers: The marked nodes by kind.
        stamps: Times in attributes, by node.
        echoes: Short values of attributes that may repeat a name, in lower case, each after the
            number of its node.
    """

    times: dict[Kind, list[int]] = field(default_factory=lambda: defaultdict(list))
    names: dict[Kind, list[int]] = field(default_factory=lambda: defaultdict(list))
    numbers: dict[Kind, list[int]] = field(default_factory=lambda: defaultdict(list))
    stamps: dict[int, str] = field(default_factory=dict)
    echoes: list[tuple[int, str]] = field(default_factory=list)

    @cached_property
    def all_times(self) -> list[int]:
        """The marks of all kinds of times in document order."""
        return sorted(node for nodes in self.times.values() for node in nodes)

    @cached_property
    def all_names(self) -> list[int]:
        """The marks of all kinds of names in document order."""
        return sorted(node for nodes in self.names.values() for node in nodes)


def find_marks(outline: PageOutline) -> Marks:
    """Return the marks of a page outside quotes, up to some thousands; the rest is left out."""
    finder = _Finder(outline)
    largest_quote = _QUOTED * len(outline.tags)
    classes = outline.classes
    quoted = -1  # the end of the open quote
    for node, tag in enumerate(outline.tags):
        if node < quoted:
            continue
        may_be_quote = (classes[node] or tag == "blockquote") and is_quote_class(tag, classes[node])
        if may_be_quote and _is_quote(outline, node, largest_quote):
            quoted = outline.ends[node]
        elif not tag:
            finder.read_leaf(node)
        elif outline.attributes[node]:
            finder.read_element(node, tag)
        if tag == "article":
            finder.found.numbers[("article",)].append(node)
        if finder.left <= 0:
            break
    return finder.found


def _is_quote(outline: PageOutline, node: int, largest: float) -> bool:
    """Tell whether an element with the class of a quote contains running text, and not most of the page."""
    end = outline.ends[node]
    return end - node < largest and outline.weight(node, end) >= _SHORTEST_QUOTE


class _Finder:
    """A walk over the nodes.

    ``label`` is the text just read if it may be a label, and ``labelled`` the element it is in.
    ``stamped`` is the last element with a time in an attribute.
    """

    def __init__(self, outline: PageOutline) -> None:
        self.outline = outline
        self.found = Marks()
        self.left = _MOST_MARKS
        self.label, self.labelled = "", -1
        self.stamped = -1

    def read_leaf(self, node: int) -> None:
        """Read a text as a time, unless the element around has one already or the label before excludes it."""
        text = self.outline.texts[node].strip()
        if len(text) <= LONGEST_DATE and tells_moment(text):
            parents, signs = self.outline.parents, self.outline.signs
            holder = parents[node]
            if self.stamped not in (holder, parents[holder]) and not self._is_other(holder):
                self.found.times["text", signs[holder], signs[parents[holder]]].append(node)
                self.left -= 1
        is_label = len(text) <= _LABEL and not _DIGIT.search(text)
        self.label, self.labelled = (text if is_label else ""), self.outline.parents[node]

    def _is_other(self, holder: int) -> bool:
        """Tell whether a time in ``holder`` is not the post's, by the label before it in the same row or line."""
        if not self.label or not tells_other_moment(self.label):
            return False
        parents = self.outline.parents
        around = (holder, parents[holder], parents[parents[holder]])
        return self.labelled in around or parents[self.labelled] in around

    def read_element(self, node: int, tag: str) -> None:
        """Read the attributes of an element. Half of those that have any have a class and nothing else."""
        attributes, name = self.outline.attributes[node], self.outline.classes[node]
        shows_name = bool(name) and is_name_class(name)
        for key, value in attributes.items() if len(attributes) > bool(name) else ():
            if key == "class" or key == "href" or key == "src" or key == "style":
                continue
            elif key == "id" or (key == "name" and tag == "a"):
                self._number(node, tag, key, value)
            elif key.startswith("data-"):
                self._echo(node, value)
                if is_number_attribute(key):
                    self._number(node, tag, key, value)
                if not (value.isdigit() and is_number_attribute(key)):
                    self._moment(node, value)
            elif key in _MOMENTS:
                self._echo(node, value)
                self._moment(node, value)
            elif key == "itemtype":
                self.found.numbers["type", value].append(node)
            elif key == "itemprop" or key == "rel":
                shows_name = shows_name or "author" in value or value in ("name", "creator")
        if (shows_name or tag == "a") and tag != "time" and self.outline.ends[node] - node < _NAME_NODES:
            self._name(node, tag, shows_name)

    def _echo(self, node: int, value: str) -> None:
        if 0 < len(value) <= LONGEST_ECHO:
            self.found.echoes.append((node, value.casefold()))

    def _name(self, node: int, tag: str, is_sure: bool) -> None:
        outline = self.outline
        if not is_sure and not is_profile(outline.attributes[node].get("href", "")):
            return
        text = outline.text(node, outline.ends[node])
        if len(text) <= LONGEST_NAME and is_name(text):
            self.found.names[tag, outline.signs[node], outline.signs[outline.parents[node]]].append(node)
            self.left -= 1

    def _number(self, node: int, tag: str, key: str, value: str) -> None:
        if len(value) < _LONGEST_NUMBER and not value.isalpha() and _DIGIT.search(value):
            shape = masked(value)
            if "0" in shape:
                self.found.numbers["id", tag, key, shape].append(node)
                self.left -= 1

    def _moment(self, node: int, value: str) -> None:
        if not _SHORTEST_STAMP <= len(value) < LONGEST_DATE or not holds_moment(value):
            return
        stamps = self.found.stamps
        if node in stamps:
            if is_stamp(value) and not is_stamp(stamps[node]):
                stamps[node] = value
        elif not self._is_other(node):
            signs, parents = self.outline.signs, self.outline.parents
            self.found.times["attribute", signs[node], signs[parents[node]]].append(node)
            stamps[node] = value
            self.left -= 1
        self.stamped = node
