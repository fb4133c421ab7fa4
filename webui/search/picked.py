"""What a user ticked in the hits of a search: some of them, or all."""

from dataclasses import dataclass

from django.http import HttpRequest

from webui.search.params import SearchParams
from webui.search.services.unread import with_read_left_out

MAX_TICKED = 1_000
"""The most that are named one by one. A page of hits has 20."""
_MAX_ID = 64


@dataclass(frozen=True, kw_only=True)
class Picked:
    """The ids of the documents that were ticked; ``all``: everything that the search ``params``
    finds, which is the one whose hits were shown.
    """

    params: SearchParams
    ids: tuple[str, ...]
    all: bool

    @classmethod
    def read(cls, request: HttpRequest) -> "Picked":
        """Read what the form below the hits has sent, and the search in its address."""
        params = with_read_left_out(SearchParams.read(request.GET).first(), request.user)
        named = dict.fromkeys(
            each for each in request.POST.getlist("document") if 0 < len(each) <= _MAX_ID
        )
        return cls(params=params, ids=tuple(named)[:MAX_TICKED], all="all" in request.POST)

    def __bool__(self) -> bool:
        return self.all or bool(self.ids)
