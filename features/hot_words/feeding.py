"""Let keyword lists take in the terms of hot topics."""

import logging
from collections.abc import Callable
from datetime import datetime

from features.hot_words import store
from features.hot_words.terms import hot_terms
from features.stories import public_topics as topics
from hooks.answers import Task
from storage.documents.port import Documents

logger = logging.getLogger(__name__)

HOT_WORDS_CHANGED = "stories.hot_words_changed"
"""The event of lists that have changed. Fields: added, dropped (how many words)."""
_SECONDS = 300.0
"""Three searches for each topic: so often is soon enough for words that stay for days."""


def feeding_task(documents: Documents, is_name: Callable[[str, str], bool]) -> Task:
    """Return what lets the lists choose whenever it is due."""

    def feed(now: datetime) -> None:
        found = topics.hot_topics() if store.are_wanted() else None
        if found is None:
            return
        added, dropped = store.take(hot_terms(found.topics, documents, now, is_name))
        if added or dropped:
            logger.info(HOT_WORDS_CHANGED, extra={"added": added, "dropped": dropped})

    return Task(feature="hot_words", seconds=_SECONDS, run=feed)
