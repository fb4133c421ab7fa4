"""What the tags and attributes of the containers around a block say about their content."""

import numpy as np

from extractor.body.names import MAX_NAMES_LENGTH, MEANINGS, meanings
from extractor.body.outline import Indices, Values
from extractor.body.view import View
from extractor.page.blocks import Blocks

NONE = 2.0
"""Means that no element around has the mark. Larger than any share."""
_BY_TAG = {
    "article": "article main",
    "aside": "aside",
    "nav": "nav menu",
    "footer": "footer",
    "header": "header",
    "figure": "figure figcaption",
    "form": "form button select label textarea fieldset",
    "table": "table tbody",
    "list": "ul ol dl",
    "quote": "blockquote",
    "noscript": "noscript",
    "dialog": "dialog details",
    "section": "section",
}
_COMMENTS = MEANINGS.index("comment")
_AFTER = "comments behind"
MARKS = (*(f"named {meaning}" for meaning in MEANINGS), *(f"in {tag}" for tag in _BY_TAG), _AFTER)
_TAG_ROWS = {
    tag: MARKS.index(f"in {name}") for name, tags in _BY_TAG.items() for tag in tags.split()
}
_BOXES = [
    MARKS.index(name)
    for name in (
        "named comment", "named related", "named side", "named call", "named advert",
        "named footer", "named menu", "named hidden", "named share", "in aside", "in nav",
        "in footer", "in form", "in noscript", "in dialog", "in figure",
    )
]  # fmt: skip
BOX_SHARE = 0.25
"""An element that is named a side box counts as one below this share of the page's running text."""
_REST = 300
"""Letters of running text that must remain for comments after the headline, however long, to be a
side box.
"""


def read_marks(view: View, title: int) -> tuple[Values, Indices]:
    """Return the marks around each block and the class paths of containers.

    Args:
        view: The page.
        title: The index of the headline's block, or -1.

    Returns:
        By mark and block [``MARKS``, n], the share of the page's running text in the innermost
            marked element around the block. By container [m], the number of its class path, which
            containers with the same tags and classes from the top share; 0 if no block in it may be
            text.
    """
    weights, asked = view.outline.sums(np.stack([view.good + 1, view.asked]))
    shares = weights / weights[0]
    rows = np.full((len(MARKS), view.count), NONE)
    paths = _fill(rows, view.blocks, np.flatnonzero(asked), shares, title)
    return rows, np.array(paths)


def _fill(rows: Values, blocks: Blocks, nodes: Indices, shares: Values, title: int) -> list[int]:
    """Fill the marks.

    Args:
        rows: [``MARKS``, n] The marks.
        blocks: The page.
        nodes: The containers with blocks that may be text.
        shares: By container [m], the share of the page's running text.
        title: The index of the headline's block, or -1.

    Returns:
        By container [m], the number of its class path.
    """
    tags, parents, starts, ends = blocks.tags, blocks.parents, blocks.starts, blocks.ends
    parts, lines = shares.tolist(), list(rows)
    paths = [0] * len(parts)
    numbers: dict[tuple[int, str, str], int] = {}
    for node in nodes.tolist():
        tag, start, end, part = tags[node], starts[node], ends[node], parts[node]
        attributes = blocks.attributes[node]
        name = attributes.get("class", "")
        paths[node] = numbers.setdefault((paths[parents[node]], tag, name), len(numbers) + 1)
        if tag in _TAG_ROWS:
            lines[_TAG_ROWS[tag]][start:end] = part
        if attributes:
            for row in meanings(" ".join(attributes.values())[:MAX_NAMES_LENGTH]):
                lines[row][start:end] = part
                if row == _COMMENTS and start > title >= 0:
                    lines[-1][start:end] = part
    return paths


def in_boxes(view: View, marks: Values) -> Values:
    """Return 1 for blocks that belong to a side box by the marks around them, else 0 [n]."""
    most = 1 - _REST / max(float(view.good.sum()), _REST)
    is_boxed = marks[_BOXES].min(axis=0) < BOX_SHARE
    is_comment = marks[-1] < most
    return np.asarray(is_boxed | is_comment, np.float64)
