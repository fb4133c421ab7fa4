"""Events in groups: how often the same happened to how many, and which groups are closed.

Bounded: the groups that happened last, counted by the database.

All functions raise ``storage.errors.Unavailable``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import Any

from django.db import transaction
from django.db.models import Case, Count, F, Max, Min, Q, QuerySet, Sum, Value, When, Window
from django.db.models.functions import Coalesce, RowNumber

from storage.database.models import EventClosing, Source, TimelineEvent
from storage.database.people.audit import record_operation
from storage.database.searches.events import EventFilter, GroupKey, matching

MAX_GROUPS = 500
TREND_PARTS = 12
NAMES = 20
"""How many subjects of a group are named."""
_READ_FOR_NAMES = 3 * NAMES
"""Events of a group that are read first: a subject may have several of them."""
_KEY = ("kind", "ended", "after", "reason")
_A_DAY = timedelta(days=1)
_OF_VISITED = Q(source_id__in=Source.objects.filter(enabled=True).values("pk"))


@dataclass(frozen=True, kw_only=True)
class EventGroup:
    """Events with the same key.

    They happened ``times`` times, ``lately`` of them in the last day, to so many ``subjects``,
    between ``first`` and ``last``. ``trend`` counts them in ``TREND_PARTS`` equal parts of the
    time that is looked at. ``newest`` is the greatest id.
    """

    key: GroupKey
    times: int
    lately: int
    subjects: int
    first: datetime
    last: datetime
    newest: int
    trend: Sequence[int] = ()


@dataclass(frozen=True, kw_only=True)
class NotedGroup:
    """What the audit log keeps of a group: its name in English, and the facts from which pages make
    it in another language, none if no event of it is kept any more.
    """

    name: str
    facts: Mapping[str, Any] | None = None


def event_groups(wanted: EventFilter, now: datetime) -> list[EventGroup]:
    """Return the groups of the matching events that happened last, newest first."""
    oldest = wanted.first or matching(wanted).aggregate(oldest=Min("at"))["oldest"]
    if oldest is None:
        return []
    counts = {}
    for number, (start, end) in enumerate(pairwise(_parts(oldest, wanted.last or now))):
        counts[f"part_{number}"] = _times(Q(at__gte=start, at__lt=end))
    rows = (
        _keyed(matching(wanted))
        .values(*_KEY)
        .annotate(
            times=Sum("count"),
            lately=_times(Q(at__gte=now - _A_DAY)),
            subjects=Count("subject", distinct=True),
            earliest=Min("first"),
            last=Max("at"),
            newest=Max("pk"),
            **counts,
        )
        .order_by("-last", "-newest")
    )
    return [_group(row, list(counts)) for row in rows[:MAX_GROUPS]]


@dataclass(frozen=True, kw_only=True)
class LastOfSubject:
    """When events of a group happened last to one of its subjects; ``is_visited`` as in
    ``visited``.
    """

    key: GroupKey
    subject: str
    last: datetime
    is_visited: bool


def last_of_recovered(wanted: EventFilter, recoveries: Sequence[GroupKey]) -> list[LastOfSubject]:
    """Return the subjects to which events of ``recoveries`` happened, with when these and other
    matching events of the same kinds happened to each last.
    """
    if not recoveries:
        return []
    recovered = reduce(or_, (Q(**_columns(key)) for key in recoveries))
    rows = (
        _keyed(matching(wanted))
        .filter(
            kind__in={key.kind for key in recoveries},
            subject__in=_keyed(matching(wanted)).filter(recovered).values("subject"),
        )
        .values(*_KEY, "subject")
        .annotate(latest=Max("at"), visits=Count("pk", filter=_OF_VISITED))
    )
    return [
        LastOfSubject(
            key=_key(row), subject=row["subject"], last=row["latest"], is_visited=row["visits"] > 0
        )
        for row in rows
    ]


def visited(wanted: EventFilter) -> dict[GroupKey, int]:
    """Return of how many sources the groups of matching events are that exist and are not paused by
    hand.
    """
    rows = (
        _keyed(matching(wanted))
        .filter(_OF_VISITED)
        .values(*_KEY)
        .annotate(sources=Count("subject", distinct=True))
    )
    return {_key(row): row["sources"] for row in rows}


def names_of(wanted: EventFilter, groups: Sequence[EventGroup]) -> dict[GroupKey, list[str]]:
    """Return the subjects of some groups of the matching events, up to ``NAMES`` of each, the one
    it happened to last first.
    """
    # The last events name the subjects of most groups, and are a small part of all.
    found = _named(wanted, {each.key: _near_end(each) for each in groups})
    missing = {}
    for each in groups:
        if len(found[each.key]) < min(NAMES, each.subjects):
            missing[each.key] = each.first
    return found | _named(wanted, missing)


def _near_end(group: EventGroup) -> datetime:
    """Return from when on a group has enough events, if they are spread evenly."""
    share = min(1.0, _READ_FOR_NAMES / group.times)
    return group.last - share * (group.last - group.first)


def _named(wanted: EventFilter, since: Mapping[GroupKey, datetime]) -> dict[GroupKey, list[str]]:
    """Return the subjects to which events of groups happened since a time of each."""
    found: dict[GroupKey, list[str]] = {key: [] for key in since}
    if not since:
        return found
    # The index of kinds and times finds these, at the price of a few groups that nobody asked for.
    near = (Q(kind=key.kind, after=key.after, at__gte=start) for key, start in since.items())
    turn = Window(
        RowNumber(),
        partition_by=[F(name) for name in _KEY],
        order_by=(F("latest").desc(), F("subject")),
    )
    rows = (
        _keyed(matching(wanted))
        .filter(reduce(or_, near))
        .values(*_KEY, "subject")
        .annotate(latest=Max("at"))
        .annotate(turn=turn)
        .filter(turn__lte=NAMES)
        .order_by("turn")
    )
    for row in rows:
        if (key := _key(row)) in found:
            found[key].append(row["subject"])
    return found


def last_events(wanted: EventFilter, groups: Sequence[EventGroup]) -> dict[GroupKey, TimelineEvent]:
    """Return the event that happened last in each of the groups, as far as they are still kept."""
    if not groups:
        return {}
    of_groups = reduce(or_, (Q(**_columns(each.key), at=each.last) for each in groups))
    rows = _keyed(matching(wanted)).filter(of_groups).order_by("pk")
    return {_key(vars(row)): row for row in rows}


def closings() -> dict[GroupKey, EventClosing]:
    """Return which groups were closed, and up to which event."""
    found = {}
    for row in EventClosing.objects.all():
        key = GroupKey(kind=row.kind, before=row.before, after=row.after, reason=row.reason)
        found[key] = row
    return found


def close_group(seen: EventGroup, noted: NotedGroup, who: str, now: datetime) -> None:
    """Close a group up to the last event that was seen, and note it in the audit log."""
    values = {"newest": seen.newest, "last": seen.last, "who": who, "at": now}
    with transaction.atomic():
        EventClosing.objects.update_or_create(**asdict(seen.key), defaults=values)
        _record(who, "close", seen.key, noted)


def open_group(key: GroupKey, noted: NotedGroup, who: str) -> bool:
    """Take back that a group was closed; return whether it was."""
    with transaction.atomic():
        deleted, _of_models = EventClosing.objects.filter(**asdict(key)).delete()
        if deleted:
            _record(who, "open again", key, noted)
    return bool(deleted)


def _record(who: str, action: str, key: GroupKey, noted: NotedGroup) -> None:
    record_operation(who, action, "event", noted.name, subject_id=str(key)[:64], before=noted.facts)


def _keyed(rows: QuerySet[TimelineEvent]) -> QuerySet[TimelineEvent]:
    """Add ``ended``, the state that is over, of events that led to no other."""
    ended = Case(When(after="", then=F("before")), default=Value(""))
    return rows.order_by().annotate(ended=ended)


def _times(when: Q) -> Coalesce:
    return Coalesce(Sum("count", filter=when), 0)


def _parts(start: datetime, end: datetime) -> list[datetime]:
    """Return the bounds of the parts of the trend; the last part holds its end."""
    step = max(end - start, timedelta(minutes=1)) / TREND_PARTS
    bounds = [start + number * step for number in range(TREND_PARTS)]
    return [*bounds, max(end, start) + timedelta(minutes=1)]


def _group(row: dict[str, object], parts: Sequence[str]) -> EventGroup:
    same = {name: row[name] for name in ("times", "lately", "subjects", "last", "newest")}
    trend = tuple(row[part] for part in parts)
    return EventGroup(key=_key(row), first=row["earliest"], trend=trend, **same)  # type: ignore[arg-type]


def _key(row: dict[str, object]) -> GroupKey:
    kind, before, after, reason = (str(row[name]) for name in _KEY)
    return GroupKey(kind=kind, before=before, after=after, reason=reason)


def _columns(key: GroupKey) -> dict[str, str]:
    return dict(zip(_KEY, (key.kind, key.before, key.after, key.reason), strict=True))
