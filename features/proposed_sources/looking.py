"""Propose as sources the sites that the collection cites, and the boards that have appeared on its
forums.
"""

import logging
from datetime import datetime

from features.proposed_sources import store
from features.proposed_sources.forum import BOARDS, Forum
from features.proposed_sources.proposals import propose
from hooks.answers import Task
from storage.documents.port import Documents
from storage.learned.store import Learned

logger = logging.getLogger(__name__)

SOURCES_PROPOSED = "stories.sources_proposed"
"""The event of a look. Fields: proposals (how many sites), boards (how many new ones)."""
_SECONDS = 600.0
"""Counting what a million documents cite takes seconds: a hundredth of the time."""


def look_task(documents: Documents, learned: Learned | None) -> Task:
    """Return what looks whenever it is due."""

    def look(now: datetime) -> None:
        proposals = propose(documents, store.open_sites, now)
        store.keep(proposals)
        boards = store.take_boards(_forums(learned))
        logger.info(SOURCES_PROPOSED, extra={"proposals": len(proposals), "boards": boards})

    return Task(feature="proposed_sources", seconds=_SECONDS, run=look)


def _forums(learned: Learned | None) -> list[Forum]:
    """Return the forums whose front pages workers have looked at lately."""
    facts = learned.facts(BOARDS) if learned else {}
    return [Forum.from_fact(fact) for fact in facts.values()]
