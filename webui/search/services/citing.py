"""What a document cites, and which documents cite it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from storage.documents.port import ByCited, Cited, Document, Filters, MatchCounts, SearchRequest
from storage.documents.query_tree import FieldValue, Listed, Or, Query
from storage.keys import place_of, site_of, url_key
from webui.apps import stores
from webui.search.services.copies import CopyGroup
from webui.search.services.documents import DocumentView, request_of
from webui.search.spread import SpreadStep, on_the_path, places_of, spread

if TYPE_CHECKING:
    from webui.search.params import SearchParams

_SHOWN = 6
_LISTED = 25
_THREAD = "thread"
_MAX_PLACES = 100
"""Addresses that are asked for at once: each copy has one or two."""
_MAX_CITING = 100
"""A path with more steps is read in the search, not on a page."""


@dataclass(frozen=True, kw_only=True)
class CitedPage:
    """A page of another site that a text links to.

    ``document_id`` is "" if the page was not collected.
    """

    url: str
    text: str
    site: str
    document_id: str


@dataclass(frozen=True, kw_only=True)
class CitedBy:
    """The newest documents that cite one, forum threads apart, and how many there are by kind.

    ``address`` has the parameters of the search that finds all of them.
    """

    newest: tuple[Document, ...]
    threads: tuple[Document, ...]
    total: int
    kinds: tuple[tuple[str, int], ...]
    address: str

    @property
    def has_more(self) -> bool:
        """Return whether there are more than are shown."""
        return self.total > len(self.newest) + len(self.threads)


@dataclass(frozen=True, kw_only=True)
class MostCited:
    """What the documents of a search cite, what most sources cite first."""

    sites: Sequence[Cited]
    pages: Sequence[Cited]


@dataclass(frozen=True, kw_only=True)
class TextPath:
    """The path of a text; ``is_cut`` if more documents are on it than its steps."""

    steps: Sequence[SpreadStep]
    is_cut: bool


def most_cited(params: "SearchParams") -> MostCited:
    """Return the sites and pages that the documents of a search cite. Raises QueryError,
    Unavailable and Refused.
    """
    request = request_of(params)
    store = stores().documents()
    return MostCited(
        sites=store.aggregate(request, ByCited("site", _LISTED)),
        pages=store.aggregate(request, ByCited("page", _LISTED)),
    )


def cited_pages(reading: DocumentView) -> list[CitedPage]:
    """Return what a document cites, each page once. Raises Unavailable and Refused."""
    found = {each.url: each for page in reading.pages for each in page.citations}
    collected = _collected([url_key(url) for url in found]) if found else set()
    return [
        CitedPage(
            url=each.url,
            text=each.text,
            site=site_of(each.url),
            document_id=key if (key := url_key(each.url)) in collected else "",
        )
        for each in found.values()
    ]


def cited_by(document: Document) -> CitedBy | None:
    """Return which documents cite one, None if none does. Raises Unavailable and Refused."""
    addresses = {place_of(url): url for url in (document.url, document.canonical_url)}
    cites = [FieldValue(field="cited_page", value=place) for place in addresses if place]
    asked = SearchRequest(query=Query(root=Or(tuple(cites))), sort="time", size=_SHOWN)
    counts = stores().documents().count_matches(replace(asked, periods=False))
    if not counts.total:
        return None
    query = " OR ".join(f'cites:"{url}"' for url in addresses.values())
    return CitedBy(
        newest=_of_kinds(asked, counts, lambda kind: kind != _THREAD),
        threads=_of_kinds(asked, counts, lambda kind: kind == _THREAD),
        total=counts.total,
        kinds=counts.facets["kind"],
        address=urlencode({"q": query, "sort": "time"}),
    )


def spread_of(document: Document, group: CopyGroup | None) -> TextPath:
    """Return the path of a text: the documents that have it and those that link to one of them;
    no steps if it is in one document only, to which nobody links. Raises Unavailable and Refused.
    """
    holders = [each.document for each in group.copies] if group else [document]
    places = list(dict.fromkeys(place for each in holders for place in sorted(places_of(each))))
    cites = [FieldValue(field="cited_page", value=place) for place in places[:_MAX_PLACES]]
    is_cut = len(places) > _MAX_PLACES or (group is not None and group.total > len(holders))
    citing: list[Document] = []
    if cites:
        asked = SearchRequest(query=Query(root=Or(tuple(cites))), sort="time", size=_MAX_CITING)
        page = stores().documents().find_hits(asked)
        citing = [hit.document for hit in page.hits]
        is_cut = is_cut or bool(page.cursor)
    found = {each.id: each for each in (*holders, *citing)}
    return TextPath(steps=spread(found.values()) if len(found) > 1 else [], is_cut=is_cut)


def spread_in(ids: Sequence[str]) -> list[SpreadStep]:
    """Return the path among these documents, without those that neither copied, cite nor are cited.

    Raises Unavailable and Refused.
    """
    asked = SearchRequest(query=Query(root=Listed(documents=tuple(ids))), sort="time")
    return on_the_path(spread(stores().documents().export(asked))) if ids else []


def _of_kinds(
    asked: SearchRequest, counts: MatchCounts, wanted: Callable[[str], bool]
) -> tuple[Document, ...]:
    """Return the newest documents of some kinds."""
    kinds = tuple(kind for kind, _count in counts.facets["kind"] if wanted(kind))
    if not kinds:
        return ()
    request = replace(asked, filters=Filters(kind=kinds))
    return tuple(hit.document for hit in stores().documents().find_hits(request).hits)


def _collected(ids: Sequence[str]) -> set[str]:
    """Return those of these ids that documents have."""
    request = SearchRequest(query=Query(root=Listed(documents=tuple(ids))), sort="time")
    return set(stores().documents().matching_ids(request, len(ids)))
