"""What a person mutes who mutes an event: its source, its rule or its host. Pure."""

from collections.abc import Sequence

from storage.database.models import Mute, TimelineEvent
from storage.database.verdicts.mutes import MuteKind
from watch.events.kinds import EventKind


def subject_of(event: TimelineEvent) -> tuple[MuteKind, str] | None:
    """Return what can be muted of an event, None if nothing can."""
    match event.kind:
        case EventKind.SOURCE if event.source_id:
            return MuteKind.SOURCE, str(event.source_id)
        case EventKind.SYSTEM:
            return MuteKind.RULE, event.after or event.before
        case EventKind.HOST:
            return MuteKind.HOST, event.subject
    return None


def is_muted(event: TimelineEvent, mutes: Sequence[Mute]) -> bool:
    """Return whether the event is about something that is muted."""
    subject = subject_of(event)
    return subject is not None and any((each.kind, each.subject) == subject for each in mutes)
