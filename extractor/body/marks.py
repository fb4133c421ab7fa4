"""What the tags and the attributes of the containers around a block say that they hold."""

from collections.abc import Sequence
from typing import cast

import numpy as np

from extractor.body.names import LONGEST_NAMES, MEANINGS, meanings
from extractor.body.outline import Indices, Values
from extractor.body.view import View

NONE = 2.0
"""Stands for "no element so marked around": more than any share."""
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
_BEHIND = "comments behind"
MARKS = (*(f"named {meaning}" for meaning in MEANINGS), *(f"in {tag}" for tag in _BY_TAG), _BEHIND)
_TAG_ROWS = {tag: MARKS.index(f"in {name}") for name, tags in _BY_TAG.items() for tag in tags.split()}
_BOXES = [
    MARKS.index(name)
    for name in (
        "named comment", "named related", "named side", "named call", "named advert", "named footer", "named menu",
        "named hidden", "named share", "in aside", "in nav", "in footer", "in form", "in noscript", "in dialog",
        "in figure",
    )
]  # fmt: skip
BOX_SHARE = 0.25
"""What is called a side box is believed to be one if it holds less than this share of the page's running text."""
_REST = 300
"""Letters of running text that are left where comments behind the headline, however long, are a side box."""


def read_marks(view: View, title: int) -> tuple[Values, Indices]:
    """``title`` is the place of the headline, -1 if there is none.

    By mark and block, the share of the page's running text that the innermost element so marked around the block
    holds [``MARKS``, n]; and for each container the number of its class path, the same for all containers that have
    the same tags and classes from the top down [m], 0 for those in which no block is ``asked``.
    """
    blocks = view.blocks
    tags, elements, parents, starts, ends = blocks.tags, blocks.elements, blocks.parents, blocks.starts, blocks.ends
    weights, asked = view.outline.sums(np.stack([view.good + 1, view.asked]))
    parts = (weights / weights[0]).tolist()
    rows = np.full((len(MARKS), view.count), NONE)
    lines = list(rows)
    paths = [0] * len(parts)
    numbers: dict[tuple[int, str, str], int] = {}
    for node in np.flatnonzero(asked).tolist():
        tag, start, end, part = tags[node], starts[node], ends[node], parts[node]
        attributes = elements[node].values()
        name = elements[node].get("class", "") if attributes else ""
        paths[node] = numbers.setdefault((paths[parents[node]], tag, name), len(numbers) + 1)
        if tag in _TAG_ROWS:
            lines[_TAG_ROWS[tag]][start:end] = part
        if attributes:
            for row in meanings(" ".join(cast(Sequence[str], attributes))[:LONGEST_NAMES]):
                lines[row][start:end] = part
                if row == _COMMENTS and start > title >= 0:
                    lines[-1][start:end] = part
    return rows, np.array(paths)


def in_boxes(view: View, marks: Values) -> Values:
    """1 for the blocks that by the marks around them belong to a side box, else 0 [n]."""
    most = 1 - _REST / max(float(view.good.sum()), _REST)
    return np.asarray((marks[_BOXES].min(axis=0) < BOX_SHARE) | (marks[-1] < most), np.float64)
