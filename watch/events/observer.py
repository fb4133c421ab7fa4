"""Look at the stores every few seconds, and turn what has changed into events.

It runs in the role *alerts*. Of several processes one leads, by a lease in the configuration, so
that nothing is recorded twice.
"""

import logging
import threading
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from django.db import connection

from scheduler.errors import SchedulerError
from scheduler.leader import Leader
from scheduler.log_events import LogEvent
from scheduler.recurrence import Every
from storage.database import tombstones
from storage.database.clock import database_now
from storage.database.models import Source
from storage.database.people.logins import clean_logins
from storage.database.searches import events as store
from storage.database.searches.events import (
    DRIFT_CONDITION,
    LOOKED,
    MOVE_CONDITION,
    RECALL_CONDITION,
    STOPPED,
    KnownCondition,
)
from storage.database.sources.judgements import answering_hosts, unreached_hosts
from storage.database.sources.status_models import SourceStatus
from storage.database.sources.statuses import enlist_missing, judge_again
from storage.database.store import DjangoConfiguration
from storage.database.verdicts.history import note_verdict
from storage.database.verdicts.mutes import drop_expired
from storage.errors import StorageError
from storage.workers.store import Workers
from watch.events import changes
from watch.events.changes import AUDIT, BURIED, DEATHS, HOST, PROBLEM, WORKER, Changes
from watch.events.lasting import Lasting
from watch.events.upkeep import judge_due
from watch.sources.drift import find_drift
from watch.sources.moves import moved_pages
from watch.sources.source_health import SourceState
from watch.sources.source_recalls import find_recalls
from watch.stores import Stores
from watch.system.snapshot import MonitorSnapshot, take_snapshot
from watch.system.system_health import ProblemKind

logger = logging.getLogger(__name__)

_LEASE_SECONDS = 20
_MIN_WAIT_SECONDS = 3.0
# Looking at many thousand sources must not occupy a core.
_SHARE = 0.1
_LOST_SECONDS = 10.0
_STEADY_SECONDS = 60.0
_BURIED_SECONDS = 60.0
_COMPARISON_SECONDS = 300.0
_HELD_BACK_SECONDS = 60.0
_DEATHS_SECONDS = 86_400.0
_OPEN_TRANSACTIONS = timedelta(seconds=2)
_CLEANING_SECONDS = 3600.0
_MARKS_SECONDS = 10.0
_KEPT = timedelta(days=42)
_DRIFT_LASTS = timedelta(days=7)
_MAX_JUDGED = 200
# A verdict that passes sooner is not kept; while one lasts, its end is noted so often.
_STEADY_VERDICT = 30.0
_VERDICT_SECONDS = 30.0
_AUDITED = ("source", "keywordlist")
_LOOKED_AT = (
    *(PROBLEM, LOOKED, AUDIT, DEATHS, BURIED, HOST, WORKER),
    *(DRIFT_CONDITION, MOVE_CONDITION),
)
_AT_ONCE = 1_000


class Observer:
    """The loop. What lasts only for seconds is kept in memory: a new leader waits for it again."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._leader = Leader(DjangoConfiguration("observer"), _LEASE_SECONDS)
        self._stopping = threading.Event()
        self._cleaning, self._burials = Every(_CLEANING_SECONDS), Every(_BURIED_SECONDS)
        self._marks = Every(_MARKS_SECONDS)
        self._comparison, self._held_back = Every(_COMPARISON_SECONDS), Every(_HELD_BACK_SECONDS)
        self._judged: dict[int, int] = {}
        self._present, self._absent = Lasting(_steady_seconds), Lasting(_steady_seconds)
        self._verdict, self._verdicts = Lasting(lambda _: _STEADY_VERDICT), Every(_VERDICT_SECONDS)
        self._missing = Lasting(lambda _: _LOST_SECONDS)
        self._away_since: datetime | None = None

    def stop(self) -> None:
        """Let ``run`` return after the current look. Safe in a signal handler."""
        self._stopping.set()

    def run(self) -> None:
        """Look until ``stop``; a store that does not answer is an event once the database
        answers.
        """
        while not self._stopping.is_set():
            started = time.monotonic()
            try:
                self.look()
            except (StorageError, SchedulerError) as error:
                fields = {"error": str(error), "retry_seconds": _MIN_WAIT_SECONDS}
                logger.warning(LogEvent.STORE_UNAVAILABLE, extra=fields)
            except Exception:  # a bug with one event must not end all that follow
                logger.exception(LogEvent.OBSERVER_CRASHED)
            self._stopping.wait(max(_MIN_WAIT_SECONDS, (time.monotonic() - started) / _SHARE))
        try:
            self._end()
        except StorageError as error:
            logger.warning(LogEvent.LEASE_NOT_RELEASED, extra={"error": str(error)})
        self._stores.close()
        connection.close()

    def _end(self) -> None:
        """Record that nobody looks from now on, and let another process lead."""
        if self._leader.leads():
            now = database_now()
            store.note({LOOKED: KnownCondition(value=STOPPED, since=now)}, (), ())
        self._leader.resign()

    def look(self) -> None:
        """Look once, if this process leads. Raises the errors of the stores."""
        try:
            if not self._leader.leads():
                return
            now = database_now()
            known = store.conditions(*_LOOKED_AT)
        except StorageError:
            self._away_since = self._away_since or datetime.now(UTC)
            raise
        snapshot = take_snapshot(self._stores)
        found = self._unwatched(known, now) + self._troubles(known, snapshot, now)
        found += self._changes(known, now)
        self._note_verdict(snapshot, now)
        if not snapshot.counted.outage:
            found += self._drifts(known, now)
            found += changes.of_moves(known, moved_pages(self._stores.findings()), now)
            found += self._processes(known, now)
            found += self._burials_since(known, snapshot, now)
        # What was found is noted before sources are judged: their states follow from it.
        store.note(found.changed, found.ended, found.happened)
        if not snapshot.counted.outage:
            self._look_at_held_back(now)
            self._judge()
            # Which hosts have stopped to answer follows from the states.
            later = self._hosts(known, now) + self._recalls(now)
            store.note(later.changed, later.ended, later.happened)
            self._keep_erased_away(now)
        if self._cleaning.due(now):
            store.drop_events(now - _KEPT)
            clean_logins(now)
            self._stores.findings().drop_old_attempts()
            enlist_missing(Source.objects.all())
            self._cleaning.done(now)

    def _unwatched(self, known: Mapping[str, KnownCondition], now: datetime) -> Changes:
        """Return the time in which nobody looked, if it ends now: an outage of the database, or no
        role alerts.
        """
        since, self._away_since = self._away_since, None
        if since:
            return changes.of_outage("database", since, max(since, now))
        return changes.of_looks(known, now)

    def _troubles(
        self, known: Mapping[str, KnownCondition], snapshot: MonitorSnapshot, now: datetime
    ) -> Changes:
        """Return the problems of the system that have begun, or are over, for long enough.

        While all roles start or stop, this one may be the first or the last to run.
        """
        verdict = snapshot.health()
        present = {changes.problem_key(reason): reason for reason in verdict.reasons}
        # A muted problem does not begin, and it is not over either.
        muted = {changes.problem_key(reason) for reason in verdict.muted}
        begun = self._present.seen(present, now)
        stored = [key for key in known if key.startswith(PROBLEM)]
        gone = [key for key in stored if key not in present and key not in muted]
        lasting = [(present[key], since) for key, since in begun.items()]
        return changes.of_problems(known, lasting, self._absent.seen(gone, now))

    def _note_verdict(self, snapshot: MonitorSnapshot, now: datetime) -> None:
        """Add the verdict to its history, now and then, once it has lasted for a minute; end mutes
        that are over.
        """
        verdict = snapshot.health()
        rules = sorted({reason.kind.value for reason in verdict.reasons})
        lasting = self._verdict.seen([" ".join([verdict.state, *rules])], now)
        if lasting and self._verdicts.due(now):
            note_verdict(verdict.state, rules, now)
            drop_expired(now, "newsloom")
            self._verdicts.done(now)

    def _changes(self, known: Mapping[str, KnownCondition], now: datetime) -> Changes:
        last = int(known[AUDIT].value) if AUDIT in known else None
        entries, newest = store.changes_after(last, now - _OPEN_TRANSACTIONS, _AUDITED)
        return changes.of_audit(entries, newest, now) if newest != last else Changes()

    def _processes(self, known: Mapping[str, KnownCondition], now: datetime) -> Changes:
        workers, at = self._stores.workers(), time.time()
        died = changes.of_deaths(known, workers.deaths(at - _DEATHS_SECONDS), now)
        return died + self._lost(known, workers, self._stores.pace().now(), now)

    def _lost(
        self, known: Mapping[str, KnownCondition], workers: Workers, at: float, now: datetime
    ) -> Changes:
        """Return the workers that have vanished, and those that are back: they stay missing for a
        while, which an outage does not explain.
        """
        lost = {status.name: status for status in workers.lost(at)}
        alive = {status.name for status in workers.alive(at)}
        return changes.of_lost(known, lost, self._missing.seen(lost, now), alive, now)

    def _drifts(self, known: Mapping[str, KnownCondition], now: datetime) -> Changes:
        """Return the sources whose pages have changed, by the pages since the last look.

        A finding lasts until somebody accepts it or changes the source, for a week at most.
        """
        findings = self._stores.findings()
        drifted = {
            int(key.removeprefix(DRIFT_CONDITION)): condition
            for key, condition in known.items()
            if key.startswith(DRIFT_CONDITION)
        }
        changed = _changed(drifted)
        over = []
        for each, condition in drifted.items():
            is_accepted = each not in changed or changed[each] > condition.since
            if is_accepted or now - condition.since > _DRIFT_LASTS:
                over.append(each)
        counts = findings.shape_counts()
        grown = [each for each, count in counts.items() if self._judged.get(each) != count]
        grown = [each for each in grown if each not in drifted][:_MAX_JUDGED]
        deleted = set(grown) - _changed(grown).keys()
        for source_id in (*over, *deleted):
            findings.drop_shapes(source_id)
        self._judged |= {each: counts[each] for each in grown}
        found = {}
        for each in grown:
            if finding := find_drift(findings.page_shapes(each)):
                found[each] = finding
        return changes.of_drifts(known, found, over, now)

    def _look_at_held_back(self, now: datetime) -> None:
        """Judge the sources whose pages are put off or were: until one is settled, nothing happens
        to them.
        """
        if self._held_back.due(now):
            put_off = self._stores.findings().put_off()
            rows = SourceStatus.objects.filter(state=SourceState.HELD_BACK)
            judge_again({*put_off, *rows.values_list("pk", flat=True)})
            self._held_back.done(now)

    def _judge(self) -> None:
        """Judge the sources that are due, for as long as the lease allows.

        The rest of many waits for the next look.
        """
        latest = time.monotonic() + _LEASE_SECONDS / 2
        judged, outage = _AT_ONCE, None
        while judged == _AT_ONCE and not outage and time.monotonic() < latest:
            judged, outage = judge_due(self._stores, _AT_ONCE)

    def _keep_erased_away(self, now: datetime) -> None:
        """Give workers the marks again that their store has lost."""
        if self._marks.due(now):
            tombstones.fill_in(self._stores.tombstones())
            self._marks.done(now)

    def _hosts(self, known: Mapping[str, KnownCondition], now: datetime) -> Changes:
        """Return which hosts have stopped to answer or answer again, by the states of sources."""
        down = unreached_hosts()
        asked = sorted(changes.hosts_down(known).keys() - down.keys())[:_AT_ONCE]
        answers = answering_hosts(asked)
        up = {host for host, reached in answers.items() if reached}
        gone = set(asked) - answers.keys()
        return changes.of_hosts(known, down, up, gone, now)

    def _recalls(self, now: datetime) -> Changes:
        """Return how much each source finds of what others of its site show, every few minutes."""
        if not self._comparison.due(now):
            return Changes()
        self._comparison.done(now)
        known = store.conditions(RECALL_CONDITION)
        return changes.of_recalls(known, find_recalls(self._stores.findings(), now), now)

    def _burials_since(
        self, known: Mapping[str, KnownCondition], snapshot: MonitorSnapshot, now: datetime
    ) -> Changes:
        """Return how many jobs were buried, at most once a minute, so that one event tells of
        many.
        """
        counted = snapshot.counted.value
        if counted is None or not self._burials.due(now):
            return Changes()
        self._burials.done(now)
        return changes.of_buried(known, counted.totals.buried, now)


def _changed(source_ids: Iterable[int]) -> dict[int, datetime]:
    """Return when those of these sources that exist were changed last."""
    rows = Source.objects.filter(pk__in=list(source_ids))
    return dict(rows.values_list("pk", "changed"))


def _steady_seconds(key: str) -> float:
    """Return for how many seconds a problem must be there, or absent, to count.

    A store answers or it does not.
    """
    return 0.0 if key.startswith(f"{PROBLEM}{ProblemKind.STORE_AWAY}") else _STEADY_SECONDS
