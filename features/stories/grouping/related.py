"""Compare stories with those of other languages: read what that needs; ``languages`` decides."""

from collections.abc import Sequence

import numpy as np

from features.stories.grouping.story_languages import StoryLanguages
from features.stories.store import stories as store
from features.stories.store.records import StoryChanges
from storage.documents.port import Documents
from storage.embedder.documents import directions

# The vectors of so many documents stand for a story, those of the newest.
_MAX_DOCUMENTS = 8


def relate(
    languages: StoryLanguages,
    story_ids: Sequence[str],
    documents: Documents,
    model: str,
    position: str,
) -> StoryChanges:
    """Return what changes by what these stories have in common with those of other languages.

    Raises Unavailable.
    """
    reports = store.newest_of_parts(story_ids, _MAX_DOCUMENTS)
    vectors = documents.vectors(model, [each for some in reports.values() for each in some])
    known = {
        story_id: [vectors[each] for each in some if each in vectors]
        for story_id, some in reports.items()
    }
    means = {
        story_id: np.asarray(directions(some).mean(axis=0), np.float32)
        for story_id, some in known.items()
        if some
    }
    compared = languages.compare(story_ids, means)
    return languages.relate(compared, store.beginnings(compared.ids), position)
