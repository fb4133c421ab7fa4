"""The plain text of pages: of a library's HTML, and all that a page could have been read from."""

import html
import re

from extractor.errors import ExtractionError
from extractor.page import dom
from extractor.page.decode import decode

_TAG = re.compile(r"<[^<>]{0,5000}>")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_LINE = re.compile(r"\\[nrt]")


def text_of(markup: str) -> str:
    """The text of a piece of HTML, a line for each block; "" for none."""
    if not markup.strip():
        return ""
    try:
        return "\n".join(dom.lines(dom.parse(markup)))
    except ExtractionError:
        return ""


def page_lines(page: bytes) -> list[str]:
    """The visible text of a page, a string for what stands between two block tags; empty if it cannot be read."""
    try:
        root = dom.parse(decode(page, {}, "").text)
    except ExtractionError:
        return []
    dom.prune(root)
    return dom.lines(dom.body_of(root))


def everything(page: bytes) -> str:
    """All text of a page's bytes, scripts and hidden parts too, with entities and JSON escapes read."""
    try:
        text = decode(page, {}, "").text
    except ExtractionError:
        text = page.decode("utf-8", "replace")
    return html.unescape(_TAG.sub(" ", _ESCAPE.sub(lambda match: chr(int(match[1], 16)), _LINE.sub(" ", text))))
