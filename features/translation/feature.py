"""What translations add to Newsloom."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hooks.answers import Entry, Loop, Part, Titled
from hooks.specifications import hookimpl
from storage.database.people.rights import Right

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from watch.stores import Stores

_TEMPLATES = {
    "search": "translation/hit.html",
    "stories": "translation/listed_story.html",
    "story": "translation/report.html",
}
_HEADING = "translation/heading.html"


@hookimpl
def navigation() -> Sequence[Entry]:
    """Let administrators enter a translator."""
    from features.translation.labels import TRANSLATION

    return [
        Entry(
            right=Right.MANAGE_USERS,
            label=TRANSLATION,
            route="translator",
            place=140,
            group="users",
        )
    ]


@hookimpl
def title_parts(page: str, rows: Sequence[Titled], user: "User") -> Mapping[str, Part]:
    """Show translated titles to whoever has asked for them."""
    if page not in _TEMPLATES:
        return {}
    from features.translation.reading import shown_titles

    return {
        key: Part(
            template=_TEMPLATES[page] if key else _HEADING, context={"translated": translated}
        )
        for key, translated in shown_titles(rows, user).items()
    }


@hookimpl
def page_actions(page: str) -> Sequence[Part]:
    """Let readers ask for translated titles, and for the original ones."""
    if page in _TEMPLATES:
        return [Part(template=f"translation/{page}_actions.html")]
    return []


@hookimpl
def page_panels(page: str, subject: Any, user: "User") -> Sequence[Part]:
    """Show the title and the first sentences of a document in the language of the reader."""
    if page != "document_head":
        return []
    from features.translation.entered import entered
    from features.translation.reading import language, shown_document
    from features.translation.texts import is_foreign

    translator = entered() if is_foreign(subject.lang, language()) else None
    if translator is None:
        return []
    context = {
        "ids": [subject.id],
        "translated": shown_document(subject, user),
        "translator": translator,
    }
    return [Part(template="translation/document.html", context=context)]


@hookimpl
def alert_loops(stores: "Stores") -> Sequence[Loop]:
    """Forget translations that are too old."""
    from features.translation.forgetting import ForgettingLoop

    return [ForgettingLoop(stores)]


@hookimpl
def count_documents(ids: Collection[str]) -> Mapping[str, int]:
    """Return how many translations of documents are kept."""
    from features.translation.store import count_kept

    return {"translations": count_kept(ids)}


@hookimpl
def erase_documents(ids: Collection[str]) -> Mapping[str, int]:
    """Delete the translations of erased documents."""
    from features.translation.store import erase

    return {"translations": erase(ids)}
