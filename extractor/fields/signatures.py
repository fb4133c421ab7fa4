"""A name that ends the text of an article: alone, with a date, in brackets, or marked as a
signature.
"""

import re

from extractor.fields.lone_names import is_capitalised, is_continued, is_house, is_known
from extractor.fields.name_words import GIVEN
from extractor.fields.names import Names, names_in
from extractor.page.blocks import Blocks

_MAX_LINE_LENGTH = 50
"""Longer lines at the end of a text are sentences."""
_MAX_DATED_LINE_LENGTH = 120
"""The same if markup says that the line is a signature."""
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_BRACKETED = re.compile(r"[(\[](?P<inner>[^()\[\]]{4,50})[)\]]")
_SIGNED = 4
"""Lines from the last paragraph of the text on that may be its signature."""
_MAX_CLASSES = 20
"""Class names that are read: bounds the cost of generated ones."""
_SIGNATURE = re.compile(r"(?:^|[_-])(?:sign|signed|signature|podpis|assinatura)$", re.IGNORECASE)
_AT_RIGHT = re.compile(r"text-align\s*:\s*(?:right|end)", re.IGNORECASE)


def find_signature(blocks: Blocks, end: int) -> Names:
    """Return the name alone, or with a date, on one of the lines that end the text: ``end`` is its
    last paragraph.

    It must begin with a common given name, or end with one if it has three words or more, stand at
    the right, or be marked as a signature. Brackets may be around it.
    """
    if end < 0:
        return ()
    for index in range(end, min(len(blocks.texts), end + _SIGNED)):
        line = blocks.texts[index]
        is_marked = _is_signature(blocks, index)
        if bracketed := _BRACKETED.fullmatch(line):
            line = bracketed["inner"]
        limit = _MAX_DATED_LINE_LENGTH if is_marked else _MAX_LINE_LENGTH
        if blocks.linked[index] or len(line) > limit:
            continue
        names = names_in(line)
        text = ", ".join(names)
        if not names or not line.startswith(text):
            continue
        if not all(map(is_capitalised, names)) or is_house(text):
            continue
        rest = line[len(text) :].strip(" ,.")
        is_alone = not rest or bool(_YEAR.search(rest))
        if not is_alone and not (is_marked and is_continued(text, [line])):
            continue
        if is_marked or all(map(is_known, names)) or all(map(_is_known_backwards, names)):
            return names
    return ()


def _is_signature(blocks: Blocks, index: int) -> bool:
    """Return whether a line is marked as a signature, or stands at the right."""
    attributes = blocks.attributes[blocks.holders[index]]
    classes = (attributes.get("class") or "").split()[:_MAX_CLASSES]
    style = (attributes.get("style") or "")[:_MAX_DATED_LINE_LENGTH]
    is_right = (attributes.get("align") or "").lower() == "right" or bool(_AT_RIGHT.search(style))
    return is_right or any(map(_SIGNATURE.search, classes))


def _is_known_backwards(name: str) -> bool:
    """Return whether a name ends with a common given name, as Hungarian ones do, and is of no fewer
    than three words.
    """
    words = name.lower().split()
    return len(words) > 2 and words[-1] in GIVEN
