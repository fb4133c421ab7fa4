"""The parameters of the search page: read from the address, and written to addresses with one
change.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from typing import Any, Self

from django.http import QueryDict
from django.utils.translation import gettext as _

from storage.database.searches.search import (
    CHOICES,
    COPY_MODES,
    MATCHES,
    PAGE_SIZE,
    SORTS,
    Search,
    clean_choice,
    clean_text,
)
from storage.documents.dates import is_relative
from storage.documents.errors import QueryError
from storage.documents.meaning import Match, without
from storage.documents.port import CopyMode, SearchRequest
from storage.documents.query_tokens import quoted
from storage.time_zones import is_zone
from storage.whole_numbers import MAX_WHOLE, whole_number
from webui.address_fields import AddressFields
from webui.periods import THIS_WEEK, TODAY, YESTERDAY, Period, offer

MAX_EARLIER = 10
"""How many earlier pages of the list the address remembers, to go back to them."""
_PERIODS = ("-1h", TODAY, YESTERDAY, THIS_WEEK, "-24h", "-7d", "-30d", "-1y", "")
"""The periods on offer; "" is all."""
_MAX_PAGE = 100_000
_ID = re.compile(r"[\w-]{1,64}", re.ASCII)
_DATES = ("after", "after_time", "before", "before_time", "zone")
_PLACE = ("cursor", "page", "since", "open", "edit", "saved")
_NAMES = frozenset({"q", *CHOICES, *_DATES, "copies", "match", "sort", "unread", *_PLACE})
"""What an address can name."""
_UNDATED = "-has:date"
_OR = re.compile(r"\bOR\b")
_SPACE_BEFORE_TIME = re.compile(r"(?<=\d) +(?=\d)")
_STORY = re.compile(r"(?<![^\s(])story:([A-Za-z0-9_-]+)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class SearchParams(Search):
    """A search and a page of its results.

    ``unread``: only what the reader has not read, which is all but ``left_out``: ids of documents
    and threads; ``since`` is when the list was first shown, so that it stays the same while it is
    read. ``problems``: messages. ``cursor`` leads to the page with the number ``page``,
    ``earlier`` to the pages before it. ``open`` is the id of the document to show beside the list.
    ``edit`` is the id of the saved search that is being edited, or 0; ``saved`` that of the one
    whose matches are read, or 0.
    """

    unread: bool = False
    since: datetime | None = None
    left_out: tuple[str, ...] = field(default=(), compare=False, repr=False)
    cursor: str = ""
    earlier: tuple[str, ...] = ()
    page: int = 1
    open: str = ""
    edit: int = 0
    saved: int = 0
    problems: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def read(cls, query: QueryDict) -> Self:
        """Read a query string; put a message for each invalid value into ``problems``."""
        asked = AddressFields(query)
        params = cls._of(query, asked)
        order = asked.choice("sort", _("Sort by"), SORTS)
        return replace(params, sort=order, problems=tuple(asked.problems))

    @classmethod
    def _of(cls, query: QueryDict, asked: AddressFields) -> Self:
        """Read all but the order; leave the problems with ``asked``."""
        zone = _zone(query, asked.problems)
        after, before = (_date(query, name) for name in ("after", "before"))
        params = cls(
            text=clean_text(query.get("q", "")),
            chosen=tuple(dict.fromkeys(_chosen(query))),
            after=after,
            before=before,
            zone=zone,
            copies=asked.choice("copies", _("Copies"), COPY_MODES) or "once",
            match=asked.choice("match", _("Search by"), MATCHES) or "words",
            unread=bool(query.get("unread")),
            since=_moment(query.get("since", "")),
            cursor=query.get("cursor", ""),
            earlier=tuple(query.getlist("cursor")[:-1][-MAX_EARLIER:]),
            page=min(asked.page(), _MAX_PAGE),
            open=query.get("open", "") if _ID.fullmatch(query.get("open", "")) else "",
            edit=_saved_id(query.get("edit", "")),
            saved=_saved_id(query.get("saved", "")),
        )
        if params.ends_before_its_start:
            asked.problems.append(
                _("The first time is not before the last time, so nothing can match. Swap the two.")
            )
        return params

    @property
    def ends_before_its_start(self) -> bool:
        """Return whether its dates are in the wrong order."""
        try:
            start, end = self.limits(self.now())
        except QueryError:
            return False
        return bool(start and end and start >= end)

    @property
    def filtered(self) -> bool:
        """True if there are filters besides the query."""
        return bool(self.chosen or self.after or self.before)

    def pairs(self) -> list[tuple[str, str]]:
        """Return also which saved search is edited or read, and whether only what is unread is
        shown, so that all links and forms keep it.
        """
        ids = {"unread": int(self.unread), "edit": self.edit, "saved": self.saved}
        return [*super().pairs(), *((name, str(found)) for name, found in ids.items() if found)]

    def search(self) -> Search:
        """Return what is searched for, apart from the page."""
        return Search(**{each.name: getattr(self, each.name) for each in fields(Search)})

    def request(
        self,
        *,
        size: int = PAGE_SIZE,
        facets: bool = True,
        now: datetime | None = None,
    ) -> SearchRequest:
        """Return the request for this page of the results. Raises QueryError."""
        asked = super().request(size=size, facets=facets, now=now)
        return replace(without(asked, self.left_out), cursor=self.cursor)

    def filters(self) -> dict[str, list[str]]:
        """Return all filters besides the query, by name."""
        chosen = {name: self.values(name) for name in self.chosen_names()}
        dates = ("after", "before", "zone") if self.has_dates else ()
        dated = {name: [text] for name in dates if (text := getattr(self, name))}
        return chosen | dated | ({"unread": ["only"]} if self.unread else {})

    def toggled(self, name: str, value: str) -> str:
        """Return the address with this filter value added, or removed if it is already chosen."""
        pair = (name, value)
        rest = tuple(each for each in self.chosen if each != pair)
        return self._address(chosen=rest if pair in self.chosen else (*rest, pair))

    def choosing(self, name: str, value: str) -> Self:
        """Return the parameters with this as the only value of a filter."""
        rest = tuple(each for each in self.chosen if each[0] != name)
        return replace(self, chosen=(*rest, (name, value)))

    def having(self, name: str, value: str) -> Self:
        """Return the parameters for those of the documents that have this value of a filter too."""
        if not self.values(name):
            return replace(self, chosen=(*self.chosen, (name, value)))
        # Several values of a filter are alternatives.
        return replace(self, text=self._with(f"{name}:{quoted(value)}"))

    def pages_of(self, thread: str) -> str:
        """Return the address that shows each of the pages of a thread that match."""
        return self._address(text=self._with(f"thread:{thread}"), copies="each", sort="time")

    def _with(self, condition: str) -> str:
        """Return the query with a condition more."""
        text = f"({self.text})" if _OR.search(self.text) else self.text
        return f"{condition} {text}".strip()

    def between(self, after: str, before: str) -> str:
        """Return the address with these dates, and with the zone in which other readers need to
        read them.
        """
        return self.dated(after, before).first().address

    def periods(self, address: Callable[[str, str], str]) -> tuple[Period, ...]:
        """Return the periods on offer; ``address`` returns that of a page with other dates."""
        # Dates in the words of the query are no period of the bar.
        in_words = not (self.after or self.before) and self.has_dates
        present = None if in_words else (self.after, self.before)
        return offer(_PERIODS, self.now().date(), present, address)

    def dated(self, after: str, before: str) -> Self:
        """Return the parameters with these dates."""
        needed = any(text and not is_relative(text) for text in (after, before))
        zone = self.zone or (str(self.time_zone()) if needed else "")
        return replace(self, after=after, before=before, zone=zone)

    def stories(self) -> list[str]:
        """Return the ids of the stories that the query names."""
        return list(dict.fromkeys(_STORY.findall(self.text)))

    def without_story(self, story_id: str) -> str:
        """Return the address without this story in the query."""
        rest = _STORY.sub(lambda found: "" if found[1] == story_id else found[0], self.text)
        return self._address(text=" ".join(rest.split()))

    def undated(self) -> "SearchParams":
        """Return the parameters with only the matches whose date is unknown, which are in no
        time.
        """
        text = f"({self.text}) {_UNDATED}" if self.text else _UNDATED
        return self._changed(text=text, after="", before="")

    def asking(self, text: str) -> str:
        """Return the address with another query."""
        return self._address(text=text)

    def only_unread(self, *, wanted: bool) -> str:
        """Return the address with only what is unread, or with everything."""
        return self._address(unread=wanted)

    def sorted_by(self, order: str) -> str:
        """Return the address with this order."""
        return self._address(sort=order)

    def with_copies(self, copies: CopyMode) -> str:
        """Return the address that shows copies each or once."""
        return self._address(copies=copies)

    def matching(self, match: Match) -> str:
        """Return the address that searches by words, by meaning or by both."""
        return self._address(match=match)

    def first(self) -> "SearchParams":
        """Return the first page."""
        return self._changed(since=self.since)

    def following(self, cursor: str) -> "SearchParams":
        """Return the next page, to which ``cursor`` leads."""
        earlier = (*self.earlier, self.cursor)[-MAX_EARLIER:] if self.cursor else ()
        return replace(self, cursor=cursor, earlier=earlier, page=self.page + 1)

    def preceding(self) -> "SearchParams | None":
        """Return the page before, or None for the first page and if the address no longer knows
        it.
        """
        if self.page == 2:
            return self.first()
        if not self.earlier:
            return None
        return replace(self, cursor=self.earlier[-1], earlier=self.earlier[:-1], page=self.page - 1)

    def number(self, index: int) -> int | None:
        """Return the number of a hit among all, from its place on this page; None if the address
        has no page number.
        """
        return (self.page - 1) * PAGE_SIZE + index + 1 if self.page > 1 or not self.cursor else None

    @property
    def address(self) -> str:
        """The address of this page of the list."""
        return _address(self)

    @property
    def reading(self) -> str:
        """What the address of a document that is opened from this page has: the page, always with
        its number.
        """
        return _address(replace(self, open=""), page=True)

    def opening(self, document_id: str) -> str:
        """Return the address of this page of the list with a document beside it; "" closes it."""
        return replace(self, open=document_id).address

    def unfiltered(self) -> str:
        """Return the address with the query alone, without its stories, which are shown as
        filters.
        """
        return self._address(
            text=" ".join(_STORY.sub("", self.text).split()), chosen=(), after="", before=""
        )

    def _address(self, **changes: object) -> str:
        return self._changed(**changes).address

    def _changed(self, **changes: Any) -> "SearchParams":
        # Any change except of the page itself leads to the first page of a list that is shown anew.
        return replace(self, **{"cursor": "", "earlier": (), "page": 1, "since": None, **changes})


def _address(params: SearchParams, *, page: bool = False) -> str:
    query = QueryDict(mutable=True)
    for name, value in (
        *params.pairs(),
        *(("cursor", each) for each in (*params.earlier, params.cursor)),
    ):
        if value:
            query.appendlist(name, value)
    if page or params.page > 1:
        query["page"] = str(params.page)
    if params.unread and params.since:
        query["since"] = params.since.isoformat()
    if params.open:
        query["open"] = params.open
    return f"?{query.urlencode()}"


def unknown_names(query: QueryDict) -> Sequence[str]:
    """Return a message for each name that no address of a search has."""
    said = _("“%(name)s” is not a filter of the search. Use one of: %(known)s.")
    known = ", ".join(("q", *CHOICES, "after", "before", "zone", "copies", "match", "sort"))
    return [said % {"name": name[:40], "known": known} for name in query if name not in _NAMES]


def _chosen(query: QueryDict) -> Iterable[tuple[str, str]]:
    for name in CHOICES:
        for value in query.getlist(name):
            if clean := clean_choice(name, value):
                yield name, clean


def _date(query: QueryDict, name: str) -> str:
    """Return a date as it was typed; earlier forms sent the time of day in a field of its own."""
    day, clock = (clean_text(query.get(field, "")) for field in (name, f"{name}_time"))
    return f"{day}T{clock}" if day and clock else _SPACE_BEFORE_TIME.sub("T", day)


def _zone(query: QueryDict, problems: list[str]) -> str:
    name = query.get("zone", "").strip()
    if name and not is_zone(name):
        problems.append(
            _("“%(name)s” is not a time zone. Write it as Europe/Berlin.") % {"name": name[:40]}
        )
        return ""
    return name


def _moment(text: str) -> datetime | None:
    """Return the moment of an address that the list has made; None for anything else."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (OverflowError, ValueError):
        return None


def _saved_id(text: str) -> int:
    """Return the id of a saved search; 0 for anything else."""
    number = whole_number(text) or 0
    return number if number < MAX_WHOLE else 0
