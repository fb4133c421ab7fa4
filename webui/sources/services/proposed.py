"""The proposed sources with the documents that show why."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from storage.database.sources import proposed_sources
from storage.database.sources.proposal_models import ProposedSource
from storage.documents.port import Document, SearchRequest
from storage.documents.query_tree import Listed, Query
from watch.loading import Loaded, load
from webui.apps import stores

MAX_PROPOSALS = 100


@dataclass(frozen=True, kw_only=True)
class ShownProposal:
    """A proposed source with examples of the documents that cite it."""

    row: ProposedSource
    examples: Sequence[Document]

    @property
    def search(self) -> str:
        """The parameters of the search for all documents that cite the site."""
        return urlencode({"q": f"cites:{self.row.site}", "sort": "time"})


@dataclass(frozen=True, kw_only=True)
class ProposedPage:
    """The proposals; ``documents`` has the outage that leaves out the examples."""

    proposals: Sequence[ShownProposal]
    documents: Loaded[dict[str, Document]]


def page() -> ProposedPage:
    """Return the proposals, what most sources cite first. Raises Unavailable."""
    rows = proposed_sources.proposed(MAX_PROPOSALS)
    ids = [name for row in rows for name in row.examples]
    documents = load(lambda: _documents(ids))
    known = documents.value or {}
    return ProposedPage(
        proposals=[
            ShownProposal(row=row, examples=[known[name] for name in row.examples if name in known])
            for row in rows
        ],
        documents=documents,
    )


def _documents(ids: Sequence[str]) -> dict[str, Document]:
    if not ids:
        return {}
    listed = Query(root=Listed(documents=tuple(ids)))
    found = stores().documents().find_hits(SearchRequest(query=listed, sort="time", size=len(ids)))
    return {hit.document.id: hit.document for hit in found.hits}
