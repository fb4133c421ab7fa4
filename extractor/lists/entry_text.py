"""The text that a feed carries for an entry, if it is the whole text and no teaser."""

import re
from html import unescape

from extractor.errors import NotHtml
from extractor.languages.tables import alternatives
from extractor.page import dom
from extractor.page.blocks import read_blocks

MAX_CHARACTERS = 100_000
"""Longer texts are left out: they must travel in a job."""
MAX_POST_CHARACTERS = 10_000
"""Servers that allow long posts allow 5,000 characters; more is no short post."""
_MIN_CONTENT_LENGTH = 101
"""Least characters of a text that stands in for the page's: an article must have more than 100."""
_MIN_SUMMARY_LENGTH = 600
"""Teasers are shorter than this, so a shorter summary is not taken for the text."""
_MAX_MARKUP_LENGTH = 2_000_000
"""Longer markup of one entry is no text of a feed, and costs more to parse than a page may."""
_TAG = re.compile(r"<[a-zA-Z/][^<>]*>")
_ELLIPSIS = re.compile(r"(?:…|\.\.\.|⋯)\s*(?:[\])】」]|\[[^\[\]]{0,40}\])?\s*$")
"""Also with a remark in brackets after it, such as "[+3000 chars]"."""
_READ_ON = re.compile(rf"^\W*(?:{alternatives('feeds.read_on')}).{{0,60}}$", re.IGNORECASE)
_NOTICE = re.compile(r"^The post .{1,300} (?:appeared first on|first appeared on) .{1,200}$")
"""The line that WordPress puts below every entry."""


def whole_text(content: str, summary: str = "") -> str:
    """Return the text of an entry, one paragraph a line, or "" if the feed has only a teaser.

    Args:
        content: The HTML of the element for the content (``content:encoded``, Atom's ``content``).
        summary: The HTML of the element for a summary. Some feeds have the whole text there.
    """
    return _text(content, _MIN_CONTENT_LENGTH) or _text(summary, _MIN_SUMMARY_LENGTH)


def post_text(markup: str) -> str:
    """Return all of a short post, one paragraph a line; its lines stay if it has no markup."""
    if _TAG.search(markup):
        lines = lines_of(markup[:_MAX_MARKUP_LENGTH])
    else:
        lines = [dom.squeeze(line) for line in unescape(markup).splitlines()]
    return "\n".join(filter(None, lines))[:MAX_POST_CHARACTERS]


def _text(markup: str, shortest: int) -> str:
    if not shortest <= len(markup) <= _MAX_MARKUP_LENGTH:
        return ""
    lines = lines_of(markup)
    while lines and _NOTICE.match(lines[-1]):
        lines.pop()
    if not lines or _ELLIPSIS.search(lines[-1]) or _READ_ON.match(lines[-1]):
        return ""
    text = "\n".join(lines)
    return text if shortest <= len(text) <= MAX_CHARACTERS else ""


def lines_of(markup: str) -> list[str]:
    """Return the text of a piece of HTML, a paragraph each; nothing of what is no HTML."""
    try:
        root = dom.parse(f"<html><body>{markup}</body></html>")
    except NotHtml:
        return []
    dom.prune(root)
    return [line for line in read_blocks(dom.body_of(root)).lines if line]
