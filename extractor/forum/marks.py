"""Find marks: nodes that occur once in each post of a thread, such as its time or a name.

The number of a post, as in ``id="post-17"``, is one, too. Marks have a kind, the form of their
position or number. Only marks of one kind make a set of posts.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from extractor.forum import cues
from extractor.forum.cues import (
    MAX_DATE_LENGTH,
    MAX_NAME_LENGTH,
    holds_moment,
    is_name,
    is_profile,
    is_stamp,
    masked,
)
from extractor.forum.outline import PageOutline

Kind = tuple[object, ...]

_MAX_MARKS = 30_000
"""Most marks of a page. Bounds the time for a page that is made of nothing else."""
_MAX_LABEL_LENGTH = 28
"""Most characters of a leaf that may be the label of the next one ("joined:")."""
_MAX_NUMBER_LENGTH = 60
"""Numbers in attributes are shorter, in characters. Longer values are addresses and states."""
MAX_ECHO_LENGTH = 60
"""Most characters of an attribute that may repeat a name. Longer ones are descriptions."""
_MIN_STAMP_LENGTH = 10
"""Fewest characters of a time in an attribute: "2024-05-01", or seconds since 1970. Shorter values
are numbers, sizes and states.
"""
_MAX_NAME_NODES = 8
"""An element with a name has fewer nodes. Larger ones show a whole profile, for example."""
_DIGIT = re.compile(r"\d")
_UNREAD = frozenset({"class", "href", "src", "style"})
"""Attributes that are skipped: the first two are read elsewhere, the others tell nothing."""
_MAX_LABEL_LEVELS = 3
"""Elements around a time that may hold its label, too: its own, its line, its row."""
_MIN_ALTERNATING = 2
"""Fewest posts with each of the classes that alternate."""
_NO_NODE = -2
"""No node has this number, nor has the parent of the outermost element, -1."""
_MOMENTS = frozenset({"datetime", "title", "content", "aria-label", "alt", "author"})
"""Attributes besides ``data-*`` that may contain a time or a name."""


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
        return sorted(set(chain.from_iterable(self.times.values())))

    @cached_property
    def all_names(self) -> list[int]:
        """The marks of all kinds of names in document order."""
        return sorted(chain.from_iterable(self.names.values()))


def find_marks(outline: PageOutline) -> Marks:
    """Return the marks of a page outside quotes, up to some thousands; the rest is left out."""
    finder = Finder(outline)
    _read(finder)
    _join_alternating(outline, finder.found.times)
    return finder.found


def _join_alternating(outline: PageOutline, kinds: dict[Kind, list[int]]) -> None:
    """Add the times of two kinds that differ only in class names and follow each other by turns:
    every other post may have another background.
    """
    alike: defaultdict[tuple[str, ...], list[list[int]]] = defaultdict(list)
    for nodes in kinds.values():
        if len(nodes) >= _MIN_ALTERNATING:
            alike[_tags_above(outline, nodes[0])].append(nodes)
    for number, parts in enumerate(alike.values()):
        if len(parts) == 2 and _take_turns(*parts):
            # The number keeps kinds of other places on the page apart.
            kinds["turns", number] = sorted(chain.from_iterable(parts))


def _take_turns(one: list[int], other: list[int]) -> bool:
    by_turns = sorted([*one, *other])
    return sorted([one, other]) == [by_turns[::2], by_turns[1::2]]


def _tags_above(outline: PageOutline, node: int) -> tuple[str, ...]:
    tags = []
    while node >= 0:
        tags.append(outline.tags[node])
        node = outline.parents[node]
    return tuple(tags)


def _read(finder: "Finder") -> None:
    """Read all nodes."""
    outline = finder.outline
    classes = outline.classes
    quoted = -1  # the end of the open quote
    for node, tag in enumerate(outline.tags):
        if node < quoted:
            continue
        # Most elements have no class: those need no look into the cache.
        may_be_quote = classes[node] or tag == "blockquote"
        if may_be_quote and cues.is_quote_class(tag, classes[node]):
            quoted = outline.ends[node]
        elif not tag:
            text = outline.texts[node].strip()
            if len(text) <= cues.MAX_DATE_LENGTH and cues.tells_moment(text):
                finder.add_text(node)
            finder.last = node
        elif outline.attributes[node]:
            _read_element(finder, node, tag)
        if tag == "article":
            finder.found.numbers[("article",)].append(node)
        if finder.left <= 0:
            break


def _read_element(finder: "Finder", node: int, tag: str) -> None:
    """Read the attributes of an element, and the name that it shows."""
    outline = finder.outline
    attributes = outline.attributes[node]
    element_class = outline.classes[node]
    shows_name = bool(element_class) and cues.is_name_class(element_class)
    # Half of the elements with attributes have a class and nothing else: skip the loop for them.
    has_only_class = len(attributes) == 1 and bool(element_class)
    if not has_only_class:
        for key, value in attributes.items():
            if key not in _UNREAD and _read_attribute(finder, node, tag, key, value):
                shows_name = True
    # The text of a <time> is read as a time, whatever its class.
    may_show_name = tag != "time" and (shows_name or tag == "a")
    if may_show_name and outline.ends[node] - node < _MAX_NAME_NODES:
        finder.add_name(node, tag, is_sure=shows_name)


def _read_attribute(finder: "Finder", node: int, tag: str, key: str, value: str) -> bool:
    """Add what an attribute tells, and return whether it says that the element shows a name."""
    if key in _MOMENTS or key.startswith("data-"):
        _read_value(finder, node, tag, key, value)
    elif key == "id" or (key == "name" and tag == "a"):
        # The name of a link is the former way to give a place on the page a number.
        if _DIGIT.search(value):
            finder.add_number(node, tag, key, value)
    elif key == "itemtype":
        finder.found.numbers["type", value].append(node)
    elif key == "itemprop" or key == "rel":
        return "author" in value or value in ("name", "creator")
    return False


def _read_value(finder: "Finder", node: int, tag: str, key: str, value: str) -> None:
    """Read an attribute that may repeat a name, or contain a time or the number of a post."""
    if 0 < len(value) <= MAX_ECHO_LENGTH:
        finder.found.echoes.append((node, value.casefold()))
    if not _DIGIT.search(value):
        return
    is_number = key.startswith("data-") and cues.is_number_attribute(key)
    if is_number:
        finder.add_number(node, tag, key, value)
    # The number of a post, a member or a board may have as many digits as a time in seconds.
    if value.isdigit() and (is_number or key.endswith("id")):
        return
    if _MIN_STAMP_LENGTH <= len(value) < MAX_DATE_LENGTH:
        finder.add_moment(node, value)


class Finder:
    """Adds what a walk over the nodes reads.

    ``last`` is the last text that was read, which may be a label. ``stamped`` is the last element
    with a time in an attribute. ``left`` is how many marks may be added.
    """

    def __init__(self, outline: PageOutline) -> None:
        self.outline = outline
        self.found = Marks()
        self.left = _MAX_MARKS
        self.last = -1
        self.stamped = _NO_NODE

    def add_text(self, node: int) -> None:
        """Add a text that tells the time of a post, unless an attribute around it does so."""
        parents, signs = self.outline.parents, self.outline.signs
        holder = parents[node]
        if self.stamped not in (holder, parents[holder]) and not self._is_other(holder):
            self.found.times["text", signs[holder], signs[parents[holder]]].append(node)
            self.left -= 1

    def _is_other(self, holder: int) -> bool:
        """Return whether a time in ``holder`` is not the post's, but when the author joined, say.

        It is in a note, or after a label in its row or line.
        """
        parents = self.outline.parents
        classes = self.outline.classes
        around: list[int] = []
        while holder >= 0 and len(around) < _MAX_LABEL_LEVELS:
            around.append(holder)
            holder = parents[holder]
        for node in around:
            if classes[node] and cues.is_note_class(classes[node]):
                return True
        if self.last < 0:
            return False
        label = self.outline.texts[self.last].strip()
        if not 0 < len(label) <= _MAX_LABEL_LENGTH or _DIGIT.search(label):
            return False
        if not cues.tells_other_moment(label):
            return False
        labelled = parents[self.last]
        return labelled in around or parents[labelled] in around

    def add_name(self, node: int, tag: str, *, is_sure: bool) -> None:
        """Add an element that shows a name: ``is_sure`` by its attributes, or by where it leads."""
        outline = self.outline
        if not is_sure and not is_profile(outline.attributes[node].get("href", "")):
            return
        text = outline.text(node, outline.ends[node])
        if len(text) <= MAX_NAME_LENGTH and is_name(text):
            parent = outline.parents[node]
            self.found.names[tag, outline.signs[node], outline.signs[parent]].append(node)
            self.left -= 1

    def add_number(self, node: int, tag: str, key: str, value: str) -> None:
        """Add an element with a number of its own in an attribute."""
        if len(value) < _MAX_NUMBER_LENGTH:
            shape = masked(value)
            if "0" in shape:
                self.found.numbers["id", tag, key, shape].append(node)
                self.left -= 1

    def add_moment(self, node: int, value: str) -> None:
        """Add an element with a time in an attribute."""
        if not holds_moment(value):
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
