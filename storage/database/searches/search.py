"""What somebody searches for, apart from any page: pages and the API read it, saved searches keep
it, and alerts run it.

A new exact filter with several values is a field of ``Filters``, and nothing here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, tzinfo
from typing import Any, Literal, Self, get_args
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.utils import timezone

from storage.database.searches.groups import documents_of
from storage.database.searches.spellings import all_spellings
from storage.database.sources.filing import names_filed
from storage.documents.dates import end_moment, first_moment, is_relative
from storage.documents.errors import QueryError
from storage.documents.meaning import Match
from storage.documents.port import (
    NAME_KINDS,
    Aliases,
    CopyMode,
    Filters,
    SearchRequest,
    Sort,
)
from storage.documents.query import SMALL_FIELDS, parse
from storage.documents.query_tree import names_any, with_spellings, with_stories
from storage.time_zones import is_zone

DOCUMENT_CHOICES = tuple(each.name for each in fields(Filters) if each.default == ())
"""The names of the exact filters by fields of documents."""
SOURCE_CHOICES = ("folder", "region", "owner")
"""The names of the exact filters by how the sources of documents are filed now."""
CHOICES = (*DOCUMENT_CHOICES, *SOURCE_CHOICES)
"""The names of all exact filters, which may have several values each."""
SORTS: tuple[Sort, ...] = get_args(Sort)
COPY_MODES: tuple[CopyMode, ...] = ("once", "each")
MATCHES: tuple[Match, ...] = get_args(Match)
PAGE_SIZE = 20
_MAX_VALUE_LENGTH = 300
_FORMS_OF_DATES = (
    "Write it as 2026-11-21, 2026-11 or 2026, with a time as 2026-11-21T08:00, or as -3h or -2d: "
    "so many hours or days ago."
)
NO_FIRST_DATE = f"Published from: “%s” is not a date. {_FORMS_OF_DATES}"
NO_LAST_DATE = f"Published until: “%s” is not a date. {_FORMS_OF_DATES}"
_SHOWN_OF_DATE = 40
_NO_SOURCE = "\n"
"""No source can have this name."""
_DATE_FIELD = re.compile(r"(?:after|before)\s*[:：]", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Search:
    """A search."""

    #: In the query language, "" for all documents.
    text: str = ""
    #: (name, value) of the exact filters, in the order in which they were chosen.
    chosen: tuple[tuple[str, str], ...] = ()
    #: Dates as in queries (``storage.documents.dates``), "" for none. A text that is no date stays
    #: here, so that it is shown and no search is made as if it were not there.
    after: str = ""
    before: str = ""
    #: The time zone that they and the dates of the query are in, "" for the reader's own.
    zone: str = ""
    #: "" for the best match first or, without a query, the newest.
    sort: Sort | Literal[""] = ""
    copies: CopyMode = "once"
    #: Whether documents have the words of the query, or mean what it says.
    match: Match = "words"

    @property
    def order(self) -> Sort:
        """The order of hits. Without a query there is no relevance, so the newest come first."""
        return self.sort or ("relevance" if self.text else "time")

    @property
    def has_dates(self) -> bool:
        """Return whether there are dates, here or in the query, whose meaning depends on the
        zone.
        """
        return bool(self.after or self.before or _DATE_FIELD.search(self.text))

    @property
    def ends_now(self) -> bool:
        """Return whether the dates mean so long up to now."""
        return is_relative(self.after) and not self.before

    def time_zone(self) -> tzinfo:
        """Return the zone of all dates."""
        if self.zone:
            return ZoneInfo(self.zone)
        return timezone.get_current_timezone()

    def now(self) -> datetime:
        """Return the present in the zone of all dates."""
        return datetime.now(self.time_zone())

    def limits(self, now: datetime) -> tuple[datetime | None, datetime | None]:
        """Return the first moment of publication and the end, None where there is no limit.

        Raises QueryError for a date that is none.
        """
        for text, message in ((self.after, NO_FIRST_DATE), (self.before, NO_LAST_DATE)):
            if text and not is_date(text):
                raise QueryError(message, text[:_SHOWN_OF_DATE])
        after = first_moment(self.after, now) if self.after else None
        return after, end_moment(self.before, now) if self.before else None

    def request(
        self,
        *,
        size: int = PAGE_SIZE,
        facets: bool = True,
        now: datetime | None = None,
    ) -> SearchRequest:
        """Return the search request; ``now`` is the time of asking.

        Raises QueryError.
        """
        now = now or self.now()
        chosen: dict[str, Any] = {name: tuple(self.values(name)) for name in DOCUMENT_CHOICES}
        chosen["source"] = self._sources()
        after, before = self.limits(now)
        query = with_stories(parse(self.text, now), documents_of)
        aliases: Aliases = {}
        if facets or names_any(query) or any(chosen[kind] for kind in NAME_KINDS):
            spellings = all_spellings()
            query = with_spellings(query, spellings.of)
            chosen |= {kind: spellings.all_of(kind, chosen[kind]) for kind in NAME_KINDS}
            aliases = spellings.aliases
        return SearchRequest(
            query=query,
            filters=Filters(**chosen, after=after, before=before),
            sort=self.order,
            size=size,
            facets=facets,
            copies=self.copies,
            aliases=aliases,
        )

    def _sources(self) -> tuple[str, ...]:
        """Return the names of the sources to search in, () for all."""
        sources = self.values("source")
        filed = {name: values for name in SOURCE_CHOICES if (values := self.values(name))}
        if not filed:
            return tuple(sources)
        names = names_filed(filed)
        if sources:
            names = [name for name in sources if name in set(names)]
        return tuple(names) or (_NO_SOURCE,)

    def chosen_names(self) -> list[str]:
        """Return the names of the exact filters that have values, each once."""
        return list(dict.fromkeys(name for name, _value in self.chosen))

    def values(self, name: str) -> list[str]:
        """Return the chosen values of one filter."""
        return [value for each, value in self.chosen if each == name]

    def to_keep(self) -> Self:
        """Return the search as it is saved: without an order.

        If it has dates, it names their time zone: an alert is not read in the reader's browser.
        """
        zone = str(self.time_zone()) if self.has_dates else self.zone
        return replace(self, sort="", zone=zone)

    def pairs(self) -> list[tuple[str, str]]:
        """Return the names and values with which addresses of pages and of the API write it."""
        dates = (("after", self.after), ("before", self.before), ("zone", self.zone))
        single = [("q", self.text), *dates, ("sort", self.sort)]
        # The usual ways stay out of addresses.
        if self.copies != "once":
            single.append(("copies", self.copies))
        if self.match != "words":
            single.append(("match", self.match))
        return [pair for pair in (*single, *self.chosen) if pair[1]]

    @property
    def query_string(self) -> str:
        """The search as a part of such an address, without the question mark."""
        return urlencode(self.pairs())

    def to_json(self) -> dict[str, Any]:
        """Return the search as a saved search stores it: what differs from a search of all."""
        filters = {name: self.values(name) for name in self.chosen_names()}
        single = (each.name for each in fields(Search) if each.name != "chosen")
        values = {name: getattr(self, name) for name in single}
        usual = Search()
        kept = {name: value for name, value in values.items() if value != getattr(usual, name)}
        return kept | ({"filters": filters} if filters else {})

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Return a stored search. What is no filter, date, zone or order here is left out."""
        filters = stored.get("filters", {})
        chosen = [
            (name, clean_choice(name, value)) for name in CHOICES for value in filters.get(name, ())
        ]
        after, before = (stored.get(name, "") for name in ("after", "before"))
        zone, sort = stored.get("zone", ""), stored.get("sort", "")
        return cls(
            text=clean_text(stored.get("text", "")),
            chosen=tuple(dict.fromkeys(pair for pair in chosen if pair[1])),
            after=after if is_date(after) else "",
            before=before if is_date(before) else "",
            zone=zone if is_zone(zone) else "",
            sort=sort if sort in SORTS else "",
            copies="each" if stored.get("copies") == "each" else "once",
            match=clean_match(stored.get("match", "")),
        )


def clean_text(text: str) -> str:
    """Return a query as stores take it."""
    return text.replace("\x00", "").strip()


def clean_choice(name: str, value: str) -> str:
    """Return the value of an exact filter as stores have it."""
    text = clean_text(value)[:_MAX_VALUE_LENGTH]
    return text.lower() if name in SMALL_FIELDS else text


def clean_match(text: str) -> Match:
    """Return how to search; by words for anything else."""
    return next((each for each in MATCHES if each == text), "words")


def is_date(text: str) -> bool:
    """Return whether the text is a date as in queries."""
    try:
        first_moment(text, datetime.now(UTC))
    except ValueError:
        return False
    return True
