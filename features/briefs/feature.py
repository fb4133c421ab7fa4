"""What briefs add to Newsloom."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hooks.answers import Part
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from storage.documents.port import Document
    from webui.owned.kinds import OwnedKind


@hookimpl
def owned_kinds() -> "Sequence[OwnedKind]":
    """Return the tab of briefs on the desk."""
    from features.briefs.kind import BRIEFS

    return [BRIEFS]


@hookimpl
def row_parts(page: str, rows: "Sequence[Document]") -> Mapping[str, Part]:
    """Let the user add each hit of a search to a brief."""
    if page != "search":
        return {}
    from features.briefs.addresses import adding

    link = "briefs/hit.html"
    return {
        each.id: Part(template=link, context={"address": adding(document=each.id)}) for each in rows
    }


@hookimpl
def page_panels(page: str, subject: Any, user: "User") -> Sequence[Part]:
    """Let the user add a document, or what it says, to a brief."""
    if page != "document":
        return []
    from features.briefs.store import fillable
    from watch.loading import load

    briefs = load(lambda: fillable(user)).value
    if briefs is None:
        return []
    context = {"wanted": [("document", subject.id)], "briefs": briefs}
    return [Part(template="briefs/panel.html", context=context)]


@hookimpl
def page_actions(page: str, subject: Any) -> Sequence[Part]:
    """Let the user add a story, or a line of what its reports say, to a brief."""
    from features.briefs.addresses import adding

    if page == "story":
        address = adding(story=subject)
    elif page == "story_line":
        address = adding(quotations=subject)
    else:
        return []
    return [Part(template=f"briefs/{page}.html", context={"address": address})]


@hookimpl
def count_documents(ids: Collection[str]) -> Mapping[str, int]:
    """Return how many sources of briefs documents are."""
    from features.briefs.store import count_sources

    return count_sources(ids)


@hookimpl
def erase_documents(ids: Collection[str]) -> Mapping[str, int]:
    """Forget what briefs have of erased documents; their places say so."""
    from features.briefs.store import erase_sources

    return erase_sources(ids)
