"""Hide readers' comments below a text: their names and dates are not the article's."""

import re
from collections.abc import Iterator
from dataclasses import replace

from extractor.body.cues import CUES, cue_of
from extractor.page.blocks import Blocks
from extractor.page.sentences import ends_sentence

_NAMED = re.compile(
    r"(?<![a-z])(?:comments?|cmts?|commentlist|comentarios?|commentaires?|kommentare?|disqus"
    r"|repl(?:y|ies)|respond|pinglun)(?![a-z])",
    re.IGNORECASE,
)
"""What the class or the id of comments says."""
_MAX_NAME_LENGTH = 300
"""Characters of the names of an element that are searched: bounds the cost of generated names."""
_HEADS = CUES.index("comments")
_MAX_HEAD_LENGTH = 40
"""Most characters of a line that heads comments: "12 comments", "Leave a reply"."""
_DATED = re.compile(r"(?:19|20)\d\d|\d[:.]\d\d")
_RUNNING = 60
"""Characters of a line that is running text even without a full stop."""
_MANY = 4
"""So many lines are several entries, even if none is running text. A byline has fewer beside it."""


def without_comments(blocks: Blocks, end: int) -> Blocks:
    """Return the page with an empty line in place of each line of its comments.

    Args:
        blocks: The page.
        end: The number of the text's last line. An element below it that is named for comments
            holds them if it has running text or several lines; else it may be a byline beside a
            link to them. Without such elements, all is comments below a line that heads them.
    """
    hidden = set(_named(blocks, end)) or set(_headed(blocks, end))
    if not hidden:
        return blocks
    return replace(
        blocks,
        texts=["" if index in hidden else text for index, text in enumerate(blocks.texts)],
        lines=["" if index in hidden else line for index, line in enumerate(blocks.lines)],
        anchors=[anchor for anchor in blocks.anchors if anchor[0] not in hidden],
    )


def _named(blocks: Blocks, end: int) -> Iterator[int]:
    """Yield the lines in elements that are named for comments."""
    for node, attributes in enumerate(blocks.attributes):
        if blocks.starts[node] <= end or not attributes:
            continue
        names = f"{attributes.get('class', '')} {attributes.get('id', '')}"
        inside = range(blocks.starts[node], blocks.ends[node])
        if _NAMED.search(names[:_MAX_NAME_LENGTH]) and _has_entries(blocks, inside):
            yield from inside


def _headed(blocks: Blocks, end: int) -> Iterator[int]:
    """Yield the lines from the first one that heads comments. One with a date, such as "Posted on
    1 November 2012, 4 comments", is the entry's own.
    """
    for index in range(end + 1, len(blocks.lines)):
        line = blocks.lines[index]
        if len(line) > _MAX_HEAD_LENGTH or cue_of(line) != _HEADS:
            continue
        if _has_entries(blocks, _below(blocks, index)):
            own = bool(_DATED.search(line))
            yield from range(index + own, len(blocks.lines))
            return


def _below(blocks: Blocks, index: int) -> range:
    """Return the lines that follow a line in the innermost element that goes on after it."""
    node = blocks.holders[index]
    while blocks.ends[node] <= index + 1 and blocks.parents[node] >= 0:
        node = blocks.parents[node]
    return range(index + 1, blocks.ends[node])


def _has_entries(blocks: Blocks, lines: range) -> bool:
    """Return whether lines are running text, or several."""
    return len(lines) >= _MANY or any(_is_running(blocks, index) for index in lines)


def _is_running(blocks: Blocks, index: int) -> bool:
    text = blocks.texts[index]
    is_told = len(text) >= _RUNNING or ends_sentence(text)
    return is_told and not blocks.linked[index]
