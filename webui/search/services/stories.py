"""The stories that a query names."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from storage.database.searches import groups
from watch.loading import load
from webui.search.export_rows import ExportRow

_MAX_TITLE_LENGTH = 80
_ASKED_TOGETHER = 200


def headlines(story_ids: Iterable[str]) -> dict[str, str]:
    """Return the beginning of each story's headline by id; "" if the story is unknown or the store
    does not answer.
    """
    return {story_id: _headline(story_id) for story_id in story_ids}


def _headline(story_id: str) -> str:
    title = (load(lambda: groups.titles([story_id])).value or {}).get(story_id, "")
    if len(title) <= _MAX_TITLE_LENGTH:
        return title
    return f"{title[:_MAX_TITLE_LENGTH]}…"


def with_stories(rows: Iterable[ExportRow]) -> Iterator[ExportRow]:
    """Yield the rows of an export with the stories of their documents. Raises Unavailable."""
    left = iter(rows)
    while some := list(islice(left, _ASKED_TOGETHER)):
        story_of = groups.groups_of([row.document.id for row in some])
        titles = groups.titles(set(story_of.values()))
        for row in some:
            story = story_of.get(row.document.id, "")
            yield replace(row, story=story, story_title=titles.get(story, ""))
