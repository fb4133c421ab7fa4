"""What spot checks add to Newsloom."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from hooks.answers import Entry, Part
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from storage.database.models import Source

_LINKS = {
    "sources_more": "spot_checks/menu_item.html",
    "collections": "spot_checks/list_action.html",
}


@hookimpl
def navigation() -> Sequence[Entry]:
    """Return the tab beside the names and the directory."""
    from features.spot_checks.labels import SPOT_CHECKS
    from storage.database.people.rights import Right

    return [
        Entry(right=Right.SEARCH, label=SPOT_CHECKS, route="spot_checks", place=49, group="explore")
    ]


@hookimpl
def page_actions(page: str, subject: "Source | None") -> Sequence[Part]:
    """Lead to a new check of a source, and from lists to all checks."""
    if page in _LINKS:
        return [Part(template=_LINKS[page])]
    if page != "source" or subject is None:
        return []
    from features.spot_checks.services import query_of_source

    query = query_of_source(subject.name)
    return [Part(template="spot_checks/source_action.html", context={"query": query})]


@hookimpl
def page_panels(page: str, subject: "Source | None") -> Sequence[Part]:
    """Show what the newest check of a source has found."""
    if page != "source" or subject is None:
        return []
    from features.spot_checks.services import finding_of_source

    finding = finding_of_source(subject.pk)
    if finding is None:
        return []
    return [Part(template="spot_checks/finding.html", context={"finding": finding})]


@hookimpl
def keyboard_shortcuts() -> Sequence[Part]:
    """Return the keys that answer the questions about a document."""
    return [Part(template="spot_checks/shortcuts.html")]


@hookimpl
def erase_documents(ids: Collection[str]) -> None:
    """Delete what was said of erased documents; rates are counted without them."""
    from features.spot_checks.store import forget

    forget(ids)
