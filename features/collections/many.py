"""Put what a search finds into a collection, many documents at once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from features.collections import orders
from features.collections.models import CollectionOrder
from storage.documents.port import Document, SearchRequest
from webui.apps import stores
from webui.search.params import SearchParams
from webui.search.picked import Picked
from webui.search.services import documents

MAX_AT_ONCE = 10_000
"""The most matches that are added at once: a store names no more of them in one answer."""
SHOWN = 100
"""The most matches that are listed, of which a user leaves some out."""


@dataclass(frozen=True, kw_only=True)
class FirstMatches:
    """The first matches of a search in its order, and how many there are; ``gone``: the ids of
    those that were picked and are no longer stored.
    """

    shown: tuple[Document, ...]
    total: int
    gone: tuple[str, ...] = ()

    @property
    def picked(self) -> int:
        """How many were picked, if not all matches were."""
        return len(self.shown) + len(self.gone)


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """The ids of documents in the order in which they were shown, of ``planned`` that were chosen;
    ``is_cut``: more match than can be taken at once.
    """

    ids: tuple[str, ...]
    planned: int
    is_cut: bool = False


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
    stored = {each.id: each for each in documents.listed(picked.ids)}
    shown = tuple(stored[each] for each in picked.ids if each in stored)
    gone = tuple(each for each in picked.ids if each not in stored)
    return FirstMatches(shown=shown, total=len(shown), gone=gone)


def chosen(picked: Picked) -> Chosen:
    """Return the documents that were picked, of those that are stored. Raises QueryError,
    Unavailable and Refused.
    """
    if not picked.all:
        stored = {each.id for each in documents.listed(picked.ids)}
        return Chosen(
            ids=tuple(each for each in picked.ids if each in stored),
            planned=len(picked.ids),
        )
    ids = documents.picked_ids(picked, MAX_AT_ONCE)
    hits = _hits(ids) if picked.params.copies == "once" else ids
    return Chosen(ids=tuple(hits), planned=len(hits), is_cut=len(ids) == MAX_AT_ONCE)


def carried_out(order: CollectionOrder) -> CollectionOrder:
    """Return an order when it is done, if that takes a moment; the role *alerts* does a larger one.

    Raises Unavailable and Refused.
    """
    if not orders.fits_in_a_request(order):
        return order
    done = order
    for part in orders.carry_out(order, stores().documents()):
        done = part
    return done


def _hits(ids: Sequence[str]) -> list[str]:
    """Return the first documents of those that are one hit together, in the same order."""
    groups = {each.id: each.group or each.id for each in documents.listed(ids)}
    first: dict[str, str] = {}
    for each in ids:
        first.setdefault(groups.get(each, each), each)
    return list(first.values())


def _asked(params: SearchParams) -> SearchRequest:
    asked, _match = documents.request_or_words(params.first(), params.now())
    return replace(asked, size=SHOWN, facets=False, periods=False)
