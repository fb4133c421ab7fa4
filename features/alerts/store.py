"""Alerts of saved searches: commands for the web interface and the alerts role.

An alert first records the new matches and a *delivery* of them in one transaction. The delivery is
then sent, and retried until it succeeds. So a restart loses nothing, and no match is in two
deliveries. All commands raise Unavailable.
"""

import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.db.models import DurationField, ExpressionWrapper, F, Q, Value, Window
from django.db.models.functions import RowNumber

from features.alerts import times
from features.alerts.models import Delivery, NotifiedMatch
from hooks.answers import AlertBacklog, FailingAlert
from storage.database.models import SavedSearch

MAX_ATTEMPTS = 8
"""The attempts before a delivery fails for good: waits double from one minute, about two hours in
total.
"""
_KEPT_DELIVERIES = timedelta(days=30)
_LATE = timedelta(minutes=10)
_FAILURES_READ = 200
_MINUTE = 60_000_000  # microseconds
# Processes read the clock one after the other.
_CLOCK_TOLERANCE = timedelta(minutes=1)


def due_searches(now: datetime, limit: int) -> list[SavedSearch]:
    """Return searches with a due alert and their owners: one of each owner, then the next of each,
    and so on.

    An owner's searches come in the order in which they became due. So an owner with hundreds does
    not delay other owners.

    A next run that the interval does not explain is due too: the database's clock has been set back
    since.
    """
    interval = ExpressionWrapper(F("every_minutes") * _MINUTE, output_field=DurationField())
    latest = now + _CLOCK_TOLERANCE + interval
    is_due = Q(next_run__lte=now)
    is_due |= Q(next_run__gt=latest, mode__in=times.BY_INTERVAL)
    is_due |= Q(next_run__gt=now + times.MAX_INTERVAL)
    due = SavedSearch.objects.select_related("owner").filter(is_due)
    turn = Window(RowNumber(), partition_by=[F("owner")], order_by=["next_run", "pk"])
    return list(due.annotate(turn=turn).order_by("turn", "next_run", "pk")[:limit])


def claim_search(search: SavedSearch, now: datetime) -> bool:
    """Schedule the next run; return False if another process took this one or the search has
    changed.
    """
    following = times.next_run(search.mode, search.every_minutes, search.time_zone, now)
    rows = SavedSearch.objects.filter(pk=search.pk, next_run=search.next_run)
    return bool(rows.update(next_run=following))


def not_yet_notified(search: SavedSearch, document_ids: Collection[str]) -> set[str]:
    """Return the documents that no delivery of this search contains."""
    told = NotifiedMatch.objects.filter(search=search, document_id__in=document_ids)
    return set(document_ids) - set(told.values_list("document_id", flat=True))


def record_matches(
    search: SavedSearch,
    found: Mapping[str, datetime],
    shown: Sequence[str],
    now: datetime,
    forget: datetime,
    facts: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Record a successful run and a new delivery of what it found (id: collected) that shows
    ``shown``.

    ``facts`` are those of the delivery. Forget notified matches that were collected before
    ``forget``. One transaction.
    """
    with transaction.atomic():
        if not SavedSearch.objects.filter(pk=search.pk).update(last_run=now, problem=""):
            return
        NotifiedMatch.objects.filter(search=search, collected__lt=forget).delete()
        if found:
            rows = [
                NotifiedMatch(search=search, document_id=each, collected=at)
                for each, at in found.items()
            ]
            NotifiedMatch.objects.bulk_create(rows, batch_size=500)
            Delivery.objects.create(
                id=uuid.uuid4().hex,
                search=search,
                documents=list(shown),
                total=len(found),
                facts=dict(facts),
                next_attempt=now,
                created=now,
            )
        Delivery.objects.filter(search=search, created__lt=now - _KEPT_DELIVERIES).delete()


def record_problem(search: SavedSearch, problem: str) -> None:
    """Record why a run failed."""
    SavedSearch.objects.filter(pk=search.pk).update(problem=problem)


def retry_after(attempts: int) -> timedelta:
    """Return the delay of a delivery after this many earlier attempts: 1, 2, 4, ... minutes."""
    return timedelta(minutes=1 << attempts)


def due_deliveries(
    now: datetime, limit: int, without_owners: Collection[int] = ()
) -> list[Delivery]:
    """Return deliveries to send, oldest first, with search and owner, except those of some owners.

    A next attempt later than the longest delay is due too: the database's clock has been set back
    since.
    """
    latest = now + retry_after(MAX_ATTEMPTS) + _CLOCK_TOLERANCE
    is_due = Q(next_attempt__lte=now) | Q(next_attempt__gt=latest)
    due = Delivery.objects.select_related("search__owner").filter(is_due)
    due = due.exclude(search__owner__in=without_owners)
    return list(due.order_by("next_attempt", "pk")[:limit])


def claim_delivery(delivery: Delivery, following: datetime) -> bool:
    """Count an attempt and schedule the next one; return False if another process took this
    delivery.
    """
    rows = Delivery.objects.filter(pk=delivery.pk, next_attempt=delivery.next_attempt)
    return bool(rows.update(next_attempt=following, attempts=F("attempts") + 1))


def settle_delivery(delivery: Delivery, error: str, now: datetime, *, last: bool) -> None:
    """Record the result of an attempt: its error, or "" for success.

    No attempt follows the ``last`` one.
    """
    rows = Delivery.objects.filter(pk=delivery.pk)
    if not error:
        rows.update(delivered=now, next_attempt=None, error="")
    elif last:
        rows.update(next_attempt=None, error=error)
    else:
        rows.update(error=error)


def backlog(now: datetime) -> AlertBacklog:
    """Return which alerts are late by ten minutes, and which have failed within a day."""
    return AlertBacklog(
        late=SavedSearch.objects.filter(next_run__lt=now - _LATE).count(),
        failing=_failing(now - timedelta(days=1)),
    )


def _failing(since: datetime) -> list[FailingAlert]:
    """Return alerts whose last run failed, and alerts with a failed delivery created after
    ``since``: those of runs first and then the newest, each search once.

    A delivery that succeeded later is not a failed one.
    """
    failed_runs = (
        SavedSearch.objects.exclude(next_run=None)
        .exclude(problem="")
        .annotate(rank=Value(0), at=F("next_run"))
        .order_by()
        .values_list("pk", "name", "owner__username", "problem", "rank", "at")
    )
    undelivered = (
        Delivery.objects.filter(delivered=None, created__gt=since)
        .exclude(error="")
        .exclude(search__next_run=None)
        .annotate(rank=Value(1), at=F("created"))
        .order_by()
        .values_list("search", "search__name", "search__owner__username", "error", "rank", "at")
    )
    failures = failed_runs.union(undelivered, all=True).order_by("rank", "-at")
    found: dict[int, FailingAlert] = {}
    for pk, name, owner, why, *_ in failures[:_FAILURES_READ]:
        found.setdefault(pk, FailingAlert(search=name, owner=owner, problem=why))
    return list(found.values())
