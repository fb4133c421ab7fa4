"""Saved searches and their alerts: commands for the web interface and the alerts role.

An alert first records the new matches and a *delivery* of them in one transaction. The delivery is
then sent, and retried until it succeeds. So a restart loses nothing, and no match is in two
deliveries. All commands raise Unavailable.
"""

import secrets
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import DurationField, ExpressionWrapper, F, Q, Value, Window
from django.db.models.functions import RowNumber

from storage.database.clock import database_now
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import Delivery, NotifiedMatch, SavedSearch, SearchRule
from storage.database.owned.keeping import changing, managed, things_of
from storage.database.searches import alert_times
from storage.database.searches.search import Search
from storage.database.sources.validation import check_folder
from storage.time_zones import is_zone

INTERVALS = (1, 15, 60, 360, 1440)
"""The valid intervals between two runs of an alert, in minutes."""
AT_LEAST_BOUNDS = (2, 1_000)
"""The lowest and the highest number of documents that an alert may wait for."""
MAX_ATTEMPTS = 8
"""The attempts before a delivery fails for good: waits double from one minute, about two hours in
total.
"""
MAX_FOLDER = 100
"""Characters in the name of a folder."""
_MAX_LENGTH = 4_000
"""Characters of a search in an address: web servers take few more in a line."""
_KEY_BYTES = 16
_KEPT_DELIVERIES = timedelta(days=30)
_MINUTE = 60_000_000  # microseconds
# Processes read the clock one after the other.
_CLOCK_TOLERANCE = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class SearchDraft:
    """A saved search as its owner edits it; the fields have the same meaning as in the model.

    ``search`` is what it searches for.
    """

    name: str
    search: Search
    alert: str = SavedSearch.Alert.NONE
    target: str = ""
    every_minutes: int = 60
    at_least: int = 10
    language: str = "en"
    mode: str = SavedSearch.Mode.MATCHES
    time_zone: str = "UTC"
    folder: str = ""


@dataclass(frozen=True)
class FailingAlert:
    """An alert that does not reach its owner, and why."""

    search: str
    owner: str
    problem: str


def search_of(saved: SavedSearch) -> Search:
    """Return what a saved search searches for."""
    return Search.from_json(saved.criteria)


def searches_of(user: User) -> list[SavedSearch]:
    """Return the saved searches of a user by folder and name, those in no folder last."""
    return list(things_of(SavedSearch, user).filter(owner=user))


def save_search(draft: SearchDraft, owner: User, search_id: int | None = None) -> SavedSearch:
    """Add a saved search, or change the user's own one with this id.

    Raises Invalid with every problem, ValidationError, NotFound.

    An alert that you switch on, or whose search you change, reports what is found from now on.
    What the owner has read stays read, and nothing else.
    """
    if problems := _problems(draft):
        raise Invalid(problems)
    with changing(SavedSearch, search_id, owner) as search:
        now = database_now()
        if search_id is None:
            search.created = search.read_until = now
        if not search.next_run:
            search.notified_since, search.last_run = now, None
        _replace_search(search, draft.search, now)
        search.name, search.language = draft.name, draft.language
        search.folder = " ".join(draft.folder.split())
        search.alert, search.mode, search.time_zone = draft.alert, draft.mode, draft.time_zone
        search.every_minutes, search.at_least = draft.every_minutes, draft.at_least
        search.target = draft.target.strip() if draft.alert != SavedSearch.Alert.NONE else ""
        search.next_run = _first_run(draft, now)
        search.hook_key = search.hook_key or secrets.token_hex(_KEY_BYTES)
        search.problem = ""
        if not search.next_run:
            Delivery.objects.filter(search=search_id, delivered=None).delete()
    return search


def change_search(search_id: int, owner: User, wanted: Search) -> SavedSearch:
    """Replace what a user's own saved search searches for, and nothing else of it.

    Its alert reports what is found from now on, and so do those of its followers. Raises Invalid,
    NotFound.
    """
    if problems := _search_problems(wanted):
        raise Invalid(problems)
    with changing(SavedSearch, search_id, owner) as search:
        _replace_search(search, wanted, database_now())
    return search


def due_searches(now: datetime, limit: int) -> list[SavedSearch]:
    """Return searches with a due alert and their owners: one of each owner, then the next of each,
    and so on.

    An owner's searches come in the order in which they became due. So an owner with hundreds delays
    nobody else.

    A next run that the interval does not explain is due too: the database's clock has been set back
    since.
    """
    interval = ExpressionWrapper(F("every_minutes") * _MINUTE, output_field=DurationField())
    latest = now + _CLOCK_TOLERANCE + interval
    is_due = Q(next_run__lte=now)
    is_due |= Q(next_run__gt=latest, mode__in=alert_times.BY_INTERVAL)
    is_due |= Q(next_run__gt=now + alert_times.MAX_INTERVAL)
    due = SavedSearch.objects.select_related("owner").filter(is_due)
    turn = Window(RowNumber(), partition_by=[F("owner")], order_by=["next_run", "pk"])
    return list(due.annotate(turn=turn).order_by("turn", "next_run", "pk")[:limit])


def claim_search(search: SavedSearch, now: datetime) -> bool:
    """Schedule the next run; return False if another process took this one or the search has
    changed.
    """
    following = alert_times.next_run(search.mode, search.every_minutes, search.time_zone, now)
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


def deliveries_of(search: SavedSearch, count: int) -> list[Delivery]:
    """Return the newest deliveries of a search."""
    return list(Delivery.objects.filter(search=search)[:count])


def deliveries_to(owner_id: int, count: int) -> list[Delivery]:
    """Return the newest deliveries of all searches of a user, with the searches."""
    rows = Delivery.objects.filter(search__owner_id=owner_id).select_related("search")
    return list(rows.order_by("-created", "pk")[:count])


def mark_read(search_id: int, owner: User, moment: datetime | None = None) -> None:
    """Record that the owner has read the matches that were found until now, or until ``moment``.

    Raises NotFound.
    """
    with transaction.atomic():
        search = managed(SavedSearch, search_id, owner)
        search.read_until = max(search.read_until, moment) if moment else database_now()
        search.save(update_fields=("read_until",))


def late_alerts(before: datetime) -> int:
    """Return how many alerts should have run before this time."""
    return SavedSearch.objects.filter(next_run__lt=before).count()


def failing_alerts(since: datetime, most: int) -> list[FailingAlert]:
    """Return alerts whose last run failed, and alerts with a failed delivery created after
    ``since``.

    A delivery that succeeded later is not a failed one. Of at most ``most`` failures, those of runs
    first and then the newest, each search once.
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
    for pk, name, owner, why, *_ in failures[:most]:
        found.setdefault(pk, FailingAlert(name, owner, why))
    return list(found.values())


def _replace_search(saved: SavedSearch, wanted: Search, now: datetime) -> None:
    """Put another search into a saved one, without saving it, and let its followers look for that.

    Older documents that only this one finds must not be sent as if they were new. Raises Invalid if
    the search is that of somebody else.
    """
    if search_of(saved) == wanted:
        return
    if saved.origin_id:
        raise Invalid([FieldError("query", "", ErrorCode.SEARCH_OF_ANOTHER)])
    saved.criteria, saved.notified_since, saved.problem = wanted.to_json(), now, ""
    if saved.pk:
        saved.followers.update(criteria=saved.criteria, notified_since=now, problem="")
        # Its rules, too, concern what is found from now on.
        rules = SearchRule.objects.filter(Q(search=saved) | Q(search__origin=saved))
        rules.update(since=now, next_run=now, last_run=None, problem="")


def _first_run(draft: SearchDraft, now: datetime) -> datetime | None:
    """Return when an alert runs for the first time: at once, or when its first digest is due."""
    if draft.alert == SavedSearch.Alert.NONE:
        return None
    if draft.mode in (SavedSearch.Mode.DAILY, SavedSearch.Mode.WEEKLY):
        return alert_times.next_run(draft.mode, draft.every_minutes, draft.time_zone, now)
    return now


def _problems(draft: SearchDraft) -> list[FieldError]:
    problems = [*_search_problems(draft.search), *check_folder(draft.folder.strip())]
    if len(draft.folder) > MAX_FOLDER:
        problems.append(
            FieldError("folder", draft.folder, ErrorCode.FOLDER_TOO_LONG, {"limit": MAX_FOLDER})
        )
    if draft.mode not in SavedSearch.Mode.values:
        problems.append(FieldError("mode", draft.mode, ErrorCode.ALERT_MODE_UNKNOWN))
    if not is_zone(draft.time_zone):
        problems.append(FieldError("time_zone", draft.time_zone, ErrorCode.ALERT_TIME_ZONE_UNKNOWN))
    if draft.alert not in SavedSearch.Alert.values:
        problems.append(
            FieldError(
                "alert",
                draft.alert,
                ErrorCode.NOT_A_CHOICE,
                {"choices": ", ".join(SavedSearch.Alert.values)},
            )
        )
    if draft.every_minutes not in INTERVALS:
        problems.append(
            FieldError("every_minutes", str(draft.every_minutes), ErrorCode.ALERT_INTERVAL)
        )
    fewest, most = AT_LEAST_BOUNDS
    if not fewest <= draft.at_least <= most:
        limits = {"fewest": fewest, "most": f"{most:,}"}
        problems.append(FieldError("at_least", "", ErrorCode.ALERT_AT_LEAST, limits))
    if draft.alert != SavedSearch.Alert.NONE and not draft.target.strip():
        problems.append(FieldError("target", "", ErrorCode.ALERT_ADDRESS_MISSING))
    return problems


def _search_problems(search: Search) -> list[FieldError]:
    is_too_long = len(search.query_string) > _MAX_LENGTH
    error = FieldError("query", search.text[:40], ErrorCode.SEARCH_TOO_LONG)
    return [error] if is_too_long else []
