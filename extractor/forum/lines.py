"""Read the lines of text in stretches of an outline."""

import re
from collections.abc import Container, Iterable

from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.page.dom import BLOCK_TAGS, BREAK, split_lines

_EMPTY_LINE = re.compile(r"\S[^\S\n]{0,20}\n[^\S\n]{0,20}\n\s{0,20}\S")
"""An empty line in a text shows that its lines are the author's, which a style sheet keeps."""
_UNSEEN = frozenset({"button", "select", "textarea", "input", "option", "summary", "label"})


def lines_in(
    outline: PageOutline,
    spans: Iterable[Record],
    skipped: Container[int] = (),
    blocks: frozenset[str] = BLOCK_TAGS,
) -> list[str]:
    """Return one string for each stretch between two block tags, without ``skipped`` nodes and
    their contents.
    """
    parts: list[str] = []
    for node, end in spans:
        ends: list[int] = []
        formatted = 0  # the end of the open preformatted text
        while node < end:
            while ends and ends[-1] <= node:
                ends.pop()
                parts.append(BREAK)
            tag = outline.tags[node]
            is_block = tag in blocks
            if is_block:
                parts.append(BREAK)
            if node in skipped or tag in _UNSEEN:
                node = outline.ends[node]
                continue
            if is_block:
                ends.append(outline.ends[node])
            elif not tag:
                text = outline.texts[node]
                parts.append(
                    text.replace("\n", BREAK)
                    if node < formatted or _EMPTY_LINE.search(text)
                    else text
                )
            if tag == "pre":
                formatted = outline.ends[node]
            node += 1
        if ends:
            parts.append(BREAK)
    return split_lines(parts)
