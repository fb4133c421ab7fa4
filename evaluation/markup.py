"""The plain text of pages: of a library's HTML, and everything that a page contains."""

import html
import re

from extractor.errors import ExtractionError
from extractor.page import dom
from extractor.page.decode import decode

_TAG = re.compile(r"<[^<>]{0,5000}>")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_LINE = re.compile(r"\\[nrt]")


def text_of(markup: str) -> str:
    """Return the text of a piece of HTML, one line per block, or ""."""
    if not markup.strip():
        return ""
    try:
        return "\n".join(dom.lines(dom.parse(markup)))
    except ExtractionError:
        return ""


def page_lines(page: bytes) -> list[str]:
    """Return the visible text of a page, one string per stretch between two block tags; none if it
    cannot be read.
    """
    try:
        root = dom.parse(decode(page, {}, "").text)
    except ExtractionError:
        return []
    dom.prune(root)
    return dom.lines(dom.body_of(root))


def everything(page: bytes) -> str:
    """Return all text of a page's bytes, including scripts and hidden parts, with entities and JSON
    escapes decoded.
    """
    try:
        text = decode(page, {}, "").text
    except ExtractionError:
        text = page.decode("utf-8", "replace")
    return html.unescape(
        _TAG.sub(" ", _ESCAPE.sub(lambda match: chr(int(match[1], 16)), _LINE.sub(" ", text)))
    )
