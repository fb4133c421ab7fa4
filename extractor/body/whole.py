"""Take tables and lists of definitions whole, or not at all: labels of rows and columns, figures,
the last definition.

They are as short as what sites put around texts. But nobody can read a part of a table, which may
say the opposite of the whole.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from extractor.page.blocks import Blocks

_TAGS = frozenset(("table", "dl"))
_CELLS = frozenset(("th", "td", "dt", "dd"))
_INNER = _CELLS | {
    "table", "caption", "thead", "tbody", "tfoot", "tr", "dl", "ul", "ol", "li", "p", "div",
}  # fmt: skip
"""The elements around the blocks of a table. One with others arranges parts of the page."""
_MIN_CHOSEN_SHARE = 0.4
"""Least share of the letters of a table that must be in the text for the whole to be. Most labelled
tables with less are not in the text; with 0.5, tables of times and figures are left out.
"""
_MAX_CELL_SHARE = 0.5
"""Largest share of one cell: a table that arranges the page has the text in one cell."""
_MAX_CELL_LENGTH = 200
"""Most characters of a cell; longer ones are parts of the page, or read well without the others."""

_MAX_DEPTH = 10
"""Most elements between a cell and its text."""


def with_whole_tables(blocks: Blocks, places: Sequence[int]) -> list[int]:
    """Return the chosen ``places`` with the rest of each table and list of definitions of which
    most is chosen, and without the parts of any other.
    """
    chosen = set(places)
    for container, inside in _tables(blocks):
        missing = [index for index in inside if index not in chosen]
        if not 0 < len(missing) < len(inside) or not _is_table(blocks, container, inside):
            continue
        lost, whole = _letters(blocks, missing), _letters(blocks, inside)
        if lost <= (1 - _MIN_CHOSEN_SHARE) * whole:
            chosen.update(missing)
        else:
            chosen.difference_update(inside)
    return sorted(chosen)


def _tables(blocks: Blocks) -> Iterator[tuple[int, range]]:
    """Yield the tables and lists of definitions without another inside, with their blocks."""
    found = [node for node, tag in enumerate(blocks.tags) if tag in _TAGS]
    # Parents come before their children, so the next one is inside if any is.
    for node, following in pairwise((*found, -1)):
        end = blocks.ends[node]
        if following < 0 or blocks.starts[following] >= end:
            yield node, range(blocks.starts[node], end)


def _is_table(blocks: Blocks, container: int, inside: range) -> bool:
    """Return whether the cells of a table are short, and none holds most of it."""
    cells: dict[int, int] = {}
    for index in inside:
        node = blocks.holders[index]
        for _ in range(_MAX_DEPTH):
            if blocks.tags[node] in _CELLS or node == container:
                break
            if blocks.tags[node] not in _INNER:
                return False
            node = blocks.parents[node]
        cells[node] = cells.get(node, 0) + len(blocks.texts[index])
    longest = max(cells.values())
    is_shared = longest <= _MAX_CELL_SHARE * sum(cells.values())
    return blocks.tags[container] == "dl" or (is_shared and longest <= _MAX_CELL_LENGTH)


def _letters(blocks: Blocks, places: Sequence[int]) -> int:
    return sum(len(blocks.texts[index]) for index in places)
