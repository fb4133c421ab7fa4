"""Stories as the core knows them: groups of documents."""

from collections.abc import Sequence
from typing import Any

from features.stories.comparing import compare_known_story
from features.stories.digest_lines import said_lines
from features.stories.store import stories as store
from hooks.answers import DocumentGroups, SaidLine


def story_groups() -> DocumentGroups:
    """Return what the core asks about stories."""
    return DocumentGroups(
        documents_of=store.story_documents,
        titles=store.titles,
        groups_of=store.known_members,
        lines_of=_lines_of,
    )


def _lines_of(story_id: str, documents: Any) -> Sequence[SaidLine]:
    return said_lines(compare_known_story(story_id, documents).said)
