"""What citations add to Newsloom."""

from collections.abc import Sequence
from typing import Any

from hooks.answers import Entry, Part
from hooks.specifications import hookimpl


@hookimpl
def navigation() -> Sequence[Entry]:
    """Return the tab of what documents cite."""
    from features.citations.labels import CITED
    from storage.database.people.rights import Right

    return [Entry(right=Right.SEARCH, label=CITED, route="cited", place=47, group="explore")]


@hookimpl
def search_views(address: str) -> Sequence[Part]:
    """Lead from a search to what its matches cite."""
    return [Part(template="citations/link.html", context={"address": address})]


@hookimpl
def page_panels(page: str, subject: Any) -> Sequence[Part] | None:
    """Show below a document what it cites, and what cites it."""
    if page != "document_linked":
        return None
    from features.citations.services import cited_by, cited_pages
    from watch.loading import load

    context = {
        "cited_by": load(lambda: cited_by(subject.document)),
        "cited_pages": load(lambda: cited_pages(subject)),
    }
    return [Part(template="citations/panel.html", context=context)]
