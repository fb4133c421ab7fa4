"""Find the sites that many sources cite and that are not collected.

It asks the documents of a month, so that what was cited once, by everybody, does not stay for ever.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from urllib.parse import urljoin

from features.proposed_sources.infrastructure import is_infrastructure
from features.proposed_sources.store import ProposedSite
from storage.documents.port import ByCited, Cited, Document, Documents, SearchRequest
from storage.documents.query_tree import And, DateRange, FieldValue, Query
from storage.keys import site_of

_WINDOW = timedelta(days=30)
_MIN_SOURCES = 3
"""Fewest sources that cite a site. Two may belong together, or exchange links."""
_CANDIDATES = 1_000
_MAX_PROPOSALS = 100
"""Nobody looks through more; what is added or dismissed makes room."""
_EXAMPLES = 3
_MAX_READ = 20
"""Most citing documents that are looked through for examples of several sources."""


def propose(
    documents: Documents, open_sites: Callable[[Collection[str]], set[str]], now: datetime
) -> list[ProposedSite]:
    """Return the proposals, what most sources cite first.

    ``open_sites`` returns those of some sites that may be proposed.
    """
    lately = DateRange(start=now - _WINDOW, field="collected")
    cited = documents.aggregate(
        SearchRequest(query=Query(root=lately)), ByCited("site", _CANDIDATES)
    )
    wanted = {
        each.value: each
        for each in cited
        if each.sources >= _MIN_SOURCES and not is_infrastructure(each.value)
    }
    left = open_sites(wanted)
    found: list[ProposedSite] = []
    for site, candidate in wanted.items():
        if site in left and not _is_collected(documents, site):
            found.append(_proposal(documents, candidate, lately))
        if len(found) == _MAX_PROPOSALS:
            break
    return found


def _is_collected(documents: Documents, site: str) -> bool:
    """Return whether a source, such as a feed at another host, brings documents of a site."""
    of_site = SearchRequest(query=Query(root=FieldValue(field="site", value=site)), size=1)
    return bool(documents.matching_ids(of_site, 1))


def _proposal(documents: Documents, cited: Cited, lately: DateRange) -> ProposedSite:
    citing = And((FieldValue(field="cited_site", value=cited.value), lately))
    newest = SearchRequest(query=Query(root=citing), sort="time", size=_MAX_READ)
    found = [hit.document for hit in documents.find_hits(newest).hits]
    pages = (page.url for each in found for page in each.citations)
    page = next((url for url in pages if site_of(url) == cited.value), f"https://{cited.value}/")
    return ProposedSite(
        site=cited.value,
        address=urljoin(page, "/"),
        sources=cited.sources,
        documents=cited.documents,
        examples=tuple(each.id for each in _of_most_sources(found)[:_EXAMPLES]),
    )


def _of_most_sources(found: Sequence[Document]) -> list[Document]:
    """Return documents with the first of each source before the others."""
    firsts = {each.source: each.id for each in reversed(found)}.values()
    return sorted(found, key=lambda each: each.id not in firsts)
