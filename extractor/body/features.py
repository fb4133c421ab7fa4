"""The features of each block of a page from which the trees choose the article body."""

from collections.abc import Sequence

import numpy as np

from extractor.body.containers import (
    FINDS,
    KIN,
    LEVELS,
    find_features,
    kin_features,
    level_features,
)
from extractor.body.cues import CUES, cues_of
from extractor.body.marks import MARKS, NONE, in_boxes, read_marks
from extractor.body.outline import Indices, Values, prefix
from extractor.body.view import HEADINGS, View
from extractor.compiled import body as compiled
from extractor.page.blocks import Blocks
from extractor.trees import Floats

_OWN = (
    "width", "length", "links", "bold", "ends", "pauses", "marks", "digits", "capitals", "symbols",
    "first", "last", "tag", "in holder", "anchors", "image before", "image behind",
    "earlier copies", "copies", "cue",
)  # fmt: skip
_SHIFTS = (-2, -1, 1, 2)
_NEIGHBOUR = ("width", "links", "tag", "good", "ends", "cue")
_NEIGHBOURS = tuple(f"{name} {by:+}" for by in _SHIFTS for name in _NEIGHBOUR)
_RADII = (3, 8)
_WINDOWS = tuple(f"{name} ±{radius}" for radius in _RADII for name in ("width", "links", "good"))
_SINCE = ("good", "heading", "h1", *CUES[:3])
_PLACES = (
    *(f"since {name}" for name in _SINCE), "until good", "heading tag", "heading width",
    "good since heading", "good before", "place", "place share", "to end", "since title",
    "with title", "title overlap",
)  # fmt: skip
FEATURES = (*_OWN, *_NEIGHBOURS, *_WINDOWS, *_PLACES, *LEVELS, *KIN, *FINDS, *MARKS)
_FAR = 60
"""Largest distance in blocks to anything but a headline. The trees are trained with it."""
_VERY_FAR = 400
"""Largest distance in blocks. A headline matters at a greater distance than other blocks."""
_MAX_WORDS_LENGTH = 16
"""Mean characters per word above which the script is taken for one without blanks between words."""
_LONGER_TITLE = 1.4
"""A block with the headline in it is the headline if it is at most this many times as long."""


def features(view: View, title: str) -> Floats:
    """Return one row for each block that may be text [k, ``FEATURES``]; ``title`` is the headline,
    or "".
    """
    at = title_place(view.blocks, title)
    cues = cues_of(view.blocks.texts)
    marks, paths = read_marks(view, at)
    boxed = in_boxes(view, marks)
    with_title = _with_title(view, at)
    overlap = _title_overlap(view, title)
    rows = compiled.rows if compiled else rows_in_python
    return rows(view, cues, marks, paths, boxed, at, with_title, overlap)


def rows_in_python(
    view: View,
    cues: list[int],
    marks: Values,
    paths: Indices,
    boxed: Values,
    at: int,
    with_title: Values,
    overlap: Values,
) -> Floats:
    """Return the features without compiled code.

    This is what ``extractor.compiled.body`` must do too.

    Args:
        view: The page.
        cues: By block [n], what it announces.
        marks: The first value of ``read_marks``.
        paths: Its second value.
        boxed: By block [n], 1 in side boxes, else 0.
        at: The index of the headline's block, or -1.
        with_title: By block [n], the share of the text in the smallest container of it and the
            headline.
        overlap: By block [n], the words in common with the headline.
    """
    own = _own(view, cues)
    parts: list[Values] = [
        own,
        _neighbours(view, own),
        _windows(view),
        _places(view, own, at),
        np.stack([with_title, overlap]),
        level_features(view),
        kin_features(view, paths),
        find_features(view, boxed),
        marks,
    ]
    columns = np.concatenate(parts, dtype=np.float32, casting="unsafe")
    return columns.take(np.flatnonzero(view.asked), axis=1).T


def _own(view: View, cues: list[int]) -> Values:
    """Return the features of each block by itself [``_OWN``, n]."""
    blocks, signs = view.blocks, view.characters
    lengths = signs.lengths
    bold = np.array(blocks.bold) / lengths
    marks = view.marks / lengths
    digits = signs.digits / lengths
    capitals = signs.capitals / lengths
    holders = view.outline.holders
    in_holder = np.bincount(holders)[holders]
    # A link or picture may be behind the last block.
    anchors = np.bincount([number for number, _ in blocks.anchors], minlength=view.count + 1)
    images = np.bincount([number for number, _ in blocks.images], minlength=view.count + 1)
    earlier: list[int] = []
    seen: dict[str, int] = {}
    for text in blocks.texts:
        count = seen.get(text, 0)
        earlier.append(count)
        seen[text] = count + 1
    copies = [seen[text] for text in blocks.texts]
    return np.array(
        [
            view.widths, lengths, view.shares, bold, signs.ends, signs.pauses, marks, digits,
            capitals, signs.symbols, signs.first, signs.last, view.tags, in_holder, anchors[:-1],
            images[:-1], images[1:], earlier, copies, cues,
        ]
    )  # fmt: skip


def _neighbours(view: View, own: Values) -> Values:
    """Return the features of neighbouring blocks. -1 stands for "no such block"."""
    known = dict(zip(_OWN, own, strict=True)) | {"good": view.good}
    features = np.stack([known[name] for name in _NEIGHBOUR])
    reach = max(_SHIFTS)
    padded = np.full((len(features), view.count + 2 * reach), -1.0)
    padded[:, reach:-reach] = features
    return np.concatenate([padded[:, reach + by : reach + by + view.count] for by in _SHIFTS])


def _windows(view: View) -> Values:
    before = prefix(np.stack([view.widths, view.linked, view.good]))
    found = []
    for radius in _RADII:
        start = np.maximum(view.places - radius, 0)
        end = np.minimum(view.places + radius + 1, view.count)
        widths, links, good = before[:, end] - before[:, start]
        found += [widths, links / np.maximum(widths, 1), good]
    return np.array(found)


def _places(view: View, own: Values, at: int) -> Values:
    places, cues = view.places, own[-1]
    is_good = view.good > 0
    headings = (view.tags >= HEADINGS[0]) & (view.tags <= HEADINGS[-1])
    since = [is_good, headings, view.tags == 1, *(cues == number for number in range(3))]
    last = np.maximum.accumulate(np.where(since, places, -_VERY_FAR), axis=1)
    coming = np.minimum.accumulate(np.where(is_good, places, view.count + _FAR)[::-1])[::-1]
    last_heading = last[1]
    is_headed = last_heading >= 0
    heading = np.maximum(last_heading, 0)
    good = prefix(view.good)
    since_title = np.full(view.count, -_VERY_FAR)
    if at >= 0:
        since_title = np.clip(places - at, -_FAR, _VERY_FAR)
    others = [
        np.minimum(coming - places, _FAR),
        np.where(is_headed, view.tags[heading], -1),
        np.where(is_headed, view.widths[heading], -1),
        good[1:] - good[heading],
        good[:-1] / max(good[-1], 1),
        places,
        places / view.count,
        view.count - places,
        since_title,
    ]
    return np.concatenate([np.minimum(places - last, _VERY_FAR), others])


def title_place(blocks: Blocks, title: str) -> int:
    """Return the index of the headline's block, preferably one in a heading's tag, or -1 if there
    is none.
    """
    if not title:
        return -1
    longest = _LONGER_TITLE * len(title)
    first = -1
    for index, text in enumerate(blocks.texts):
        # A paragraph that has the title in it is not the headline.
        if len(text) >= longest or title not in text:
            continue
        if blocks.tags[blocks.holders[index]][:1] == "h":
            return index
        if first < 0:
            first = index
    return first


def _with_title(view: View, title_index: int) -> Values:
    """Return by block the share of the page's running text that is in the smallest container of
    this block and the headline's; ``NONE`` for all blocks of a page without a headline.
    """
    shares = np.full(view.count, NONE)
    if title_index < 0:
        return shares
    outline = view.outline
    running_text = outline.sums(view.good)  # by container, of which the first is the page
    around_title = outline.way_up(int(outline.holders[title_index]))
    # From the page down to the headline: a smaller container replaces what a larger one has set.
    for container in reversed(around_title):
        blocks = slice(outline.starts[container], outline.ends[container])
        shares[blocks] = running_text[container] / max(running_text[0], 1)
    return shares


def _title_overlap(view: View, title: str) -> Values:
    """Return by block the words in common with the headline, as a share of the longer of the two.

    In scripts without blanks between words, characters count instead.
    """
    wanted = set(_units(title))
    overlap = np.zeros(view.count)
    is_short = view.characters.lengths <= 3 * len(title)
    for place in np.flatnonzero(view.asked & is_short).tolist():
        found = set(_units(view.blocks.texts[place]))
        common = len(wanted & found)
        if common:
            overlap[place] = common / max(len(wanted), len(found))
    return overlap


def _units(text: str) -> Sequence[str]:
    lowered = text.lower()
    words = lowered.split()
    if len(words) * _MAX_WORDS_LENGTH > len(lowered):
        return words
    return lowered
