"""Run due searches and send due deliveries until stopped.

Several processes may run at once: a process claims a search or a delivery by moving its due time,
which only one process can do.
"""

import logging
import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from django.db import connection
from django.urls import reverse

from features.alerts import store
from features.alerts.breaker import CircuitBreaker
from features.alerts.digest import MAX_SHOWN, Digest, body, subject, text
from features.alerts.log_events import AlertEvent
from features.alerts.matches import (
    OVERLAP,
    collected_since,
    enough,
    last_seen,
    shown_documents,
    spike_of,
)
from features.alerts.models import Delivery
from features.alerts.problem import MAX_MATCHES, MAY_NOT_SEARCH, problem_of
from features.alerts.rule_store import forget_old_acts
from features.alerts.rules import muted, run_rules
from features.alerts.sending import SendingPool
from features.alerts.spikes import Spike
from features.alerts.story_lines import (
    StoryLine,
    member,
    packed,
    story_lines,
    unpacked,
    with_said,
)
from features.alerts.times import DIGESTS, Mode
from features.alerts.tokens import webhook_secret
from hooks.answers import SaidLine
from notify.errors import ProblemText, to_translate
from notify.message import Message
from notify.messenger import Messenger
from scheduler import heartbeat
from scheduler.errors import SchedulerError
from scheduler.log_events import LogEvent
from scheduler.recurrence import Every
from storage.database.clock import database_now
from storage.database.models import SavedSearch
from storage.database.people.rights import may_search
from storage.database.searches import groups
from storage.database.searches.saved_searches import search_of
from storage.documents.port import Document
from storage.errors import StorageError
from storage.settings import Settings
from watch.stores import Stores

logger = logging.getLogger(__name__)

MAX_OF_DIGEST = 10_000
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_WEEK = timedelta(weeks=1)
_LEFT_ALONE = ProblemText(
    to_translate(
        "The host has not answered several times in a row. Newsloom waits before it connects again."
    )
)
_TOO_MANY_OF_A_DAY = to_translate(
    "More than %(count)s documents match within a day. Narrow the search."
)
_TOO_MANY_OF_A_WEEK = to_translate(
    "More than %(count)s documents match within a week. Narrow the search."
)
_BATCH = 100
_WAIT_SECONDS = 10.0
_SEARCH_SECONDS = 5.0
_STEP_SECONDS = 1.0
_CLEANING_SECONDS = 86_400.0

Send = Callable[[SavedSearch, Digest], None]


class AlertRunner:
    """The loop. Tests may replace ``send``."""

    def __init__(self, settings: Settings, stores: Stores, send: Send | None = None) -> None:
        self._stores = stores
        self._origin = settings.web_address
        self._messenger = Messenger(settings)
        self._send = send or self._deliver
        self._pool = SendingPool()
        self._breaker = CircuitBreaker()
        self._stopping = threading.Event()
        self._cleaning = Every(_CLEANING_SECONDS)

    def stop(self) -> None:
        """Make ``run`` return after its current step. Safe in a signal handler."""
        self._stopping.set()

    def run(self) -> None:
        """Run ``tick`` every few seconds until ``stop``; wait for a store that does not answer.

        The database's clock counts: with a clock of this machine that is fast, every session would
        have expired.
        """
        while not self._stopping.is_set():
            heartbeat.beat()
            begun = time.monotonic()
            ends, has_more = begun + _WAIT_SECONDS, False
            try:
                has_more = self._run_searches(database_now(), begun + _SEARCH_SECONDS)
                run_rules(self._stores, database_now(), partial(self._is_over, ends))
                self._send_until(ends)
            except (StorageError, SchedulerError) as error:
                fields = {"error": str(error), "retry_seconds": _WAIT_SECONDS}
                logger.warning(LogEvent.STORE_UNAVAILABLE, extra=fields)
            except Exception:  # a bug must not end the alerts that follow
                logger.exception(AlertEvent.ALERTS_CRASHED)
            if not has_more:
                self._stopping.wait(max(ends - time.monotonic(), 0))
        self._pool.close()
        try:
            self._settle_ended(database_now())
        except StorageError as error:
            # What these deliveries led to is not known: they are sent once more.
            logger.warning(AlertEvent.DELIVERIES_NOT_SETTLED, extra={"error": str(error)})
        self._stores.close()
        connection.close()

    def tick(self, now: datetime) -> None:
        """Run the searches and rules that are due, and send the deliveries that are due to the last
        one.
        """
        self._run_searches(now, math.inf)
        run_rules(self._stores, now, lambda: False)
        self._start_deliveries(now)
        while self._pool.wait():
            self._settle_ended(now)
            self._start_deliveries(now)

    def _run_searches(self, now: datetime, ends: float) -> bool:
        """Run searches that are due, until a time of ``time.monotonic``; return whether more of
        them may be due.

        Once a day, forget what rules did long ago.
        """
        if self._cleaning.due(now):
            forget_old_acts(now)
            self._cleaning.done(now)
        due = store.due_searches(now, _BATCH)
        for search in due:
            if self._stopping.is_set():
                return False
            # Searches that take long must not delay what others found.
            if time.monotonic() >= ends:
                return True
            if store.claim_search(search, now):
                self._run(search, now)
        return len(due) == _BATCH

    def _is_over(self, ends: float) -> bool:
        return self._stopping.is_set() or time.monotonic() >= ends

    def _send_until(self, ends: float) -> None:
        """Start deliveries as others end, until a time of ``time.monotonic`` or until none is
        left.
        """
        while not self._stopping.is_set() and time.monotonic() < ends:
            self._start_deliveries(database_now())
            if not self._pool.wait(_STEP_SECONDS):
                return
            self._settle_ended(database_now())

    def _start_deliveries(self, now: datetime) -> None:
        """Start deliveries that are due, as many as the pool takes."""
        while self._pool.has_room() and not self._stopping.is_set():
            due = store.due_deliveries(now, _BATCH, self._pool.busy_owners())
            if not due:
                return
            for delivery in due:
                if (
                    not self._pool.has_room()
                    or delivery.search.owner_id in self._pool.busy_owners()
                ):
                    continue
                if store.claim_delivery(delivery, now + store.retry_after(delivery.attempts)):
                    self._start(delivery, now)

    def _run(self, search: SavedSearch, now: datetime) -> None:
        if problem := problem_of(search, partial(self._find, search, now)):
            fields = {"search": search.pk, "error": str(problem)}
            logger.warning(AlertEvent.ALERT_NOT_RUN, extra=fields)
            store.record_problem(search, problem.packed())

    def _find(self, search: SavedSearch, now: datetime) -> ProblemText | None:
        """Record the new matches. Return the problem, or None on success."""
        # A document stored after the last run may have been collected long before it. A clock that
        # was set back since makes both times later than now.
        forget = _whole_milliseconds(min(search.last_run or search.notified_since, now) - OVERLAP)
        since = forget if search.notified_since > now else max(search.notified_since, forget)
        facts: dict[str, Any] = {}
        if search.mode == Mode.SPIKE:
            hour = now.replace(minute=0, second=0, microsecond=0) - _HOUR
            found_spike = spike_of(self._stores, search, hour)
            since = max(since, hour)
            if not found_spike:
                store.record_matches(search, {}, (), now, forget)
                return None
            facts = {"spike": asdict(found_spike)}
        is_digest = search.mode in DIGESTS
        most = MAX_OF_DIGEST if is_digest else MAX_MATCHES
        found = collected_since(self._stores, search, since, most + 1)
        of_a_week = search.mode == Mode.WEEKLY
        longest = now - OVERLAP - (_WEEK if of_a_week else _DAY)
        if len(found) > most and since < longest:
            # It has not run for long, and would find more with each run.
            fields = {"search": search.pk, "since": since.isoformat()}
            logger.warning(AlertEvent.ALERT_LOOKS_LESS_FAR, extra=fields)
            found = collected_since(self._stores, search, longest, most + 1)
        if len(found) > most:
            sentence = _TOO_MANY_OF_A_WEEK if of_a_week else _TOO_MANY_OF_A_DAY
            return ProblemText(sentence, {"count": f"{most:,}"})
        ids = store.not_yet_notified(search, {document.id for document in found})
        new = [document for document in found if document.id in ids]
        muted_ids = muted(self._stores, search, new, now)
        new = [document for document in new if document.id not in muted_ids]
        # The others are not noted, so that they count with those of the next run.
        new = enough(search, new)
        # Where nothing groups documents, a digest lists them.
        if is_digest and groups.all_groups():
            facts = {"stories": packed(told_stories(self._stores, new))}
        # The newest are shown.
        shown = [document.id for document in new][: -MAX_SHOWN - 1 : -1]
        store.record_matches(
            search, {each.id: last_seen(each) for each in new}, shown, now, forget, facts
        )
        return None

    def _start(self, delivery: Delivery, now: datetime) -> None:
        search = delivery.search
        if not may_search(search.owner):
            store.settle_delivery(delivery, MAY_NOT_SEARCH.packed(), now, last=True)
        elif self._breaker.is_open(_receiver(search), time.monotonic()) and not _is_last(delivery):
            store.settle_delivery(delivery, _LEFT_ALONE.packed(), now, last=False)
        else:
            self._pool.start(delivery, partial(self._send, search, self._digest(delivery)))

    def _settle_ended(self, now: datetime) -> None:
        for delivery, attempt in self._pool.ended():
            self._breaker.record(
                _receiver(delivery.search), time.monotonic(), answered=attempt.answered
            )
            error = attempt.problem.packed() if attempt.problem else ""
            store.settle_delivery(delivery, error, now, last=_is_last(delivery))

    def _digest(self, delivery: Delivery) -> Digest:
        return Digest(
            delivery=delivery.pk,
            search=delivery.search.name,
            search_url=address_of(delivery.search, self._origin),
            origin=self._origin,
            total=delivery.total,
            documents=tuple(shown_documents(self._stores, delivery)),
            stories=unpacked(delivery.facts.get("stories", ())),
            spike=Spike(**delivery.facts["spike"]) if "spike" in delivery.facts else None,
        )

    def _deliver(self, search: SavedSearch, digest: Digest) -> None:
        message = Message(
            number=digest.delivery, subject=subject(digest), text=text(digest), body=body(digest)
        )
        self._messenger.send(search.alert, search.target, message, webhook_secret(search))


def told_stories(stores: Stores, found: Sequence[Document]) -> list[StoryLine]:
    """Return the stories of documents as a digest tells them. Raises Unavailable and Refused."""

    def said_of(story_id: str) -> Sequence[SaidLine]:
        return groups.lines_of(story_id, stores.documents())

    lines = story_lines(found, groups.groups_of([member(each) for each in found]))
    return with_said(lines, said_of)


def address_of(search: SavedSearch, origin: str) -> str:
    """Return the address of all matches of a saved search."""
    return f"{origin}{reverse('search')}?{search_of(search).query_string}"


def _whole_milliseconds(moment: datetime) -> datetime:
    """Return the time as stores compare it, so that a forgotten match is not found again."""
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def _receiver(search: SavedSearch) -> tuple[int, str]:
    """Return whom the breaker leaves alone: a host for one owner, since one host may serve many
    users.
    """
    return search.owner_id, urlsplit(search.target).hostname or ""


def _is_last(delivery: Delivery) -> bool:
    return delivery.attempts + 1 >= store.MAX_ATTEMPTS
