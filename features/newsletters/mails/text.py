"""The text of a newsletter: what it says, without what it says of the subscription. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from lxml import etree

from extractor.errors import NotHtml
from extractor.extraction import extract
from extractor.lists.entry_text import MAX_CHARACTERS, lines_of
from extractor.lists.shapes import weight
from extractor.page import dom
from extractor.page.styles import hidden_classes
from extractor.results import Article, Hints
from features.newsletters.mails.mail import Mail, names_recipient
from features.newsletters.words import WORDS

_NOTICE = re.compile(WORDS.alternatives("mails.notices"), re.IGNORECASE)
_OF_MAIL = re.compile(WORDS.alternatives("mails.reader"), re.IGNORECASE)
_YOU = re.compile(WORDS.alternatives("mails.you"), re.IGNORECASE)
_PIECES = re.compile(r"\s*[|/·•]\s*|\s+[–—-]\s+")
"""What divides the labels in a line of some."""
_ADDRESS = re.compile(r"[<(\[]?https?://[!-;=?-~]+>?", re.ASCII | re.IGNORECASE)
"""An address in a text without markup, with the bracket before it."""
_GONE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])"
    r"|max-height\s*:\s*0(?![.\d])|(?<![\w-])(?:left|top|text-indent)\s*:\s*-\d{3,}px",
    re.IGNORECASE,
)
"""Styles of what no reader sees. A margin below zero only moves a box, often to the middle."""
_SMALL = re.compile(r"font-size\s*:\s*(?:0(?![.\d])|1px)", re.IGNORECASE)
_SIZED = re.compile(r"\bfont(?:-size)?\s*:", re.IGNORECASE)
_FILLER = re.compile(r"(?:[\u034f\u061c\u200b-\u200f\u2060\ufeff\xad\u2007\u2800]\s*){2,}")
"""One alone joins letters or the parts of an emoji."""
_MAX_NOTICE = 300
"""Longer lines are text, even if they speak of subscriptions."""
_MAX_LABEL = 10
"""Most weight of a label: five words, or ten Chinese characters. More is a sentence, which may be
news about subscriptions.
"""
_MAX_SPOKEN = 24
"""Most weight of a line that "you" makes one to the reader: twelve words. News say it in longer
ones, in which what is about the mail names it, or a link.
"""
_HEAD_LINES = 6
_FOOT_LINES = 20
"""Notices of the subscription stand in so many lines at the beginning and at the end."""
_HEADERS = {"content-type": "text/html; charset=utf-8"}


def text_of_mail(mail: Mail, collected: datetime, *, is_quick: bool = False) -> str:
    """Return the text of a mail, one paragraph a line, "" if it has none.

    The extractor reads the HTML, told that it is an article. All of the mail is taken where the
    article would be too small a part of it, as in a letter of many short items; without HTML, the
    text without markup. Lines about the subscription, lines that name a recipient and addresses
    of the web, of which most carry a number of the reader, are left out.

    Args:
        mail: The mail.
        collected: When it was fetched (aware).
        is_quick: Take all of the mail without asking the extractor, which takes ten times as long.
    """
    mail = replace(mail, html=_without_hidden(mail.html))
    whole = _kept(lines_of(mail.html), mail) if mail.html else []
    text = "\n".join(whole)
    if text and not is_quick:
        # Better all of the mail than nothing, if no line of the article is left.
        text = "\n".join(_kept(_article_lines(mail, text, collected), mail)) or text
    if not text:
        text = "\n".join(_kept(map(dom.squeeze, mail.plain.splitlines()), mail))
    return text[:MAX_CHARACTERS]


def is_notice(line: str) -> bool:
    """Return whether the text of a link is about the subscription."""
    return len(line) <= _MAX_NOTICE and bool(_NOTICE.search(line))


def is_notice_line(line: str) -> bool:
    """Return whether a line is about the subscription to this mail: a label, or what speaks to its
    reader. What speaks of others who end a subscription is news.
    """
    if not is_notice(line):
        return False
    # Short lines that speak to the reader are the publisher's; long ones may be quotations.
    if _OF_MAIL.search(line) or (weight(line) <= _MAX_SPOKEN and _YOU.search(line)):
        return True
    return any(
        weight(piece) <= _MAX_LABEL and _NOTICE.search(piece) for piece in _PIECES.split(line)
    )


def _article_lines(mail: Mail, whole: str, collected: datetime) -> list[str]:
    hints = Hints(
        collected=collected, kind="article", title=mail.subject or mail.sender, content=whole
    )
    found = extract(mail.html.encode("utf-8", "ignore"), mail.url, _HEADERS, hints)
    if isinstance(found, Article):
        return found.content.split("\n")
    return []


def _without_hidden(markup: str) -> str:
    """Return HTML without what no reader sees, such as the line that mail programs show beside the
    subject. Nothing in a mail shows it later, for no script runs there.
    """
    try:
        root = dom.parse(markup) if markup else None
    except NotHtml:
        root = None
    if root is None:
        return markup
    classes = hidden_classes(sheet.text or "" for sheet in root.iter("style"))
    for element in [*dom.body_of(root).iterdescendants("*")]:
        style = element.get("style") or ""
        is_gone = element.get("hidden") is not None or _GONE.search(style)
        is_small = _SMALL.search(style) or not classes.isdisjoint(
            (element.get("class") or "").split()
        )
        if is_gone or (is_small and not _has_own_size(element)):
            element.clear(keep_tail=True)  # type: ignore[call-arg]  # new to its stubs
    return etree.tostring(root, encoding="unicode", method="html")


def _has_own_size(element: dom.Element) -> bool:
    """Return whether something in an element has a size of its own, as in layouts that write the
    blanks between their boxes in no size.
    """
    styles = (inner.get("style") or "" for inner in element.iterdescendants("*"))
    return any(map(_SIZED.search, styles))


def _kept(lines: Iterable[str], mail: Mail) -> Sequence[str]:
    given = [line for line in map(_cleaned, lines) if line]
    middle = range(_HEAD_LINES, len(given) - _FOOT_LINES)
    return [
        line
        for place, line in enumerate(given)
        if (place in middle or not is_notice_line(line))
        and not names_recipient(line, mail.recipients)
    ]


def _cleaned(line: str) -> str:
    """Return a line without addresses of the web, and without the rows of signs that take room and
    show nothing.
    """
    return dom.squeeze(_ADDRESS.sub("", _FILLER.sub(" ", line)))
