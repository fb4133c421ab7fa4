"""Shorten articles: take the end of the text out of a page, as if its author had written less.

Most labelled articles are long, and all that surrounds them is shorter. So a model that learns from
them alone finds the text of a page by its length, and takes the teasers beside a short article for
its text. Short articles are frequent on real sites.
"""

import random
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from extractor.body.outline import Values
from extractor.page.blocks import Blocks
from extractor.page.text import words

# Words that are left at least and at most, as many pages between 25 and 50 as between 150 and 300.
MIN_WORDS = 25
MAX_WORDS = 300
_REST = 0.6
"""Most that may be left of the words of a text. A page that loses less is hardly another page."""
_CLEAN = 0.6
"""Share of pages that also lose what stands between the paragraphs that are taken out, such as
advertisements.
"""
_IN_GOLD = 0.5

Mask = NDArray[np.bool_]


def kept_blocks(texts: list[str], shares: Values, rng: random.Random) -> Mask | None:
    """Choose which blocks stay [n] if the text ends early.

    Args:
        texts: The blocks of a page [n].
        shares: The share of each block's words in the labelled text [n].
        rng: Decides how much of the text is left.

    Returns:
        False for the blocks that are taken out; None if the text is too short for that.
    """
    gold = np.flatnonzero(shares > _IN_GOLD)
    counts = np.cumsum([len(words(texts[place])) for place in gold])
    target = exp(rng.uniform(log(MIN_WORDS), log(MAX_WORDS)))
    if not len(gold) or counts[-1] * _REST < target:
        return None
    last = int(np.searchsorted(counts, target))
    behind = np.zeros(len(texts), np.bool_)
    behind[gold[last] + 1 : gold[-1] + 1] = True
    out = behind if rng.random() < _CLEAN else behind & (shares > _IN_GOLD)
    return ~out if out.any() else None


def without_blocks(blocks: Blocks, kept: Mask) -> Blocks:
    """Return the page without the blocks [n] that are not kept, and without the containers that
    this leaves empty.
    """
    before = np.concatenate([[0], np.cumsum(kept)]).tolist()
    stays = np.flatnonzero(kept).tolist()
    inner = list(blocks.inner_tags)
    numbers: dict[int, int] = {-1: -1}
    for node, (start, end, parent) in enumerate(
        zip(blocks.starts, blocks.ends, blocks.parents, strict=True)
    ):
        if parent not in numbers:
            continue
        if node and start < end and before[start] == before[end]:
            _count_out(inner, blocks.parents, node)
        else:
            numbers[node] = len(numbers) - 1
    nodes = list(numbers)[1:]
    return Blocks(
        blocks.top,
        texts=[blocks.texts[place] for place in stays],
        lines=[blocks.lines[place] for place in stays],
        linked=[blocks.linked[place] for place in stays],
        bold=[blocks.bold[place] for place in stays],
        holders=[numbers[blocks.holders[place]] for place in stays],
        tags=[blocks.tags[node] for node in nodes],
        attributes=[blocks.attributes[node] for node in nodes],
        parents=[numbers[blocks.parents[node]] for node in nodes],
        starts=[before[blocks.starts[node]] for node in nodes],
        ends=[before[blocks.ends[node]] for node in nodes],
        inner_tags=[inner[node] for node in nodes],
        anchors=[
            (before[place], element) for place, element in blocks.anchors if _is_in(kept, place)
        ],
        images=[
            (before[place], element) for place, element in blocks.images if _is_in(kept, place)
        ],
    )


def _count_out(inner: list[int], parents: list[int], node: int) -> None:
    """Take a container and all in it out of the numbers of elements of those around it."""
    size, around = inner[node] + 1, parents[node]
    while around >= 0:
        inner[around] -= size
        around = parents[around]


def _is_in(kept: Mask, index: int) -> bool:
    return index >= len(kept) or bool(kept[index])
