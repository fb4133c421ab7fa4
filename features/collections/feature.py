"""What collections add to Newsloom."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hooks.answers import Loop, Part, RuleAction
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from storage.documents.port import Document
    from watch.stores import Stores
    from webui.owned.kinds import OwnedKind


@hookimpl
def owned_kinds() -> "Sequence[OwnedKind]":
    """Return the tab of collections on the desk."""
    from features.collections.kind import COLLECTIONS

    return [COLLECTIONS]


@hookimpl
def row_parts(page: str, rows: "Sequence[Document]", user: "User") -> Mapping[str, Part]:
    """Let the user star each hit of a search."""
    if page != "search":
        return {}
    from features.collections.store import starred_among

    starred = starred_among([each.id for each in rows], user)
    return {
        each.id: Part(
            template="collections/star.html",
            context={"document": each, "is_starred": each.id in starred, "anchor": True},
        )
        for each in rows
    }


@hookimpl
def search_actions(address: str) -> Sequence[Part]:
    """Let the user put what a search finds into a collection."""
    return [Part(template="collections/many_action.html", context={"address": address})]


@hookimpl
def hit_actions(address: str) -> Sequence[Part]:
    """Let the user star the hits that are ticked, or put them into a collection."""
    return [Part(template="collections/hit_actions.html", context={"address": address})]


@hookimpl
def page_panels(page: str, subject: Any, user: "User") -> Sequence[Part]:
    """Say where a document is kept, and let the user keep it."""
    if page != "document":
        return []
    from features.collections.services import document_places
    from watch.loading import load

    places = load(lambda: document_places(subject.id, user)).value
    if places is None:
        return []
    context = {"document": subject, "keeping": places}
    return [Part(template="collections/keep.html", context=context)]


@hookimpl
def keyboard_shortcuts() -> Sequence[Part]:
    """Return the key that stars a document."""
    return [Part(template="collections/key.html")]


@hookimpl
def rule_actions() -> Sequence[RuleAction]:
    """Let rules of saved searches put matches into a collection."""
    from features.collections.rule_action import Collect

    return [Collect()]


@hookimpl
def alert_loops(stores: "Stores") -> Sequence[Loop]:
    """Put many documents into collections, as ordered."""
    from features.collections.collector import Collector

    return [Collector(stores)]


@hookimpl
def count_documents(ids: Collection[str]) -> Mapping[str, int]:
    """Return in how many places documents are, and how many notes there are."""
    from features.collections.erasing import count

    return count(ids)


@hookimpl
def erase_documents(ids: Collection[str]) -> Mapping[str, int]:
    """Take erased documents out of all collections."""
    from features.collections.erasing import erase

    return erase(ids)


@hookimpl
def end_feeds(user: "User") -> None:
    """End the feeds of a user's collections."""
    from features.collections.store import end_feeds_of

    end_feeds_of(user)
