"""The place of a document in the list of hits that it was opened from."""

from dataclasses import dataclass, replace
from itertools import pairwise

from storage.documents.errors import QueryError
from storage.documents.forgiving import Finding
from storage.documents.query import parse
from storage.documents.query_tree import comment_matches, term_matches
from webui.search.marking import Phrases
from webui.search.params import SearchParams
from webui.search.services.documents import count_matches, find, request_of


@dataclass(frozen=True, kw_only=True)
class Neighbour:
    """A hit beside another, and the page of the list that it is on."""

    document_id: str
    params: SearchParams


@dataclass(frozen=True, kw_only=True)
class ResultPlace:
    """The number of a hit among all, and the hits around it.

    ``number`` is None if the list has changed since.
    """

    total: int
    number: int | None = None
    previous: Neighbour | None = None
    following: Neighbour | None = None


def phrases_of(params: SearchParams) -> Phrases:
    """Return the words to mark in a document; none for an invalid query."""
    try:
        query = parse(params.text)
    except QueryError:
        return Phrases()
    return Phrases(of_text=term_matches(query), of_comments=comment_matches(query))


def place_of(params: SearchParams, document_id: str) -> ResultPlace | None:
    """Return the place of a document on a page of the list, or None for an invalid query.

    Ask for another page of the list only at the ends of this one.
    """
    try:
        found = _found(params)
    except QueryError:
        return None
    page, total = found.page, _total(found)
    ids = [hit.document.id for hit in page.hits]
    if document_id not in ids:
        return ResultPlace(total=total)
    here = ids.index(document_id)
    after = dict(pairwise(ids))
    before = {following: previous for previous, following in after.items()}
    return ResultPlace(
        total=total,
        number=params.number(here),
        previous=_neighbour(before.get(document_id), params) or _end_of_preceding(params),
        following=_neighbour(after.get(document_id), params)
        or _start_of_following(params, page.cursor),
    )


def _found(params: SearchParams) -> Finding:
    return find(request_of(params))


def _total(found: Finding) -> int:
    wording = replace(found.wording, request=replace(found.wording.request, facets=False))
    return count_matches(wording).counts.total


def _neighbour(document_id: str | None, params: SearchParams) -> Neighbour | None:
    return Neighbour(document_id=document_id, params=params) if document_id else None


def _end_of_preceding(params: SearchParams) -> Neighbour | None:
    before = params.preceding()
    hits = _found(before).page.hits if before else ()
    return Neighbour(document_id=hits[-1].document.id, params=before) if before and hits else None


def _start_of_following(params: SearchParams, cursor: str) -> Neighbour | None:
    after = params.following(cursor) if cursor else None
    hits = _found(after).page.hits if after else ()
    return Neighbour(document_id=hits[0].document.id, params=after) if after and hits else None
