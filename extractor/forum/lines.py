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
    for top, end in spans:
        node = top
        opened: list[int] = []
        formatted = 0  # the end of the open preformatted text
        while node < end:
            _close(outline, opened, node, blocks, formatted, parts)
            tag = outline.tags[node]
            if tag in blocks:
                parts.append(BREAK)
            if tag:
                opened.append(node)
            if node in skipped or tag in _UNSEEN or _is_button(outline, node):
                node = outline.ends[node]
                continue
            if tag == "pre":
                formatted = outline.ends[node]
            if tag:
                parts.append(_blank(outline.elements[node].text, node < formatted))
            else:
                text = outline.texts[node]
                is_kept = node < formatted or _EMPTY_LINE.search(text)
                parts.append(text.replace("\n", BREAK) if is_kept else text)
            node += 1
        _close(outline, opened, end, blocks, 0, parts)
    return split_lines(parts)


def _is_button(outline: PageOutline, node: int) -> bool:
    """Return whether an element is a link that only scripts follow: "Click to expand"."""
    return outline.tags[node] == "a" and outline.attributes[node].get("role") == "button"


def _close(
    outline: PageOutline,
    opened: list[int],
    node: int,
    blocks: frozenset[str],
    formatted: int,
    parts: list[str],
) -> None:
    """End the elements that end before a node."""
    while opened and outline.ends[opened[-1]] <= node:
        ended = opened.pop()
        if outline.tags[ended] in blocks:
            parts.append(BREAK)
        else:
            parts.append(_blank(outline.elements[ended].tail, node < formatted))


def _blank(text: str | None, is_formatted: bool) -> str:
    """Return a text of blanks alone, which an outline leaves out, "" for any other."""
    if not text or not text.isspace():
        return ""
    return text.replace("\n", BREAK) if is_formatted else " "
