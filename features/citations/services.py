"""What documents cite, and which documents cite one."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from storage.documents.port import ByCited, Cited, Document, Filters, SearchRequest
from storage.documents.query_tree import FieldValue, Listed, Or, Query
from storage.keys import place_of, site_of, url_key
from webui.apps import stores
from webui.search.params import SearchParams
from webui.search.services.documents import DocumentView, request_of

_SHOWN = 6
_LISTED = 25
_THREAD = "thread"


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


def most_cited(params: SearchParams) -> MostCited:
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
    kinds = {kind for kind, _count in counts.facets["kind"]}
    query = " OR ".join(f'cites:"{url}"' for url in addresses.values())
    return CitedBy(
        newest=_newest(asked, kinds - {_THREAD}),
        threads=_newest(asked, kinds & {_THREAD}),
        total=counts.total,
        kinds=counts.facets["kind"],
        address=urlencode({"q": query, "sort": "time"}),
    )


def _newest(asked: SearchRequest, kinds: Set[str]) -> tuple[Document, ...]:
    """Return the newest documents of some kinds."""
    if not kinds:
        return ()
    request = replace(asked, filters=Filters(kind=tuple(kinds)))
    return tuple(hit.document for hit in stores().documents().find_hits(request).hits)


def _collected(ids: Sequence[str]) -> set[str]:
    """Return those of these ids that documents have."""
    request = SearchRequest(query=Query(root=Listed(documents=tuple(ids))), sort="time")
    return set(stores().documents().matching_ids(request, len(ids)))
