"""What stands in a page beside the author's text: comments, menus, forms, side boxes, by tag or by name."""

import re

from extractor.dom import Element

BOX_SHARE = 0.3
"""A side box is believed to be one if it holds less than this share of the page's valid characters."""
ENOUGH_CHARACTERS = 300
"""Comments may be the larger part of a page; they are left out if so many valid characters remain."""
_FORMS = frozenset({"nav", "button", "select", "textarea", "label", "menu", "dialog", "noscript"})
_BOX_TAGS = frozenset({"aside", "footer", "figcaption"})
_CANDIDATES = (*_FORMS, *_BOX_TAGS, "div", "section", "ul", "ol", "table", "dl")
_COMMENTS = re.compile(
    r"(?:^|\s)(?:comments?|comment[-_]?(?:list|area|section|s?-?wrap\w*)|disqus\w*|respond)(?=$|\s)", re.I
)
_BOX_NAME = re.compile(
    r"(?:^|\s)(?:[\w-]+[-_])?(?:related|recommend(?:ed|ations?)|share|sharing|social|side-?bar|promo|newsletter|subscribe|"
    r"breadcrumbs?|author-?(?:bio|box|info)|tags|advert\w*|ads?|popup|modal|cookies?|footer|pagination|pager|"
    r"byline|copyright|toc|popular|trending|outbrain|taboola|more-?news|hot-?news)(?:[-_][\w-]*)?(?=$|\s)",
    re.IGNORECASE,
)


def find_boxes(body: Element, counts: dict[Element, int]) -> set[Element]:
    """The side boxes, outermost ones; their characters are taken out of ``counts``."""
    boxes: set[Element] = set()
    for element in body.iter(*_CANDIDATES):
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
        return small or element.find(".//p") is None  # an unclosed button may swallow the page
    if element.tag in _BOX_TAGS:
        return small
    names = f"{element.get('class', '')} {element.get('id', '')}"
    if is_comments(element):
        return total - count >= ENOUGH_CHARACTERS
    return small and bool(_BOX_NAME.search(names))


def is_comments(element: Element) -> bool:
    """Whether an element is called the readers' comments."""
    return bool(_COMMENTS.search(f"{element.get('class', '')} {element.get('id', '')}"))
