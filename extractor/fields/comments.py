"""Hide readers' comments below a text: their names and dates are not the article's."""

import re
from collections.abc import Iterator
from dataclasses import replace

from extractor.body.cues import CUES, cue_of
from extractor.page.blocks import Blocks

_NAMED = re.compile(
    r"(?<![a-z])(?:comments?|cmts?|commentlist|comentarios?|commentaires?|kommentare?|disqus|repl(?:y|ies)"
    r"|respond|pinglun)(?![a-z])",
    re.IGNORECASE,
)
"""What the class or the id of comments says."""
_MAX_NAME_LENGTH = 300
_HEADS = CUES.index("comments")
_MAX_HEAD_LENGTH = 40
"""Most characters of a line that heads comments: "12 comments", "Leave a reply"."""


def without_comments(blocks: Blocks, start: int, end: int) -> Blocks:
    """Return the page with an empty line in place of each line of its comments.

    Args:
        blocks: The page.
        start: The number of the first line of the text. An element that is named for comments is
            one of them if it begins below; around it, a wrapper of the page.
        end: The number of the text's last line. Without such elements, all is comments below a
            line that heads them.
    """
    hidden = set(_named(blocks, start)) or set(_headed(blocks, end))
    if not hidden:
        return blocks
    return replace(
        blocks,
        texts=["" if place in hidden else text for place, text in enumerate(blocks.texts)],
        lines=["" if place in hidden else line for place, line in enumerate(blocks.lines)],
        anchors=[anchor for anchor in blocks.anchors if anchor[0] not in hidden],
    )


def _named(blocks: Blocks, start: int) -> Iterator[int]:
    """Yield the lines in elements that are named for comments."""
    for node, attributes in enumerate(blocks.attributes):
        if blocks.starts[node] <= start or not attributes:
            continue
        names = f"{attributes.get('class', '')} {attributes.get('id', '')}"
        if _NAMED.search(names[:_MAX_NAME_LENGTH]):
            yield from range(blocks.starts[node], blocks.ends[node])


def _headed(blocks: Blocks, end: int) -> Iterator[int]:
    """Yield the lines from the first one that heads comments."""
    for number in range(end + 1, len(blocks.lines)):
        line = blocks.lines[number]
        if len(line) <= _MAX_HEAD_LENGTH and cue_of(line) == _HEADS:
            yield from range(number, len(blocks.lines))
            return
