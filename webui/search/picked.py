"""What a user ticked in the hits of a search: some of them, or all."""

from dataclasses import dataclass

from django.http import HttpRequest

from storage.documents.meaning import among
from storage.documents.port import SearchRequest

MAX_TICKED = 1_000
"""The most that are named one by one. A page of hits has 20."""
_MAX_ID = 64


@dataclass(frozen=True, kw_only=True)
class Picked:
    """The ids of the documents that were ticked; ``all``: everything that the search finds."""

    ids: tuple[str, ...]
    all: bool

    @classmethod
    def read(cls, request: HttpRequest) -> "Picked":
        """Read what the form below the hits has sent."""
        named = dict.fromkeys(
            each for each in request.POST.getlist("document") if 0 < len(each) <= _MAX_ID
        )
        return cls(ids=tuple(named)[:MAX_TICKED], all="all" in request.POST)

    def __bool__(self) -> bool:
        return self.all or bool(self.ids)

    @property
    def told(self) -> dict[str, list[str]]:
        """Return what an export says of it beside the filters of the search."""
        return {"ticked": [str(len(self.ids))]} if self.ids and not self.all else {}

    def within(self, request: SearchRequest) -> SearchRequest:
        """Return the request for what was picked of its matches."""
        return request if self.all else among(request, self.ids)
