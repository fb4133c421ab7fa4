"""A page's blocks in numbers, from which all features of the article body are computed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from extractor.body.characters import Characters, count_characters
from extractor.body.cues import CUES, cue_of
from extractor.body.outline import ContainerOutline, Indices, Values, outline
from extractor.languages.tables import alternatives
from extractor.page.blocks import Blocks
from extractor.page.dom import is_hidden

GOOD_WIDTH = 40
"""Letters of a block of running text, about seven words."""
GOOD_LINKS = 0.33
"""Largest share of such a block's characters in links. It also contains punctuation.

Stop words are not required, because that would favour the languages whose words are known.
"""
# A block with at least this share of linked characters and fewer letters is a menu's label. Four in
# ten blocks are labels; they contain one in 200 of the words that people mark as text.
LINKED = 0.8
SHORT = 50
_ALIKE_TAGS = (
    "p", "h1", "h2", "h3", "h4 h5 h6", "li dd dt", "td th", "div section", "body",
    "figcaption caption", "blockquote", "pre", "article main",
    "label button legend option textarea select summary", "noscript", "header", "footer",
    "nav aside",
)  # fmt: skip
TAGS: dict[str, int] = {}
for _code, _tags in enumerate(_ALIKE_TAGS):
    TAGS |= dict.fromkeys(_tags.split(), _code)
OTHER_TAG = len(_ALIKE_TAGS)
HEADINGS = (1, 2, 3, 4)
_TIME = re.compile(rf"(?:19|20)\d\d|\d[:.]\d\d|\b(?:{alternatives('ago.after')})\b", re.IGNORECASE)
_COMMENTS = CUES.index("comments")
_DIALOGS = frozenset({"dialog", "alertdialog"})
_REST = 300
"""Letters of running text that must remain without a page's dialogs, or that a separate article
must contain.
"""
_FAR_MORE = 3
"""How many times as much running text a page must show as it hides for hidden text to be excluded.
"""
_FAIR = 0.3
"""Least share of running text in the headline's article at which other articles are excluded."""


@dataclass(frozen=True, eq=False)
class View:
    """The blocks [n] of a page in numbers.

    Text in dialogs, in hidden boxes, in folded comments and in other articles is neither running
    text nor a candidate, if enough text remains.

    Attributes:
        widths: Letters, see ``Characters``.
        linked: The part of the width in links.
        shares: The share of characters in links.
        marks: Number of punctuation marks.
        good: The width of a block of running text, 0 for any other.
        tags: Codes of ``TAGS``.
        places: 0 to n - 1.
        asked: Whether the block may be text at all.
    """

    blocks: Blocks
    characters: Characters
    outline: ContainerOutline
    widths: Values
    linked: Values
    shares: Values
    marks: Values
    good: Values
    tags: Values
    places: Indices
    asked: NDArray[np.bool_]

    @property
    def count(self) -> int:
        """The number of blocks."""
        return len(self.places)


def view(blocks: Blocks) -> View:
    """Return the numbers of a page with at least one block."""
    characters = count_characters(blocks.texts)
    widths = characters.widths.astype(float)
    shares = np.array(blocks.linked, float) / characters.lengths
    marks = (characters.ends + characters.pauses).astype(float)
    good = np.where((widths >= GOOD_WIDTH) & (shares < GOOD_LINKS) & (marks > 0), widths, 0.0)
    asked = (shares < LINKED) | (widths >= SHORT)
    dialogs = _in_dialogs(blocks)
    if good[~dialogs].sum() >= _REST:
        good[dialogs], asked[dialogs] = 0, False
    hidden = _in_hidden(blocks)
    if _is_beside(hidden, blocks.texts, good):
        good[hidden], asked[hidden] = 0, False
    folded = _in_folded_comments(blocks)
    good[folded], asked[folded] = 0, False
    others = _in_other_articles(blocks, good)
    good[others], asked[others] = 0, False
    lines = outline(blocks)
    codes = np.array([TAGS.get(blocks.tags[holder], OTHER_TAG) for holder in blocks.holders], float)
    return View(
        blocks, characters, lines, widths, widths * shares, shares, marks, good, codes,
        np.arange(len(widths)), asked,
    )  # fmt: skip


def _in_dialogs(blocks: Blocks) -> NDArray[np.bool_]:
    """Tell which blocks are in a dialog (WAI-ARIA 1.2: what interrupts a page, such as a consent
    form) [n].
    """
    found = np.zeros(len(blocks.texts), np.bool_)
    for node, (tag, named) in enumerate(zip(blocks.tags, blocks.attributes, strict=True)):
        if tag == "dialog" or named.get("role") in _DIALOGS or named.get("aria-modal") == "true":
            found[blocks.starts[node] : blocks.ends[node]] = True
    return found


def _in_hidden(blocks: Blocks) -> NDArray[np.bool_]:
    """Tell which blocks no reader sees, or only as the content of a field [n]."""
    found = np.zeros(len(blocks.texts), np.bool_)
    for node, named in enumerate(blocks.attributes):
        if (named and is_hidden(named)) or blocks.tags[node] == "textarea":
            found[blocks.starts[node] : blocks.ends[node]] = True
    return found


def _in_folded_comments(blocks: Blocks) -> NDArray[np.bool_]:
    """Tell which blocks are in a ``details`` that readers open for the comments, which have times
    [n].
    """
    found = np.zeros(len(blocks.texts), np.bool_)
    for node, tag in enumerate(blocks.tags):
        start, end = blocks.starts[node], blocks.ends[node]
        if tag != "details" or start == end or cue_of(blocks.texts[start]) != _COMMENTS:
            continue
        if any(map(_TIME.search, blocks.texts[start + 1 : end])):
            found[start:end] = True
    return found


def _is_beside(hidden: NDArray[np.bool_], texts: Sequence[str], good: Values) -> bool:
    """Return whether a page shows far more running text than it hides besides, so that no script
    will show that.
    """
    places = np.flatnonzero(hidden).tolist()
    if not places:
        return False
    # A text may be there twice, for a large screen and for a small one.
    shown = {texts[place] for place in np.flatnonzero(~hidden).tolist()}
    more = {texts[place]: good[place] for place in places if texts[place] not in shown}
    return bool(good[~hidden].sum() > _FAR_MORE * sum(more.values()))


def _in_other_articles(blocks: Blocks, good: Values) -> NDArray[np.bool_]:
    """Tell which blocks are in an ``article`` (HTML: self-contained) other than that of the first
    headline [n].
    """
    found = np.zeros(len(good), np.bool_)
    if "article" not in blocks.tags:
        return found
    headline = -1
    articles: list[tuple[int, int]] = []
    for start, end, tag in zip(blocks.starts, blocks.ends, blocks.tags, strict=True):
        if start < end and tag == "h1" and headline < 0:
            headline = start
        elif start < end and tag == "article":
            articles.append((start, end))
    around = ((start, end) for start, end in articles if start <= headline < end)
    first, last = next(around, (0, 0))
    # Where the article of the headline has little text, another one may have it.
    if good[first:last].sum() < max(_REST, _FAIR * good.sum()):
        return found
    for start, end in articles:
        if end <= first or start >= last:
            found[start:end] = True
    return found
