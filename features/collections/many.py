"""Put what a search finds into a collection, many documents at once."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from storage.documents.port import Document, HitsPage, SearchRequest
from webui.apps import stores
from webui.search.params import SearchParams
from webui.search.picked import Picked
from webui.search.services import documents

MAX_AT_ONCE = 1_000
"""The most matches that are added at once: reading more would hold a page for too long."""
SHOWN = 100
"""The most matches that are listed, of which a user leaves some out."""


@dataclass(frozen=True, kw_only=True)
class FirstMatches:
    """The first matches of a search in its order, and how many there are."""

    shown: tuple[Document, ...]
    total: int


def matches(params: SearchParams) -> FirstMatches:
    """Return what a search finds, as its page does.

    Raises QueryError, Unavailable and Refused.
    """
    asked = _asked(params)
    found = documents.find(asked)
    total = documents.count_results(found.wording.request) if found.page.cursor else 0
    shown = tuple(hit.document for hit in found.page.hits)
    return FirstMatches(shown=shown, total=total or len(shown))


def first_picked(picked: Picked) -> FirstMatches:
    """Return what was picked in the hits of a search, to be put somewhere.

    Raises QueryError, Unavailable and Refused.
    """
    if picked.all:
        return matches(picked.params)
    shown = tuple(read_chosen(picked.ids[:SHOWN]))
    return FirstMatches(shown=shown, total=len(shown))


def read_chosen(ids: Collection[str]) -> list[Document]:
    """Return those of these documents that are still stored. Raises Unavailable and Refused."""
    read = (stores().documents().get(each) for each in ids)
    return [each for each in read if each]


def read_matches(params: SearchParams) -> list[Document]:
    """Return the first ``MAX_AT_ONCE`` matches of a search.

    Raises QueryError, Unavailable and Refused.
    """
    found = documents.find(_asked(params))
    read = [hit.document for hit in found.page.hits]
    cursor = found.page.cursor
    while cursor and len(read) < MAX_AT_ONCE:
        page = _following(found.wording.request, cursor)
        read += [hit.document for hit in page.hits]
        cursor = page.cursor
    return read[:MAX_AT_ONCE]


def _asked(params: SearchParams) -> SearchRequest:
    asked, _match = documents.request_or_words(params.first(), params.now())
    return replace(asked, size=SHOWN, facets=False, periods=False)


def _following(request: SearchRequest, cursor: str) -> HitsPage:
    return stores().documents().find_hits(replace(request, cursor=cursor))
