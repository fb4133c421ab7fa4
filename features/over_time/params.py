"""The parameters of the chart over time: those of a search, more queries, and how the matches are
counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from django.http import QueryDict
from django.utils.translation import gettext as _

from storage.database.searches.search import DOCUMENT_CHOICES
from webui.address_fields import AddressFields
from webui.search.params import SearchParams

MAX_QUERIES = 5
_SHARE = "share"


@dataclass(frozen=True, kw_only=True)
class OverTimeParams:
    """The parameters.

    ``others``: queries to compare with that of ``search``; ``by``: the field to stack by, or "".

    ``share``: the share of all documents of a bucket instead of the number.
    """

    search: SearchParams = field(default_factory=SearchParams)
    others: tuple[str, ...] = ()
    by: str = ""
    share: bool = False

    @classmethod
    def read(cls, query: QueryDict) -> Self:
        """Read a query string."""
        others = (text.replace("\x00", "").strip() for text in query.getlist("with"))
        asked = AddressFields(query)
        by = asked.choice("by", _("Stack by"), DOCUMENT_CHOICES)
        search = SearchParams.read(query)
        problems = (*search.problems, *asked.problems)
        return cls(
            search=replace(search, cursor="", sort="", problems=problems),
            others=tuple(dict.fromkeys(text for text in others if text))[: MAX_QUERIES - 1],
            by=by,
            share=query.get("show") == _SHARE,
        )

    @property
    def queries(self) -> tuple[str, ...]:
        """All queries, the first one first."""
        return tuple(dict.fromkeys((self.search.text, *self.others)))

    @property
    def compares(self) -> bool:
        """Return whether there are several queries, which are drawn as lines."""
        return len(self.queries) > 1

    def searches(self) -> list[SearchParams]:
        """Return the search of each query."""
        return [replace(self.search, text=text) for text in self.queries]

    def between(self, after: str, before: str) -> str:
        """Return the address with these dates."""
        return self.address(search=self.search.dated(after, before))

    def address(self, **changes: object) -> str:
        """Return the address with these changes."""
        query = QueryDict(mutable=True)
        for name, value in replace(self, **changes).pairs():  # type: ignore[arg-type]
            query.appendlist(name, value)
        return f"?{query.urlencode()}"

    def pairs(self, without: Sequence[str] = ()) -> list[tuple[str, str]]:
        """Return the names and values of the address, except these names."""
        own = [("by", self.by), ("show", _SHARE if self.share else "")]
        pairs = [
            *self.search.pairs(),
            *(("with", text) for text in self.others),
            *(pair for pair in own if pair[1]),
        ]
        return [pair for pair in pairs if pair[0] not in without]
