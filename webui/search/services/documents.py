"""Search, and one document with its neighbours."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from storage.documents import forgiving
from storage.documents.forgiving import CountedMatches, ForgivingAnswer, Wording
from storage.documents.fusion import fused
from storage.documents.meaning import Match, NoMeaning, among, among_threads, with_meaning
from storage.documents.port import (
    ByValue,
    Document,
    DocumentVersion,
    Filters,
    Hit,
    SearchPage,
    SearchRequest,
    Vectors,
)
from storage.documents.query_tree import Query
from storage.documents.uses import only_allowed
from storage.keys import canonical_address, url_key
from webui.apps import stores
from webui.search.export_rows import ExportRow
from webui.search.neighbours import earlier_addresses
from webui.search.services.copies import CopyGroup

if TYPE_CHECKING:
    from webui.search.params import SearchParams
    from webui.search.picked import Picked

MAX_LISTED = 10_000
"""The most documents that are named one by one: a store names no more in one answer."""
_SIMILAR = 6
# Two documents have more words than a query: reports of one event are about this much nearer.
_NEARER = 0.15


@dataclass(frozen=True, kw_only=True)
class DocumentView:
    """A document to read: an article, or a thread with all its pages in order.

    ``previous`` and ``following`` are the stored pages around it of an article with several pages.
    """

    document: Document
    pages: tuple[Document, ...]
    previous: Document | None = None
    following: Document | None = None


@dataclass(frozen=True, kw_only=True)
class TickedDocuments:
    """The ids of documents that were ticked and are stored, and of ``further`` pages of the ticked
    threads; ``gone`` of the ticked ones are no longer stored.
    """

    ids: tuple[str, ...]
    further: int
    gone: int

    @property
    def told(self) -> dict[str, list[str]]:
        """Return what an export says of it beside the filters of the search."""
        numbers = {
            "ticked": len(self.ids) - self.further + self.gone,
            "further_pages": self.further,
            "no_longer_stored": self.gone,
        }
        return {name: [str(number)] for name, number in numbers.items() if number}


def request_of(params: "SearchParams", **options: Any) -> SearchRequest:
    """Return the request of a search, with what is near in meaning if that is searched for; see
    ``Search.request``.

    Raises QueryError, Unavailable and Refused.
    """
    request = params.request(**options)
    return with_meaning(stores().documents(), stores().embedder(), request, params.match)


def request_or_words(params: "SearchParams", now: datetime) -> tuple[SearchRequest, Match]:
    """Return the request of a search, and how it searches: by words if the embedder does not
    answer, or if there is none.

    Raises QueryError, Unavailable and Refused.
    """
    try:
        request = request_of(params, now=now)
    except NoMeaning:
        return params.request(now=now), "words"
    return request, params.match if stores().embedder() else "words"


def is_empty() -> bool:
    """Return whether no document is stored at all."""
    return not stores().documents().info().documents


def count_without_vector() -> int:
    """Return how many documents cannot be found by meaning yet. Raises Unavailable."""
    embedder = stores().embedder()
    if embedder:
        return stores().documents().count_unfilled(Vectors(embedder.model))
    return 0


def found_by_meaning(params: "SearchParams", hits: Iterable[Hit]) -> set[str]:
    """Return the ids of the hits that have not the words of the query. Raises Unavailable."""
    ids = tuple(hit.document.id for hit in hits)
    if not ids:
        return set()
    with_words = among(params.request(), ids)
    return set(ids) - set(stores().documents().matching_ids(with_words, len(ids)))


def search(request: SearchRequest) -> SearchPage:
    """Return one page of hits. Raises Unavailable and Refused."""
    return stores().documents().search(request)


def find(request: SearchRequest) -> ForgivingAnswer:
    """Return what a query finds, or else what most of its words find.

    Raises Unavailable and Refused.
    """
    return forgiving.find(stores().documents(), request)


def count_found(request: SearchRequest) -> CountedMatches:
    """Return the counts of what ``find`` finds. Raises Unavailable and Refused."""
    return forgiving.count(stores().documents(), request)


def count_matches(wording: Wording) -> CountedMatches:
    """Return the counts of what a wording finds. Raises Unavailable and Refused."""
    return CountedMatches(
        counts=stores().documents().count_matches(wording.request), wording=wording
    )


def meant(request: SearchRequest, text: str) -> str:
    """Return a query with other spellings for one that finds nothing, or "".

    Raises Unavailable and Refused.
    """
    return forgiving.meant(stores().documents(), request, text)


def facet_counts(
    request: SearchRequest, names: Iterable[str]
) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the facet of each of these filters as if none of its values were chosen."""
    return {
        name: stores().documents().aggregate(_without(request, name), ByValue(name))
        for name in names
    }


def filed_counts(
    request: SearchRequest, narrowed: Mapping[str, Mapping[str, Filters]]
) -> dict[str, list[tuple[str, int]]]:
    """Return how many documents match with each of these filters, by name and value, the most
    first; without those that match none.
    """
    found = {
        name: [(value, _count(request, filters)) for value, filters in values.items()]
        for name, values in narrowed.items()
    }
    return {
        name: sorted((each for each in counts if each[1]), key=lambda each: (-each[1], each[0]))
        for name, counts in found.items()
    }


def _count(request: SearchRequest, filters: Filters) -> int:
    return count_results(replace(request, filters=filters))


def _without(request: SearchRequest, name: str) -> SearchRequest:
    nothing: Any = {name: ()}
    return replace(request, filters=replace(request.filters, **nothing))


def count_results(request: SearchRequest) -> int:
    """Return how many results there are, with copies counted as the search asks."""
    return stores().documents().count_matches(replace(request, facets=False)).total


def count(request: SearchRequest) -> int:
    """Return how many documents match."""
    return stores().documents().count_matches(replace(request, facets=False, copies="each")).total


def similar(reading: DocumentView, group: CopyGroup | None = None) -> list[Document]:
    """Return a few similar documents, without pages of the same article and without the copies in
    ``group``.
    """
    known = {page.id for page in (reading.previous, reading.following) if page}
    known |= {copy.document.id for copy in group.copies} if group else set()
    known |= {page.id for page in reading.pages}
    store, count = stores().documents(), _SIMILAR + len(known)
    by_words = {each.id: each for each in store.similar(reading.document.id, count)}
    ids = fused(tuple(by_words), _near(reading.document.id, count))
    found = (by_words.get(each) or store.get(each) for each in ids if each not in known)
    return list(islice((each for each in found if each is not None), _SIMILAR))


def _near(document_id: str, count: int) -> list[str]:
    """Return the documents that mean nearly the same, in any language; none without vectors."""
    store, embedder = stores().documents(), stores().embedder()
    if embedder:
        vector = store.vectors(embedder.model, [document_id]).get(document_id)
    else:
        vector = None
    if embedder is None or vector is None:
        return []
    near = store.nearest(vector, SearchRequest(query=Query()), count)
    return [each.id for each in near if each.likeness >= embedder.floor + _NEARER]


def export(request: SearchRequest) -> Iterator[ExportRow]:
    """Return all matches in full, oldest first. An outage is raised here, not in mid-stream."""
    found = stores().documents().export(request)
    return (ExportRow(document=each) for each in chain(list(islice(found, 1)), found))


def export_first(request: SearchRequest, most: int) -> list[ExportRow]:
    """Return the first matches in full, in the order of the search, each copy for itself.

    Raises Unavailable and Refused.
    """
    ids = stores().documents().matching_ids(request, most)
    places = {name: place for place, name in enumerate(ids)}
    rows = export(only(ids)) if ids else ()
    return sorted(rows, key=lambda row: places[row.document.id])


def listed(ids: Sequence[str], *, characters: int = 0) -> list[Document]:
    """Return those of these documents that are stored, by id, with so many ``characters`` of their
    content; at most 10,000. Raises Unavailable and Refused.
    """
    if not ids:
        return []
    return stores().documents().draw(only(ids), "", len(ids), characters=characters)


def picked_ids(picked: "Picked", most: int) -> list[str]:
    """Return the ids of the first documents that were picked, each copy and page of a thread for
    itself; ``most`` is at most 10,000. Raises QueryError, Unavailable and Refused.
    """
    if not picked.all:
        return list(ticked(picked).ids[:most])
    return stores().documents().matching_ids(_found(picked), most)


def ticked(picked: "Picked") -> TickedDocuments:
    """Return what was ticked, whether or not it still matches, and of a thread that is one hit,
    every page that matches. Raises QueryError, Unavailable and Refused.
    """
    found = listed(picked.ids)
    stored = tuple(each.id for each in found)
    threads = tuple(dict.fromkeys(each.thread for each in found if each.thread))
    pages: list[str] = []
    if threads and picked.params.copies == "once":
        pages = (
            stores().documents().matching_ids(among_threads(_found(picked), threads), MAX_LISTED)
        )
    ids = tuple(dict.fromkeys((*stored, *pages)))[:MAX_LISTED]
    return TickedDocuments(
        ids=ids, further=len(ids) - len(stored), gone=len(picked.ids) - len(stored)
    )


def only(ids: Sequence[str]) -> SearchRequest:
    """Return the request for these documents, whatever was searched for."""
    return among(SearchRequest(query=Query()), tuple(ids))


def _found(picked: "Picked") -> SearchRequest:
    """Return the request for what the search finds in whose hits something was picked."""
    asked, _match = request_or_words(picked.params, picked.params.now())
    return find(asked).wording.request


def may_leave(request: SearchRequest) -> SearchRequest:
    """Return the request without what must not be exported, as far as that is obeyed."""
    return only_allowed(request, "export", stores().settings.obey_rights)


def versions(document: Document) -> tuple[DocumentVersion, ...]:
    """Return the kept earlier texts of a document by number. Raises Unavailable and Refused."""
    if document.changes:
        return stores().documents().versions(document)
    return ()


def read(document_id: str) -> DocumentView | None:
    """Return the document, and all pages of a thread; None if the id is unknown."""
    store = stores().documents()
    document = store.get(document_id)
    if document is None:
        return None
    pages = store.thread(document.thread) if document.thread else []
    return DocumentView(
        document=document,
        pages=tuple(pages) or (document,),
        previous=_previous(document),
        following=_following(document),
    )


def _following(document: Document) -> Document | None:
    key = _key(document.next_url)
    if key and key != document.id:
        return stores().documents().get(key)
    return None


def _previous(document: Document) -> Document | None:
    """Return the page that names this one as its next page. Its address is a guess."""
    for address in earlier_addresses(document.canonical_url) if document.kind == "article" else ():
        if _key(address):
            found = stores().documents().get(_key(address))
        else:
            found = None
        if found and _key(found.next_url) == document.id:
            return found
    return None


def _key(address: str) -> str:
    """Return the id that a document at this address would have, or "" for an invalid address."""
    try:
        return url_key(canonical_address(address)) if address else ""
    except ValueError:
        return ""
