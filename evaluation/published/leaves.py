"""The text leaves of a page: every DOM text node that a reader sees, with its line and the path of
tags to it.

Interpretations shared by the algorithms that work on leaves: A leaf is one text node, so that a
paragraph with a link inside has three. A blank between two tags belongs to the leaf before it. The
length of a leaf is that of its text with white space folded, because a page's source is indented
and broken at will. Text in a ``textarea`` belongs to a form and is not a leaf.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from evaluation.published.tag_paths import TagPaths
from extractor.page.dom import BLOCK_TAGS, Step, squeeze

UNREAD_TAGS = frozenset({"textarea"})
"""Tags whose text is not a leaf. They contain no elements."""
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~、。〈-】〔-〟！-／：-＠［-｀｛-･‐-‧‹›¡¿«»·]")


@dataclass(frozen=True, slots=True)
class Leaf:
    """``raw`` is the text as the page writes it, ``line`` the number of its line (block tags begin
    and end lines).
    """

    raw: str
    line: int
    path: int

    @property
    def text(self) -> str:
        """The text with white space folded."""
        return " ".join(self.raw.split())


@dataclass(frozen=True, slots=True)
class TextLeaves:
    """The leaves in document order; ``paths`` resolves their paths."""

    leaves: list[Leaf]
    paths: TagPaths


def read_leaves(walked: list[Step]) -> TextLeaves:
    """Return the leaves of a walked body."""
    paths = TagPaths(walked[0][1])
    found: list[Leaf] = []
    path = line = 0
    for index, (starts, tag, raw, _) in enumerate(walked):
        line += tag in BLOCK_TAGS
        if not starts:
            path = paths.parent(path)
        elif index:
            path = paths.step(path, tag)
        if not raw or (starts and tag in UNREAD_TAGS):
            continue
        if not raw.isspace():
            found.append(Leaf(raw, line, path))
        elif found and found[-1].line == line:
            found[-1] = Leaf(found[-1].raw + " ", line, found[-1].path)
    return TextLeaves(found, paths)


def joined(pieces: Iterable[tuple[int, str]]) -> str:
    """Join pieces of text, each with the number of its line, to lines; white space folded, empty
    lines left out.
    """
    lines: list[str] = []
    parts: list[str] = []
    current = -1
    for line, raw in pieces:
        if line != current:
            lines.append(squeeze("".join(parts)))
            parts, current = [], line
        parts.append(raw)
    lines.append(squeeze("".join(parts)))
    return "\n".join(filter(None, lines))


def punctuation(text: str) -> int:
    """Count the punctuation marks: ASCII, general, and Chinese in full and half width."""
    return len(_PUNCTUATION.findall(text))
