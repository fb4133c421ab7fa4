"""What top terms add to Newsloom."""

from collections.abc import Sequence

from hooks.answers import Entry, Part, SearchPanel, SearchTool
from hooks.specifications import hookimpl


@hookimpl
def navigation() -> Sequence[Entry]:
    """Return the tab of top terms."""
    from features.top_terms.labels import TOP_TERMS
    from storage.database.people.rights import Right

    return [
        Entry(right=Right.SEARCH, label=TOP_TERMS, route="top_terms", place=46, group="explore")
    ]


@hookimpl
def search_views(address: str) -> Sequence[Part]:
    """Lead from the chart of a search to its top terms."""
    return [Part(template="top_terms/link.html", context={"address": address})]


@hookimpl
def search_asides(address: str, hits: int) -> Sequence[Part] | None:
    """Show the top terms of a search beside its hits, if there are enough of them."""
    from newsroom.telling_terms import MIN_DOCUMENTS

    if hits < MIN_DOCUMENTS:
        return None
    return [Part(template="top_terms/place.html", context={"address": address})]


@hookimpl
def search_panels() -> Sequence[SearchPanel]:
    """Return the panel with the top terms of a search."""
    from features.top_terms.labels import TOP_TERMS
    from features.top_terms.services import linked_top_terms

    panel = SearchPanel(
        kind="terms",
        label=TOP_TERMS,
        route="top_terms",
        template="top_terms/panel.html",
        find=linked_top_terms,
    )
    return [panel]


@hookimpl
def search_tools() -> Sequence[SearchTool]:
    """Return the tool that finds the top terms of a search."""
    from features.top_terms.tool import TOOL

    return [TOOL]
