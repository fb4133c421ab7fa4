"""Hot topics in the configuration's database: counts of terms by hour, and the topics that were
found last.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime

from django.db import transaction

from features.stories.models import TermCounts, TopicList
from features.stories.store.records import HourPart
from storage.database.clock import DatabaseNow

_ROW = 1
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


def append(parts: Iterable[HourPart]) -> None:
    """Store parts, inside the transaction of the caller."""
    TermCounts.objects.bulk_create(
        [TermCounts(hour=part.hour, counts=part.counts) for part in parts]
    )


def clear() -> None:
    """Delete all counts and topics, inside the transaction of the caller."""
    TermCounts.objects.all().delete()
    TopicList.objects.all().delete()


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
    """Store the topics in place of those before."""
    values = {"at": DatabaseNow(), "since": since, "topics": [asdict(each) for each in found]}
    with transaction.atomic():
        TopicList.objects.update_or_create(pk=_ROW, defaults=values)


def hot_topics() -> HotTopics | None:
    """Return the topics that were found last, None if the role *stories* has not looked yet."""
    row = TopicList.objects.filter(pk=_ROW).first()
    if row is None:
        return None
    return HotTopics(topics=[_topic(each) for each in row.topics], at=row.at, since=row.since)


def _topic(stored: dict[str, object]) -> Topic:
    stories = [TopicStory(**each) for each in stored.pop("stories", [])]  # type: ignore[attr-defined]
    return Topic(**stored, stories=stories)  # type: ignore[arg-type]
