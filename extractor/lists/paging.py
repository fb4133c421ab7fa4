"""Find the next page of a list: by its relation, by words in many languages, or by the numbers of a
pager.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from urllib.parse import urlsplit

from extractor.languages.tables import alternatives
from extractor.lists.anchors import Anchor, ListPage, absolute
from extractor.lists.shapes import same_site
from extractor.page import dom

_WORDS = re.compile(alternatives("links.next_page"))
_FORWARD = (("›", ">"), ("»", ">>"))
"""Arrows, the more reliable ones first: on some pagers the double arrow leads to the last page."""
_TRIMMED = " \t>›»→←⟩》❯▶.[]()（）【】…&"
_CLASS = re.compile(
    r"(?:^|[\s_-])(?:next|nxt|nextpage|next-page|pager-next)(?:$|[\s_-])", re.IGNORECASE
)
_DIGITS = re.compile(r"(?<!\d)\d{1,4}(?!\d)")
_MAX_PIECES = 300
"""Most pieces of text that are searched for the number of the current page."""
_NUMBER = re.compile(r"\W*(?:第\s*)?(\d{1,4})(?:\s*[页頁])?\W*")


def next_page(page: ListPage) -> str:
    """Return the URL of the list page after this one, or "" if there is none."""
    return next(next_pages(page), "")


def next_pages(page: ListPage) -> Iterator[str]:
    """Yield the URLs that may be that of the page after this one, the most probable first."""
    here = page.url.partition("#")[0]
    host = urlsplit(here).hostname or ""
    for url in _offers(page):
        if url and url != here and same_site(host, urlsplit(url).hostname or ""):
            yield url


def _offers(page: ListPage) -> Iterable[str]:
    for link in page.root.iter("link", "a"):
        if "next" in (link.get("rel") or "").lower().split():
            yield absolute(page.base, link.get("href") or "", page.encoding)
    yield from (anchor.url for anchor in page.anchors if _says_next(anchor))
    for arrows in _FORWARD:
        yield from (anchor.url for anchor in page.anchors if anchor.text.replace(" ", "") in arrows)
    yield from (anchor.url for anchor in page.anchors if _marked_next(anchor))
    yield _by_number(page)


def _says_next(anchor: Anchor) -> bool:
    if len(anchor.text) > 40:
        return False
    label = anchor.element.get("title") or anchor.element.get("aria-label") or ""
    return any(
        _WORDS.fullmatch(text.strip(_TRIMMED).lower()) for text in (anchor.text, label) if text
    )


def _marked_next(anchor: Anchor) -> bool:
    element = anchor.element
    if len(anchor.text) >= 20:
        return False
    if any(_CLASS.search(element.get(name) or "") for name in ("class", "id")):
        return True
    parent = element.getparent() if _is_alone(element) else None
    return parent is not None and bool(_CLASS.search(parent.get("class") or ""))


def _by_number(page: ListPage) -> str:
    """Return the page after the current one, whose number is not a link or links to this page."""
    here = page.url.partition("#")[0]
    for holder, numbered in _pagers(page.anchors):
        current = next((number for number, url in numbered.items() if url == here), 0)
        if not current:
            texts = islice(holder.itertext(), _MAX_PIECES)
            shown = {int(number) for number in _DIGITS.findall(" ".join(texts))}  # type: ignore[arg-type]
            current = next(
                (n - 1 for n in sorted(numbered) if n - 1 in shown and n - 1 not in numbered), 0
            )
        if current and (current == 1 or current - 1 in numbered) and current + 1 in numbered:
            return numbered[current + 1]
    return ""


def _pagers(anchors: Iterable[Anchor]) -> Iterable[tuple[dom.Element, dict[int, str]]]:
    """Group the links whose texts are numbers, by number, under the element that contains them."""
    groups: dict[dom.Element, dict[int, str]] = defaultdict(dict)
    for anchor in anchors:
        if len(anchor.text) > 10 or not (found := _NUMBER.fullmatch(anchor.text)):
            continue
        holder = anchor.element.getparent()
        alone = _is_alone(anchor.element)
        if holder is not None and alone and holder.tag in ("li", "span"):
            holder = holder.getparent()
        # A cell with one number is a day of a calendar.
        if holder is not None and not (alone and holder.tag == "td"):
            groups[holder].setdefault(int(found[1]), anchor.url)
    return groups.items()


def _is_alone(element: dom.Element) -> bool:
    """Return whether its parent has no other child.

    Counting the children would take time for each of them.
    """
    return element.getprevious() is None and element.getnext() is None
