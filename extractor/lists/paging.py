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
from extractor.lists.threads import is_later_page
from extractor.page import dom

_NEXT = re.compile(alternatives("links.next_page"))
_MORE = re.compile(alternatives("links.more_entries"))
_DATE_ARCHIVE = re.compile(
    r"/(?:19|20)\d\d/(?:0?[1-9]|1[0-2])(?:/[0-3]?\d)?/?$|[?&]m=(?:19|20)\d{4,6}(?:&|$)"
    r"|[?&](?:month|mon|cal_?month|date|day|year)="
)
"""Where calendars lead."""
_NUMBERS = re.compile(r"[-_.]?\d+")
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
    for url in _offers(page, here):
        if (
            url
            and url != here
            and same_site(host, urlsplit(url).hostname or "")
            and not _DATE_ARCHIVE.search(url)
        ):
            yield url


def _offers(page: ListPage, here: str) -> Iterator[str]:
    for link in page.root.iter("link", "a"):
        if "next" in (link.get("rel") or "").lower().split():
            yield absolute(page.base, link.get("href") or "", page.encoding)
    labelled = list(dict.fromkeys(anchor.url for anchor in page.anchors if _says(_NEXT, anchor)))
    yield from (url for url in labelled if _continues(here, url))
    # In some languages the word for "next" also ends every teaser.
    yield from labelled if len(labelled) == 1 else ()
    later = [anchor for anchor in page.anchors if _continues(here, anchor.url)]
    yield from (anchor.url for anchor in later if _says(_MORE, anchor))
    for arrows in _FORWARD:
        yield from (anchor.url for anchor in later if anchor.text.replace(" ", "") in arrows)
    yield from (anchor.url for anchor in later if _marked_next(anchor))
    yield _by_number(page)


def _continues(here: str, url: str) -> bool:
    """Return whether an address may be that of a later page of the list at another address.

    It has another query, names a page, or differs in a number alone.
    """
    ours, theirs = urlsplit(here), urlsplit(url)
    if ours.path.rstrip("/") == theirs.path.rstrip("/") and ours.query != theirs.query:
        return True
    return is_later_page(url) or _NUMBERS.sub("", url) == _NUMBERS.sub("", here)


def _says(words: re.Pattern[str], anchor: Anchor) -> bool:
    if len(anchor.text) > 40:
        return False
    label = anchor.element.get("title") or anchor.element.get("aria-label") or ""
    return any(
        words.fullmatch(text.strip(_TRIMMED).lower()) for text in (anchor.text, label) if text
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
