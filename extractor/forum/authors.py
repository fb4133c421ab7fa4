"""Who wrote each post: the kind of element that looks most like a name over all posts of a page."""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice

from extractor.dom import Element, visible_text
from extractor.forum.quotes import is_quote

_LONGEST = 40
_MOST_ELEMENTS = 400
"""Elements of a post that are looked at."""
_TAGS = ("a", "b", "strong", "span", "cite", "em", "h3", "h4", "h5", "h6", "div", "dt", "p", "td", "li", "bdi")
_NAME_CLASS = re.compile(
    r"(?:^|[\s_-])(?:author(?:name)?|user-?(?:name|link)?|nick(?:name)?|poster|member-?name|authi|screen-?name|"
    r"creator|d_name|full-?name|display-?name|fn|name)(?:$|[\s_-])|username",
    re.IGNORECASE,
)
_PROFILE = re.compile(r"member|user|profile|space|people|/u/|/author|uid[=-]|[?&]un=|viewpro|home/|/id/|/@", re.I)
_SIGNED = re.compile(r"signature|(?:^|\s)sign?(?:$|\s)", re.IGNORECASE)
_NO_NAME = re.compile(
    r"^[\W\d_]*$|\d[:：]\d|^\W*(?:楼主|樓主|沙发|板凳|地板|回复|引用|举报|只看该作者|reply|quote|report|like|share|re:.*|#\d+)\W*$"
    r"|[:：]\s*$|发表于|發表於|投稿日|\d\s?\S{1,3}前|\d \w+ ago|\d{4}[-/年]",
    re.IGNORECASE,
)
_Key = tuple[str, str, str]


def find_authors(posts: Sequence[Element]) -> list[tuple[str, Element | None]]:
    """For each post the author's name and the element that shows it; ("", None) where there is none."""
    offers = [_names(post) for post in posts]
    scores: dict[_Key, float] = defaultdict(float)
    for offered in offers:
        for place, (key, element) in enumerate(offered.items()):
            scores[key] += _cue(element) + 0.5 / (1 + place)
    found: list[tuple[str, Element | None]] = []
    for offered in offers:
        shown = offered[max(offered, key=lambda key: scores[key])] if offered else None
        found.append(("" if shown is None else visible_text(shown), shown))
    return found


def _names(post: Element) -> dict[_Key, Element]:
    """The first element of each kind that may show a name."""
    names: dict[_Key, Element] = {}
    for element in islice(post.iter(*_TAGS), _MOST_ELEMENTS):
        if len(element) > 3 or not _cue(element) or _inside_quote(element, post):
            continue
        text = visible_text(element)
        if 0 < len(text) <= _LONGEST and not _NO_NAME.search(text):
            names.setdefault(_key(element), element)
    return names


def _cue(element: Element) -> float:
    """How much an element looks like the name of an author."""
    cue = 0.0
    if _NAME_CLASS.search(element.get("class") or "") or "author" in (element.get("rel") or ""):
        cue += 2
    if element.get("itemprop") in ("name", "author", "creator"):
        cue += 2
    if element.tag == "a" and _PROFILE.search(element.get("href") or ""):
        cue += 2.5 if "@" not in (element.get("href") or "")[:8] else 1
    if element.tag in ("b", "strong", "cite"):
        cue += 1
    return cue


def _key(element: Element) -> _Key:
    parent = element.getparent()
    return str(element.tag), element.get("class") or "", "" if parent is None else str(parent.tag)


def _inside_quote(element: Element, post: Element) -> bool:
    for ancestor in (element, *element.iterancestors()):
        if ancestor is post:
            return False
        if is_quote(ancestor) or _SIGNED.search(ancestor.get("class") or ""):
            return True
    return False
