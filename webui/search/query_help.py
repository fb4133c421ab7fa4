"""Help for the search box: examples of the query language, and the place of an error in a query."""

from django.utils.translation import gettext_lazy as _

from hooks.answers import QueryExample
from storage.documents.port import Fragment

# How many characters of a long query to show around an error.
_AROUND = 60


EXAMPLES = (
    QueryExample(
        query=_("flood rescue"),
        finds=_(
            "Both words. English words match in all their forms, Chinese words by their "
            "characters, simplified or traditional. Accents do not matter. If no document has "
            "both, you see those that have one."
        ),
    ),
    QueryExample(query=_('"flood rescue"'), finds=_("Exactly these words, next to each other.")),
    QueryExample(
        query=_("flood OR storm"),
        finds=_("One of the words, or both. Write AND, OR and NOT in capitals."),
    ),
    QueryExample(
        query=_("flood -insurance"),
        finds=_("The first word but not the second. NOT does the same."),
    ),
    QueryExample(
        query=_("(flood OR storm) rescue"),
        finds=_("Brackets group words. Without them, AND binds more tightly than OR."),
    ),
    QueryExample(query=_("harb*"), finds=_("Words that begin like this. Chinese needs no star.")),
    QueryExample(
        query=_("harbour NEAR/5 fire"),
        finds=_(
            "Both, in either order, with at most five other words (Chinese: characters) between. "
            "NEAR alone means ten. Put phrases in quotation marks."
        ),
    ),
    QueryExample(
        query=_("title:flood"),
        finds=_("In the title. A bracket after a field applies the field to all words in it."),
    ),
    QueryExample(
        query=_('author:"Jane Roe"'),
        finds=_("By this author. In threads, by anyone who posted. Any word of the name matches."),
    ),
    QueryExample(
        query=_("flood site:example.org"),
        finds=_(
            "From this site. source:, lang: and tag: work the same way; lang:und is an unknown "
            "language. Put values with spaces in quotation marks."
        ),
    ),
    QueryExample(
        query=_("flood kind:thread channel:(board OR feed)"),
        finds=_(
            "Kinds are article, thread and post. Channels are feed, search, list, board, sitemap "
            "and json."
        ),
    ),
    QueryExample(
        query=_("flood after:2026-10 before:2026-11-20"),
        finds=_(
            "Published then, in your time zone, including the first and the last day. You can "
            "also write a month or a year."
        ),
    ),
    QueryExample(
        query=_("flood after:-3h"),
        finds=_(
            "Published in the last three hours. -90m, -2d and -1w work too, and so does a time of "
            "day: after:2026-11-21T08:00."
        ),
    ),
    QueryExample(
        query=_("flood -has:date foundafter:2026-11"),
        finds=_(
            "Documents whose date of publication is unknown; after: and before: never find them. "
            "foundafter: and foundbefore: say when Newsloom found a page."
        ),
    ),
    QueryExample(
        query=_("flood has:changes changedafter:-2d"),
        finds=_(
            "Articles that their publisher changed in the last two days. is:gone finds those that "
            "were taken down, goneafter: says when. Only sources that visit articles again know."
        ),
    ),
    QueryExample(
        query=_("flood -is:partial"),
        finds=_("Leave out articles of which a paywall shows only the beginning."),
    ),
    QueryExample(
        query=_("flood cites:example.org"),
        finds=_(
            "Documents whose text links to this site. cites:https://example.org/page finds those "
            "that link to one page."
        ),
    ),
    QueryExample(
        query=_("flood -rights:tdm-reserved"),
        finds=_(
            "Leave out documents whose pages reserve text and data mining. Other signals are "
            "noarchive, nosnippet, noindex, train-ai=n, ai-use=n and search=n."
        ),
    ),
    QueryExample(
        query=_('person:"Angela Merkel" -org:Reuters'),
        finds=_(
            "Documents that name this person, but not this organisation. place: finds places. "
            "The whole name counts, in any capitals."
        ),
    ),
    QueryExample(
        query=_("flood confidence:<0.75"),
        finds=_(
            "Documents whose text was probably not extracted well. You can also write <=, > and >=."
        ),
    ),
)


def marked_place(text: str, place: tuple[int, int] | None) -> Fragment | None:
    """Return the query around an error with its place marked, or None if the error has no place."""
    if place is None:
        return None
    start, end = place
    first, last = (
        max(0, start - _AROUND),
        min(len(text), max(start + _AROUND, min(end, start + 2 * _AROUND))),
    )
    before, after = "…" * (first > 0), "…" * (last < len(text))
    moved = len(before) - first
    return Fragment(
        text=f"{before}{text[first:last]}{after}", marks=((start + moved, min(end, last) + moved),)
    )
