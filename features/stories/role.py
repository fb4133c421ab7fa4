"""What the role *stories* does: groups documents, and compares what languages say of one event."""

from typing import Any

from features.stories.aligning import IDLE_SECONDS, alignment_step
from features.stories.grouping.service import StoryService
from hooks.answers import LeadingRole, Loop
from newsroom.filling import FillingService
from scheduler.log_events import LogEvent
from storage.documents.segmentation import default_segmenter


def stories_role(
    configuration: Any,
    documents: Any,
    written: Any,
    learned: Any,
    embedder: Any,
    lead_seconds: int,
) -> LeadingRole:
    """Return the parts of the role; without an embedder, languages cannot be compared."""
    service = StoryService(
        configuration,
        documents,
        written,
        default_segmenter().tag,
        lead_seconds=lead_seconds,
        embedder=embedder,
        learned=learned,
    )

    def leads() -> bool:
        return service.is_leading

    loops: list[Loop] = []
    if embedder is not None:
        alike = alignment_step(documents, embedder, service.holder)
        loops.append(FillingService(alike, LogEvent.LANGUAGES_COMPARED, leads, IDLE_SECONDS))
    return LeadingRole(service=service, loops=loops, rebuild=service.rebuild)
