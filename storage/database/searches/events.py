"""The timeline of events, and the conditions from which they follow.

Bounded: events are kept for weeks.

All functions raise ``storage.errors.Unavailable``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Self

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet, Subquery

from storage.database.models import AuditEntry
from storage.database.people.uses import Use
from storage.database.searches.event_models import Condition as ConditionRow
from storage.database.searches.event_models import EventClosing, EventCount, TimelineEvent
from storage.database.sources.statuses import judge_again
from storage.database.sources.validation import NAME_LENGTH
from storage.parts import AT_ONCE, in_parts

DRIFT_CONDITION = "drift:"
"""The beginning of the key of the condition that says what changed in the pages of a source; its id
follows.
"""
RECALL_CONDITION = "recall:"
"""The beginning of the key of the condition that holds the recall of a source; its id follows."""
MOVE_CONDITION = "moved:"
"""The beginning of the key of the condition that says that the pages of a source have moved; its id
follows.
"""
LOOKED = "looked"
"""The key of the condition that says when the observer looked last; its value is ``STOPPED`` after
an orderly end.
"""
STOPPED = "stopped"
MAX_EVENTS = 50_000
_MAX_DETAIL = 2_000
# After a longer pause it is news again, and so it is every day.
_PAUSE = timedelta(hours=1)
_MAX_SPAN = timedelta(days=1)
_COUNTED = ("kind", "before", "after", "reason")


@dataclass(frozen=True, kw_only=True)
class Happening:
    """An event that is not stored yet. The fields are those of ``TimelineEvent``.

    One that ``goes_on`` and happens again within an hour is added to the stored one, for a day at
    most.
    """

    at: datetime
    kind: str
    subject: str
    source_id: int | None = None
    before: str = ""
    after: str = ""
    reason: str = ""
    detail: str = ""
    count: int = 1
    goes_on: bool = False


@dataclass(frozen=True, kw_only=True)
class KnownCondition:
    """A condition as it is stored; see ``event_models``."""

    value: str
    since: datetime
    reason: str = ""
    settled: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class GroupKey:
    """What the events of a group have in common: the kind, the state they led to and the reason.

    ``before`` is the state that is over, of events that led to no other.
    """

    kind: str
    before: str = ""
    after: str = ""
    reason: str = ""

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the key that is written so, None if none is."""
        parts = text.split(":", 3)
        if len(parts) != len(_COUNTED) or (parts[1] and parts[2]):
            return None
        return cls(**dict(zip(_COUNTED, parts, strict=True)))

    def __str__(self) -> str:
        return ":".join((self.kind, self.before, self.after, self.reason))


@dataclass(frozen=True, kw_only=True)
class EventFilter:
    """Which events to return; an empty field does not filter.

    ``first`` is inclusive, ``last`` exclusive.
    """

    kind: str = ""
    source_id: int | None = None
    group: GroupKey | None = None
    first: datetime | None = None
    last: datetime | None = None
    after_id: int = 0


def conditions(*prefixes: str) -> dict[str, KnownCondition]:
    """Return the stored conditions whose keys begin with one of the prefixes; all without any."""
    wanted = Q()
    for prefix in prefixes:
        wanted |= Q(key__startswith=prefix)
    return {row.key: _known(row) for row in ConditionRow.objects.filter(wanted)}


def conditions_of(source_ids: Sequence[int], *prefixes: str) -> dict[str, KnownCondition]:
    """Return the stored conditions of some sources whose keys begin with one of the prefixes."""
    keys = [f"{prefix}{source_id}" for prefix in prefixes for source_id in source_ids]
    return {row.key: _known(row) for row in ConditionRow.objects.filter(key__in=keys)}


def lowest_conditions(prefix: str, most: int) -> dict[str, KnownCondition]:
    """Return the stored conditions whose keys begin with the prefix and whose values are lowest."""
    rows = ConditionRow.objects.filter(key__startswith=prefix).order_by("value", "key")
    return {row.key: _known(row) for row in rows[:most]}


def observer_look() -> Subquery:
    """Return, as part of another query, when the observer looked last; NULL if it never did or was
    stopped since.
    """
    looks = ConditionRow.objects.filter(key=LOOKED).exclude(value=STOPPED)
    return Subquery(looks.values("since")[:1])


def note(
    changed: Mapping[str, KnownCondition], ended: Iterable[str], happened: Sequence[Happening]
) -> None:
    """Write conditions, delete those that have ended, store and count the events: all or
    nothing.
    """
    ended = list(ended)
    with transaction.atomic():
        for some in in_parts(ended):
            ConditionRow.objects.filter(key__in=some).delete()
        for key, known in changed.items():
            values = {name: getattr(known, name) for name in KnownCondition.__dataclass_fields__}
            ConditionRow.objects.update_or_create(key=key, defaults=values)
        judge_again(_sources_of([*changed, *ended]))
        store_events(happened)


def _sources_of(keys: Iterable[str]) -> set[int]:
    """Return the sources whose states follow from some of these conditions."""
    found = set()
    for key in keys:
        if key.startswith((DRIFT_CONDITION, MOVE_CONDITION)):
            found.add(int(key.rpartition(":")[2]))
    return found


def store_events(happened: Sequence[Happening]) -> None:
    """Store and count events, in the transaction of the caller."""
    new = [each for each in happened if not (each.goes_on and _is_added(each))]
    TimelineEvent.objects.bulk_create([_row(each) for each in new], batch_size=AT_ONCE)
    _count(happened)


def _is_added(happening: Happening) -> bool:
    """Add an event to the stored one of the same cause, and return True, or False without one."""
    same = {name: getattr(happening, name) for name in _COUNTED}
    recent = TimelineEvent.objects.filter(
        **same,
        subject=happening.subject[:NAME_LENGTH],
        source_id=happening.source_id,
        at__gte=happening.at - _PAUSE,
        first__gte=happening.at - _MAX_SPAN,
    )
    last = recent.order_by("-at", "-pk").first()
    if last is None:
        return False
    last.at = happening.at
    last.count += happening.count
    last.detail = happening.detail[:_MAX_DETAIL]
    last.save(update_fields=("at", "count", "detail"))
    return True


def find_events(wanted: EventFilter, count: int, *, skip: int = 0) -> list[TimelineEvent]:
    """Return up to ``count`` matching events, newest first, without the newest ``skip``."""
    return list(matching(wanted)[skip : skip + count])


def events_after(event_id: int, count: int) -> list[TimelineEvent]:
    """Return up to ``count`` events with a greater id, oldest first."""
    return list(TimelineEvent.objects.filter(pk__gt=event_id).order_by("pk")[:count])


def count_events(wanted: EventFilter) -> int:
    """Return how many events match."""
    return matching(wanted).count()


def newest_event() -> int:
    """Return the id of the newest event, 0 without any."""
    return TimelineEvent.objects.aggregate(newest=Max("pk"))["newest"] or 0


def event_counts() -> list[EventCount]:
    """Return how many events there were since the start, by kind, states and reason."""
    return list(EventCount.objects.order_by("kind", "before", "after", "reason"))


def drop_events(before: datetime) -> None:
    """Delete events before this time, and the oldest ones if there are more than ``MAX_EVENTS``;
    also what was noted of groups that have none left.
    """
    TimelineEvent.objects.filter(at__lt=before).delete()
    EventClosing.objects.filter(last__lt=before).delete()
    newest = TimelineEvent.objects.order_by("-pk").values_list("pk", flat=True)
    if oldest_kept := list(newest[MAX_EVENTS - 1 : MAX_EVENTS]):
        TimelineEvent.objects.filter(pk__lt=oldest_kept[0]).delete()


def changes_after(
    entry_id: int | None, until: datetime, kinds: Sequence[str]
) -> tuple[list[AuditEntry], int]:
    """Return the audit entries of these kinds after an id, oldest first, and the newest id up to
    ``until``.

    ``until`` leaves time for transactions that are still open. Without an id, return no entries.
    """
    rows = AuditEntry.objects.filter(at__lte=until)
    newest = rows.aggregate(newest=Max("pk"))["newest"] or 0
    if entry_id is None:
        return [], newest
    found = rows.filter(pk__gt=entry_id, pk__lte=newest, kind__in=kinds).order_by("pk")
    found = found.exclude(action__in=list(Use))  # logins and exports change nothing
    entries = list(found.only("at", "who", "action", "kind", "subject", "subject_id"))
    return entries, max(newest, entry_id)


def matching(wanted: EventFilter) -> QuerySet[TimelineEvent]:
    """Return the matching events as a query, newest first."""
    rows = TimelineEvent.objects.all()
    if group := wanted.group:
        rows = rows.filter(kind=group.kind, after=group.after, reason=group.reason)
        # What an event led to counts, not from where.
        rows = rows if group.after else rows.filter(before=group.before)
    if wanted.kind:
        rows = rows.filter(kind=wanted.kind)
    if wanted.source_id is not None:
        rows = rows.filter(source_id=wanted.source_id)
    if wanted.first:
        rows = rows.filter(at__gte=wanted.first)
    if wanted.last:
        rows = rows.filter(at__lt=wanted.last)
    if wanted.after_id:
        return rows.filter(pk__gt=wanted.after_id)
    return rows


def _known(row: ConditionRow) -> KnownCondition:
    return KnownCondition(
        **{name: getattr(row, name) for name in KnownCondition.__dataclass_fields__}
    )


def _row(happening: Happening) -> TimelineEvent:
    values = {name: getattr(happening, name) for name in Happening.__dataclass_fields__}
    del values["goes_on"]
    values |= {"first": happening.at}
    values |= {"subject": happening.subject[:NAME_LENGTH], "detail": happening.detail[:_MAX_DETAIL]}
    return TimelineEvent(**values)


def _count(happened: Sequence[Happening]) -> None:
    alike = Counter(tuple(getattr(each, name) for name in _COUNTED) for each in happened)
    # In a fixed order: two writers at once must not deadlock.
    for values, number in sorted(alike.items()):
        row, _ = EventCount.objects.get_or_create(**dict(zip(_COUNTED, values, strict=True)))
        EventCount.objects.filter(pk=row.pk).update(number=F("number") + number)
