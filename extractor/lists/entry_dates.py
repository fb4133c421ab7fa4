"""The dates that a list shows beside its entries.

A date beside an entry may be that of an event or of a comment as well. So the dates count only if
there are some and if they run from new to old, as those of publication do.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice, pairwise

from extractor.dates.context import DateContext
from extractor.dates.date_matches import find_date_matches, parse_date_text
from extractor.lists.anchors import Anchor
from extractor.lists.surroundings import Surroundings
from extractor.page import dom

_FEWEST = 5
"""Fewest dates whose order says anything: four are in order by chance once in 24 times."""
_ORDERED_SHARE = 0.8
"""Share of the neighbours that are in order: pages may pin an old entry, or have two columns."""
_MAX_DATE_LENGTH = 80
"""Longer texts are sentences, in which a date is a part of what they tell."""
_MAX_CARD_ELEMENTS = 100
_MAX_LINKS = 3
"""Most links of one entry whose surroundings are read."""


def entry_dates(
    entries: Mapping[str, Sequence[Anchor]], context: DateContext
) -> dict[str, datetime]:
    """Return the times of publication that a list shows, by entry; none if its dates are of
    another kind.

    Args:
        entries: The links of each entry, in page order.
        context: How the list writes its dates, and when it was collected.
    """
    surroundings = Surroundings([each.element for each in links] for links in entries.values())
    found = {}
    for entry, links in entries.items():
        dates = (
            _date_of(surroundings.card(link.element).element, links, context)
            for link in links[:_MAX_LINKS]
        )
        if date := next(filter(None, dates), None):
            found[entry] = date
    return found if _run_from_new_to_old(list(found.values())) else {}


def _run_from_new_to_old(dates: Sequence[datetime]) -> bool:
    in_order = sum(later <= earlier for earlier, later in pairwise(dates))
    return len(dates) >= _FEWEST and in_order >= _ORDERED_SHARE * (len(dates) - 1)


def _date_of(card: dom.Element, links: Sequence[Anchor], context: DateContext) -> datetime | None:
    """Return the first date in a card that is no part of a title."""
    titles = {link.text for link in links}
    for element in islice(card.iter("*"), _MAX_CARD_ELEMENTS):
        written = element.get("datetime") or ""
        if written and (moment := parse_date_text(written, context)):
            return moment.value
        for text in _texts(element):
            is_date = 0 < len(text) <= _MAX_DATE_LENGTH and text not in titles
            if is_date and (matches := find_date_matches(text, context)):
                return matches[0].value
    return None


def _texts(element: dom.Element) -> Iterator[str]:
    """Yield the text of an element before its first child, and the text after that child and each
    further one.
    """
    yield dom.squeeze(element.text or "")
    for child in islice(element, _MAX_CARD_ELEMENTS):
        yield dom.squeeze(child.tail or "")
