"""What stands in a page beside the author's text: comments, menus, forms, side boxes, by tag or by name."""

import re
from functools import lru_cache

from extractor.dom import Element, Step

BOX_SHARE = 0.3
"""A side box is believed to be one if it holds less than this share of the page's valid characters."""
ENOUGH_CHARACTERS = 300
"""Comments may be the larger part of a page; they are left out if so many valid characters remain."""
_LONGEST_NAMES = 500
"""Characters of class and id that are read. Pages of a site share their names: the answers are remembered."""
_FORMS = frozenset({"nav", "button", "select", "textarea", "label", "menu", "dialog", "noscript"})
_BOX_TAGS = frozenset({"aside", "footer", "figcaption"})
_CANDIDATES = _FORMS | _BOX_TAGS | {"div", "section", "ul", "ol", "table", "dl"}
_COMMENTS = re.compile(
    r"(?:^|\s)(?:comments?|comment[-_]?(?:list|area|section|s?-?wrap\w*)|disqus\w*|respond)(?=$|\s)", re.I
)
_BOX_NAME = re.compile(
    r"(?:^|\s)(?:[\w-]+[-_])?(?:related|recommend(?:ed|ations?)|share|sharing|social|side-?bar|promo|newsletter|subscribe|"
    r"breadcrumbs?|author-?(?:bio|box|info)|tags|advert\w*|ads?|popup|modal|cookies?|footer|pagination|pager|"
    r"byline|copyright|toc|popular|trending|outbrain|taboola|more-?news|hot-?news)(?:[-_][\w-]*)?(?=$|\s)",
    re.IGNORECASE,
)

_BOX_WORD = re.compile(
    "related|recommend|share|sharing|social|side|promo|newsletter|subscribe|breadcrumb|author|tags|ad|popup|modal|cookie|"
    "footer|pagination|pager|byline|copyright|toc|popular|trending|outbrain|taboola|more|hot"
)
"""What each of those names holds: literals without flags are found fast, and most names hold none."""


def find_boxes(walked: list[Step], counts: dict[Element, int]) -> set[Element]:
    """The side boxes of a body that was walked, outermost ones; their characters are taken out of ``counts``."""
    boxes: set[Element] = set()
    body = walked[0][3]
    for element in [element for starts, tag, _, element in walked if starts and tag in _CANDIDATES]:
        count, total = counts.get(element, 0), counts.get(body, 0)
        if _is_box(element, count, total) and boxes.isdisjoint(element.iterancestors()):
            boxes.add(element)
            if count:
                for outer in (element, *element.iterancestors()):
                    if outer in counts:
                        counts[outer] -= count
    return boxes


def _is_box(element: Element, count: int, total: int) -> bool:
    small = count <= BOX_SHARE * total
    if element.tag in _FORMS:
        return small or next(element.iter("p"), None) is None  # an unclosed button may swallow the page
    if element.tag in _BOX_TAGS:
        return small
    names = _names(element)
    if _means_comments(names):
        return total - count >= ENOUGH_CHARACTERS
    return small and _means_box(names)


def is_comments(element: Element) -> bool:
    """Whether an element is called the readers' comments."""
    return _means_comments(_names(element))


def _names(element: Element) -> str:
    return f"{element.get('class', '')} {element.get('id', '')}"[:_LONGEST_NAMES]


@lru_cache(maxsize=4096)
def _means_comments(names: str) -> bool:
    return bool(_COMMENTS.search(names))


@lru_cache(maxsize=4096)
def _means_box(names: str) -> bool:
    return bool(_BOX_WORD.search(names.lower()) and _BOX_NAME.search(names))
