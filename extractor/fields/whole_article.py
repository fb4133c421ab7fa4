"""Find the address that shows an article of several pages on one: a link to "single page", or else
to a print view.
"""

import re
from collections.abc import Iterable
from itertools import islice
from urllib.parse import unquote, urlsplit

from extractor.languages.tables import all_words
from extractor.page.dom import Element, join, squeeze

_SINGLE_PAGE = frozenset(all_words("links.single_page"))
_PRINT_VIEW = frozenset(all_words("links.print_view"))
_MAX_LINKS = 3_000
"""Links of a page that are looked at: bounds what one page costs."""
_MAX_TEXT_LENGTH = 40
"""Longer labels are titles, and not "Print" or "Read on one page"."""
_MAX_ADDRESS_LENGTH = 2048
"""Longer addresses are scripts or data."""
_MIN_LETTERS = 5
"""Shorter names of an address are found inside other addresses."""
_TRIMMED = " \t[]()【】（）«»<>›‹|·•:：→"
_NUMBER = re.compile(r"\d+")
_ENDING = re.compile(r"\.[a-z]{2,5}$", re.IGNORECASE)


def find_whole(links: Iterable[Element], base: str, url: str) -> str:
    """Return the absolute URL of the article on a single page, "" if none is linked.

    A view of another article is not believed: its address must repeat the name or the last number
    of the address of this page.
    """
    found = ["", ""]
    for element in islice(links, _MAX_LINKS):
        for rank, words in enumerate((_SINGLE_PAGE, _PRINT_VIEW)):
            if not found[rank] and not words.isdisjoint(_texts(element)):
                address = join(base, element.get("href") or "").partition("#")[0]
                found[rank] = address if _is_view(address, url) else ""
    return found[0] or found[1]


def _texts(element: Element) -> Iterable[str]:
    text = squeeze("".join(islice(element.itertext(), _MAX_TEXT_LENGTH)))  # type: ignore[arg-type]
    for each in (text, element.get("title") or "", element.get("aria-label") or ""):
        if len(each) <= _MAX_TEXT_LENGTH:
            yield each.strip(_TRIMMED).lower()


def _is_view(address: str, url: str) -> bool:
    if not address.startswith(("http://", "https://")) or len(address) > _MAX_ADDRESS_LENGTH:
        return False
    if address == url.partition("#")[0]:
        return False
    here, there = urlsplit(url), urlsplit(address)
    name = _ENDING.sub("", unquote(here.path).rstrip("/").rpartition("/")[2])
    target = f"{unquote(there.path)}?{there.query}"
    if len(name) >= _MIN_LETTERS and name in target:
        return True
    numbers = _NUMBER.findall(f"{here.path}?{here.query}")
    return bool(numbers) and numbers[-1] in _NUMBER.findall(target)
