"""What stories add to Newsloom."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from hooks.answers import (
    DocumentGroups,
    Entry,
    LeadingRole,
    Part,
    QueryExample,
    RoleSigns,
)
from hooks.specifications import hookimpl


@hookimpl
def navigation() -> Sequence[Entry]:
    """Return the entry of the list of stories."""
    from features.stories.labels import STORIES
    from storage.database.people.rights import Right

    return [Entry(right=Right.SEARCH, label=STORIES, route="stories", place=30)]


@hookimpl
def page_actions(page: str, subject: Any) -> Sequence[Part] | None:
    """Lead from the hits of a search to their stories."""
    if page != "search":
        return None
    from features.stories.parts import of_search

    return [of_search(subject)]


@hookimpl
def page_panels(page: str, subject: Any) -> Sequence[Part] | None:
    """Show hot topics and stories on the overview, those of a name, and that of a document."""
    from features.stories import parts

    if page == "home_live":
        return [parts.on_overview()]
    if page == "name":
        found = parts.of_name(subject)
    elif page == "document_related":
        found = parts.of_document(subject)
    else:
        return None
    return [found] if found else None


@hookimpl
def page_head(page: str) -> Sequence[Part] | None:
    """Return the styles of these panels."""
    if page in ("home", "name"):
        return [Part(template=f"stories/head_{page}.html")]
    return None


@hookimpl
def keyboard_shortcuts() -> Sequence[Part]:
    """Return the key that marks a story as read."""
    return [Part(template="stories/key.html")]


@hookimpl
def query_examples() -> Sequence[QueryExample]:
    """Show how a query names a story."""
    from features.stories.labels import EXAMPLES

    return EXAMPLES


@hookimpl
def quoted_part(text: str, lang: str, key: str) -> tuple[int, int] | None:
    """Find the sentence that the page of a story quotes."""
    from features.stories.statements.sentences import find_sentence

    return find_sentence(text, lang, key)


@hookimpl
def document_groups() -> DocumentGroups:
    """Return the stories as groups of documents."""
    from features.stories.groups import story_groups

    return story_groups()


@hookimpl
def stories_role(
    configuration: Any,
    documents: Any,
    written: Any,
    learned: Any,
    embedder: Any,
    lead_seconds: int,
) -> LeadingRole:
    """Group documents, and find hot topics."""
    from features.stories.role import stories_role as role

    return role(configuration, documents, written, learned, embedder, lead_seconds)


@hookimpl
def role_signs() -> RoleSigns:
    """Tell when stories were last saved and topics found, and how far the log is read."""
    from features.stories.store.stories import signs

    return signs()


@hookimpl
def count_documents(ids: Collection[str]) -> Mapping[str, int]:
    """Return in how many stories documents are."""
    from features.stories.erasing import count_stories

    return count_stories(ids)


@hookimpl
def erase_texts(stores: Any, ids: Collection[str]) -> Mapping[str, int]:
    """Take erased documents out of stories, and their words out of what is counted."""
    from features.stories.erasing import erase_texts as erase

    return erase(stores, ids)
