"""The path on which a text spread, among the stored documents."""

from collections.abc import Sequence
from dataclasses import dataclass

from storage.documents.port import Document, SearchRequest
from storage.documents.query_tree import FieldValue, Listed, Or, Query
from webui.apps import stores
from webui.search.services.copies import CopyGroup
from webui.search.spread import SpreadStep, on_the_path, places_of, spread

_MAX_PLACES = 100
"""Addresses that are asked for at once: each copy has one or two."""
_MAX_CITING = 100
"""A path with more steps is read in the search, not on a page."""


@dataclass(frozen=True, kw_only=True)
class TextPath:
    """The path of a text; ``is_cut`` if more documents are on it than its steps."""

    steps: Sequence[SpreadStep]
    is_cut: bool


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
