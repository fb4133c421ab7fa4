"""The parameters of the search page: read from the address, and written to addresses with one change."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal, Self, get_args

from django.http import QueryDict
from django.utils.translation import gettext as _

from storage.documents.port import CopyMode, Filters, SearchRequest, Sort
from storage.documents.query import parse
from storage.documents.segmentation import Segmenter

CHOICES = ("source", "site", "channel", "lang", "kind", "tag")
SORTS: tuple[Sort, ...] = get_args(Sort)
COPY_MODES: tuple[CopyMode, ...] = ("once", "each")
PAGE_SIZE = 20
_UNDATED = "-has:date"
_LONGEST_VALUE = 300


@dataclass(frozen=True, kw_only=True)
class SearchParams:
    """The parameters. ``chosen``: (name, value) of the exact filters, in order; ``problems``: messages."""

    text: str = ""
    chosen: tuple[tuple[str, str], ...] = ()
    after: date | None = None
    before: date | None = None
    sort: Sort | Literal[""] = ""
    copies: CopyMode = "once"
    cursor: str = ""
    problems: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def read(cls, query: QueryDict) -> Self:
        """Read a query string; put a message for each invalid value into ``problems``."""
        problems: list[str] = []
        after, before = (_day(query, name, problems) for name in ("after", "before"))
        if after and before and after > before:
            problems.append(_("The first day is after the last day, so nothing can match. Swap the two days."))
        sort = query.get("sort", "")
        return cls(
            text=query.get("q", "").replace("\x00", "").strip(),
            chosen=tuple(dict.fromkeys(_chosen(query))),
            after=after,
            before=before,
            sort=sort if sort in SORTS else "",
            copies="each" if query.get("copies") == "each" else "once",
            cursor=query.get("cursor", ""),
            problems=tuple(problems),
        )

    @property
    def order(self) -> Sort:
        """The order of hits. Without a query there is no relevance, so the newest come first."""
        return self.sort or ("relevance" if self.text else "time")

    @property
    def filtered(self) -> bool:
        """True if there are filters besides the query."""
        return bool(self.chosen or self.after or self.before)

    def request(
        self, segmenter: Segmenter | None = None, *, size: int = PAGE_SIZE, facets: bool = True
    ) -> SearchRequest:
        """Return the search request; ``segmenter`` splits long Chinese words.

        Raises QueryError.
        """
        chosen: dict[str, Any] = {name: tuple(self.values(name)) for name in CHOICES}
        return SearchRequest(
            query=parse(self.text, segmenter),
            filters=Filters(**chosen, after=self.after, before=self.before),
            sort=self.order,
            size=size,
            cursor=self.cursor,
            facets=facets,
            copies=self.copies,
        )

    def chosen_names(self) -> list[str]:
        """Return the names of the exact filters that have values, each once."""
        return list(dict.fromkeys(name for name, _value in self.chosen))

    def filters(self) -> dict[str, list[str]]:
        """Return all filters besides the query, by name."""
        days = (("after", self.after), ("before", self.before))
        chosen = {name: self.values(name) for name in self.chosen_names()}
        return chosen | {name: [day.isoformat()] for name, day in days if day}

    def values(self, name: str) -> list[str]:
        """Return the chosen values of one filter."""
        return [value for each, value in self.chosen if each == name]

    def toggled(self, name: str, value: str) -> str:
        """Return the address with this filter value added, or removed if it is already chosen."""
        pair = (name, value)
        rest = tuple(each for each in self.chosen if each != pair)
        return self._address(chosen=rest if pair in self.chosen else (*rest, pair))

    def between(self, after: date | None, before: date | None) -> str:
        """Return the address with these days."""
        return self._address(after=after, before=before)

    def undated(self) -> str:
        """Return the address with only the matches whose date is unknown."""
        return self._address(text=f"({self.text}) {_UNDATED}" if self.text else _UNDATED)

    def sorted_by(self, order: str) -> str:
        """Return the address with this order."""
        return self._address(sort=order)

    def with_copies(self, copies: CopyMode) -> str:
        """Return the address that shows copies each or once."""
        return self._address(copies=copies)

    def at(self, cursor: str) -> str:
        """Return the address of the page after ``cursor``; "" is the first page."""
        return self._address(cursor=cursor)

    def unfiltered(self) -> str:
        """Return the address with the query alone."""
        return self._address(chosen=(), after=None, before=None)

    def pairs(self) -> list[tuple[str, str]]:
        """Return the names and values of the address, without the cursor."""
        return _pairs(self)

    def _address(self, **changes: object) -> str:
        # Any change except of the page itself leads to the first page.
        changed = SearchParams(**{**vars(self), "cursor": "", **changes})
        query = QueryDict(mutable=True)
        for name, value in (*_pairs(changed), ("cursor", changed.cursor)):
            if value:
                query.appendlist(name, value)
        return f"?{query.urlencode()}"


def _pairs(params: SearchParams) -> list[tuple[str, str]]:
    days = (("after", params.after), ("before", params.before))
    single = [("q", params.text), *((name, day.isoformat()) for name, day in days if day), ("sort", params.sort)]
    single += [("copies", params.copies)] if params.copies != "once" else []
    return [pair for pair in (*single, *params.chosen) if pair[1]]


def _chosen(query: QueryDict) -> Iterable[tuple[str, str]]:
    for name in CHOICES:
        for value in query.getlist(name):
            clean = value.replace("\x00", "").strip()[:_LONGEST_VALUE]
            if clean:
                yield name, clean


def _day(query: QueryDict, name: str, problems: list[str]) -> date | None:
    text = query.get(name, "").strip()
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        problems.append(_("“%(text)s” is not a date. Write it as 2026-11-21.") % {"text": text[:40]})
        return None
