"""The text that a feed carries for an entry, if it is the whole text and no teaser."""

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape

from extractor.body.labels import offers_to_share
from extractor.errors import NotHtml
from extractor.languages.tables import alternatives
from extractor.lists.anchors import absolute
from extractor.page import dom
from extractor.page.blocks import read_blocks
from extractor.results import Link

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
_BLOCK_TAG = re.compile(rf"</?(?:{'|'.join(sorted(dom.BLOCK_TAGS))})\b[^<>]*>", re.IGNORECASE)
_ESCAPED_TAG = re.compile(
    r"&(?:amp;)?lt;(/?)(p|br|div|li|ul|ol|h[1-6]|blockquote)\b", re.IGNORECASE
)
"""A tag of a paragraph, a list or a line break that was escaped once more."""
_BEGINS_ESCAPED = re.compile(rf"(?:\s|<[^<>]*>)*+{_ESCAPED_TAG.pattern}", re.IGNORECASE)
_QUOTED_CODE = re.compile(r"<(?:code|pre|textarea|xmp|samp)\b", re.IGNORECASE)
"""Tags around markup that readers are meant to see."""
_MAX_ESCAPED = 2
"""How often a text may be escaped more than its format asks for: by its editor and by its feed."""
_EMBEDDED = ("iframe", "object", "embed", "video", "audio", "canvas")
"""Films and frames of other pages: they stand between two paragraphs."""
_SIGN = re.compile(r"[^\w\s]{1,10}|\[\w{1,10}\]|:\w{1,30}:")
"""What pictures of signs say in place of a picture: an emoji or its name."""
_MENTIONS = ("@", "#", "\uff20", "\uff03")
"""What the words of a link to a member or to a topic of the same server begin with."""
_STYLED_BLOCK = re.compile(r"display\s*:\s*(?:block|flex|grid|table|list-item)", re.IGNORECASE)
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


def title_text(markup: str) -> str:
    """Return a title, which may contain markup or escaped characters, as plain text on one line."""
    return dom.squeeze(unescape(_TAG.sub("", _BLOCK_TAG.sub(" ", markup))))


def post_text(markup: str) -> str:
    """Return all of a short post, one paragraph a line; its lines stay if it has no markup."""
    markup = _without_second_escaping(markup[:_MAX_MARKUP_LENGTH])
    if _TAG.search(markup):
        lines = lines_of(markup)
    else:
        lines = [dom.squeeze(line) for line in unescape(markup).splitlines()]
    return "\n".join(filter(None, lines))[:MAX_POST_CHARACTERS]


def post_links(markup: str, base: str) -> Iterator[Link]:
    """Yield what a short post links to, without mentions and hash tags."""
    root = _parsed(_without_second_escaping(markup[:_MAX_MARKUP_LENGTH]))
    for anchor in root.iter("a") if root is not None else ():
        words = dom.squeeze(dom.start_of_text(anchor))
        address = absolute(base, anchor.get("href") or "")
        if address and not words.startswith(_MENTIONS):
            yield Link(url=address, title=words)


def _text(markup: str, shortest: int) -> str:
    if not shortest <= len(markup) <= _MAX_MARKUP_LENGTH:
        return ""
    lines = lines_of(_without_second_escaping(markup))
    while lines and (_NOTICE.match(lines[-1]) or offers_to_share(lines[-1])):
        lines.pop()
    # It ends in the middle: the page has the rest, and half a text would pass for a whole one.
    if not lines or _ELLIPSIS.search(lines[-1]) or _READ_ON.match(lines[-1]):
        return ""
    text = "\n".join(lines)
    if shortest <= len(text) <= MAX_CHARACTERS:
        return text
    return ""


def _without_second_escaping(markup: str) -> str:
    """Return markup whose tags were escaped once too often as what its author wrote.

    A text about HTML escapes tags, too, but has more of its own, shows them as code, or names them
    in the middle of a sentence.
    """
    for _time in range(_MAX_ESCAPED):
        escaped = len(_ESCAPED_TAG.findall(markup))
        if not escaped > len(_TAG.findall(markup)) or _QUOTED_CODE.search(markup):
            break
        if not (_BEGINS_ESCAPED.match(markup) or _is_closed(markup)):
            break
        markup = unescape(markup)
    return markup


def _is_closed(markup: str) -> bool:
    """Return whether each escaped tag is closed, as in a text that was written in HTML. One about
    HTML names some alone.
    """
    tags = Counter((end, name.lower()) for end, name in _ESCAPED_TAG.findall(markup))
    names = {name for _end, name in tags} - {"br"}
    return all(tags["", name] == tags["/", name] for name in names)


def lines_of(markup: str) -> list[str]:
    """Return the text of a piece of HTML, a paragraph each; nothing of what is no HTML.

    Inline elements neither part words nor join lines: only blocks, line breaks, films and what a
    style of its own makes a block end a line.
    """
    root = _parsed(markup)
    if root is None:
        return []
    body = dom.body_of(root)
    for element in [*body.iter(*_EMBEDDED)]:
        element.clear(keep_tail=True)  # type: ignore[call-arg]  # new to its stubs
        element.tag = "br"
    for image in [*body.iter("img")]:
        alternative = (image.get("alt") or "").strip()
        image.tag = "span"
        image.text = alternative if _SIGN.fullmatch(alternative) else " "
    for element in body.iterfind(".//*[@style]"):
        if element.tag not in dom.BLOCK_TAGS and _STYLED_BLOCK.search(element.get("style") or ""):
            element.tag = "div"
    dom.prune(root)
    return [line for line in read_blocks(body).texts if line]


def _parsed(markup: str) -> dom.Element | None:
    try:
        return dom.parse(f"<html><body>{markup}</body></html>")
    except NotHtml:
        return None
