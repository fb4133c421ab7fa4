"""Hot topics in the configuration's database: counts of terms by hour, and the topics that were
found last.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from features.stories.models import PastTopic, Story, TermCounts, TopicList
from features.stories.store.records import HourPart
from storage.database.clock import DatabaseNow, database_now
from storage.parts import in_parts

_ROW = 1
# The topics of a month, more than a page shows.
_MAX_READ = 2_000
_AT_ONCE = 100


@dataclass(frozen=True, kw_only=True)
class TopicStory:
    """A story behind a topic, with its documents and sites of the last day."""

    id: str
    title: str
    lang: str
    documents: int
    sites: int


@dataclass(frozen=True, kw_only=True)
class Topic:
    """A hot topic. ``count`` documents of the last ``hours`` have it, where ``usual`` is usual.

    ``is_new``: no document of the weeks before has it. ``others`` are more terms of the same
    stories. ``course`` is the number of documents in equal periods of the last days, oldest first.
    """

    label: str
    lang: str
    count: int
    hours: int
    usual: float
    is_new: bool
    sites: int
    score: float
    others: list[str] = field(default_factory=list)
    course: list[int] = field(default_factory=list)
    stories: list[TopicStory] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class HotTopics:
    """The topics, when they were found, and since when terms are counted (None if they are not)."""

    topics: list[Topic]
    at: datetime
    since: datetime | None


@dataclass(frozen=True, kw_only=True)
class WasHot:
    """A topic of the past as it was when it was hottest.

    It was found from ``first`` to ``last``; terms were counted from ``since`` on.
    """

    topic: Topic
    first: datetime
    last: datetime
    since: datetime | None


def append(parts: Iterable[HourPart]) -> None:
    """Store parts, inside the transaction of the caller."""
    TermCounts.objects.bulk_create(
        [TermCounts(hour=part.hour, counts=part.counts) for part in parts]
    )


def clear() -> None:
    """Delete all counts and topics, inside the transaction of the caller. Of past ones, an erasure
    could no longer tell of which documents they are.
    """
    for model in (TermCounts, TopicList, PastTopic):
        model.objects.all().delete()


def parts(since: int) -> list[HourPart]:
    """Return the stored parts from an hour on."""
    rows = TermCounts.objects.filter(hour__gte=since).order_by("hour", "id")
    return [
        HourPart(hour=row.hour, counts=bytes(row.counts))
        for row in rows.iterator(chunk_size=_AT_ONCE)
    ]


def fold(hours: Sequence[HourPart], before: int) -> None:
    """Replace all parts of these hours by one for each, inside the caller's transaction; drop the
    hours before.
    """
    TermCounts.objects.filter(hour__in=[each.hour for each in hours]).delete()
    append(hours)
    TermCounts.objects.filter(hour__lt=before).delete()


def keep(found: Sequence[Topic], since: datetime | None) -> None:
    """Store the topics in place of those before, and remember them."""
    values = {"at": DatabaseNow(), "since": since, "topics": [asdict(each) for each in found]}
    with transaction.atomic():
        TopicList.objects.update_or_create(pk=_ROW, defaults=values)
        _remember(found, since)


def _remember(found: Sequence[Topic], since: datetime | None) -> None:
    now = database_now()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    today = list(PastTopic.objects.filter(last__gte=midnight, first__gte=midnight))
    for topic in found:
        row = next((each for each in today if _is_same(_topic(each.topic), topic)), None)
        if row:
            today.remove(row)
        else:
            row = PastTopic(first=now, score=topic.score, since=since, topic=asdict(topic))
        row.last = now
        if topic.score > row.score:
            row.score, row.since, row.topic = topic.score, since, asdict(topic)
        row.save()


def _is_same(one: Topic, other: Topic) -> bool:
    """Return whether two topics are one at two times: its label may be another of its terms."""
    terms, others = {one.label, *one.others}, {other.label, *other.others}
    return one.lang == other.lang and (one.label in others or other.label in terms)


def were_hot(after: datetime | None, before: datetime | None, most: int) -> list[WasHot]:
    """Return the topics that were hot between two times, the hottest first, with those of their
    stories that are still kept.
    """
    rows = PastTopic.objects.order_by("-score", "pk")
    rows = rows.filter(last__gte=after) if after else rows
    rows = rows.filter(first__lt=before) if before else rows
    found: list[WasHot] = []
    for row in rows[:_MAX_READ]:
        topic = _topic(row.topic)
        # A topic that was hot again has a row of its own each time.
        place = next((n for n, each in enumerate(found) if _is_same(each.topic, topic)), None)
        if place is not None:
            same = found[place]
            first, last = min(same.first, row.first), max(same.last, row.last)
            found[place] = replace(same, first=first, last=last)
        elif len(found) < most:
            found.append(WasHot(topic=topic, first=row.first, last=row.last, since=row.since))
    named = {story.id for each in found for story in each.topic.stories}
    kept = set(Story.objects.filter(pk__in=named).values_list("pk", flat=True))
    for each in found:
        each.topic.stories[:] = [story for story in each.topic.stories if story.id in kept]
    return found


def drop_past(moment: datetime) -> None:
    """Forget topics that have not been hot since a time."""
    PastTopic.objects.filter(last__lt=moment).delete()


def forget(stories: Collection[str], titles: Collection[str]) -> None:
    """Forget past and present topics of these stories, and of stories that had these headlines
    then, inside the transaction of the caller; topics of now are found again.
    """
    TopicList.objects.all().delete()
    gone = [
        row.pk
        for row in PastTopic.objects.only("topic").iterator(chunk_size=_AT_ONCE)
        if any(each["id"] in stories or each["title"] in titles for each in row.topic["stories"])
    ]
    for some in in_parts(gone, _AT_ONCE):
        PastTopic.objects.filter(pk__in=some).delete()


def hot_topics() -> HotTopics | None:
    """Return the topics that were found last, None if the role *stories* has not looked yet."""
    row = TopicList.objects.filter(pk=_ROW).first()
    if row is None:
        return None
    return HotTopics(topics=[_topic(each) for each in row.topics], at=row.at, since=row.since)


def _topic(stored: dict[str, Any]) -> Topic:
    stories = [TopicStory(**each) for each in stored.get("stories", [])]
    return Topic(**{**stored, "stories": stories})
