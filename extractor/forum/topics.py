"""Whether a link leads on within a topic, or to another topic.

Boards call the next *topic* "next", too, and mark it with ``rel=next``: SMF, phpBB 2, Invision, and
bbPress, where WordPress puts the relation. The addresses tell most topics apart.
"""

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from urllib.parse import urlsplit

from extractor.forum.pages import thread_position
from extractor.lists.threads import engine_of

_OTHER_TOPIC = re.compile(
    r"[?&;](?:prev_next|goto|view|action|do)=\w*(?:next|prev|new|old|last)|view__get"
    r"|[-/](?:next|prev)(?:newest|oldest|topic)",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_ENDING = re.compile(r"(?:\.\w{2,5})?/?$")
_MAX_PAGES = 100
"""A greater number at the end of an address is more probably a topic's than a page's."""


class AddressTopic(Enum):
    """Whose page an address is, as far as two addresses show it."""

    SAME = "same"
    UNSURE = "unsure"
    OTHER = "other"


def page_after(offers: Iterable[str], here: str, links: Sequence[str]) -> str:
    """Return the first of the addresses that lead on within the topic of ``here``, or else the
    first that may; "" without one. ``links`` are the links of the page.
    """
    unsure = ""
    for offer in offers:
        topic = topic_of(offer, here, links)
        if topic is AddressTopic.SAME:
            return offer
        if topic is AddressTopic.UNSURE:
            unsure = unsure or offer
    return unsure


def topic_of(link: str, here: str, links: Sequence[str] = ()) -> AddressTopic:
    """Return whether ``link`` is a page of the topic of ``here``."""
    if _OTHER_TOPIC.search(link):
        return AddressTopic.OTHER
    own, other = engine_of(here), engine_of(link)
    if own and other and own[0] == other[0]:
        if own == other:
            return AddressTopic.SAME
        return AddressTopic.OTHER
    own_stem, other_stem = _stem(here, links), _stem(link, links)
    if own_stem == other_stem or re.match(re.escape(own_stem) + r"[^0-9a-zA-Z]", link):
        return AddressTopic.SAME
    return _by_form(own_stem, other_stem)


def _stem(url: str, links: Sequence[str]) -> str:
    return _ENDING.sub("", thread_position(url, links, 0).first_url)


def _by_form(here: str, link: str) -> AddressTopic:
    """Judge by what differs: the first number of an address is the topic's, a later a page's."""
    if _DIGITS.sub("0", here) == _DIGITS.sub("0", link):
        pairs = list(zip(_DIGITS.findall(here), _DIGITS.findall(link), strict=True))
        first = next(index for index, (one, other) in enumerate(pairs) if one != other)
        one, other = map(int, pairs[first])
        # Ids of topics are large and leap; numbers of pages are small and follow each other.
        is_page = first > 0 or (other == one + 1 and other <= _MAX_PAGES)
        return AddressTopic.UNSURE if is_page else AddressTopic.OTHER
    folders = (urlsplit(url).path.rpartition("/")[0] for url in (here, link))
    has_names = not urlsplit(here).query and not urlsplit(link).query
    if has_names and len(set(folders)) == 1:
        return AddressTopic.OTHER
    return AddressTopic.UNSURE
