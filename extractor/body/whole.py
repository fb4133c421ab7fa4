"""Add what is missing of a table or a list of definitions of which most is in the text: labels of
rows and columns, figures, the last definition.

They are as short as what sites put around texts. But nobody can read a table without them.
"""

from collections.abc import Sequence

from extractor.page.blocks import Blocks

_TAGS = frozenset(("table", "dl"))
_CELLS = frozenset(("th", "td", "dt", "dd"))
_INNER = _CELLS | {"table", "caption", "thead", "tbody", "tfoot", "tr", "dl", "ul", "ol", "li"}
"""The elements around the blocks of a table. One with others arranges parts of the page."""
_MIN_CHOSEN_SHARE = 0.5
"""Least share of the letters of a table that must be in the text for the whole to be."""
_MAX_CELL_SHARE = 0.5
"""Largest share of one cell: a table that arranges the page has the text in one cell."""


def with_whole_tables(blocks: Blocks, places: Sequence[int]) -> list[int]:
    """Return the chosen ``places``, and those that are missing of tables and lists of definitions
    of which most is chosen.
    """
    chosen = set(places)
    for container, tag in enumerate(blocks.tags):
        if tag not in _TAGS:
            continue
        inside = range(blocks.starts[container], blocks.ends[container])
        missing = [index for index in inside if index not in chosen]
        if 0 < len(missing) < len(inside) and _is_table(blocks, inside, tag):
            lost, whole = _letters(blocks, missing), _letters(blocks, inside)
            if lost <= (1 - _MIN_CHOSEN_SHARE) * whole:
                chosen.update(missing)
    return sorted(chosen)


def _is_table(blocks: Blocks, inside: range, tag: str) -> bool:
    """Return whether each cell is one block, or a list, and none holds most of the table."""
    holders = [blocks.holders[index] for index in inside]
    cells = [holder for holder in holders if blocks.tags[holder] in _CELLS]
    if len(set(cells)) < len(cells) or any(blocks.tags[one] not in _INNER for one in holders):
        return False
    longest = max(len(blocks.texts[index]) for index in inside)
    return tag == "dl" or longest <= _MAX_CELL_SHARE * _letters(blocks, inside)


def _letters(blocks: Blocks, places: Sequence[int]) -> int:
    return sum(len(blocks.texts[index]) for index in places)
