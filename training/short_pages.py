"""Shorten articles: take the end of the text out of a page, as if its author had written less.

Most labelled articles are long, and all that surrounds them is shorter. So a model that learns from
them alone finds the text of a page by its length, and takes the teasers beside a short article for
its text. Short articles are frequent on real sites.
"""

import random
from collections.abc import Sequence
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from extractor.body.outline import Values
from extractor.page.blocks import Blocks
from extractor.page.dom import Element
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
    is_gold = shares > _IN_GOLD
    gold = np.flatnonzero(is_gold)
    counts = np.cumsum([len(words(texts[index])) for index in gold])
    wanted = exp(rng.uniform(log(MIN_WORDS), log(MAX_WORDS)))
    if not len(gold) or counts[-1] * _REST < wanted:
        return None
    # The text now ends with the first block that brings it to as many words as are wanted.
    last = gold[int(np.searchsorted(counts, wanted))]
    removed = np.zeros(len(texts), np.bool_)
    removed[last + 1 : gold[-1] + 1] = True
    if rng.random() >= _CLEAN:
        removed &= is_gold
    return ~removed if removed.any() else None


def without_blocks(blocks: Blocks, kept: Mask) -> Blocks:
    """Return the page without the blocks [n] that are not kept, and without the containers that
    this leaves empty.
    """
    stays = np.flatnonzero(kept).tolist()
    # The new index of each block that stays: how many before it stay.
    new_index = np.concatenate([[0], np.cumsum(kept)]).tolist()

    inner_tags = list(blocks.inner_tags)
    new_node = {-1: -1}  # of each container that stays; -1 is what is around the page
    for node, parent in enumerate(blocks.parents):
        if parent not in new_node:
            continue
        start, end = blocks.starts[node], blocks.ends[node]
        is_emptied = start < end and new_index[start] == new_index[end]
        if node and is_emptied:
            _count_out(inner_tags, blocks.parents, node)
        else:
            new_node[node] = len(new_node) - 1
    nodes = [node for node in new_node if node >= 0]

    return Blocks(
        blocks.top,
        texts=[blocks.texts[index] for index in stays],
        lines=[blocks.lines[index] for index in stays],
        linked=[blocks.linked[index] for index in stays],
        bold=[blocks.bold[index] for index in stays],
        holders=[new_node[blocks.holders[index]] for index in stays],
        tags=[blocks.tags[node] for node in nodes],
        attributes=[blocks.attributes[node] for node in nodes],
        parents=[new_node[blocks.parents[node]] for node in nodes],
        starts=[new_index[blocks.starts[node]] for node in nodes],
        ends=[new_index[blocks.ends[node]] for node in nodes],
        inner_tags=[inner_tags[node] for node in nodes],
        anchors=_moved(blocks.anchors, kept, new_index),
        images=_moved(blocks.images, kept, new_index),
    )


def _count_out(inner_tags: list[int], parents: list[int], node: int) -> None:
    """Take a container and all in it out of the numbers of elements of those around it."""
    size = inner_tags[node] + 1
    around = parents[node]
    while around >= 0:
        inner_tags[around] -= size
        around = parents[around]


def _moved(
    elements: Sequence[tuple[int, Element]], kept: Mask, new_index: Sequence[int]
) -> list[tuple[int, Element]]:
    """Return the links or images, each with the new index of its block, of blocks that stay and
    after the last block.
    """
    return [
        (new_index[index], element)
        for index, element in elements
        if index == len(kept) or kept[index]
    ]
