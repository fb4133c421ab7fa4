"""Find the page's headline among its lines, to which the distances of dates and bylines are
measured.
"""

from collections.abc import Callable, Sequence

from extractor.compiled import walk as compiled
from extractor.page.blocks import CONTAINER_TAGS, Blocks
from extractor.page.dom import Element

_HEADINGS = frozenset(("h1", "h2", "h3"))
_MAX_PLACES = 5
"""Places of a title that are kept; those in headings come first."""
_START = 20
"""Letters and digits at the start of a title that identify a headline in another wording."""
_FEW = 4
"""Fewer letters identify no line."""
_FEW_PLAIN = 8
"""The same of letters in ASCII, which many lines share."""


def headline_lines(blocks: Blocks, title: str) -> list[int]:
    """Return the indices of the lines with the title, those in headings first, else of lines that
    begin like it.

    If neither is there, signs beyond ASCII do not count: the title may be mended, and the line not.
    """
    lines = blocks.lines
    found = _lines_with(title, lines)
    if not found:
        found = _lines_that_begin(_letters(title)[:_START], lines, _letters, _FEW)
    # A title may have its quotation marks and dashes mended, where the line has them as typed.
    if not found and not title.isascii():
        start = _plain_letters(title)[:_START]
        found = _lines_that_begin(start, lines, _plain_letters, _FEW_PLAIN)
    return sorted(found, key=lambda index: not _in_heading(blocks, index))[:_MAX_PLACES]


def lines_of(blocks: Blocks, elements: list[Element]) -> list[int]:
    """Return the index of the line in which the innermost container of each element starts."""
    if not elements:
        return []
    if compiled:
        holders = compiled.holders(blocks.top, elements, CONTAINER_TAGS, len(blocks.tags))
    else:
        holders = holders_in_python(blocks, elements)
    return [blocks.starts[holder] if holder >= 0 else len(blocks.lines) for holder in holders]


def holders_in_python(blocks: Blocks, elements: list[Element]) -> list[int]:
    """Return the index of the innermost container of each element, or -1 if it is in none.

    This is what ``extractor.compiled.walk`` must do too.
    """
    places = {element: index for index, element in enumerate(blocks.elements)}
    found = []
    for element in elements:
        holder: Element | None = element
        while holder is not None and holder not in places:
            holder = holder.getparent()
        found.append(-1 if holder is None else places[holder])
    return found


def _in_heading(blocks: Blocks, index: int) -> bool:
    container = blocks.holders[index]
    around = max(blocks.parents[container], 0)
    return blocks.tags[container] in _HEADINGS or blocks.tags[around] in _HEADINGS


def _plain_letters(text: str) -> str:
    return "".join(sign for sign in text if sign.isascii() and sign.isalnum()).lower()


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).lower()


def _lines_with(title: str, lines: Sequence[str]) -> list[int]:
    """Return the indices of the lines with the title."""
    if not title:
        return []
    found = [index for index, line in enumerate(lines) if title in line]
    # "7 responses to ..." heads comments.
    counting = [index for index in found if lines[index][0].isdigit()]
    counting = [index for index in counting if not lines[index].startswith(title)]
    headlines = [index for index in found if index not in counting]
    return headlines or found


def _lines_that_begin(
    start: str, lines: Sequence[str], reduced: Callable[[str], str], min_length: int
) -> list[int]:
    """Return the indices of the lines whose beginning has the reduced start of the title."""
    if len(start) < min_length:
        return []
    return [index for index, line in enumerate(lines) if start in reduced(line[: 3 * _START])]
