"""Attributes that mark authorship, such as classes and addresses of profiles, and those that mark
comments.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from extractor.compiled import walk as compiled
from extractor.page.dom import Element

_MAX_CLASS_LENGTH = 300
"""Characters of class names that are searched: bounds the cost of generated names."""
_MAX_ADDRESS_LENGTH = 300
"""The same of the address of a profile."""
_MAY_MEAN_AUTHOR = (
    "aut",
    "byl",
    "by-l",
    "writ",
    "report",
    "redak",
    "yazar",
    "verfas",
    "penul",
    "nick",
    "-poster",
)
"""Parts of such classes in lower case. Searching for each takes less time than one expression for
all.
"""
_AUTHOR = re.compile(
    r"(?:^|[_-])(?:authors?|by-?lines?|writers?|reporters?|redakteure?|autore?s?|auteurs?|yazar"
    r"|verfasser|penulis|"
    r"nick-?names?|(?:entry|post)-poster)"
    r"(?:[_-]+(?:names?|links?|title|text|item|info|list|value|wrapper|container|line|fn|\d+))*$",
    re.I,
)
_HASH = re.compile(r"_{1,2}(?=[A-Za-z-]*\d)[\w-]{5}(?=\s|$)")
"""What CSS modules add to a class, so that it is unique."""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_COMMENT = re.compile(
    r"comment|kommentar|disqus|reply|related|sidebar|widget|recommend|more-|teaser|(?<!v)card"
    r"|\baside",
    re.I,
)
_PROFILE = re.compile(
    r"/(?:authors?|autor(?:en|es)?|auteurs?|autore|autori|writers?|contributors?|columnists?"
    r"|journalists?|reporters?|byline|"
    r"by|people|person|profile|profiles|staff|redaktion|redakteure|verfasser|yazar|yazarlar"
    r"|penulis|team|user|users|"
    r"signataires?|firmas?|firme|autorzy)/[^/?#]{3,}|^https?://author\.|/profile\?\w|/(?:c/user"
    r"|u)/\w",
    re.I,
)
_LEVELS = 12
"""Elements around a name whose marks count. The page itself is farther away."""


def find_marked(root: Element, tags: Sequence[str], most: int) -> list[Element]:
    """Return the first elements with one of the tags that are marked as an author's name."""
    if compiled:
        return compiled.marked(root, tags, means_author, _MAX_CLASS_LENGTH, most)
    return find_marked_in_python(root, tags, most)


def find_marked_in_python(root: Element, tags: Sequence[str], most: int) -> list[Element]:
    """Do the same without compiled code. This is what ``extractor.compiled.walk`` must do too."""
    return list(islice(filter(_is_marked, root.iter(*tags)), most))


def _is_marked(element: Element) -> bool:
    """Return whether an element is marked as an author's name, by class, ``rel`` or
    ``itemprop``.
    """
    name = element.get("class")
    if name and means_author(name[:_MAX_CLASS_LENGTH]):
        return True
    return "author" in (element.get("rel") or "") or "author" in (element.get("itemprop") or "")


@lru_cache(maxsize=8192)
def means_author(name: str) -> bool:
    """Return whether a class attribute marks an author's name.

    Results are cached: pages of a site share classes.
    """
    small = name.lower()
    if not any(sign in small for sign in _MAY_MEAN_AUTHOR):
        return False
    classes = _CAMEL.sub("-", _HASH.sub("", name)).split()
    return any(map(_AUTHOR.search, classes))


def is_profile_link(element: Element) -> bool:
    """Return whether a link leads to a person's own page."""
    return bool(_PROFILE.search((element.get("href") or "")[:_MAX_ADDRESS_LENGTH]))


def is_aside(element: Element) -> bool:
    """Return whether an element is among comments or teasers of other stories, by the classes
    around it.
    """
    for _ in range(_LEVELS):
        # What is around these is the page, whose classes speak of everything on it.
        if element.tag in ("article", "main", "body", "header"):
            return False
        classes = (element.get("class") or "")[:_MAX_CLASS_LENGTH]
        own_id = (element.get("id") or "")[:_MAX_CLASS_LENGTH]
        if _COMMENT.search(f"{classes} {own_id}"):
            return True
        parent = element.getparent()
        if parent is None:
            return False
        element = parent
    return False
