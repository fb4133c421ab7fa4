"""A name that ends the text of an article: alone, with a date, in brackets, or marked as a
signature.
"""

import re

from extractor.fields.lone_names import is_capitalised, is_known
from extractor.fields.names import Names, names_in
from extractor.page.blocks import Blocks

_MAX_LINE_LENGTH = 50
"""Longer lines at the end of a text are sentences."""
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_BRACKETED = re.compile(r"[(\[](?P<inner>[^()\[\]]{4,50})[)\]]")
_SIGNED = 4
"""Lines from the last paragraph of the text on that may be its signature."""


def find_signature(blocks: Blocks, end: int) -> Names:
    """Return the name alone, or with a date, on one of the lines that end the text: ``end`` is its
    last paragraph.

    It must begin with a common given name. Brackets may be around it.
    """
    if end < 0:
        return ()
    for index in range(end, min(len(blocks.texts), end + _SIGNED)):
        line = blocks.texts[index]
        if bracketed := _BRACKETED.fullmatch(line):
            line = bracketed["inner"]
        # A linked name below a text is a topic or another article's author.
        if blocks.linked[index] or len(line) > _MAX_LINE_LENGTH:
            continue
        names = names_in(line)
        text = ", ".join(names)
        if not names or not line.startswith(text):
            continue
        rest = line[len(text) :].strip(" ,.")
        is_alone = not rest or bool(_YEAR.search(rest))
        if is_alone and all(is_capitalised(name) and is_known(name) for name in names):
            return names
    return ()
