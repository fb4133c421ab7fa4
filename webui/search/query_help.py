"""Help beside the search box: the language by examples, and the place of an error in a query."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from storage.documents.port import Fragment

# How much of a long query is shown around the place of an error.
_AROUND = 60


@dataclass(frozen=True, kw_only=True)
class Example:
    """A query to try, and what it finds. The words to look for are in the reader's language."""

    query: Promise
    finds: Promise


EXAMPLES = (
    Example(
        query=_("flood rescue"),
        finds=_("Both words. English words are found in all their forms, Chinese ones by their characters."),
    ),
    Example(query=_('"flood rescue"'), finds=_("Exactly this, side by side.")),
    Example(query=_("flood OR storm"), finds=_("One of them, or both. AND, OR and NOT are written in capitals.")),
    Example(query=_("flood -insurance"), finds=_("The first word and not the second; NOT does the same.")),
    Example(
        query=_("(flood OR storm) rescue"),
        finds=_("Brackets group: without them AND binds closer than OR."),
    ),
    Example(query=_("title:flood"), finds=_("In the title. A bracket behind a field holds for all in it.")),
    Example(
        query=_('author:"Jane Roe"'),
        finds=_("Written by her; in threads, anyone who posted. Names are found by any of their words."),
    ),
    Example(
        query=_("flood site:example.org"),
        finds=_("From this site. source: lang: tag: work in the same way, with quotation marks around spaces."),
    ),
    Example(
        query=_("flood kind:thread channel:(board OR feed)"),
        finds=_("Kinds are article and thread; channels feed, search, list, board and sitemap."),
    ),
    Example(
        query=_("flood after:2026-10 before:2026-11-20"),
        finds=_("Published in these days (UTC), the first and the last included; a month or a year will do."),
    ),
)


def marked_place(text: str, place: tuple[int, int] | None) -> Fragment | None:
    """Return the query around an error with its place marked, or None where the error has none."""
    if place is None:
        return None
    start, end = place
    first, last = max(0, start - _AROUND), min(len(text), max(start + _AROUND, min(end, start + 2 * _AROUND)))
    before, after = "…" * (first > 0), "…" * (last < len(text))
    moved = len(before) - first
    return Fragment(text=f"{before}{text[first:last]}{after}", marks=((start + moved, min(end, last) + moved),))
