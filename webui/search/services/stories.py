"""The stories that a query names."""

from collections.abc import Iterable

from storage.database.stories import stories
from webui.loading import load

_MAX_TITLE_LENGTH = 80


def headlines(story_ids: Iterable[str]) -> dict[str, str]:
    """Return the beginning of each story's headline by id; "" if the story is unknown or the store
    does not answer.
    """
    return {story_id: _headline(story_id) for story_id in story_ids}


def _headline(story_id: str) -> str:
    story = load(lambda: stories.find(story_id)).value
    if story is None or len(story.title) <= _MAX_TITLE_LENGTH:
        return story.title if story else ""
    return f"{story.title[:_MAX_TITLE_LENGTH]}…"
