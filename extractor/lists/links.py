"""Links to articles on a list page: those that match the source's patterns, or else those that look
like articles.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from extractor.dates.context import DateContext
from extractor.dates.zones import country_of
from extractor.lists.anchors import Anchor, ListPage, open_page
from extractor.lists.channel_page import read_channel
from extractor.lists.entries import entries
from extractor.lists.entry_dates import entry_dates
from extractor.lists.judge import Judgement, judged
from extractor.lists.paging import next_page
from extractor.lists.patterns import Patterns, check_pattern
from extractor.lists.shapes import weight
from extractor.page import dom
from extractor.page.scripts import script_language
from extractor.results import Headers, Link, Listing

__all__ = ["check_pattern", "distinct", "matching", "read_list_page"]

_TITLES_FOR_LANGUAGE = 10
"""Titles that tell the language of a list."""
_MIN_LABEL_USES = 3
"""Fewest pages of a list that one text leads to if it is a label. Two reports may share a title."""


def read_list_page(
    body: bytes,
    url: str,
    headers: Headers,
    *,
    patterns: Iterable[str] = (),
    charset: str = "",
    collected: datetime | None = None,
    time_zone: str = "",
) -> Listing:
    """Return the links to articles and the next page, or the messages of a public channel.

    If it is known when the list was ``collected``, links have the dates that it shows beside them.
    Times without a zone are read as ``read_feed`` says.

    Raises:
        UndecodableBytes: No encoding turns the bytes into text.
        NotHtml: The bytes are not HTML.
        UnusablePattern: A pattern is invalid or too slow.
    """
    chosen = Patterns(tuple(patterns))
    page = open_page(body, headers, url, charset)
    if channel := read_channel(page):
        return replace(channel, links=chosen.fitting(channel.links))
    anchors = matching(page.anchors, chosen) if chosen else likely_articles(page)
    here = url.partition("#")[0]
    by_entry = _by_entry(anchor for anchor in anchors if anchor.url != here)
    links = _links(by_entry)
    if collected is not None:
        titles = " ".join(link.title for link in links[:_TITLES_FOR_LANGUAGE])
        language = page.lang or script_language(titles)
        country = country_of(dom.host_of(url))
        dates = entry_dates(by_entry, DateContext(collected, language, country, time_zone))
        links = tuple(replace(link, published=dates.get(link.url)) for link in links)
    return Listing(links=links, next_url=next_page(page))


def matching(anchors: Iterable[Anchor], patterns: Patterns) -> list[Anchor]:
    """Return the links that a pattern matches.

    Raises:
        UnusablePattern: A pattern takes too long.
    """
    return [anchor for anchor in anchors if patterns.matched(anchor.url, anchor.href) is not None]


def distinct(anchors: Iterable[Anchor]) -> tuple[Link, ...]:
    """Return one link for each entry in page order, with the best title of those that lead there.

    Links to the comments, the latest post or a tracked form of an address lead to the same entry.
    """
    return _links(_by_entry(anchors))


def _by_entry(anchors: Iterable[Anchor]) -> dict[str, list[Anchor]]:
    by_url: dict[str, list[Anchor]] = defaultdict(list)
    for anchor in anchors:
        by_url[anchor.url].append(anchor)
    by_entry: dict[str, list[Anchor]] = defaultdict(list)
    for url, entry in entries(by_url).items():
        by_entry[entry] += by_url[url]
    return by_entry


def _links(by_entry: Mapping[str, Sequence[Anchor]]) -> tuple[Link, ...]:
    uses: Counter[str] = Counter()
    for anchors in by_entry.values():
        uses.update({anchor.text for anchor in anchors})
    return tuple(Link(url=url, title=_title(each, uses)) for url, each in by_entry.items())


def _title(anchors: Sequence[Anchor], uses: Mapping[str, int]) -> str:
    """Return the heading, else the longest text, else the text of a picture.

    A text that leads to many pages ("Continue reading", "Go to last post") is a label: it stands
    for a page only if nothing else does.
    """
    if len(anchors) == 1:
        return anchors[0].text

    def rank(anchor: Anchor) -> tuple[bool, bool, bool, int]:
        is_title = weight(anchor.text) > 0 and uses[anchor.text] < _MIN_LABEL_USES
        return is_title, anchor.is_headline, anchor.has_text, len(anchor.text)

    return max(anchors, key=rank).text


def likely_articles(page: ListPage) -> list[Anchor]:
    """Return the links on the page's own site that look like articles."""
    found = judged(page)
    return [anchor for anchor in page.anchors if found[anchor] is Judgement.ARTICLE]
