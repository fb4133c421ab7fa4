"""The proposed sources with the documents that show why."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils import timezone

from features.discovery.public import (
    found_at,
    look_up_advice,
    nothing_found_message,
    view_proposal,
)
from features.proposed_sources import store
from features.proposed_sources.models import ProposedSource
from storage.database.models import Source
from storage.database.sources.source_config import SourceConfig
from storage.documents.port import Document
from watch.loading import Loaded, load
from webui.known_documents import known_documents
from webui.sources.forms.source import new_config
from webui.sources.prefilled import prefilled
from webui.sources.services import sources
from webui.sources.services.watched import free_name, watched_by

if TYPE_CHECKING:
    from features.discovery.public import Proposal as DiscoveryProposal

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
    """Return the proposals, boards first. Raises Unavailable."""
    rows = store.proposed(MAX_PROPOSALS)
    ids = [name for row in rows for name in row.examples]
    documents = load(lambda: known_documents(ids))
    known = documents.value or {}
    return ProposedPage(
        proposals=[
            ShownProposal(row=row, examples=[known[name] for name in row.examples if name in known])
            for row in rows
        ],
        documents=documents,
    )


class NothingFound(Exception):
    """A proposed site offers nothing that can be collected and is not collected yet.

    ``advice`` says why, or what to do.
    """

    def __init__(self, advice: str) -> None:
        self.advice = advice
        super().__init__(advice)


def accept(proposal_id: int, user_id: str, who: str) -> Source:
    """Look a proposed site up, and add the best source that it offers.

    Raises NotFound, NothingFound, TooManyVisits, and Invalid.
    """
    address = store.find_proposal(proposal_id).address
    found = found_at(user_id, [address])
    watched = watched_by([proposal.address for proposal in found.proposals])
    best = next((each for each in found.proposals if each.address not in watched), None)
    if best is None:
        raise NothingFound(look_up_advice(found.outcome) or nothing_found_message())
    return sources.add(_draft_of(best), who)


def _draft_of(proposal: "DiscoveryProposal") -> SourceConfig:
    """Return what the form would be filled in with."""
    query = QueryDict(mutable=True)
    query.update(view_proposal(proposal, timezone.now()).fields)
    query.setlist("pattern", [each.pattern for each in proposal.patterns if each.chosen])
    draft = prefilled(query, new_config())
    return replace(draft, name=free_name(draft.name))
