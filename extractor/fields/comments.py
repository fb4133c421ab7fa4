"""Where readers' comments are below a text. Their names and dates are not the article's, so they
are hidden from those who look for these.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from extractor.body.cues import CUES, cue_of
from extractor.dates.context import DateContext
from extractor.dates.date_matches import find_date_matches
from extractor.page.blocks import Blocks
from extractor.page.dom import Element
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
_HEADINGS = frozenset(("h2", "h3", "h4", "h5", "h6", "legend"))
_MAX_HEAD_LENGTH = 40
"""Most characters of a line that heads comments: "12 comments", "Leave a reply"."""
_DATED = re.compile(r"(?:19|20)\d\d|\d[:.]\d\d")
_MIN_STAMPS = 2
"""Comments have a time each; a single one may be that of a picture or of a note."""
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


def comment_lines(blocks: Blocks, title: str, context: DateContext) -> list[int]:
    """Return the lines of comments that have a heading of their own and show when they were
    written, below the first sentence under the headline ``title`` and outside its container.

    They are no part of a text, however short that is.
    """
    texts = blocks.texts
    if title not in texts:
        return []
    below = range(texts.index(title) + 1, len(texts))
    first = next((index for index in below if _is_running(blocks, index)), -1)
    if first < 0:
        return []
    for index in range(first + 1, len(texts)):
        if blocks.tags[blocks.holders[index]] not in _HEADINGS or not _is_head(texts[index]):
            continue
        around = _going_on(blocks, index)
        # What holds the text, too, is the page, not its comments.
        if blocks.starts[around] <= first:
            continue
        inside = range(index, blocks.ends[around])
        stamps = (each for each in inside if _is_stamp(texts[each], context))
        if len(list(islice(stamps, _MIN_STAMPS))) == _MIN_STAMPS:
            return list(inside)
    return []


def _is_stamp(text: str, context: DateContext) -> bool:
    """Return whether a line has a day or a time of day and little else; a year alone may be that of
    a paper or of a table.
    """
    if len(text) >= _RUNNING or ends_sentence(text):
        return False
    return bool(find_date_matches(text, context))


def _is_head(line: str) -> bool:
    return len(line) <= _MAX_HEAD_LENGTH and cue_of(line) == _HEADS


def comment_containers(blocks: Blocks, end: int) -> list[Element]:
    """Return the elements that hold the comments below a text, in document order, none inside
    another; ``end`` is as in ``without_comments``.
    """
    nodes = list(_named_nodes(blocks, end))
    if not nodes and (head := _head(blocks, end)) is not None:
        first, around = head
        for node in range(around + 1, len(blocks.parents)):
            if blocks.parents[node] == around and blocks.starts[node] >= first:
                nodes.append(node)
    outermost: list[int] = []
    for node in nodes:
        if not outermost or not _is_inside(blocks, node, outermost[-1]):
            outermost.append(node)
    return [blocks.elements[node] for node in outermost]


def _is_inside(blocks: Blocks, node: int, other: int) -> bool:
    while node > other:
        node = blocks.parents[node]
    return node == other


def _named(blocks: Blocks, end: int) -> Iterator[int]:
    """Yield the lines in elements that are named for comments."""
    for node in _named_nodes(blocks, end):
        yield from range(blocks.starts[node], blocks.ends[node])


def _named_nodes(blocks: Blocks, end: int) -> Iterator[int]:
    for node, attributes in enumerate(blocks.attributes):
        if blocks.starts[node] <= end or not attributes:
            continue
        names = f"{attributes.get('class', '')} {attributes.get('id', '')}"
        if not _NAMED.search(names[:_MAX_NAME_LENGTH]):
            continue
        if _has_entries(blocks, range(blocks.starts[node], blocks.ends[node])):
            yield node


def _headed(blocks: Blocks, end: int) -> Iterator[int]:
    """Yield the lines from the first one that heads comments."""
    if (head := _head(blocks, end)) is not None:
        yield from range(head[0], len(blocks.lines))


def _head(blocks: Blocks, end: int) -> tuple[int, int] | None:
    """Return the first line that heads comments, and the container in which these follow. A line
    with a date, such as "Posted on 1 November 2012, 4 comments", is the entry's own: then the line
    below it.
    """
    for index in range(end + 1, len(blocks.lines)):
        line = blocks.lines[index]
        if not _is_head(line):
            continue
        around = _going_on(blocks, index)
        if _has_entries(blocks, range(index + 1, blocks.ends[around])):
            return index + bool(_DATED.search(line)), around
    return None


def _going_on(blocks: Blocks, index: int) -> int:
    """Return the innermost container that goes on after a line."""
    node = blocks.holders[index]
    while blocks.ends[node] <= index + 1 and blocks.parents[node] >= 0:
        node = blocks.parents[node]
    return node


def _has_entries(blocks: Blocks, lines: range) -> bool:
    """Return whether lines are running text, or several."""
    return len(lines) >= _MANY or any(_is_running(blocks, index) for index in lines)


def _is_running(blocks: Blocks, index: int) -> bool:
    text = blocks.texts[index]
    is_told = len(text) >= _RUNNING or ends_sentence(text)
    return is_told and not blocks.linked[index]
