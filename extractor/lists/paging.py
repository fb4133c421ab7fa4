"""Find the next page of a list: by its relation, by words in many languages, or by the numbers of a
pager.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from urllib.parse import parse_qsl, urlsplit

from extractor.languages.tables import alternatives
from extractor.lists.anchors import Anchor, ListPage, absolute
from extractor.lists.shapes import same_site, weight
from extractor.lists.threads import is_later_page
from extractor.page import dom

_NEXT = re.compile(alternatives("links.next_page"))
_MORE = re.compile(alternatives("links.more_entries"))
_DATE = re.compile(
    r"/(?:19|20)\d\d/(?:0?[1-9]|1[0-2])(?:/[0-3]?\d)?(?=/?$)|[?&]m=(?:19|20)\d{4,6}(?=&|$)"
    r"|[?&](?:month|mon|cal_?month|date|day|year)=[^&]*"
)
"""A day, month or year in an address, to which calendars lead."""
_YEAR = re.compile(r"/(?:19|20)\d\d/?$")
_NUMBERS = re.compile(r"\d+")
_PAGING = re.compile(
    r"page|^(?:p|pn|pg|st|max|until)$|start|offset|skip|next|after|before|older|cursor",
    re.IGNORECASE,
)
"""Parameters that name a later part of a list."""
_FORWARD = (("›", ">", "→"), ("»", ">>"))
"""Arrows, the more reliable ones first: on some pagers the double arrow leads to the last page."""
_TRIMMED = " \t>›»→←⟩》❯▶.[]()（）【】…&"
_CLASS = re.compile(
    r"(?:^|[\s_-])(?:next|nxt|nextpage|next-page|pager-next)(?:$|[\s_-])", re.IGNORECASE
)
_DIGITS = re.compile(r"(?<!\d)\d{1,4}(?!\d)")
_MAX_LABEL_LENGTH = 40
"""Longer labels are titles."""
_TITLE_WEIGHT = 8
"""Texts of this weight are titles, and no labels of pages. "Older posts" has less."""
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
    is_dated = bool(_DATE.search(here) or _YEAR.search(here))
    for offers, are_sure in ((_named(page, here), True), (_signed(page, here), False)):
        for url in offers:
            adds_date = not set(_DATE.findall(url)) <= set(_DATE.findall(here))
            # "Next" of a calendar leads into days without end, and none of them is an older page.
            is_calendar = adds_date and not (are_sure and is_dated)
            is_own = same_site(host, urlsplit(url).hostname or "")
            if url and url != here and is_own and not is_calendar:
                yield url


def _named(page: ListPage, here: str) -> Iterator[str]:
    """Yield what the page names its next page."""
    for link in page.root.iter("link", "a"):
        if "next" in (link.get("rel") or "").lower().split():
            yield absolute(page.base, link.get("href") or "", page.encoding)
    labelled = _labelled(page, _NEXT)
    yield from (url for url in labelled if _continues(here, url))
    # In some languages the word for "next" also ends every teaser.
    yield from labelled if len(labelled) == 1 else ()


def _signed(page: ListPage, here: str) -> Iterator[str]:
    """Yield what arrows, markup, the numbers of a pager and labels such as "More" lead to."""
    for arrows in _FORWARD:
        for anchor in page.anchors:
            if anchor.text.replace(" ", "") not in arrows:
                continue
            # An arrow may as well be that of a gallery or of a menu.
            if _continues(here, anchor.url) or _marked_next(anchor):
                yield anchor.url
    for anchor in page.anchors:
        if _marked_next(anchor) and _continues(here, anchor.url):
            yield anchor.url
    yield _by_number(page)
    more = [url for url in _labelled(page, _MORE) if _pages_on(here, url)]
    yield from more if len(more) == 1 else ()


def _labelled(page: ListPage, words: re.Pattern[str]) -> list[str]:
    """Return the addresses with such a label, but for entries: a title leads there as well."""
    labelled = dict.fromkeys(anchor.url for anchor in page.anchors if _says(words, anchor))
    to_labelled = (anchor for anchor in page.anchors if anchor.url in labelled)
    titled = {anchor.url for anchor in to_labelled if weight(anchor.text) >= _TITLE_WEIGHT}
    return [url for url in labelled if url not in titled]


def _continues(here: str, url: str) -> bool:
    """Return whether an address may be that of a later page of the list at another address.

    It has another query, names a page, or differs in a number alone.
    """
    ours, theirs = urlsplit(here), urlsplit(url)
    if ours.path.rstrip("/") == theirs.path.rstrip("/") and ours.query != theirs.query:
        return True
    return is_later_page(url) or _NUMBERS.sub("0", url) == _NUMBERS.sub("0", here)


def _pages_on(here: str, url: str) -> bool:
    """Return whether an address names a later part of the list at another address."""
    added = set(parse_qsl(urlsplit(url).query)) - set(parse_qsl(urlsplit(here).query))
    return is_later_page(url) or any(_PAGING.search(name) for name, _ in added)


def _says(words: re.Pattern[str], anchor: Anchor) -> bool:
    if len(anchor.text) > _MAX_LABEL_LENGTH:
        return False
    label = anchor.element.get("title") or anchor.element.get("aria-label") or ""
    said = filter(None, (anchor.text, label))
    return any(words.fullmatch(text.strip(_TRIMMED).lower()) for text in said)


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
            shown = set(map(int, _DIGITS.findall(" ".join(texts))))  # type: ignore[arg-type]
            before = (number - 1 for number in sorted(numbered))
            current = next((one for one in before if one in shown and one not in numbered), 0)
        # The numbers of a pager have no gap beside the current one.
        is_pager = current == 1 or current - 1 in numbered
        if current and is_pager and current + 1 in numbered:
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
