"""The place of a document in the list of hits that it was opened from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from storage.documents.errors import QueryError
from storage.documents.forgiving import ForgivingAnswer
from storage.documents.port import Document
from storage.documents.query import parse
from storage.documents.query_tree import comment_matches, term_matches
from webui.search.marking import Phrases
from webui.search.params import SearchParams
from webui.search.services.documents import count_matches, find, request_of


@dataclass(frozen=True, kw_only=True)
class NextHit:
    """A hit beside another, and the page of the list that it is on."""

    document_id: str
    params: SearchParams


@dataclass(frozen=True, kw_only=True)
class ResultPlace:
    """The number of a hit among all, and the hits around it.

    ``hit`` is the document that the list shows: of a thread, one page stands for all. ``number``
    is None if the list has changed since.
    """

    total: int
    hit: str = ""
    number: int | None = None
    previous: NextHit | None = None
    following: NextHit | None = None


def phrases_of(params: SearchParams) -> Phrases:
    """Return the words to mark in a document; none for an invalid query."""
    try:
        query = parse(params.text)
    except QueryError:
        return Phrases()
    return Phrases(of_text=term_matches(query), of_comments=comment_matches(query))


def place_of(params: SearchParams, document: Document) -> ResultPlace | None:
    """Return the place of a document on a page of the list, or of the hit for its thread; None for
    an invalid query.

    Ask for another page of the list only at the ends of this one.
    """
    try:
        found = _found(params)
    except QueryError:
        return None
    page, total = found.page, _total(found)
    here = _index_of(document, [hit.document for hit in page.hits])
    if here is None:
        return ResultPlace(total=total)
    ids = [hit.document.id for hit in page.hits]
    return ResultPlace(
        total=total,
        hit=ids[here],
        number=params.number(here),
        previous=_neighbour(ids[:here][-1:], params) or _end_of_preceding(params),
        following=_neighbour(ids[here + 1 :][:1], params)
        or _start_of_following(params, page.cursor),
    )


def _index_of(document: Document, hits: Sequence[Document]) -> int | None:
    """Return where a document is among hits, or the page that stands for its thread."""
    ids = [each.id for each in hits]
    threads = [each.thread for each in hits]
    if document.id in ids:
        return ids.index(document.id)
    if document.thread and document.thread in threads:
        return threads.index(document.thread)
    return None


def _found(params: SearchParams) -> ForgivingAnswer:
    return find(request_of(params))


def _total(found: ForgivingAnswer) -> int:
    wording = replace(found.wording, request=replace(found.wording.request, facets=False))
    return count_matches(wording).counts.total


def _neighbour(ids: Sequence[str], params: SearchParams) -> NextHit | None:
    """Return the hit of a list of at most one."""
    if ids:
        return NextHit(document_id=ids[0], params=params)
    return None


def _end_of_preceding(params: SearchParams) -> NextHit | None:
    before = params.preceding()
    hits = _found(before).page.hits if before else ()
    if before and hits:
        return NextHit(document_id=hits[-1].document.id, params=before)
    return None


def _start_of_following(params: SearchParams, cursor: str) -> NextHit | None:
    after = params.following(cursor) if cursor else None
    hits = _found(after).page.hits if after else ()
    if after and hits:
        return NextHit(document_id=hits[0].document.id, params=after)
    return None
