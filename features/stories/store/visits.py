"""When users looked at stories, so that a page can say what is new since then.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from features.stories.models import StoryVisit
from storage.database.connection import translated

_ONE_VISIT = timedelta(minutes=30)
"""Who comes back so soon still reads: what was new stays new."""


def note_visit(
    user_id: int, story_id: str, former: Collection[str], now: datetime
) -> datetime | None:
    """Note that a user looks at a story; return when the user's last visit was, None for never.

    ``former`` are stories that became part of it or are told as it: a visit of them counts too.
    """
    with translated():
        visits = StoryVisit.objects.filter(user_id=user_id, story__in={story_id, *former})
        latest = visits.order_by("-last").first()
        if latest is None:
            before = None
        else:
            before = latest.last if now - latest.last >= _ONE_VISIT else latest.before
        times = {"last": now, "before": before}
        if not StoryVisit.objects.filter(user_id=user_id, story=story_id).update(**times):
            # Somebody may open it for the first time in two windows.
            StoryVisit.objects.update_or_create(user_id=user_id, story=story_id, defaults=times)
    return before
