"""The dates that a list shows beside its entries.

A date beside an entry may be that of an event or of a comment as well. So the dates count only if
there are some and if they run from new to old, as those of publication do.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import islice, pairwise

from extractor.dates.context import DateContext
from extractor.dates.date_matches import find_date_matches, parse_date_text
from extractor.dates.labels import role_of
from extractor.lists.anchors import Anchor
from extractor.lists.surroundings import LinkSurroundings
from extractor.page import dom

_MIN_DATES = 5
"""Fewest different dates whose order says anything: four are in order by chance once in 24 times,
and one date in all cards is that of an offer or a licence.
"""
_ORDERED_SHARE = 0.8
"""Share of the neighbours that are in order: pages may pin an old entry, or have two columns."""
_MAX_DATE_LENGTH = 80
"""Longer texts are sentences, in which a date is a part of what they tell."""
_MAX_CARD_ELEMENTS = 60
"""Elements of a card. Larger ones hold several entries."""
_MAX_LINKS = 3
"""Most links of one entry whose surroundings are read."""
_MAX_TEXTS = 3_000
"""Most texts of a list that are searched for a date."""
_DIGIT = re.compile(r"\d")
"""What most texts lack: searching for it takes far less time than for a date."""


def entry_dates(
    entries: Mapping[str, Sequence[Anchor]], context: DateContext
) -> dict[str, datetime]:
    """Return the times of publication that a list shows, by entry; none if its dates are of
    another kind.

    Args:
        entries: The links of each entry, in page order.
        context: How the list writes its dates, and when it was collected.
    """
    surroundings = LinkSurroundings([each.element for each in links] for links in entries.values())
    reader = _CardReader(context)
    found = {}
    for entry, links in entries.items():
        near = links[:_MAX_LINKS]
        cards = dict.fromkeys(surroundings.card(link.element).element for link in near)
        titles = {link.text for link in links}
        dates = filter(None, (reader.date_of(card, titles) for card in cards))
        date = next(dates, None)
        if date:
            found[entry] = date
    if _run_from_new_to_old(list(found.values())):
        return found
    return {}


def _run_from_new_to_old(dates: Sequence[datetime]) -> bool:
    if len(set(dates)) < _MIN_DATES:
        return False
    in_order = sum(later <= earlier for earlier, later in pairwise(dates))
    return in_order >= _ORDERED_SHARE * (len(dates) - 1)


class _CardReader:
    """Reads the dates of the cards of one list."""

    def __init__(self, context: DateContext) -> None:
        self._context = context
        self._texts_left = _MAX_TEXTS

    def date_of(self, card: dom.Element, titles: Collection[str]) -> datetime | None:
        """Return the first date in a card that is no part of a title."""
        for element in islice(card.iter("*"), _MAX_CARD_ELEMENTS):
            written = element.get("datetime") or ""
            if written and (moment := parse_date_text(written, self._context)):
                return moment.value
            # What follows the card itself is not in it.
            behind = None if element is card else element.tail
            for text in map(dom.squeeze, filter(None, (element.text, behind))):
                if text not in titles and (date := self._date_in(text)):
                    return date
        return None

    def _date_in(self, text: str) -> datetime | None:
        if len(text) > _MAX_DATE_LENGTH or not _DIGIT.search(text) or not self._texts_left:
            return None
        self._texts_left -= 1
        for moment in find_date_matches(text, self._context):
            if role_of(text[: moment.start]) != "other":
                return moment.value
        return None
