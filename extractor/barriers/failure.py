"""Recognize a page that says that its text is not there, not now, or only for members."""

import re

from extractor.barriers.topics import (
    concepts,
    may_name,
    names,
    normal,
    read_topic,
    sentences,
    share,
    shown,
)
from extractor.page.page import Page

_GONE = read_topic("not_found")
_FIRST = 3
"""Sentences at the start that may say that the page is not there."""
_MAX_SENTENCE_LENGTH = 200
"""Most characters of a sentence that says that the page is gone. Longer ones tell a story."""
_SURELY = 400
"""Most characters of a text that one remark explains. A longer one needs more: a mark, or a way to
go on.
"""
_NOTHING_ELSE = 150
"""Most characters of a page that has such a sentence and hardly anything else, so that it needs no
further sign.
"""
_ERROR = re.compile(
    r"(?:^|[\s_-])(?:error-?(?:page|404)|e?404|page-?404|not-?found|expir\w+|removed|deleted|unavailable|alert)"
    r"(?:$|[\s_-])",
    re.I,
)
_CLOSED = read_topic("maintenance")
# Concepts in a text that one remark explains, and in a longer one.
_MIN_CLOSED = 3
_MIN_CLOSED_LONG = 4
_LOGIN = read_topic("login")
_MIN_LOGIN_CONCEPTS = 4
_SHARE = 0.2


def says_gone(page: Page, text: str, *, is_dated: bool) -> str:
    """Return the sentence of the title, or at the start of a short text, that says that the page is
    not there, or "".

    Args:
        page: The page.
        text: Its body.
        is_dated: The page says when it was published.
    """
    is_remark = len(text) <= _SURELY
    first = sentences(text)[:_FIRST]
    said = next(filter(_is_gone, [page.title, *first] if is_remark else first), "")
    if not said and not (_is_gone(page.title) and _is_marked(page)):
        return ""
    # An article may be about a page that is gone; one sentence alone, or an error's mark, is the
    # page's.
    if len(text) <= _NOTHING_ELSE or _is_marked(page):
        return said or page.title
    goes_on = names(_GONE, "way", normal(f"{page.title}\n{text}"))
    if goes_on and (is_remark or not is_dated):
        return said
    return ""


def _is_gone(sentence: str) -> bool:
    plain = normal(sentence)
    is_statement = len(sentence) <= _MAX_SENTENCE_LENGTH and not sentence.endswith("?")
    return is_statement and names(_GONE, "gone", plain) and names(_GONE, "thing", plain)


def _is_marked(page: Page) -> bool:
    marks = (f"{one.get('class', '')} {one.get('id', '')}" for one in page.blocks.attributes)
    return any(map(_ERROR.search, marks))


def says_closed(page: Page, text: str) -> str:
    """Return the concepts by which a short text says that the whole site is being worked on, or "".

    The title or the first sentences must name the work, and the text must say that the site is away
    for a while.
    """
    if page.metadata.says_article or not may_name(_CLOSED, "work", f"{page.title}\n{text}"):
        return ""
    start = normal("\n".join([page.title, *sentences(text)[:_FIRST]]))
    found = concepts(_CLOSED, normal(f"{page.title}\n{text}"))
    enough = _MIN_CLOSED if len(text) <= _SURELY else _MIN_CLOSED_LONG
    if names(_CLOSED, "work", start) and {"site", "away"} <= found and len(found) >= enough:
        return shown(found)
    return ""


def asks_for_login(text: str, *, has_password: bool) -> str:
    """Return the concepts by which a short text asks its reader to log in, or ""."""
    plain = normal(text)
    if not names(_LOGIN, "login", plain):
        return ""
    found = concepts(_LOGIN, plain)
    enough = len(found) + has_password >= _MIN_LOGIN_CONCEPTS and "permission" in found
    if enough and is_about_login(text):
        return shown(found)
    return ""


def is_about_login(text: str) -> bool:
    """Return whether a fair part of a text is about logging in."""
    return share(_LOGIN, sentences(text), 2) >= _SHARE
