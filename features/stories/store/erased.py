"""Take documents out of stored stories, in place of the role *stories*, which reads them again.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from features.stories.models import Story, StoryMember, StoryProgress, TermCounts
from features.stories.store import likenesses, topics
from features.stories.store.lease import check_leads
from features.stories.store.records import HourPart, StoryRecord
from storage.database.clock import DatabaseNow
from storage.database.models import LeaderLock
from storage.database.port import STORIES_LOCK

_STORED = [each.name for each in fields(StoryRecord) if each.name not in ("id", "same_as")]


@dataclass(frozen=True, kw_only=True)
class Remains:
    """What is left of stories without some documents.

    ``titles`` are those of the documents. ``stories`` are those with other documents, ``ended`` the
    ids of those without. ``hours`` replace the counts of terms of their hours.
    """

    documents: Collection[str]
    titles: Collection[str] = ()
    stories: Sequence[StoryRecord] = ()
    ended: Collection[str] = ()
    hours: Sequence[HourPart] = ()
    vocabulary: Mapping[str, Any] = field(default_factory=dict)


@contextmanager
def in_place_of_stories(holder: str, seconds: int) -> Iterator[Callable[[], None]]:
    """Hold the lease of the role *stories*, whoever has it: what it has in memory cannot be stored
    any more. Yield what renews the lease.

    ``seconds`` is how long the role holds it: a longer lease looks as if a clock had been set back.
    """

    def renew() -> None:
        expires = DatabaseNow() + timedelta(seconds=seconds)
        LeaderLock.objects.update_or_create(
            name=STORIES_LOCK, defaults={"holder": holder, "expires": expires}
        )

    renew()
    try:
        yield renew
    finally:
        LeaderLock.objects.filter(name=STORIES_LOCK, holder=holder).delete()


def stories_with(documents: Collection[str], titles: Collection[str]) -> list[str]:
    """Return the stories, each of one language, that have one of these documents, or one of these
    headlines: a document may have left a story that it gave its headline.
    """
    members = StoryMember.objects.filter(document__in=documents)
    named = Story.objects.filter(title__in=titles).exclude(title="")
    found = {*members.values_list("part", flat=True), *named.values_list("pk", flat=True)}
    leading = Story.objects.filter(pk__in=found).exclude(merged_into="")
    return sorted(found | set(leading.values_list("merged_into", flat=True)))


def counts_of(hour: int) -> list[HourPart]:
    """Return the stored parts of an hour."""
    rows = TermCounts.objects.filter(hour=hour).order_by("id")
    return [HourPart(hour=row.hour, counts=bytes(row.counts)) for row in rows]


def keep(remains: Remains, holder: str) -> None:
    """Store what remains, in one transaction; hot topics of now are found again.

    Raises Unavailable if ``holder`` has not the lease.
    """
    with transaction.atomic():
        check_leads(holder)
        parts = [*(each.id for each in remains.stories), *remains.ended]
        topics.forget(_shown_as(parts), remains.titles)
        likenesses.forget(parts, remains.documents)
        StoryMember.objects.filter(document__in=remains.documents).delete()
        for story in remains.stories:
            values = {name: getattr(story, name) for name in _STORED}
            Story.objects.filter(pk=story.id).update(**values)
            # Those that became part of it have headlines of their own.
            Story.objects.filter(merged_into=story.id).update(
                title=story.title, lead="", terms=[], names=[]
            )
        Story.objects.filter(Q(pk__in=remains.ended) | Q(merged_into__in=remains.ended)).delete()
        # Stories of other languages that were shown as one that ended are by themselves again.
        Story.objects.filter(same_as__in=remains.ended).update(same_as="")
        StoryMember.objects.filter(story__in=remains.ended).update(story=F("part"))
        topics.fold(remains.hours, 0)
        StoryProgress.objects.update(
            vocabulary=dict(remains.vocabulary), erasures=F("erasures") + 1
        )


def _shown_as(parts: Collection[str]) -> set[str]:
    """Return all ids under which pages show or have shown these stories."""
    merged = Story.objects.filter(merged_into__in=parts).values_list("pk", flat=True)
    heads = Story.objects.filter(pk__in=parts).values_list("same_as", flat=True)
    return {*parts, *merged, *heads} - {""}
