"""When users looked at stories: what is new since then, and which have nothing new.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Count, QuerySet

from features.stories.models import StoryMember, StoryVisit
from storage.parts import in_parts

_ONE_VISIT = timedelta(minutes=30)
"""Who comes back so soon still reads: what was new stays new."""

_ONE_LOOK = timedelta(minutes=1)
"""A page that is asked for again so soon, after a step back or a button, writes no visit: a small
part of ``_ONE_VISIT``.
"""

_AT_ONCE = 5_000
"""SQLite takes 32,766 values in a statement. What a user has read is asked for in two."""


def note_visit(
    user_id: int, story_id: str, former: Collection[str], now: datetime, documents: int
) -> datetime | None:
    """Note that a user looks at a story with so many documents; return when the user's last visit
    was, None for never.

    ``former`` are stories that became part of it or are told as it: a visit of them counts too.
    """
    visits = StoryVisit.objects.filter(user_id=user_id, story__in={story_id, *former})
    latest = visits.order_by("-last").first()
    if latest is None:
        before = None
    elif now - latest.last >= _ONE_VISIT:
        before = latest.last
    else:
        before = latest.before
        is_noted = latest.story == story_id and latest.documents == documents
        if is_noted and now - latest.last < _ONE_LOOK:
            return before
    times = {"last": now, "before": before, "documents": documents}
    if not StoryVisit.objects.filter(user_id=user_id, story=story_id).update(**times):
        # Somebody may open it for the first time in two windows.
        StoryVisit.objects.update_or_create(user_id=user_id, story=story_id, defaults=times)
    return before


def mark(user_id: int, story_id: str, documents: int, now: datetime) -> None:
    """Mark a story with so many documents as read; with 0, as unread. What is new since the last
    visit stays new.
    """
    visits = StoryVisit.objects.filter(user_id=user_id, story=story_id)
    if not visits.update(documents=documents):
        StoryVisit.objects.update_or_create(
            user_id=user_id,
            story=story_id,
            defaults={"documents": documents},
            create_defaults={"documents": documents, "last": now},
        )


def read_stories(
    user_id: int, read_documents: Collection[str], among: Collection[str] | None = None
) -> set[str]:
    """Return the stories that a user has read: those with no document more than at the last visit,
    and those of which every document was read, unless the user has marked them as unread.

    ``among``: only these; None for all.
    """
    visits, members = StoryVisit.objects.filter(user_id=user_id), StoryMember.objects.all()
    if among is not None:
        visits, members = visits.filter(story__in=among), members.filter(story__in=among)
    seen = dict(visits.values_list("story", "documents"))
    read = _counted_in(members, "document", read_documents)
    known = [each for each in {*seen, *read} if seen.get(each) != 0]
    sizes = _counted_in(StoryMember.objects.all(), "story", known)
    return {story for story, size in sizes.items() if size <= max(seen.get(story, 0), read[story])}


def _counted_in(
    members: QuerySet[StoryMember], field: str, values: Collection[str]
) -> Counter[str]:
    """Return how many of these documents, or of those of these stories, each story has."""
    named, counts = sorted(values), Counter[str]()
    for some in in_parts(named, _AT_ONCE):
        rows = members.filter(**{f"{field}__in": some})
        counts.update(dict(rows.values_list("story").annotate(Count("pk")).order_by()))
    return counts
