"""The position of a page among the others of its thread: its number, the first page, the next
page.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_NUMBERED = (
    re.compile(
        r"[?&](?:page|pn|pg|paged|page_?no|page_?num|cpage)=(?P<number>\d{1,5})(?=$|[&#])", re.I
    ),
    re.compile(r"/thread-\d+-(?P<number>\d{1,5})(?=-\d+\.html?)", re.I),
    re.compile(r"/page[-/]?(?P<number>\d{1,5})(?=/?(?:$|[?#]|\.html?))", re.I),
)
_SHORT = re.compile(r"[?&]p=(?P<number>\d{1,5})(?=$|[&#])")
_SKIPPED = re.compile(r"[?&](?:start|st|offset|skip)=(?P<number>\d{1,6})(?=$|[&#])", re.I)


_STEM = re.compile(r"(?:1-\d+\.html?|/|\.html?)$", re.I)
"""What may end the address of the first page, but not those of the others."""
_MAX_URL_LENGTH = 2_000
"""Longer addresses are no pages of a thread."""
_MAX_PAGES = 1_000
"""Addresses that are kept: bounds what a page with endless links leaves behind."""


@dataclass(frozen=True)
class ThreadPosition:
    """``first_url`` is the address of page 1; ``page`` counts from 1."""

    first_url: str
    page: int


def thread_position(url: str, links: Sequence[str], posts: int) -> ThreadPosition:
    """Return the position that an address implies.

    Args:
        url: The address of the page.
        links: The links of the page.
        posts: The number of its posts, which some addresses count.
    """
    url = url.partition("#")[0]
    for pattern in _NUMBERED:
        if match := pattern.search(url):
            return ThreadPosition(_first(url, match), max(1, int(match["number"])))
    match = _SHORT.search(url)
    if match and _has_neighbour(url, match, links):
        return ThreadPosition(_first(url, match), max(1, int(match["number"])))
    match = _SKIPPED.search(url)
    if match:
        step = _step(url, match, links) or max(posts, 1)
        return ThreadPosition(_first(url, match), int(match["number"]) // step + 1)
    return ThreadPosition(url, 1)


def page_urls(place: ThreadPosition, here: str, links: Sequence[str]) -> tuple[str, ...]:
    """Return the other pages of the thread that a page links to, in the order of the links, without
    duplicates.
    """
    stem = _STEM.sub("", place.first_url)
    found: list[str] = []
    for link in dict.fromkeys(links):
        if link == here or not link.startswith(stem) or len(link) >= _MAX_URL_LENGTH:
            continue
        if thread_position(link, links, 0).first_url == place.first_url:
            found.append(link)
    return tuple(found[:_MAX_PAGES])


def _first(url: str, match: re.Match[str]) -> str:
    """Return the address of page 1: without the parameter, with 1 as the number in the path, or
    without "/page2".
    """
    before, after = url[: match.start()], url[match.end() :]
    text = match.group()
    if text[0] == "?" and after.startswith("&"):
        return f"{before}?{after[1:]}"
    if text[0] in "?&" or text.lower().startswith("/page"):
        return before + after
    return url[: match.start("number")] + "1" + after


def _has_neighbour(url: str, match: re.Match[str], links: Sequence[str]) -> bool:
    """Return whether the page links to the page before or after it: ``p`` may also be the number of
    a post.
    """
    number = int(match["number"])
    head, tail = url[: match.start("number")], url[match.end("number") :]
    wanted = {head + str(number - 1) + tail, head + str(number + 1) + tail}
    if number == 2:
        wanted.add(_first(url, match))
    return not wanted.isdisjoint(links)


def _step(url: str, match: re.Match[str], links: Sequence[str]) -> int:
    """Return the smallest number of posts between this page and one that it links to; 0 if it links
    to none.
    """
    number = int(match["number"])
    head, tail = url[: match.start("number")], url[match.end("number") :]
    others: set[int] = set()
    for link in links:
        if link.startswith(head) and link.endswith(tail):
            middle = link[len(head) : len(link) - len(tail)]
            if middle.isdigit():
                others.add(int(middle))
    if _first(url, match) in links:
        others.add(0)  # The address of the first page skips none.
    return min((abs(other - number) for other in others if other != number), default=0)
